"""The subspace that most rows belong to."""

from __future__ import annotations

from typing import Any

from ._linear import LinearSubspace


class RobustPCA(LinearSubspace):
    """Principal components of the rows that belong together, whatever the others do.

    A search finds the subspace that most rows belong to: far rows, clusters of them, rows of another subspace, and
    heavy tails do not move it as long as they are fewer (outliers in all directions may be more). PCA of these rows
    follows, each with a weight that falls with its distance where tails are heavy. On Gaussian rows without outliers it
    is as good as PCA.

    Parameters
    ----------
    n_components : int, float, "auto" or None, default=2
        As in :class:`L21PCA`.
    tol : float, default=1e-6
        Stop when a step turns the subspace by at most this (the sine of the largest angle).
    precision : {"auto", "float32", "float64"}, default="auto"
        Of the computation.
    whiten : bool, default=False
        Divide scores by their standard deviations.
    n_jobs : int or None, default=None
        As in :class:`L21PCA`.
    random_state : int, RandomState or None, default=0
        Seed of the search.
    verbose : int, default=0
        1 shows a progress line on standard error.

    Attributes
    ----------
    components_, center_, n_components_, n_iter_, n_features_in_, report_
        As in :class:`L21PCA`. ``report_`` says which start won (``robust_start``), against whom (``robust_duels``), and
        how the weights fall (``robust_tail``).
    explained_variance_, explained_variance_ratio_ : array of shape (n_components_,)
        Variance of each score among the rows that were kept, and as a share of their variance.
    kept_ : float
        Share of the rows that were kept.

    See Also
    --------
    L21PCA : A sum that is maximized, with a proof of how close to the maximum it is.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import RobustPCA
    >>> rng = np.random.default_rng(0)
    >>> X = np.outer(rng.normal(size=200), [3.0, 0, 0]) + 0.1 * rng.normal(size=(200, 3))
    >>> X[:60] = [0, 50, 50] + rng.normal(size=(60, 3))
    >>> pca = RobustPCA(1).fit(X)
    >>> bool(abs(pca.components_[0, 0]) > 0.99)
    True
    >>> round(pca.kept_, 1)
    0.7
    """

    _options = ("tol", "precision", "n_jobs", "random_state")

    def __init__(self, n_components=2, *, tol=1e-6, precision="auto", whiten=False, n_jobs=None, random_state=0, verbose=0):
        self.n_components = n_components
        self.tol = tol
        self.precision = precision
        self.whiten = whiten
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        return {"method": "robust"}

    def _publish(self, model, report) -> None:
        super()._publish(model, report)
        self.kept_ = report["robust_kept"]
