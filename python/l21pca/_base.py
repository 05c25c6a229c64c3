"""What every subspace estimator does."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from . import _core
from ._options import Options, threads
from ._warnings import ContaminationWarning
from ._progress import ProgressLine
from ._rows import as_rows, result_type, unmasked


class SubspaceEstimator(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Fits a model by ``_core`` and publishes it as attributes. Subclasses say which options their parameters are."""

    # Parameters that are options of the fit under the same name.
    _options = ("center", "row_scaling", "solver", "init", "tol", "max_iter", "precision", "n_jobs", "random_state")

    # Whether cells may hold NaN: "fit" where an estimator has such a parameter and it says so.
    missing = "error"

    # Attributes that are all in the model: they are not pickled, but published again.
    _published: tuple[str, ...] = ()

    def _method(self) -> dict[str, Any]:
        """Options besides those that are parameters."""
        raise NotImplementedError

    def _n_components(self, X) -> dict[str, Any]:
        """The option that says how many components."""
        return {"n_components": _count(self.n_components, X)}

    def _sample_shape(self, X) -> list[int]:
        """Of one row; empty where it is a vector."""
        return [] if X.ndim == 2 else list(X.shape[1:])

    def fit(self, X, y=None, sample_weight=None):
        """Find the subspace.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            float64, float32, uint8 and int16 are read where they are, in any order; CSR too.
        y : None
            Ignored.
        sample_weight : array of shape (n_samples,), optional
            Weights of the rows, at least 0.

        Returns
        -------
        self
        """
        for name in ("_model", *self._published):
            vars(self).pop(name, None)
        X = self._validated(X, reset=True)
        options = Options({name: getattr(self, name) for name in self._options})
        for name, value in self._method().items():
            options.set(name, value)
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
            options.arrays["weights"] = np.ascontiguousarray(weights)
        shape = self._sample_shape(X)
        rows = as_rows(X if X.ndim == 2 else X.reshape(X.shape[0], -1))
        for name, value in self._n_components(X).items():
            options.set(name, value)
        line = ProgressLine(type(self).__name__) if self.verbose else None
        try:
            model = _core.fit(rows, options.texts, **options.arrays, sample_shape=shape, show=line)
        finally:
            if line:
                line.close()
        if hasattr(self, "feature_names_in_"):
            model.feature_names = [name.encode(errors="replace").decode() for name in self.feature_names_in_]
        self._take(model)
        self._warn()
        return self

    def _take(self, model: _core.Model) -> None:
        self._model = model
        before = set(vars(self))
        self._publish(model, json.loads(model.report()))
        # What the model holds cannot be changed by changing what is shown of it.
        for name in set(vars(self)) - before:
            if isinstance(vars(self)[name], np.ndarray):
                vars(self)[name].flags.writeable = False
        self._published = tuple(sorted((set(vars(self)) - before) | set(self._published)))

    def _publish(self, model: _core.Model, report: dict[str, Any]) -> None:
        self.report_ = report
        self.n_components_ = model.n_components
        self.explained_variance_ = model.explained_variance
        total = report["total_variance"]
        shares = model.explained_variance / total if total else np.full(model.n_components, np.nan)
        self.explained_variance_ratio_ = shares
        self.objective_share_ = model.objective_share
        self.l21_ratio_ = report["l21_ratio"]
        self.n_iter_ = max(1, report["iterations"])
        self.objective_ = report["objective"]
        self.kkt_residual_ = report["kkt_residual"]
        self.upper_bound_ = report["upper_bound"]
        self.gap_ = report["gap"]
        self.certified_ = report["certified"]

    def _warn(self) -> None:
        if not self.report_["converged"]:
            warnings.warn(f"not converged: {self.report_['message']}", ConvergenceWarning, stacklevel=3)
        for text in self.report_["warnings"]:
            warnings.warn(text, UserWarning, stacklevel=3)
        if self.report_["guard"] is not None:
            warnings.warn(self.report_["guard"], ContaminationWarning, stacklevel=3)

    def transform(self, X):
        """Scores of rows: their coordinates in the subspace.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples, n_components_)
        """
        X = self._known(X)
        scores = self._model.transform(self._rows(X), threads(self.n_jobs))
        if self.whiten:
            scores /= self._score_scale()
        return scores.astype(result_type(X), copy=False)

    def fit_transform(self, X, y=None, sample_weight=None):
        """Fit, and return the scores of the same rows."""
        return self.fit(X, y, sample_weight=sample_weight).transform(X)

    def orthogonal_distance(self, X):
        """How far rows are from the subspace.

        Returns
        -------
        array of shape (n_samples,)
        """
        return self._distances(X)[1]

    def score_distance(self, X):
        """How far rows are from the middle of the training rows inside the subspace, in robust standard deviations.

        Returns
        -------
        array of shape (n_samples,)
        """
        return self._distances(X)[0]

    def score_samples(self, X):
        """Log-density of rows: normal scores and normal noise (probabilistic PCA), with the robust scales of the fit.

        Returns
        -------
        array of shape (n_samples,)
        """
        X = self._known(X)
        return self._model.log_density(self._rows(X), threads(self.n_jobs))

    def score(self, X, y=None, sample_weight=None):
        """Mean log-density of the half of the rows that fit best, less a price of components: larger is better.

        Rows that no subspace explains have no say, so that in a ``GridSearchCV`` over ``n_components`` a subspace that
        outliers bent loses. The price of a component is what one that is fitted to noise loses on new rows,
        ``(log(k) + 1 / k - 1) / 2`` with ``k = (1 + sqrt(n_features / n_samples))**2`` of the training rows: what
        outliers alone put into the subspace costs the others nothing, and would come in for free.

        Returns
        -------
        float
        """
        density = self.score_samples(X)
        weights = _check_sample_weight(sample_weight, density, dtype=np.float64, ensure_non_negative=True)
        order = np.argsort(-density, kind="stable")
        density, weights = density[order], weights[order]
        half = weights.sum() / 2
        taken = np.clip(half - (np.cumsum(weights) - weights), 0, weights)
        inflation = (1 + np.sqrt(self.n_features_in_ / self.report_["n_samples"])) ** 2
        price = (np.log(inflation) + 1 / inflation - 1) / 2
        return float(density @ taken / half - self.n_components_ * price)

    def _distances(self, X) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Inside the subspace, from it, and both in one number."""
        X = self._known(X)
        return self._model.distances(self._rows(X), threads(self.n_jobs))

    def _score_scale(self) -> np.ndarray:
        scale = np.sqrt(self.explained_variance_)
        if not np.isfinite(scale).all():
            raise ValueError("the variances of these data overflow: scores cannot be whitened; scale the data first")
        return np.where(scale > 0, scale, 1.0)

    def _scores_given(self, X) -> np.ndarray:
        """Scores as somebody gives them back, without whitening."""
        scores = np.ascontiguousarray(X, dtype=np.float64).reshape(X.shape[0], -1)
        if scores.shape[1] != self.n_components_:
            raise ValueError(f"X must have {self.n_components_} columns, one for each component, got {scores.shape[1]}")
        return scores * self._score_scale() if self.whiten else scores

    def _rows(self, X):
        return as_rows(X)

    def _known(self, X):
        check_is_fitted(self)
        return self._validated(X, reset=False)

    # The compiled part looks for NaN itself, and says where it is: no need to read everything twice.
    def _validated(self, X, *, reset: bool, **how):
        return validate_data(
            self,
            unmasked(X),
            reset=reset,
            accept_sparse="csr" if self.__sklearn_tags__().input_tags.sparse else False,
            dtype="numeric",
            ensure_all_finite=False,
            ensure_min_samples=2 if reset else 1,
            **how,
        )

    @property
    def _n_features_out(self) -> int:
        return self.n_components_

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")

    def __getstate__(self):
        state = super().__getstate__().copy()
        for name in self._published:
            state.pop(name, None)
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        if "_model" in state:
            self._take(self._model)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.missing == "fit"
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _count(n_components, X):
    most = min(X.shape)
    if n_components is None:
        warnings.warn(
            f"n_components=None keeps all {most} components: the subspace is then everything, and the components are "
            "an arbitrary basis of it; give a number, or a share such as 0.9",
            UserWarning,
            stacklevel=4,
        )
        return most
    if isinstance(n_components, (float, np.floating)) and not 0 < n_components < 1:
        raise ValueError(f"n_components as a share must satisfy 0 < n_components < 1, got {n_components}")
    if isinstance(n_components, (int, np.integer)) and not isinstance(n_components, bool) and not 1 <= n_components <= most:
        raise ValueError(
            f"n_components must satisfy 1 <= n_components <= {most}, the smaller of n_samples = {X.shape[0]} and "
            f"n_features = {X.shape[1]}, got {n_components}"
        )
    return n_components
