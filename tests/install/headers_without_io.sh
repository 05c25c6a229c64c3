#!/usr/bin/env bash
# headers_without_io.sh SOURCE COMPILER: without file formats, the headers of the libraries that are not built are not installed, and
# no others are missing.
set -euo pipefail
source=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -S "$source" -B "$work/build" -DCMAKE_CXX_COMPILER="$compiler" -DL21_WITH_IO=OFF -DL21_WITH_TESTS=OFF \
  -DL21_WITH_EXAMPLES=OFF -DL21_WITH_BENCH=OFF -DL21_WITH_FUZZ=OFF > "$work/configure.log"
cmake --install "$work/build" --component headers --prefix "$work/prefix" > "$work/install.log"
diff <(cd "$source/include/l21" && ls | grep -vxE 'io.hpp|table.hpp|model_file.hpp') <(ls "$work/prefix/include/l21")
test ! -e "$work/build/l21pca-io.pc"
