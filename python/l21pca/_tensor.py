"""PCA-L21 of images and other tensors, axis by axis."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from sklearn.utils.validation import check_array, check_is_fitted

from ._base import SubspaceEstimator
from ._linear import exponent


class TensorL21PCA(SubspaceEstimator):
    """PCA-L21 of samples that are matrices or tensors: every axis gets a subspace of its own.

    Maximizes ``sum_i ||U1.T @ (X_i - center) @ U2||`` over U1, U2, ... with orthonormal columns.

    Parameters
    ----------
    n_components : int or tuple of int, default=2
        Dimensions to keep of every axis of a sample; one number stands for all axes.
    p : float, default=1.0
        0 < p <= 2: 1 is the paper.
    center, row_scaling, solver, init, tol, max_iter, whiten, n_jobs, random_state, verbose
        As in :class:`L21PCA`.

    Attributes
    ----------
    modes_ : list of arrays of shape (n_components[k], n_k)
        Orthonormal rows for every axis.
    center_ : array of the shape of a sample
        What is subtracted from every sample.
    sample_shape_ : tuple of int
        Shape of a sample.
    core_shape_ : tuple of int
        Shape of a projected sample; ``transform`` returns it as a row.
    explained_variance_, explained_variance_ratio_, objective_share_, l21_ratio_, n_components_, n_iter_
        As in :class:`L21PCA`; ``n_components_`` is the product of ``core_shape_``.
    n_features_in_, objective_, kkt_residual_, report_
        As in :class:`L21PCA`. There is no certificate for this objective.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import TensorL21PCA
    >>> images = np.random.default_rng(0).normal(size=(50, 12, 10))
    >>> pca = TensorL21PCA((4, 3)).fit(images)
    >>> pca.transform(images).shape, pca.core_shape_
    ((50, 12), (4, 3))
    >>> pca.inverse_transform(pca.transform(images)).shape
    (50, 12, 10)
    """

    _options = tuple(name for name in SubspaceEstimator._options if name != "precision")

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
        whiten=False,
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
        self.whiten = whiten
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        return exponent(self.p)

    def _n_components(self, X) -> dict[str, Any]:
        shape = X.shape[1:]
        axes = len(shape)
        sizes = tuple(self.n_components) if np.ndim(self.n_components) == 1 else (self.n_components,) * axes
        if len(sizes) != axes:
            raise ValueError(f"n_components must have one number for each of {axes} axes of a sample, got {len(sizes)}")
        for axis, (size, most) in enumerate(zip(sizes, shape)):
            if isinstance(size, (bool, str)) or not isinstance(size, numbers.Integral):
                raise ValueError(f"n_components must be whole numbers, got {self.n_components!r}")
            if not 1 <= size <= most:
                raise ValueError(
                    f"n_components[{axis}] must satisfy 1 <= n_components <= {most}, the size of the axis "
                    f"(n_features = {most}), got {size}"
                )
        return {"n_components": sizes[0]} if axes == 1 else {"modes": tuple(sizes)}

    def _publish(self, model, report) -> None:
        super()._publish(model, report)
        self.modes_ = model.modes or [model.components]
        self.sample_shape_ = tuple(model.sample_shape) or (model.n_features,)
        self.core_shape_ = tuple(mode.shape[0] for mode in self.modes_)
        self.center_ = model.center.reshape(self.sample_shape_)

    def _validated(self, X, *, reset: bool, **how):
        X = super()._validated(X, reset=reset, allow_nd=True, **how)
        if not reset and X.shape[1:] != self.sample_shape_:
            raise ValueError(f"samples have shape {X.shape[1:]}, but were fitted with shape {self.sample_shape_}")
        return X

    def _rows(self, X):
        return super()._rows(X if X.ndim == 2 else X.reshape(X.shape[0], -1))

    def inverse_transform(self, X):
        """The samples that projected ones stand for.

        Parameters
        ----------
        X : array of shape (n_samples, n_components_) or (n_samples, *core_shape_)

        Returns
        -------
        array of shape (n_samples, *sample_shape_)
        """
        check_is_fitted(self)
        X = check_array(X, dtype=[np.float64, np.float32], allow_nd=True, input_name="X")
        if X.shape[1:] not in ((self.n_components_,), self.core_shape_):
            raise ValueError(f"samples must have shape ({self.n_components_},) or {self.core_shape_}, got {X.shape[1:]}")
        samples = self._model.inverse_transform(self._scores_given(X)).astype(X.dtype, copy=False)
        return samples.reshape(-1, *self.sample_shape_)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.three_d_array = True
        return tags
