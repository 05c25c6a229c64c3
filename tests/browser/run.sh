#!/usr/bin/env bash
# run.sh PROGRAM: makes reports, one of them of a file with a hostile name, and looks at them in headless Chromium.
set -euo pipefail
program=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
python=/usr/bin/python3  # Debian's, which has Debian's selenium
for needed in /usr/bin/chromium /usr/bin/chromedriver; do
  [ -x "$needed" ] || { echo "skipped: there is no $needed (apt-get install chromium chromium-driver python3-selenium)"; exit 77; }
done
"$python" -c 'import selenium' 2>/dev/null || { echo "skipped: $python has no selenium (apt-get install python3-selenium)"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$program" experiment occlusion --images 80 -k 5,9 --share 10,30 --repeats 2 --quiet -o occlusion
"$program" experiment noise-images --images 80 -k 5,9 --share 20 --repeats 1 --quiet -o noise
"$program" experiment haystack --share 10,40 --repeats 1 --quiet -o haystack
"$program" experiment convergence --images 80 -k 5 --quiet -o convergence
hostile='<img src=x onerror=alert(1)>'
awk 'BEGIN { srand(1); print "id,<b>a</b>,b,c"; for (i = 0; i < 60; ++i) { t = rand(); print "<script>alert(" i ")</script>," 4 * t + 0.1 * rand() "," t + rand() "," rand() } print "x,90,-70,50" }' > "$hostile.csv"
"$program" fit "$hostile.csv" --id-column id -k 2 --quiet -o model.npz
"$program" report model.npz "$hostile.csv" --id-column id -o hostile.html > /dev/null
"$program" convert "$hostile.csv" "$hostile.npy" --id-column id
"$program" fit "$hostile.npy" -k 2 --quiet -o array.npz
"$program" report array.npz "$hostile.npy" -o array.html > /dev/null
"$program" experiment occlusion --data "$hostile.npy" --shape 3x1 -k 1,2 --repeats 1 --quiet -o images
"$python" "$here/look.py" occlusion/report.html noise/report.html haystack/report.html convergence/report.html hostile.html array.html images/report.html
