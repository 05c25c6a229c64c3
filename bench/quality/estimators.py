"""Our own methods behind the same call as the peers: f(X, m, seed) -> d x m directions."""
import tempfile
from pathlib import Path

import numpy as np

OURS = {"l21": {"method": "l21"}, "r1, sphere": {"method": "r1", "center": "joint", "row_scaling": "sphere", "init": "spherical"},
        "robust": {"method": "robust"}}


class Estimators:
    def __init__(self, ours):
        self.ours = ours
        self.folder = tempfile.TemporaryDirectory()

    def fit(self, X, m, seed=0, **options):
        """The report."""
        path = Path(self.folder.name) / "X.npy"
        np.save(path, X)
        self.ours.load(path)
        return self.ours.fit(components=m, seed=seed, tolerance=1e-6, **options)

    def named(self, name):
        def run(X, m, seed=0):
            self.fit(X, m, seed, **OURS[name])
            return self.ours.components().T
        return run
