#!/bin/sh
# install.sh BUILD [BUILD_TYPE]: the Python package, and what its tests need, in a virtual environment at BUILD/venv.
# What BUILD has compiled already is not compiled again. PYTHON chooses the interpreter.
set -eu
build=$1
project=$(cd "$(dirname "$0")/.." && pwd)
venv=$build/venv

if [ ! -x "$venv/bin/python" ]; then
  "${PYTHON:-/usr/bin/python3}" -m venv "$venv"
  [ "${L21_NO_INSTALL:-0}" = 1 ] || "$venv/bin/pip" install --quiet --upgrade pip
fi
offline=""
[ "${L21_NO_INSTALL:-0}" = 0 ] || offline=--no-index
if ! "$venv/bin/pip" install --quiet $offline -r "$project/python/requirements-test.txt"; then
  echo "the Python package needs packages from PyPI: $venv/bin/pip install -r $project/python/requirements-test.txt"
  exit 1
fi
"$venv/bin/pip" install --quiet --no-build-isolation --no-deps --force-reinstall \
  -C build-dir="$(cd "$build" && pwd)" -C cmake.build-type="${2:-Release}" "$project"
