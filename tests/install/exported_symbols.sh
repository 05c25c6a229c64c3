#!/usr/bin/env bash
# exported_symbols.sh NM INCLUDE LIBRARY...: the libraries together export what the headers mark with L21_EXPORT: all of it, nothing
# else, and no function twice.
set -euo pipefail
nm=$1 include=$2
shift 2
export LC_ALL=C

# The word before the first parenthesis, brace or colon of a declaration: a function or a class.
declared() {
  cat "$include"/l21/*.hpp | grep -v '^#' | sed 's|//.*||' | tr '\n' ' ' |
    grep -oP 'L21_EXPORT ([^(;{:]|::)*' | grep -oP '\w+(?=\s*$)' | sort -u
}

# "l21::Model::distances(l21::Rows const&, int) const" and "typeinfo for l21::DataError" as "distances" and "DataError".
exported() {
  for library in "$@"; do "$nm" -DC --defined-only "$library"; done | cut -d ' ' -f 3- |
    sed -E 's/^(typeinfo( name)?|vtable) for (l21::)/\3/; s/\[abi:[a-z0-9]+\]//; s/\(.*//; s/<.*>//; s/^l21::(\w+::)*~?(\w+)$/\2/' | sort -u
}

# A list in words, and failure when there is one.
none_of() {
  local what=$1 found
  found=$(cat)
  [ -z "$found" ] || { printf '%s:\n%s\n' "$what" "$found"; exit 1; }
}

[ "$(declared | wc -l)" -gt 20 ] || { echo "found too few declarations with L21_EXPORT"; exit 1; }
for library in "$@"; do "$nm" -DC --defined-only "$library"; done | { grep 'l21::internal' || true; } | none_of "internals are exported"
comm -13 <(declared) <(exported "$@") | none_of "exported, but not by a public header"
comm -23 <(declared) <(exported "$@") | none_of "marked with L21_EXPORT, but not exported"
for library in "$@"; do "$nm" -D --defined-only "$library"; done | { grep ' T ' || true; } | cut -d ' ' -f 3- | sort | uniq -d |
  none_of "exported by two libraries"
