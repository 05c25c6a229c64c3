#!/usr/bin/env bash
# run.sh BUILD CONSUMER COMPILER: installs BUILD to a temporary prefix and builds CONSUMER against it, by CMake and by pkg-config:
# with core alone, with model files, with tables.
set -euo pipefail
build=$1 consumer=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run_all FOLDER: the three programs there.
run_all() {
  "$1/core"
  "$1/model_file" "$1/model.npz"
  "$1/io" "$1/table.npy"
}

cmake --install "$build" --prefix "$work/prefix" > "$work/install.log"
cmake -S "$consumer" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$compiler" > "$work/configure.log"
cmake --build "$work/cmake" > "$work/build.log" || { cat "$work/build.log"; exit 1; }
run_all "$work/cmake"

# The program and its manual were installed too, and the model that the consumer wrote is one of ours.
"$work/prefix/bin/l21pca" info "$work/cmake/model.npz" > /dev/null
test -s "$work/prefix/share/man/man1/l21pca.1"

pc=$(dirname "$(find "$work/prefix" -name l21pca.pc)")
export PKG_CONFIG_PATH=$pc
# Static libraries leave it to pkg-config to say what they need.
static=$([ -e "$(dirname "$pc")/libl21pca.a" ] && echo --static || true)
mkdir "$work/pkg-config"
for part in core model_file io; do
  package=l21pca-${part//_/-}
  flags=$(pkg-config $static --cflags --libs "${package%-core}")
  # shellcheck disable=SC2086
  "$compiler" -std=c++20 "$consumer/$part.cpp" $flags -Wl,-rpath,"$(dirname "$pc")" -o "$work/pkg-config/$part"
done
run_all "$work/pkg-config"
echo "6 programs built and run"
