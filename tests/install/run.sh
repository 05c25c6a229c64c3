#!/usr/bin/env bash
# run.sh BUILD CONSUMER COMPILER: installs BUILD to a temporary prefix and builds CONSUMER against it, by CMake and by pkg-config.
set -euo pipefail
build=$1 consumer=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" > "$work/install.log"
cmake -S "$consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$compiler" > "$work/configure.log"
cmake --build "$work/build" > "$work/build.log" || { cat "$work/build.log"; exit 1; }
"$work/build/consumer" "$work/model.npz"

# The program and its manual were installed too, and the model that the consumer wrote is one of ours.
"$work/prefix/bin/l21pca" info "$work/model.npz" > /dev/null
test -s "$work/prefix/share/man/man1/l21pca.1"

libdir=$(dirname "$(find "$work/prefix" -name l21pca.pc)")
flags=$(PKG_CONFIG_PATH=$libdir pkg-config --cflags --libs l21pca)
# shellcheck disable=SC2086
"$compiler" -std=c++20 "$consumer/core_only.cpp" $flags -Wl,-rpath,"$(dirname "$libdir")" -o "$work/core_only"
"$work/core_only"
echo "1 passed, 0 failed"
