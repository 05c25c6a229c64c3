"""Random shapes with random damage: how often the subspace is missed."""
import numpy as np

from kinds import angle, oracle, random_case
from rows import Section

COUNT = 300
PEERS_BESIDE = ("pca", "ROBPCA 50 %", "LTS", "rrcov 50 %")


def run(judge):
    section = Section("draws", f"{judge.count(COUNT)} random tables: missed by more than 10 degrees and 3 times the oracle's angle", "missed", "", "missed")
    estimates = {"robust": judge.estimators.named("robust"), "r1, sphere": judge.estimators.named("r1, sphere"),
                 **{name: judge.peers[name] for name in PEERS_BESIDE if name in judge.peers}}
    missed = {name: [] for name in estimates}
    for k in range(judge.count(COUNT)):
        kind, table = random_case(np.random.default_rng([judge.seed, 1000, k]))
        limit = max(10.0, 3 * angle(table.W, oracle(table)))
        for name, estimate in estimates.items():
            found = angle(table.W, estimate(table.X, table.components, k))
            if not found <= limit:
                missed[name].append(f"{k} {kind} {len(table.X)} x {table.X.shape[1]}, m = {table.components}, {table.bad.mean():.0%}: {found:.0f} degrees")
        if k % 20 == 19:
            judge.say(f"draws: {k + 1}, missed {({name: len(cases) for name, cases in missed.items()})}")
    for name, cases in missed.items():
        section.add(name, len(cases), unit="", ratio=len(cases), must=f"<= {max(1, judge.count(COUNT) // 100)}" if name == "robust" else "",
                    note="; ".join(cases) if name == "robust" else "")
    return [section]
