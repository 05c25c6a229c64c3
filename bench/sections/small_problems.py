"""Small tables from Python, where calls and not products take the time: our estimator, certificate included, beside scikit-learn's full PCA."""
import subprocess

from rows import Section

ALLOWED = 1e-3  # seconds beyond scikit-learn's
FIT = """
import sys, time
import numpy as np
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from l21pca import L21PCA
n, d, m = map(int, sys.argv[1:])
rng = np.random.default_rng(1)
X = load_iris().data if (n, d) == (150, 4) else rng.normal(size=(n, min(d, 12))) @ rng.normal(size=(min(d, 12), d)) + 0.3 * rng.normal(size=(n, d))
best = [np.inf, np.inf]
for _ in range(60):
    for k, model in enumerate((L21PCA(m), PCA(m, svd_solver="full"))):
        begin = time.perf_counter()
        model.fit(X)
        best[k] = min(best[k], time.perf_counter() - begin)
print(*best)
"""


def run(bench):
    section = Section("small", "Small tables from Python, default options", "L21PCA", "PCA(svd_solver='full')", "ours / (theirs + 1 ms)")
    python = bench.build / "venv" / "bin" / "python"
    if not python.exists():
        section.skip("L21PCA().fit(X)", "no Python package in build/venv: make python")
        return [section]
    with bench.ours() as ours:
        for what, shape in (("iris, 150 x 4, m = 2", (150, 4, 2)), ("1000 x 20, m = 5", (1000, 20, 5)), ("5000 x 50, m = 10", (5000, 50, 10))):
            bench.say(f"small: {what}")
            with bench.quiet(ours) as quiet:
                done = subprocess.run([python, "-c", FIT, *map(str, shape)], check=True, capture_output=True, text=True)
            seconds, theirs = map(float, done.stdout.split())
            section.add(what, seconds, theirs, ratio=seconds / (theirs + ALLOWED), must="<= 1", note=quiet.remark)
    return [section]
