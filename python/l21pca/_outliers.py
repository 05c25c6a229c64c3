"""Outliers by their distances from a robust subspace and inside it."""

from __future__ import annotations

import numbers

import numpy as np
from sklearn.base import BaseEstimator, OutlierMixin, clone
from sklearn.utils.validation import check_is_fitted

from ._base import SubspaceEstimator
from ._robust import RobustPCA


class SubspaceOutlierDetector(OutlierMixin, BaseEstimator):
    """Rows that are far from a robust subspace, or far from the others inside it.

    The score of a row is minus one distance over its cutoff: ``sqrt(s**2 + p * (o / t)**2)`` with the robust distance s
    inside the subspace, the distance o from it, the robust root mean square t of o, and the number p of noise dimensions:
    Mahalanobis's distance under probabilistic PCA. The cutoff leaves 2.5 % of ordinary rows outside. Put a
    ``StandardScaler`` before it where columns have different units, and only there.

    Parameters
    ----------
    n_components : int, float, "auto" or None, default="auto"
        Components of the subspace, as in :class:`L21PCA`; "auto": as many as the rows that belong together show.
    contamination : "auto" or float in (0, 0.5], default="auto"
        "auto": outliers are rows beyond a cutoff. A share: so many of the training rows are.
    estimator : estimator or None, default=None
        Another subspace, for instance ``L21PCA(5)``; ``n_components`` and ``missing`` are then not used. None:
        :class:`RobustPCA`.
    missing : {"error", "fit"}, default="error"
        As in :class:`L21PCA`.
    n_jobs : int or None, default=None
        As in :class:`L21PCA`.
    random_state : int, RandomState or None, default=0
        As in :class:`L21PCA`.

    Attributes
    ----------
    estimator_ : estimator
        The fitted subspace.
    offset_ : float
        Rows with a lower score are outliers.
    n_features_in_ : int
        Features seen during fit.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import SubspaceOutlierDetector
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 5)) * [5, 4, 0.1, 0.1, 0.1]
    >>> X[:3, 4] = 8
    >>> SubspaceOutlierDetector().fit_predict(X)[:4].tolist()
    [-1, -1, -1, 1]
    """

    def __init__(self, n_components="auto", *, contamination="auto", estimator=None, missing="error", n_jobs=None, random_state=0):
        self.n_components = n_components
        self.contamination = contamination
        self.estimator = estimator
        self.missing = missing
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X, y=None, sample_weight=None):
        """Fit the subspace and decide where outliers begin.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
        y : None
            Ignored.
        sample_weight : array of shape (n_samples,), optional
            Weights of the rows.

        Returns
        -------
        self
        """
        share = self.contamination
        whole = isinstance(share, numbers.Real) and not isinstance(share, bool) and 0 < share <= 0.5
        if not whole and not (isinstance(share, str) and share == "auto"):
            raise ValueError(f"contamination must be 'auto' or satisfy 0 < contamination <= 0.5, got {share!r}")
        robust = RobustPCA(
            self.n_components, tol=1e-8, missing=self.missing, n_jobs=self.n_jobs, random_state=self.random_state
        )
        estimator = clone(self.estimator) if self.estimator is not None else robust
        if not isinstance(estimator, SubspaceEstimator):
            raise TypeError(f"estimator must be one of l21pca, such as RobustPCA, got {type(estimator).__name__}")
        vars(self).pop("estimator_", None)
        vars(self).pop("feature_names_in_", None)
        self.estimator_ = estimator.fit(X, sample_weight=sample_weight)
        self.n_features_in_ = self.estimator_.n_features_in_
        if hasattr(self.estimator_, "feature_names_in_"):
            self.feature_names_in_ = self.estimator_.feature_names_in_
        self.offset_ = -1.0 if not whole else float(np.percentile(self.score_samples(X), 100 * share))
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "estimator_")

    def score_samples(self, X):
        """Minus the combined distance over its cutoff: the lower, the more of an outlier.

        Returns
        -------
        array of shape (n_samples,)
        """
        check_is_fitted(self)
        cutoff = self.estimator_._model.combined_cutoff
        return -self.estimator_._distances(X)[2] / (cutoff if cutoff > 0 else 1.0)

    def decision_function(self, X):
        """The score above that of an outlier: negative for outliers.

        Returns
        -------
        array of shape (n_samples,)
        """
        return self.score_samples(X) - self.offset_

    def predict(self, X):
        """1 for ordinary rows, -1 for outliers.

        Returns
        -------
        array of shape (n_samples,)
        """
        return np.where(self.decision_function(X) < 0, -1, 1)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.missing == "fit"
        return tags
