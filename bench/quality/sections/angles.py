"""The largest angle to the true subspace for every kind of damage, ours beside the best of the others."""
import numpy as np

from estimators import OURS
from kinds import angle, kinds
from rows import Section

SEEDS = 5


def run(judge):
    section = Section("angles", f"Largest angle to the truth, degrees, median of {SEEDS} tables", "robust", "best peer",
                      "allowed: 1.1 times the best, or 0.3 degrees more")
    for name, make in kinds().items():
        if judge.only_kinds and not any(part in name for part in judge.only_kinds):
            continue
        judge.say(f"angles: {name}")
        found = {who: [] for who in [*judge.peers, *OURS]}
        for k in range(SEEDS):
            table = make(np.random.default_rng([judge.seed, k]))
            for who in found:
                estimate = judge.peers[who] if who in judge.peers else judge.estimators.named(who)
                found[who].append(angle(table.W, estimate(table.X, table.components, k)))
        medians = {who: float(np.median(angles)) for who, angles in found.items()}
        best = min(judge.peers, key=medians.get)
        limit = max(1.1 * medians[best], medians[best] + 0.3)
        section.add(name, medians["robust"], medians[best], unit="", ratio=medians["robust"] / limit, must="<= 1",
                    note=f"best is {best}; " + ", ".join(f"{who} {value:.3g}" for who, value in medians.items() if who != "robust"),
                    details={"angles": found})
    return [section]
