"""PCA-L21 in the space of a kernel."""

from __future__ import annotations

from typing import Any

from ._base import SubspaceEstimator
from ._linear import exponent

# "poly" is scikit-learn's name for polynomial.
_KERNELS = ["linear", "rbf", "polynomial", "poly", "sigmoid", "laplacian", "cosine", "precomputed"]


class KernelL21PCA(SubspaceEstimator):
    """PCA-L21 in the space of a kernel.

    Parameters
    ----------
    n_components : int, default=2
        Number of components, at most the rank of the kernel matrix.
    kernel : {"linear", "rbf", "polynomial", "poly", "sigmoid", "laplacian", "cosine", "precomputed"}, default="rbf"
        The inner product. "precomputed": X is the kernel matrix.
    gamma : float or None, default=None
        Of rbf, laplacian, polynomial and sigmoid; None: 1 / n_features.
    degree : int, default=3
        Of polynomial.
    coef0 : float, default=1
        Of polynomial and sigmoid.
    p : float, default=1.0
        0 < p <= 2: 1 is the paper, 2 kernel PCA.
    landmarks : int, default=0
        Rows that span the space (Nystrom), for tables too long for all of them; 0: all.
    landmark_choice : {"random", "kmeans"}, default="random"
        How landmarks are drawn.
    center : {"mean", "geometric_median"} or None, default="mean"
        What is subtracted in the space of the kernel.
    row_scaling, solver, tol, max_iter, whiten, certify, n_jobs, random_state, verbose
        As in :class:`L21PCA`.

    Attributes
    ----------
    dual_coef_ : array of shape (n_spanning, n_components_)
        Components as sums of the rows that span the space of the kernel: landmarks, or as many as it has dimensions.
    explained_variance_, explained_variance_ratio_, objective_share_, l21_ratio_, n_components_, n_iter_
        As in :class:`L21PCA`.
    n_features_in_, objective_, kkt_residual_, upper_bound_, gap_, certified_, report_
        As in :class:`L21PCA`.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> from l21pca import KernelL21PCA
    >>> X, _ = make_moons(100, noise=0.05, random_state=0)
    >>> KernelL21PCA(2, gamma=5).fit_transform(X).shape
    (100, 2)
    """

    _options = (
        *("gamma", "degree", "coef0", "landmarks", "landmark_choice", "center", "row_scaling", "solver"),
        *("tol", "max_iter", "certify", "n_jobs", "random_state"),
    )

    def __init__(
        self,
        n_components=2,
        *,
        kernel="rbf",
        gamma=None,
        degree=3,
        coef0=1,
        p=1.0,
        landmarks=0,
        landmark_choice="random",
        center="mean",
        row_scaling=None,
        solver="auto",
        tol=1e-6,
        max_iter=2000,
        whiten=False,
        certify="auto",
        n_jobs=None,
        random_state=0,
        verbose=0,
    ):
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.p = p
        self.landmarks = landmarks
        self.landmark_choice = landmark_choice
        self.center = center
        self.row_scaling = row_scaling
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter
        self.whiten = whiten
        self.certify = certify
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        if self.kernel not in _KERNELS:
            raise ValueError(f"kernel must be one of {', '.join(_KERNELS)}, got {self.kernel!r}")
        return {**exponent(self.p), "kernel": "polynomial" if self.kernel == "poly" else self.kernel}

    def _n_components(self, X) -> dict[str, Any]:
        return {"n_components": self.n_components}

    def _publish(self, model, report) -> None:
        super()._publish(model, report)
        self.dual_coef_ = model.dual_coefficients

    def score_samples(self, X):
        """Minus the distance of rows from the subspace: the space of a kernel has no density.

        Returns
        -------
        array of shape (n_samples,)
        """
        return -self.orthogonal_distance(X)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
