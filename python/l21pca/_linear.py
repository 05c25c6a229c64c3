"""Estimators whose components are vectors."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from sklearn.utils.validation import check_array, check_is_fitted

from ._base import SubspaceEstimator
from ._options import threads
from ._rows import result_type


class LinearSubspace(SubspaceEstimator):
    """A subspace of the space of the rows."""

    def _publish(self, model, report) -> None:
        super()._publish(model, report)
        self.components_ = model.components
        self.center_ = model.center
        self.scale_ = model.scale if model.scale.size else None

    @property
    def mean_(self) -> np.ndarray:
        """The same as ``center_``, under the name that PCA has for it."""
        check_is_fitted(self)
        return self.center_

    def impute(self, X):
        """The rows, their cells that hold NaN filled in by the others; no other cell changes.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples, n_features)
        """
        X = self._known(X)
        return self._model.impute(self._rows(X), threads(self.n_jobs)).astype(result_type(X), copy=False)

    def inverse_transform(self, X):
        """The points of the subspace that scores stand for.

        Parameters
        ----------
        X : array of shape (n_samples, n_components_)

        Returns
        -------
        array of shape (n_samples, n_features)
        """
        check_is_fitted(self)
        X = check_array(X, dtype=[np.float64, np.float32], ensure_min_features=0, input_name="X")
        return self._model.inverse_transform(self._scores_given(X)).astype(X.dtype, copy=False)


class L21PCA(LinearSubspace):
    """Principal components that maximize the sum of the lengths of the projections, not of their squares.

    PCA-L21 of Nie, Tian, Huang and Ding: maximize ``sum_i ||W.T @ (x_i - center)||**p`` over all W with orthonormal
    columns. With ``p=1`` a row counts with its length; with ``p=2`` it is PCA. Every fit says how far from the best
    subspace it can be at most: see ``gap_`` and ``certified_``.

    Parameters
    ----------
    n_components : int, float, "auto" or None, default=2
        Number of components. "auto": as many as stand out of chance among the rows that belong together. A float in
        (0, 1) is a share of the spectrum of the rows divided by their norms, decided once before fitting. None keeps
        min(n_samples, n_features), which leaves the subspace arbitrary.
    p : float, default=1.0
        0 < p <= 2: 1 is the paper, 2 is PCA. Below 1 long rows count less still, and the objective is not convex.
    center : {"mean", "median", "geometric_median", "optimal"}, array or None, default="mean"
        What is subtracted from every row. "optimal", for ``p=1``, makes the sum of lengths least.
    row_scaling : {"sphere"} or None, default=None
        "sphere" divides every centered row by its norm, for fitting only.
    solver : {"auto", "plain", "accelerated"}, default="auto"
        "plain" is the paper's iteration; "accelerated" reads the data less often; "auto" takes what costs least.
    init : {"pca", "spherical", "random", "largest_norm"} or array of shape (n_components, n_features), default="pca"
        Where the iteration starts.
    tol : float, default=1e-6
        Stop when the stationarity residual is at most this.
    max_iter : int, default=2000
        Most iterations.
    precision : {"auto", "float32", "float64"}, default="auto"
        Of the computation.
    whiten : bool, default=False
        Divide scores by their standard deviations.
    certify : {"auto", "on", "off"}, default="auto"
        Prove how far from the best subspace the fit can be; "auto" where that costs about a quarter of the fit at most.
    missing : {"error", "fit"}, default="error"
        What is done with cells that hold NaN, or that a masked array hides. "fit": the fit goes by the other cells;
        ``transform`` and all else then take such rows too, and ``impute`` fills them in.
    n_jobs : int or None, default=None
        Threads. None: as many as OpenMP would use, or its share inside a worker of joblib; -1: all.
    random_state : int, RandomState or None, default=0
        Seed of random starts.
    verbose : int, default=0
        1 shows a progress line on standard error.

    Attributes
    ----------
    components_ : array of shape (n_components_, n_features)
        Orthonormal rows that span the subspace.
    center_ : array of shape (n_features,)
        What is subtracted from rows; ``mean_`` is the same.
    scale_ : array of shape (n_features,) or None
        What columns are divided by after centering, in models of the program that were fitted with ``--scale``.
    explained_variance_ : array of shape (n_components_,)
        Variance of each score about its own mean. It need not descend.
    explained_variance_ratio_ : array of shape (n_components_,)
        The same as a share of the variance of all features.
    objective_share_ : array of shape (n_components_,)
        What each component adds to the objective, as a share.
    l21_ratio_ : float
        Sum of the lengths of the projections over the sum of the lengths of the rows.
    n_components_ : int
        Number of components.
    n_iter_ : int
        Iterations, at least 1.
    n_features_in_ : int
        Features seen during fit.
    objective_ : float
        What was maximized.
    kkt_residual_ : float
        0 at a stationary point.
    upper_bound_, gap_, certified_ : float, float, bool, or None
        No subspace has a larger objective than ``upper_bound_``; ``gap_`` is ``upper_bound_ / objective_ - 1``;
        ``certified_`` says that it is at most 1e-6. None where nothing was proven.
    report_ : dict
        Everything the fit has to say, the objective after every iteration included.

    See Also
    --------
    R1PCA : For gross outliers.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import L21PCA
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(300, 5)) * [5, 4, 1, 1, 1]
    >>> X[:10] += 30
    >>> pca = L21PCA(n_components=2).fit(X)
    >>> pca.components_.shape
    (2, 5)
    >>> pca.certified_
    True
    """

    _options = (*LinearSubspace._options, "certify", "missing")

    def __init__(
        self,
        n_components=2,
        *,
        p=1.0,
        center="mean",
        row_scaling=None,
        solver="auto",
        init="pca",
        tol=1e-6,
        max_iter=2000,
        precision="auto",
        whiten=False,
        certify="auto",
        missing="error",
        n_jobs=None,
        random_state=0,
        verbose=0,
    ):
        self.n_components = n_components
        self.p = p
        self.center = center
        self.row_scaling = row_scaling
        self.solver = solver
        self.init = init
        self.tol = tol
        self.max_iter = max_iter
        self.precision = precision
        self.whiten = whiten
        self.certify = certify
        self.missing = missing
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        return exponent(self.p)


def exponent(p: float) -> dict[str, Any]:
    """The method that sums lengths to the power of p."""
    if isinstance(p, (bool, np.bool_)) or not isinstance(p, numbers.Real):
        raise ValueError(f"p must be a number, got {p!r}")
    if p == 1:
        return {"method": "l21"}
    return {"method": "pca"} if p == 2 else {"method": "l2p", "p": p}
