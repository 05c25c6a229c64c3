"""The relatives of PCA-L21: distances, absolute values, sparse components."""

from __future__ import annotations

from typing import Any

from ._linear import LinearSubspace


class R1PCA(LinearSubspace):
    """The subspace with the smallest sum of distances to the rows: the one for gross outliers.

    Minimizes ``sum_i ||x_i - center - W @ W.T @ (x_i - center)||`` (Ding, Zhou, He and Zha's R1-PCA). With
    ``center="joint", row_scaling="sphere", init="spherical"`` it withstands outliers of any size, as far as we could
    measure, up to 80 % of the rows.

    Parameters
    ----------
    n_components : int, float, "auto" or None, default=2
        As in :class:`L21PCA`.
    center : {"mean", "median", "geometric_median", "joint"}, array or None, default="mean"
        "joint" moves the center together with the subspace.
    row_scaling, solver, init, tol, max_iter, precision, whiten, missing, n_jobs, random_state, verbose
        As in :class:`L21PCA`.

    Attributes
    ----------
    components_, center_, explained_variance_, explained_variance_ratio_, objective_share_, l21_ratio_, n_components_
        As in :class:`L21PCA`.
    n_iter_, n_features_in_, objective_, kkt_residual_, report_
        As in :class:`L21PCA`. There is no certificate for this objective.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import R1PCA
    >>> rng = np.random.default_rng(0)
    >>> X = np.outer(rng.normal(size=200), [3.0, 0, 0]) + 0.1 * rng.normal(size=(200, 3))
    >>> X[:60] += 1000 * rng.normal(size=(60, 3))
    >>> pca = R1PCA(1, center="joint", row_scaling="sphere", init="spherical").fit(X)
    >>> bool(abs(pca.components_[0, 0]) > 0.99)
    True
    """

    _options = (*LinearSubspace._options, "missing")

    def __init__(
        self,
        n_components=2,
        *,
        center="mean",
        row_scaling=None,
        solver="auto",
        init="pca",
        tol=1e-6,
        max_iter=2000,
        precision="auto",
        whiten=False,
        missing="error",
        n_jobs=None,
        random_state=0,
        verbose=0,
    ):
        self.n_components = n_components
        self.center = center
        self.row_scaling = row_scaling
        self.solver = solver
        self.init = init
        self.tol = tol
        self.max_iter = max_iter
        self.precision = precision
        self.whiten = whiten
        self.missing = missing
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        return {"method": "r1"}


class L1PCA(LinearSubspace):
    """Components that maximize the sum of the absolute values of the scores.

    Maximizes ``sum_i ||W.T @ (x_i - center)||_1``, all components together, or one after the other as Kwak's PCA-L1
    does it. The components, not only the subspace, are a matter of this objective.

    Parameters
    ----------
    n_components : int, float, "auto" or None, default=2
        As in :class:`L21PCA`.
    greedy : bool, default=False
        One component after the other (Kwak 2008).
    center, row_scaling, solver, init, tol, max_iter, precision, whiten, n_jobs, random_state, verbose
        As in :class:`L21PCA`.

    Attributes
    ----------
    components_, center_, explained_variance_, explained_variance_ratio_, objective_share_, l21_ratio_, n_components_
        As in :class:`L21PCA`.
    n_iter_, n_features_in_, objective_, kkt_residual_, report_
        As in :class:`L21PCA`. There is no certificate for this objective.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import L1PCA
    >>> X = np.random.default_rng(0).normal(size=(100, 4)) * [9, 3, 1, 1]
    >>> L1PCA(2, greedy=True).fit_transform(X).shape
    (100, 2)
    """

    def __init__(
        self,
        n_components=2,
        *,
        greedy=False,
        center="mean",
        row_scaling=None,
        solver="auto",
        init="pca",
        tol=1e-6,
        max_iter=2000,
        precision="auto",
        whiten=False,
        n_jobs=None,
        random_state=0,
        verbose=0,
    ):
        self.n_components = n_components
        self.greedy = greedy
        self.center = center
        self.row_scaling = row_scaling
        self.solver = solver
        self.init = init
        self.tol = tol
        self.max_iter = max_iter
        self.precision = precision
        self.whiten = whiten
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        return {"method": "l1_greedy" if self.greedy else "l1"}


class TruncatedPowerPCA(LinearSubspace):
    """Sparse components: each has at most ``cardinality`` loadings that are not zero.

    The truncated power method of Yuan and Zhang, which is an instance of the paper's general algorithm; with ``p=1``
    the same for the sum of lengths. Components are found one after the other; they have length 1 and need not be
    orthogonal. Scores are coordinates by the components as they are; ``inverse_transform`` and distances refer to the
    subspace that they span.

    Parameters
    ----------
    n_components : int, float, "auto" or None, default=2
        As in :class:`L21PCA`.
    cardinality : int or None, default=None
        Most loadings of a component that are not zero; None: half of the features.
    p : {1, 2}, default=2
        2: the variance; 1: the sum of lengths, less sensitive to outliers.
    center, row_scaling, solver, init, tol, max_iter, precision, whiten, n_jobs, random_state, verbose
        As in :class:`L21PCA`.

    Attributes
    ----------
    components_ : array of shape (n_components_, n_features)
        Rows of length 1 with few loadings.
    center_, explained_variance_, explained_variance_ratio_, objective_share_, l21_ratio_, n_components_
        As in :class:`L21PCA`.
    n_iter_, n_features_in_, objective_, kkt_residual_, report_
        As in :class:`L21PCA`. There is no certificate for this objective.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import TruncatedPowerPCA
    >>> X = np.random.default_rng(0).normal(size=(100, 8)) * [9, 5, 1, 1, 1, 1, 1, 1]
    >>> pca = TruncatedPowerPCA(2, cardinality=3).fit(X)
    >>> (pca.components_ != 0).sum(axis=1).tolist()
    [3, 3]
    """

    def __init__(
        self,
        n_components=2,
        *,
        cardinality=None,
        p=2,
        center="mean",
        row_scaling=None,
        solver="auto",
        init="pca",
        tol=1e-6,
        max_iter=2000,
        precision="auto",
        whiten=False,
        n_jobs=None,
        random_state=0,
        verbose=0,
    ):
        self.n_components = n_components
        self.cardinality = cardinality
        self.p = p
        self.center = center
        self.row_scaling = row_scaling
        self.solver = solver
        self.init = init
        self.tol = tol
        self.max_iter = max_iter
        self.precision = precision
        self.whiten = whiten
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        if self.p not in (1, 2):
            raise ValueError(f"p of TruncatedPowerPCA must be 1 or 2, got {self.p!r}")
        half = -(-self.n_features_in_ // 2)
        return {
            "method": "truncated_power" if self.p == 2 else "sparse_l21",
            "cardinality": half if self.cardinality is None else self.cardinality,
        }
