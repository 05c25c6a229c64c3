"""The subspace that most rows belong to."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import _check_sample_weight

from ._linear import LinearSubspace
from ._options import threads


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
        Stop when the residual is at most this: how much of the weighted scatter leads out of the subspace.
    precision : {"auto", "float32", "float64"}, default="auto"
        Of the computation.
    whiten : bool, default=False
        Divide scores by their standard deviations.
    missing : {"error", "fit"}, default="error"
        As in :class:`L21PCA`.
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
    other_group_ : dict or None
        Where the rows that were left out belong together in a subspace of their own: their ``share`` of all rows, and the
        ``angle`` between the two in degrees. :meth:`alternative` finds it.

    See Also
    --------
    L21PCA : A sum that is maximized, with a proof of how close to the maximum it is.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import RobustPCA
    >>> rng = np.random.default_rng(0)
    >>> X = np.outer(rng.normal(size=200), [3.0, 0, 0]) + 0.1 * rng.normal(size=(200, 3))
    >>> X[:40] = [0, 50, 50] + rng.normal(size=(40, 3))
    >>> pca = RobustPCA(1).fit(X)
    >>> bool(abs(pca.components_[0, 0]) > 0.99)
    True
    >>> round(pca.kept_, 1)
    0.8
    """

    _options = ("tol", "precision", "missing", "n_jobs", "random_state")

    def __init__(
        self,
        n_components=2,
        *,
        tol=1e-6,
        precision="auto",
        whiten=False,
        missing="error",
        n_jobs=None,
        random_state=0,
        verbose=0,
    ):
        self.n_components = n_components
        self.tol = tol
        self.precision = precision
        self.whiten = whiten
        self.missing = missing
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        return {"method": "robust"}

    def _publish(self, model, report) -> None:
        super()._publish(model, report)
        self.kept_ = report["robust_kept"]
        self.other_group_ = report["robust_other"]

    def alternative(self, X, sample_weight=None) -> RobustPCA:
        """The same estimator fitted to the rows that this one leaves out.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            What it was fitted to.
        sample_weight : array of shape (n_samples,), optional
            The weights of that fit.

        Returns
        -------
        RobustPCA
        """
        known = self._known(X)
        weights = _check_sample_weight(sample_weight, known, dtype=np.float64, ensure_non_negative=True)
        left = self._model.weights_beside(self._rows(known), np.ascontiguousarray(weights), threads(self.n_jobs))
        return clone(self).set_params(n_components=self.n_components_).fit(X, sample_weight=left)
