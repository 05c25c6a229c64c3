#!/bin/sh
# install.sh BUILD [BUILD_TYPE]: the Python package, and what its tests need, in a virtual environment at BUILD/venv.
# What BUILD has compiled already is not compiled again. PYTHON chooses the interpreter.
set -eu
build=$1
project=$(cd "$(dirname "$0")/.." && pwd)
venv=$build/venv

[ -x "$venv/bin/python" ] || "${PYTHON:-/usr/bin/python3}" -m venv "$venv"
needs='import nanobind, scikit_build_core, numpy, scipy, sklearn, matplotlib, pandas, polars, joblib, threadpoolctl, hypothesis, pytest'
if ! "$venv/bin/python" -c "$needs" 2>/dev/null; then
  if [ "${L21_NO_INSTALL:-0}" = 1 ]; then
    echo "the Python package needs packages from PyPI: $venv/bin/pip install -r $project/python/requirements-test.txt"
    exit 1
  fi
  "$venv/bin/pip" install --quiet --upgrade pip
  "$venv/bin/pip" install --quiet -r "$project/python/requirements-test.txt"
fi
"$venv/bin/pip" install --quiet --no-build-isolation --no-deps --force-reinstall \
  -C build-dir="$(cd "$build" && pwd)" -C cmake.build-type="${2:-Release}" "$project"
