#!/usr/bin/env bash
# run.sh README PROGRAM: runs every `sh` block of README beside a data.csv, a new.csv and a holes.csv; `make` lines are what CI itself runs.
set -euo pipefail
readme=$1 program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/build/bin"
ln -s "$program" "$work/build/bin/l21pca"
cd "$work"

# 60 rows near a line in three dimensions and one far from it; the new rows lack nothing but the outlier.
awk 'BEGIN { srand(1); print "a,b,c"; for (i = 0; i < 60; ++i) { t = rand(); print 4 * t + 0.1 * rand() "," t + rand() "," rand() } print "90,-70,50" }' > data.csv
head -n 20 data.csv > new.csv
awk -F, 'BEGIN { OFS = "," } NR == 5 { $2 = "" } NR == 9 { $3 = "NA" } { print }' data.csv > holes.csv

awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$readme" | grep -v '^make ' > commands.sh
count=$(grep -c . commands.sh)
test "$count" -ge 4
bash -euo pipefail commands.sh > output.txt
cat output.txt
for file in model.npz scores.csv robust.npz whole.csv; do test -s "$file"; done
test "$(wc -l < scores.csv)" = 20
grep -q '^61,' output.txt  # the far row is listed
echo "$count passed, 0 failed"
