"""What we are compared with. Every peer takes X and m and returns orthonormal components, m x d."""
import numpy
from scipy.sparse.linalg import svds
from sklearn.decomposition import PCA, KernelPCA
from sklearn.utils.extmath import randomized_svd


def sklearn_full(X, m):
    return PCA(m, svd_solver="full").fit(X).components_


def sklearn_covariance(X, m):
    return PCA(m, svd_solver="covariance_eigh").fit(X).components_


def sklearn_randomized(X, m):
    return PCA(m, svd_solver="randomized", random_state=0).fit(X).components_


def scipy_svds(X, m):
    return svds(X - X.mean(0), m, random_state=0)[2]


def sklearn_arpack(X, m):
    """The one that takes sparse rows and centers them."""
    return PCA(m, svd_solver="arpack", random_state=0).fit(X).components_


def sklearn_kernel(X, m, gamma):
    """Scores, n x m: kernels have no components."""
    return KernelPCA(m, kernel="rbf", gamma=gamma, random_state=0).fit_transform(X)


def numpy_l21(X, m, tolerance, start=None, max_iterations=5000):
    """The paper's algorithm as one would write it: center, start at PCA (or at `start`, m x d), then two products an
    iteration."""
    X = X - X.mean(0)
    W = randomized_svd(X, m, random_state=0)[2].T if start is None else start.T
    for _ in range(max_iterations):
        P = X @ W
        length = numpy.linalg.norm(P, axis=1, keepdims=True)
        A = numpy.divide(P, length, out=numpy.zeros_like(P), where=length > 0)
        M = X.T @ A
        if stationarity(M, W) <= tolerance:
            break
        U, _, Vt = numpy.linalg.svd(M, full_matrices=False)
        W = U @ Vt
    return W.T


def stationarity(M, W):
    """||M - W sym(W^T M)|| / ||M||"""
    S = W.T @ M
    return numpy.linalg.norm(M - W @ (S + S.T) / 2) / numpy.linalg.norm(M)


def l21_objective(X, components):
    """sum ||W^T (x - mean)||, in double and by blocks."""
    mean, W = X.mean(0, dtype="float64"), components.T.astype("float64")
    blocks = (X[i:i + 20_000] - mean for i in range(0, len(X), 20_000))
    return sum(numpy.linalg.norm(block @ W, axis=1).sum() for block in blocks)


def least_correlation(a, b):
    """The smallest correlation of a column of `a` with what the columns of `b` say of it."""
    a, b = a - a.mean(0), b - b.mean(0)
    said = b @ numpy.linalg.lstsq(b, a, rcond=None)[0]
    return min(numpy.linalg.norm(said[:, j]) / numpy.linalg.norm(a[:, j]) for j in range(a.shape[1]))


def subspace_distance(a, b):
    """||A A^T - B B^T||_2 of two m x d bases: the sine of the largest angle between the subspaces."""
    a, b = a.astype("float64"), b.astype("float64")
    return numpy.linalg.norm(a - (a @ b.T) @ b, 2)
