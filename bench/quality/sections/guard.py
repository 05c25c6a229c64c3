"""The guard of an l21 fit: does it speak up where outlying rows bent the fit, and is it quiet where they did not?"""
import numpy as np

import kinds
from data import FULL, image_file, occlude, pooled_images
from rows import Section

TABLES = 100
FAR = 20.0  # degrees from the oracle: a fit that is bent


def random_shape(rng):
    m = int(rng.integers(1, 11))
    return kinds.Shape(n=int(rng.integers(150, 1500)), d=int(rng.integers(3 * m + 5, 100)), m=m, noise=float(rng.choice([0.03, 0.1])))


BENT = {
    "one cluster, 10 to 40 %, at 5 to 20": lambda rng: kinds.clusters(rng, random_shape(rng), rng.uniform(0.1, 0.4), rng.uniform(5, 20)),
    "shifted, 10 to 40 %, at 10 to 20": lambda rng: kinds.shifted(rng, random_shape(rng), rng.uniform(0.1, 0.4), rng.uniform(10, 20)),
    "isotropic x10, 10 to 40 %": lambda rng: kinds.isotropic(rng, random_shape(rng), rng.uniform(0.1, 0.4), 10),
}
QUIET = {
    "clean": lambda rng: kinds.clean(rng, random_shape(rng)),
    "heavy tails, t3": lambda rng: kinds.heavy_tails(rng, random_shape(rng), 3),
}


def occluded_images(name, rng):
    """The rows, and a number of components."""
    images = pooled_images(image_file(name), FULL[name])
    occlude(images, rng)
    return images.reshape(len(images), -1), int(rng.integers(2, 46))


def alarms_of(judge, tables):
    """For every table (X, m, truth or None): whether it alarmed, and whether the fit is bent."""
    found = []
    for k, (X, m, truth) in enumerate(tables):
        report = judge.estimators.fit(X, m, k, method="l21", certify="off")
        bent = truth is not None and kinds.angle(truth, judge.estimators.ours.components().T) > FAR
        found.append((report["guard"] is not None, bent))
    return np.array(found)


def run(judge):
    section = Section("guard", "Alarms of the guard of l21, share of tables", "alarms", "", "share")
    for j, (name, make) in enumerate(BENT.items()):
        tables = [make(np.random.default_rng([judge.seed, 3000 + j, k])) for k in range(judge.count(TABLES))]
        found = alarms_of(judge, [(table.X, table.components, kinds.oracle(table)) for table in tables])
        alarm, bent = found[:, 0], found[:, 1]
        share = float(alarm[bent].mean()) if bent.any() else 1.0
        section.add(f"{name}: where the fit is bent", int(alarm[bent].sum()), int(bent.sum()), unit="", ratio=share, must=">= 0.95",
                    note=f"{int(alarm[~bent].sum())} of {int((~bent).sum())} where the fit is within {FAR:g} degrees of the oracle's")
    quiet = {name: (lambda k, j=j, make=make: (lambda table: (table.X, table.components, None))(make(np.random.default_rng([judge.seed, 4000 + j, k]))))
             for j, (name, make) in enumerate(QUIET.items())}
    for j, name in enumerate(("att", "coil20")):
        if image_file(name):
            quiet[f"{name}, 20 % of the images occluded"] = lambda k, j=j, name=name: (*occluded_images(name, np.random.default_rng([judge.seed, 5000 + j, k])), None)
        else:
            section.skip(f"{name}, occluded", "no images; L21_DATA names their folder")
    for name, make in quiet.items():
        judge.say(f"guard: {name}")
        found = alarms_of(judge, (make(k) for k in range(judge.count(TABLES if "occluded" not in name else TABLES // 2))))
        section.add(f"{name}: alarms", int(found[:, 0].sum()), len(found), unit="", ratio=float(found[:, 0].mean()), must="<= 0.02")
    return [section]
