"""When to divide columns by their spread first: AUC of outliers with and without, on generated tables in one unit and in many, and on labelled ones."""
import numpy as np

from data import image_file
from kinds import kinds
from rows import Section
from sections.outliers import TABLES, auc

SCALINGS = ("none", "std", "mad")
KINDS = ("cluster 20% at 10", "isotropic 33% x10", "another plane 40%")
SEEDS = 5


def aucs(judge, X, outlier, components):
    found = {}
    for scaling in SCALINGS:
        judge.estimators.fit(X, components, method="robust", column_scaling=scaling)
        distances, _ = judge.estimators.ours.distances()
        found[scaling] = auc(distances[:, 2], outlier)
    return found


def add(section, name, found):
    """`found`: one dictionary for each table."""
    means = {scaling: float(np.mean([one[scaling] for one in found])) for scaling in SCALINGS}
    section.add(name, means["none"], max(means["std"], means["mad"]), unit="", ratio=means["none"],
                note=", ".join(f"{scaling} {value:.3f}" for scaling, value in means.items()))
    return means


def run(judge):
    section = Section("scaling", "AUC of outliers by the combined distance, columns as they are and divided by their spread", "as they are", "best scaled", "AUC")
    for name in KINDS:
        judge.say(f"scaling: {name}")
        one_unit, many_units = [], []
        for k in range(SEEDS):
            rng = np.random.default_rng([judge.seed, 3000, k])
            table = kinds()[name](rng)
            one_unit.append(aucs(judge, table.X, table.bad, table.components))
            # Units from a hundredth to a hundred times.
            many_units.append(aucs(judge, table.X * 10 ** rng.uniform(-2, 2, table.X.shape[1]), table.bad, table.components))
        add(section, f"{name}, one unit", one_unit)
        add(section, f"{name}, many units", many_units)
    found = []
    for name in TABLES:
        file = image_file(name)
        if not file:
            section.skip(name, "no such table; L21_DATA names its folder")
            continue
        judge.say(f"scaling: {name}")
        X = np.load(file).astype("float64")
        found.append(aucs(judge, X.reshape(len(X), -1), np.load(file.with_name(f"{name}.labels.npy")) == 1, "auto"))
        add(section, name, found[-1:])
    if found:
        add(section, "mean of the labelled tables", found)
    return [section]
