"""Missing cells: how well they are filled in, beside expectation and maximization in NumPy, which starts from the means of columns."""
import tempfile
from pathlib import Path

import numpy as np

from data import FULL, image_file, pooled_images
from rows import Section

SEEDS = range(5)
METHODS = {"pca": "<= 1.02", "l21": "<= 1.02", "r1": "", "robust": ""}
ROUNDS = 200


def em_pca(X, m):
    """PCA of rows with NaN: fill, decompose about the mean, again."""
    known = ~np.isnan(X)
    filled = np.where(known, X, np.nanmean(X, axis=0))
    for _ in range(ROUNDS):
        mean = filled.mean(axis=0)
        Z = filled - mean
        U = np.linalg.eigh(Z @ Z.T)[1][:, -m:] if len(X) < X.shape[1] else None
        fitted = U @ (U.T @ Z) if U is not None else Z @ (V := np.linalg.eigh(Z.T @ Z)[1][:, -m:]) @ V.T
        next_filled = np.where(known, X, fitted + mean)
        moved = np.abs(next_filled - filled).max() / np.nanstd(X)
        filled = next_filled
        if moved < 1e-5:
            break
    return filled


def tables(judge):
    """Name, whole table, components."""
    if image_file("att"):
        images = pooled_images(image_file("att"), FULL["att"])
        yield "att, 400 x 2576", images.reshape(len(images), -1).astype(float), 45
    rng = np.random.default_rng([judge.seed, 9000])
    for n, d, m in ((500, 30, 4), (120, 300, 6)):
        X = (rng.normal(size=(n, m)) * np.geomspace(3, 1, m)) @ rng.normal(size=(m, d)) + rng.normal(size=(n, d))
        yield f"drawn, {n} x {d}", X, m


def run(judge):
    section = Section("missing", "Missing cells: rmse on them", "ours", "EM-PCA", "ours / EM-PCA")
    ours = judge.estimators.ours
    seeds = SEEDS[:1] if judge.quick else SEEDS
    if not image_file("att"):
        section.skip("att", "no images; L21_DATA names their folder")
    for name, full, m in tables(judge):
        for share in (0.1, 0.3):
            judge.say(f"missing: {name}, {share:.0%}")
            found = {method: [] for method in (*METHODS, "EM-PCA")}
            seconds = {method: [] for method in METHODS}
            for seed in seeds:
                X = full.copy()
                holes = np.random.default_rng([judge.seed, 9001, seed]).random(X.shape) < share
                X[holes] = np.nan
                rmse = lambda filled: float(np.sqrt(np.mean((filled - full)[holes] ** 2)))
                found["EM-PCA"].append(rmse(em_pca(X, m)))
                with tempfile.TemporaryDirectory() as folder:
                    np.save(Path(folder) / "X.npy", X)
                    ours.load(Path(folder) / "X.npy")
                    for method in METHODS:
                        seconds[method].append(ours.fit(components=m, method=method, missing="fit", tolerance=1e-4)["seconds"])
                        found[method].append(rmse(ours.imputed()))
            for method, must in METHODS.items():
                section.add(f"{name}, m = {m}, {share:.0%} missing, {method}", float(np.mean(found[method])), float(np.mean(found["EM-PCA"])), unit="",
                            ratio=float(np.mean(np.array(found[method]) / found["EM-PCA"])), must=must, note=f"{np.median(seconds[method]):.2g} s")
    return [section]
