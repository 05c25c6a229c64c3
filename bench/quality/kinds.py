"""Tables with a known subspace and one kind of damage each.

A kind is a function of a numpy Generator that returns a Table. Inliers are scores in the subspace, normal with the standard deviations
`spread`, plus isotropic normal noise; the center is unknown, and the rows are shuffled.
"""
from dataclasses import dataclass

import numpy as np


@dataclass
class Table:
    X: np.ndarray
    W: np.ndarray  # d x m, orthonormal: the truth
    bad: np.ndarray  # whether a row is an outlier

    @property
    def components(self):
        return self.W.shape[1]


@dataclass
class Shape:
    n: int = 400
    d: int = 50
    m: int = 3
    noise: float = 0.1
    spread: object = 1.0


def basis(rng, d, m):
    return np.linalg.qr(rng.normal(size=(d, m)))[0]


def unit(rng, d, off=None):
    """A direction, orthogonal to the columns of `off`."""
    u = rng.normal(size=d)
    if off is not None:
        u -= off @ (off.T @ u)
    return u / np.linalg.norm(u)


def decaying(m, condition):
    """Standard deviations whose squares fall geometrically by `condition` in all."""
    return condition ** (-0.5 * np.arange(m) / max(m - 1, 1))


def inliers(rng, count, W, spread, noise):
    d, m = W.shape
    return (rng.normal(size=(count, m)) * spread) @ W.T + noise * rng.normal(size=(count, d))


def table(rng, outliers, good, W, shift=10.0):
    X = np.vstack([outliers, good]) + shift * unit(rng, W.shape[0])
    bad = np.arange(len(X)) < len(outliers)
    order = rng.permutation(len(X))
    return Table(X[order], W, bad[order])


def clean(rng, shape):
    W = basis(rng, shape.d, shape.m)
    return table(rng, np.empty((0, shape.d)), inliers(rng, shape.n, W, shape.spread, shape.noise), W)


def contaminated(rng, shape, share, outliers, shift=10.0):
    """outliers(W, count): the rows that replace `share` of the inliers."""
    W = basis(rng, shape.d, shape.m)
    count = round(share * shape.n)
    return table(rng, outliers(W, count), inliers(rng, shape.n - count, W, shape.spread, shape.noise), W, shift)


def isotropic(rng, shape, share, size):
    """Outliers in all directions, `size` times as long as the inliers, which have length 1."""
    spread = np.broadcast_to(shape.spread, shape.m)
    unit_shape = Shape(shape.n, shape.d, shape.m, shape.noise, spread / np.linalg.norm(spread))
    return contaminated(rng, unit_shape, share, lambda W, k: rng.normal(size=(k, shape.d)) * size / np.sqrt(shape.d))


def clusters(rng, shape, share, distance, width=0.05, count=1, place="outside"):
    """Tight clusters `distance` away: outside the subspace, inside it, or between."""
    def outliers(W, k):
        parts = []
        for g in range(count):
            u, v = unit(rng, shape.d, W), W @ unit(rng, shape.m)
            at = {"outside": u, "inside": v, "between": (u + v) / np.sqrt(2)}[place]
            size = (g + 1) * k // count - g * k // count
            parts.append(distance * at + width * rng.normal(size=(size, shape.d)))
        return np.vstack(parts)
    return contaminated(rng, shape, share, outliers)


def other_subspace(rng, shape, share, scale=1.0, dimensions=None):
    def outliers(_, k):
        return inliers(rng, k, basis(rng, shape.d, dimensions or shape.m), scale, shape.noise)
    return contaminated(rng, shape, share, outliers)


def shifted(rng, shape, share, distance):
    """Isotropic outliers with the variance of the inliers, around another mean."""
    def outliers(_, k):
        return distance * unit(rng, shape.d) + rng.normal(size=(k, shape.d)) * np.sqrt(shape.m / shape.d + shape.noise ** 2)
    return contaminated(rng, shape, share, outliers)


def parallel_copy(rng, shape, share, distance):
    """The same subspace once more, elsewhere."""
    def outliers(W, k):
        return inliers(rng, k, W, shape.spread, shape.noise) + distance * unit(rng, shape.d, W)
    return contaminated(rng, shape, share, outliers)


def heavy_tails(rng, shape, degrees):
    """Multivariate t: signal and noise of a row share one radius."""
    W = basis(rng, shape.d, shape.m)
    X = inliers(rng, shape.n, W, shape.spread, shape.noise) / np.sqrt(rng.chisquare(degrees, size=(shape.n, 1)) / degrees)
    return table(rng, np.empty((0, shape.d)), X, W)


def bad_cells(rng, shape, share, size=10.0):
    """`share` of all cells moved by `size` times the spread of their column."""
    W = basis(rng, shape.d, shape.m)
    X = inliers(rng, shape.n, W, shape.spread, shape.noise)
    bad = rng.random(X.shape) < share
    X[bad] += (size * X.std(0) * rng.choice([-1, 1], size=X.shape))[bad]
    return table(rng, np.empty((0, shape.d)), X, W)


def blocks(rng, shape, share, width=0.25, value=1.5):
    """Occlusion: a run of columns has one value."""
    def outliers(W, k):
        X = inliers(rng, k, W, shape.spread, shape.noise)
        run = int(width * shape.d)
        for row in X:
            first = rng.integers(0, shape.d - run + 1)
            row[first:first + run] = value
        return X
    return contaminated(rng, shape, share, outliers, shift=0.0)


def mixture(rng, shape):
    """Isotropic rows, a cluster, a line and good leverage at once."""
    def outliers(W, _):
        a, b, c, g = (int(share * shape.n) for share in (0.15, 0.10, 0.10, 0.05))
        return np.vstack([rng.normal(size=(a, shape.d)) * 20 * np.sqrt(shape.m / shape.d),
                          15 * unit(rng, shape.d) + 0.05 * rng.normal(size=(b, shape.d)),
                          4 * rng.normal(size=(c, 1)) * unit(rng, shape.d) + shape.noise * rng.normal(size=(c, shape.d)),
                          inliers(rng, g, W, 20.0, shape.noise)])
    return contaminated(rng, shape, 0.4, outliers)


def kinds():
    """Name -> function of a Generator."""
    found = {}
    wide = Shape(n=1000, d=50, m=5)
    hay = Shape(n=400, d=100, m=5, noise=0.005)
    few = Shape(n=60, d=200, m=3, noise=0.05)
    usual = Shape()

    def add(name, kind, shape, *rest, **options):
        found[name] = lambda rng: kind(rng, shape, *rest, **options)

    def changed(shape, **fields):
        return Shape(**{**vars(shape), **fields})

    for noise in (0.1, 0.3, 1.0):
        add(f"clean, noise {noise}", clean, changed(wide, noise=noise))
    add("clean, condition 100", clean, changed(wide, noise=0.03, spread=decaying(5, 100)))
    add("clean, n < d", clean, changed(few, noise=0.1))
    for share in (0.1, 0.33, 0.5, 0.8):
        for size in (1, 10, 100):
            add(f"isotropic {share:.0%} x{size}", isotropic, hay, share, size)
    add("isotropic 50% x10, noise 0.05", isotropic, changed(hay, noise=0.05), 0.5, 10)
    add("isotropic 33% x10, condition 100", isotropic, changed(hay, spread=decaying(5, 100)), 0.33, 10)
    add("isotropic 60% x0.3", isotropic, hay, 0.6, 0.3)
    add("isotropic 20% x10, n < d", isotropic, changed(few, noise=0.01), 0.2, 10)
    for share in (0.1, 0.2, 0.3, 0.4):
        for distance in (3, 10, 100):
            add(f"cluster {share:.0%} at {distance}", clusters, usual, share, distance)
    add("cluster 45% at 10", clusters, usual, 0.45, 10)
    for width, word in ((0.001, "a point"), (0.5, "wide")):
        add(f"cluster 40% at 10, {word}", clusters, usual, 0.4, 10, width=width)
    for noise in (0.02, 0.3):
        add(f"cluster 40% at 10, noise {noise}", clusters, changed(usual, noise=noise), 0.4, 10)
    add("cluster 40% at 10, between", clusters, usual, 0.4, 10, place="between")
    for share in (0.3, 0.4):
        add(f"cluster {share:.0%} at 10, m = 10", clusters, changed(usual, m=10), share, 10)
    add("cluster 30% at 10, condition 100", clusters, changed(usual, m=5, noise=0.03, spread=decaying(5, 100)), 0.3, 10)
    add("clusters 3 x 10% at 10", clusters, usual, 0.3, 10, count=3)
    add("clusters 2 x 20% at 30", clusters, usual, 0.4, 30, count=2)
    add("clusters 5 x 8% at 10", clusters, usual, 0.4, 10, count=5)
    add("good leverage 20% at 20", clusters, usual, 0.2, 20, place="inside", width=0.1)
    add("cluster 20% at 10, n < d", clusters, few, 0.2, 10)
    add("cluster 35% at 20, n < d", clusters, few, 0.35, 20)
    for share in (0.2, 0.4, 0.45):
        add(f"another plane {share:.0%}", other_subspace, changed(usual, noise=0.05), share)
    add("another plane 40% x5", other_subspace, changed(usual, noise=0.05), 0.4, scale=5)
    add("a line 30% x10", other_subspace, changed(usual, noise=0.05), 0.3, scale=10, dimensions=1)
    add("another plane 40%, m = 8", other_subspace, changed(usual, noise=0.05, m=8), 0.4)
    for degrees in (1, 3):
        add(f"heavy tails, t{degrees}", heavy_tails, usual, degrees)
    for share in (0.05, 0.1):
        add(f"cells {share:.0%}", bad_cells, usual, share)
    add("blocks 30%", blocks, Shape(n=400, d=60, m=4, noise=0.05), 0.3)
    add("shifted 30% at 5", shifted, usual, 0.3, 5)
    add("shifted 40% at 20", shifted, usual, 0.4, 20)
    add("parallel copy 30% at 10", parallel_copy, usual, 0.3, 10)
    add("mixture 40%", mixture, Shape(n=500, d=50, m=4, noise=0.05))
    return found


def random_case(rng):
    """A random shape with one of eight kinds of damage; inliers are the majority, but for isotropic outliers (up to 70 %)."""
    d = int(rng.choice([8, 15, 30, 60, 120]))
    m = int(rng.integers(1, max(2, min(9, d // 3))))
    n = max(int(rng.choice([100, 200, 400, 800])), 15 * m)
    spread = decaying(m, 10 ** rng.uniform(0, 1.5))
    noise = spread[-1] * 10 ** rng.uniform(-2, -0.6)
    shape = Shape(n, d, m, noise, spread)
    share = rng.uniform(0.1, 0.42)
    kind = str(rng.choice(["isotropic", "cluster", "clusters", "between", "plane", "shifted", "tails", "clean"]))
    if kind == "isotropic":
        share = rng.uniform(0.1, 0.7)
        length = np.linalg.norm(spread)
        found = isotropic(rng, Shape(n, d, m, noise / length, spread), share, 10 ** rng.uniform(0, 2))
    elif kind == "plane":
        found = other_subspace(rng, shape, share, 10 ** rng.uniform(-0.3, 1), int(rng.integers(1, m + 1)))
    elif kind == "shifted":
        found = shifted(rng, shape, share, 10 ** rng.uniform(0.7, 1.7))
    elif kind == "tails":
        found = heavy_tails(rng, shape, int(rng.integers(1, 4)))
    elif kind == "clean":
        found = clean(rng, shape)
    else:
        found = clusters(rng, shape, share, 10 ** rng.uniform(0.5, 2), width=noise * 10 ** rng.uniform(-1, 0.7),
                         count=int(rng.integers(2, 5)) if kind == "clusters" else 1, place="between" if kind == "between" else "outside")
    return kind, found


def angle(W, V):
    """The largest principal angle in degrees; W and V have orthonormal columns."""
    return np.degrees(np.arcsin(min(1.0, np.linalg.norm(V - W @ (W.T @ V), 2))))


def oracle(found):
    """Principal directions of the rows that are no outliers: what nobody can do much better than."""
    X = found.X[~found.bad]
    return np.linalg.svd(X - X.mean(0), full_matrices=False)[2][:found.components].T
