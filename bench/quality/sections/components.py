"""`-k auto`: how often the planted number of components is found, with a fifth of the rows damaged."""
import numpy as np

import kinds
from rows import Section

NUMBERS = range(1, 11)
TABLES = 2
DAMAGE = {
    "clean": lambda rng, shape: kinds.clean(rng, shape),
    "isotropic 20 % x10": lambda rng, shape: kinds.isotropic(rng, kinds.Shape(shape.n, shape.d, shape.m, shape.noise / np.sqrt(shape.m)), 0.2, 10),
    "cluster 20 % at 10": lambda rng, shape: kinds.clusters(rng, shape, 0.2, 10),
    "clusters 2 x 10 % at 20": lambda rng, shape: kinds.clusters(rng, shape, 0.2, 20, count=2),
    "another plane 20 %": lambda rng, shape: kinds.other_subspace(rng, shape, 0.2),
    "a line 20 % x10": lambda rng, shape: kinds.other_subspace(rng, shape, 0.2, scale=10, dimensions=1),
    "heavy tails, t3": lambda rng, shape: kinds.heavy_tails(rng, shape, 3),
    "shifted 20 % at 5": lambda rng, shape: kinds.shifted(rng, shape, 0.2, 5),
}


def run(judge):
    section = Section("components", "-k auto: planted m = 1 to 10 found, 400 x 50", "right", "tables", "share")
    right = total = 0
    for j, (name, make) in enumerate(DAMAGE.items()):
        judge.say(f"components: {name}")
        errors = []
        for m in NUMBERS:
            for k in range(TABLES):
                table = make(np.random.default_rng([judge.seed, 6000 + j, m, k]), kinds.Shape(400, 50, m, 0.1))
                errors.append(judge.estimators.fit(table.X, "auto", k, method="robust")["n_components"] - m)
        good = errors.count(0)
        right, total = right + good, total + len(errors)
        section.add(name, good, len(errors), unit="", ratio=good / len(errors), note=f"errors {[e for e in errors if e]}" if good < len(errors) else "")
    section.add("all", right, total, unit="", ratio=right / total, must=">= 0.95")
    return [section]
