"""When to divide columns by their spread first: AUC of outliers with and without, on generated tables in one unit and in many, and on labelled ones."""
import numpy as np

from kinds import kinds
from rows import Section
from sections.outliers import auc, labelled

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
    for name, _, X, outlier in labelled(judge, section):
        found.append(aucs(judge, X, outlier, "auto"))
        add(section, name, found[-1:])
    if found:
        add(section, "mean of the labelled tables", found)
    return [section]
