"""What others do, short: f(X, m, seed) -> d x m directions. Each follows its paper; none is tuned here."""
import numpy as np
from scipy import stats

TINY = 1e-300


def leading(Z, m):
    """m principal directions of rows that are centered and weighted."""
    n, d = Z.shape
    if d <= n:
        return np.linalg.eigh(Z.T @ Z)[1][:, ::-1][:, :m]
    return np.linalg.svd(Z, full_matrices=False)[2][:m].T


def distances(Z, W):
    return np.linalg.norm(Z - (Z @ W) @ W.T, axis=1)


def geometric_median(X):
    c = np.median(X, 0)
    for _ in range(200):
        w = 1 / np.maximum(np.linalg.norm(X - c, axis=1), 1e-12)
        new = w @ X / w.sum()
        if np.linalg.norm(new - c) <= 1e-8 * np.linalg.norm(X - new, axis=1).mean():
            return new
        c = new
    return c


def on_sphere(X):
    Z = X - geometric_median(X)
    return Z / np.maximum(np.linalg.norm(Z, axis=1, keepdims=True), TINY)


def pca(X, m, seed=0):
    return leading(X - X.mean(0), m)


def spherical(X, m, seed=0):
    """Locantore et al. (1999)."""
    return leading(on_sphere(X), m)


def fast_median_subspace(X, m, seed=0):
    """FMS on the sphere, Lerman & Maunu (2018)."""
    S = on_sphere(X)
    W = leading(S, m)
    for _ in range(100):
        new = leading(S / np.sqrt(np.maximum(distances(S, W), 1e-8))[:, None], m)
        if np.linalg.norm(new - W @ (W.T @ new)) < 1e-6:
            break
        W = new
    return new


def tyler(X, m, seed=0, constrained=None):
    """Tyler's M-estimator (1987); with `constrained` the subspace-constrained one, Yu, Zhang & Lerman (2024)."""
    S = on_sphere(X)
    back = None
    if S.shape[1] > len(S):
        back = np.linalg.svd(S, full_matrices=False)[2].T
        S = S @ back
    n, d = S.shape
    ridge = (1e-10 if n > 2 * d else 1e-3) / d
    C = np.eye(d) / d
    for _ in range(60):
        q = np.einsum("ij,ij->i", np.linalg.solve(C + ridge * np.eye(d), S.T).T, S)
        new = (S / np.maximum(q, 1e-12)[:, None]).T @ S
        if constrained:
            values, U = np.linalg.eigh(new)
            values[:d - m] = values[:d - m].mean() / constrained
            new = (U * values) @ U.T
        new /= np.trace(new)
        done = np.linalg.norm(new - C) < 1e-9
        C = new
        if done:
            break
    W = np.linalg.eigh(C)[1][:, ::-1][:, :m]
    return W if back is None else back @ W


def subspace_tyler(X, m, seed=0):
    return tyler(X, m, constrained=5.0)


def univariate_mcd(P, h):
    """Location and scale of every column of P: the h values that lie closest together, reweighted."""
    n = len(P)
    ordered = np.sort(P, 0)
    base = ordered[n // 2]
    z = ordered - base
    first = np.vstack([np.zeros(z.shape[1]), np.cumsum(z, 0)])
    second = np.vstack([np.zeros(z.shape[1]), np.cumsum(z ** 2, 0)])
    means = (first[h:] - first[:-h]) / h
    variances = (second[h:] - second[:-h]) / h - means ** 2
    at = variances.argmin(0), np.arange(z.shape[1])
    factor = h / n / stats.chi2.cdf(stats.chi2.ppf(h / n, 1), 3) if h < n else 1.0
    location, variance = means[at], np.maximum(variances[at], 0) * factor
    y = P - base
    keep = (y - location) ** 2 <= stats.chi2.ppf(0.975, 1) * variance + TINY
    count = keep.sum(0)
    location = (y * keep).sum(0) / count
    variance = ((y - location) ** 2 * keep).sum(0) / np.maximum(count - 1, 1) * 0.975 / stats.chi2.cdf(stats.chi2.ppf(0.975, 1), 3)
    return location + base, np.sqrt(variance)


def outlyingness(Z, h, rng, directions=250):
    A = Z[rng.integers(0, len(Z), directions)] - Z[rng.integers(0, len(Z), directions)]
    length = np.linalg.norm(A, axis=1)
    P = Z @ (A[length > 1e-12] / length[length > 1e-12, None]).T
    location, scale = univariate_mcd(P, h)
    ok = scale > 1e-12
    return np.max(np.abs(P - location)[:, ok] / scale[ok], 1)


def robpca(X, m, seed=0, alpha=0.75):
    """Hubert, Rousseeuw & Vanden Branden (2005), as rrcov::PcaHubert(mcd = FALSE) has it."""
    rng = np.random.default_rng(seed)
    n = len(X)
    center = X.mean(0)
    U, s, Vt = np.linalg.svd(X - center, full_matrices=False)
    rank = (s > 1e-12 * s[0]).sum()
    Z = U[:, :rank] * s[:rank]
    half = (n + m + 1) // 2
    h = min(n, max(int(2 * half - n + 2 * (n - half) * alpha), half))
    H = np.argsort(outlyingness(Z, h, rng), kind="stable")[:h]
    c = Z[H].mean(0)
    W = leading(Z[H] - c, m)
    d = distances(Z - c, W)
    location, scale = univariate_mcd(d[:, None] ** (2 / 3), h)
    keep = d <= max(location[0] + 1.96 * scale[0], 0) ** 1.5
    return Vt[:rank].T @ leading(Z[keep] - Z[keep].mean(0), m)


def robpca_half(X, m, seed=0):
    return robpca(X, m, seed, alpha=0.5)


def least_trimmed_squares(X, m, seed=0):
    """Maronna (2005) with half of the rows, from several deterministic starts."""
    n = len(X)
    h = max(n // 2, (n + m + 2) // 2)
    middle = geometric_median(X)
    near = np.argsort(np.linalg.norm(X - middle, axis=1))[:h]
    median = np.median(X, 0)
    mad = 1.4826 * np.median(np.abs(X - median), 0)
    mad[mad == 0] = 1
    ranks = stats.norm.ppf((stats.rankdata(X, axis=0) - 1 / 3) / (n + 1 / 3)) * mad
    H = np.argsort(outlyingness(X, h, np.random.default_rng(seed), 100))[:h]
    starts = [(middle, leading(on_sphere(X), m)), (X[near].mean(0), pca(X[near], m)), (median, leading(np.tanh((X - median) / mad) * mad, m)),
              (median, leading(ranks, m)), (X[H].mean(0), pca(X[H], m))]
    best = (np.inf, None)
    for c, W in starts:
        last = np.inf
        for _ in range(30):
            d = distances(X - c, W)
            H = np.argpartition(d, h - 1)[:h]
            objective = (d[H] ** 2).sum()
            if objective > last * (1 - 1e-6):
                break
            last, c, W = objective, X[H].mean(0), pca(X[H], m)
        if last < best[0]:
            best = (last, W)
    return best[1]


PEERS = {"pca": pca, "spherical": spherical, "FMS": fast_median_subspace, "Tyler": tyler, "STE": subspace_tyler, "ROBPCA 75 %": robpca,
         "ROBPCA 50 %": robpca_half, "LTS": least_trimmed_squares}
