"""grid_search.py SEED: what GridSearchCV chooses by our score, on ten contaminated tables; in the environment of the Python package. Prints JSON."""
import json
import sys
import warnings

import numpy as np
from l21pca import L21PCA, RobustPCA
from sklearn.model_selection import GridSearchCV, KFold

import kinds

NUMBERS = range(1, 9)
POWERS = (1.0, 1.5, 2.0)
# A tenth of the rows damaged, by kind: m = 2 and 4 planted in each.
DAMAGE = {
    "isotropic 10 % x10": lambda rng, shape: kinds.isotropic(rng, kinds.Shape(shape.n, shape.d, shape.m, shape.noise / np.sqrt(shape.m)), 0.1, 10),
    "cluster 10 % at 10": lambda rng, shape: kinds.clusters(rng, shape, 0.1, 10),
    "another plane 10 %": lambda rng, shape: kinds.other_subspace(rng, shape, 0.1),
    "shifted 10 % at 5": lambda rng, shape: kinds.shifted(rng, shape, 0.1, 5),
    "heavy tails, t3": lambda rng, shape: kinds.heavy_tails(rng, shape, 3),
}


def chosen(estimator, grid, X):
    folds = KFold(5, shuffle=True, random_state=0)
    return GridSearchCV(estimator, grid, cv=folds).fit(X).best_params_


def search(seed):
    for j, (name, make) in enumerate(DAMAGE.items()):
        for m in (2, 4):
            table = make(np.random.default_rng([seed, 7000 + j, m]), kinds.Shape(250, 20, m, 0.1))
            angles = {p: float(kinds.angle(table.W, L21PCA(m, p=p, certify="off").fit(table.X).components_.T)) for p in POWERS}
            yield {"name": name, "m": m, "angles": angles,
                   "L21PCA": chosen(L21PCA(tol=1e-4, certify="off"), {"n_components": NUMBERS, "p": POWERS}, table.X),
                   "RobustPCA": chosen(RobustPCA(tol=1e-4), {"n_components": NUMBERS}, table.X)}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(list(search(int(sys.argv[1])))))
