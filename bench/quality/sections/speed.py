"""What robustness costs: the robust fit, and the guard of l21, over an l21 fit to 1e-4."""
import tempfile
from pathlib import Path

import numpy as np

from data import FULL, image_file, pooled_images
from rows import Section

# Rows, columns, components. With a decaying spectrum, noise, and a twentieth of the rows five times as long: neither hard nor easy for l21.
SHAPES = ((1000, 50, 5), (200_000, 500, 10), (2000, 20_000, 20))
REPEATS, MOST_REPEATS, SECONDS = 5, 60, 1.0  # at least, at most, and more while that takes less than a second


def decaying(rng, rows, cols):
    rank = min(60, cols)
    X = (rng.normal(size=(rows, rank)) * 0.7 ** np.arange(rank)) @ rng.normal(size=(rank, cols)) / np.sqrt(cols)
    X += 0.01 * rng.normal(size=(rows, cols))
    X[: rows // 20] *= 5
    return X


def best_times(ours, m, threads):
    """The best of several for every kind of fit, taken in turn."""
    kinds = {"l21": {"certify": "auto"}, "without guard": {"certify": "auto", "guard": "off"}, "robust": {"method": "robust"}}
    times = {name: [] for name in kinds}
    for repeat in range(MOST_REPEATS):
        if repeat >= REPEATS and sum(map(sum, times.values())) > SECONDS:
            break
        for name, options in kinds.items():
            times[name].append(ours.fit(components=m, tolerance=1e-4, threads=threads, **options)["seconds"])
    return {name: min(seconds) for name, seconds in times.items()}


def run(judge):
    robust = Section("speed", "Time of --preset robust over l21 to 1e-4", "robust", "l21", "robust / l21")
    guard = Section("guard_speed", "Time of l21 to 1e-4 with its guard", "with", "without", "share that the guard adds")
    ours = judge.estimators.ours

    def measure(what, X, m):
        judge.say(f"speed: {what}")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "X.npy"
            np.save(path, X)
            del X
            ours.load(path)
            for threads in (1, 2):
                best = best_times(ours, m, threads)
                name = f"{what}, m = {m}, {threads} thread{'s' if threads > 1 else ''}"
                robust.add(name, best["robust"], best["l21"], ratio=best["robust"] / best["l21"], must="<= 3")
                guard.add(name, best["l21"], best["without guard"], ratio=best["l21"] / best["without guard"] - 1, must="<= 0.1")

    for rows, cols, m in SHAPES:
        rows = rows // 20 if judge.quick and rows > 1000 else rows
        measure(f"{rows} x {cols}", decaying(np.random.default_rng([judge.seed, 8000, rows]), rows, cols), m)
    if image_file("att"):
        images = pooled_images(image_file("att"), FULL["att"])
        measure("att, 400 x 2576", images.reshape(len(images), -1), 21)
    else:
        robust.skip("att", "no images; L21_DATA names their folder")
    return [robust, guard]
