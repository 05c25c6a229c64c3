"""What a fit from Python costs beside the same fit by the program: time, and memory beside the table."""
import json
import subprocess

from rows import Section
from timing import side_by_side

# Fits once to warm up, then once for the clock; prints seconds, and the most memory beside the table as a share of it.
FIT = """
import resource, sys, time
import numpy as np
from l21pca import L21PCA
X = np.load(sys.argv[1])
L21PCA(2).fit(X[:500, :20])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.perf_counter()
L21PCA(int(sys.argv[2])).fit(X)
print(time.perf_counter() - begin, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / X.nbytes)
"""


def run(bench):
    time = Section("python", "L21PCA().fit(X) beside the program on the same array", "Python", "program", "Python / program")
    memory = Section("python_memory", "Memory that L21PCA().fit(X) takes", "beside the table", "the table", "share of the table")
    python = bench.build / "venv" / "bin" / "python"
    if not python.exists():
        time.skip("L21PCA().fit(X)", "no Python package in build/venv: make python")
        return [time]
    for table, m in ((bench.data.table("att", occluded=True), 21), (bench.data.table("coil20", occluded=True), 50),
                     (bench.data.table("tall 500"), 10)):
        measure(bench, python, time, memory, table, m)
    return [time, memory]


def measure(bench, python, time, memory, table, m):
    what = f"{table.title}, {table.shape.rows} x {table.shape.cols}, m = {m}"
    bench.say(f"python: {what}")
    shares = []

    def ours():
        seconds, share = map(float, output(python, "-c", FIT, table.path, m).split())
        shares.append(share)
        return seconds

    def program():
        words = ("fit", table.path, "-k", m, "--json", "-o", bench.build / "python" / "model.npz")
        return json.loads(output(bench.build / "bin" / "l21pca", *words))["seconds"]

    times = side_by_side({"python": ours, "program": program}, repeats=7, budget=3 * bench.budget)
    time.add(what, times["python"].best, times["program"].best, ratio=times["python"].best / times["program"].best,
             must="<= 1.05")
    memory.add(what, ratio=min(shares))


def output(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout
