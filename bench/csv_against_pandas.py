"""csv_against_pandas.py BENCH FILE: best of three reads of FILE, ours and pandas' C reader, in turn."""
import os
import subprocess
import sys
import time

import pandas

bench, path = sys.argv[1:]
ours, theirs = [], []
for _ in range(3):
    seconds, rows, cols = subprocess.run([bench, "read-csv", path], check=True, capture_output=True, text=True).stdout.split()
    ours.append(float(seconds))
    begin = time.perf_counter()
    frame = pandas.read_csv(path, engine="c")
    theirs.append(time.perf_counter() - begin)
    assert frame.shape == (int(rows), int(cols)), (frame.shape, rows, cols)
    del frame
print(f"CSV of {os.path.getsize(path) / 1e6:.0f} MB, {rows} x {cols}: ours {min(ours):.2f} s, "
      f"pandas {pandas.__version__} {min(theirs):.2f} s, ratio {min(theirs) / min(ours):.1f}")
