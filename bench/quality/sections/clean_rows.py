"""Gaussian rows without outliers: what robustness costs there."""
import numpy as np

from kinds import Shape, angle, clean
from peers import pca
from rows import Section

TABLES = 20


def run(judge):
    section = Section("clean_rows", "Clean Gaussian rows, n = 1000", "robust", "pca", "robust / pca")
    for d, m, noise in ((50, 5, 0.3), (20, 2, 0.3), (100, 10, 0.2)):
        ours, theirs, kept, flagged = [], [], [], []
        for k in range(TABLES):
            table = clean(np.random.default_rng([judge.seed, 2000, d, k]), Shape(1000, d, m, noise))
            report = judge.estimators.fit(table.X, m, k, method="robust")
            ours.append(angle(table.W, judge.estimators.ours.components().T))
            theirs.append(angle(table.W, pca(table.X, m)))
            kept.append(report["robust_kept"])
            distances, cutoffs = judge.estimators.ours.distances()
            flagged.append((distances[:, 2] > cutoffs[2]).mean())
        section.add(f"angle, d = {d}, m = {m}, noise {noise}", float(np.median(ours)), float(np.median(theirs)), unit="degrees",
                    ratio=float(np.median(np.array(ours) / theirs)), must="<= 1.03", note=f"rows kept: {np.mean(kept):.4f}")
        section.add(f"rows flagged at 97.5 %, d = {d}, m = {m}, noise {noise}", float(np.mean(flagged)), 0.025, unit="",
                    ratio=float(np.mean(flagged)), must="<= 0.04")
    return [section]
