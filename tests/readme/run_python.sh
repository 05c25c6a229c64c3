#!/bin/sh
# run_python.sh README BUILD: runs the `python` blocks of README with the package that `make python` installs. Skipped (77) without it.
set -eu
python=$2/venv/bin/python
"$python" -c 'import l21pca' 2>/dev/null || { echo "no Python package in $2/venv: make python"; exit 77; }
exec "$python" "$(dirname "$0")/run_python.py" "$1"
