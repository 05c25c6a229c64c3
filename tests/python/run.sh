#!/bin/sh
# run.sh BUILD: the tests of the Python package, in the virtual environment that `make python` makes. Skipped (77)
# without it.
set -eu
python=$1/venv/bin/python
tests=$(cd "$(dirname "$0")" && pwd)
"$python" -c 'import l21pca, pytest' 2>/dev/null || { echo "no Python package in $1/venv: make python"; exit 77; }
cd "$1"
L21_PROGRAM=$1/bin/l21pca exec "$python" -m pytest -p no:cacheprovider "$tests" --rootdir "$tests/../.."
