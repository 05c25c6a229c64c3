"""The subspace of cells that go with the others of their row."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._linear import LinearSubspace
from ._options import threads
from ._rows import result_type


class CellwisePCA(LinearSubspace):
    """Principal components of the cells that are not damaged, and of rows that may have damaged cells.

    Damage often strikes single cells, a sensor that failed or a part of an image that is covered, and leaves the rest of
    the row as it was. A search finds the cells that do not go with the others of their row; PCA of the rest follows, and
    scores of rows, new ones too, go without such cells. Cells that hold NaN are missing, and treated alike. Where too
    many cells would be left out, or hardly any, the rows are taken as they are: ``cells_["verdict"]`` says so.

    Parameters
    ----------
    n_components : int, default=2
        Number of components.
    image_shape : tuple of two ints or None, default=None
        Height and width where rows are images: cells then are damaged together with their neighbours.
    tol : float, default=1e-6
        Stop when the stationarity residual is at most this.
    max_iter : int, default=2000
        Most iterations.
    precision : {"auto", "float32", "float64"}, default="auto"
        Of the computation.
    whiten : bool, default=False
        Divide scores by their standard deviations.
    n_jobs : int or None, default=None
        As in :class:`L21PCA`.
    random_state : int, RandomState or None, default=0
        As in :class:`L21PCA`.
    verbose : int, default=0
        1 shows a progress line on standard error.

    Attributes
    ----------
    components_, center_, explained_variance_, n_components_, n_iter_, n_features_in_, report_
        As in :class:`L21PCA`.
    cells_ : dict
        ``verdict`` ("left_out", "none", "too_many"), how many cells were judged to be ``damaged``, ``rows`` of which most
        was, and the same in ``words``.
    cell_scale_ : array of shape (n_features,) or None
        Robust standard deviation of each column about the subspace; None where rows were taken as they are.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import CellwisePCA
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 1)) * np.linspace(1, 3, 8) + 0.1 * rng.normal(size=(200, 8))
    >>> X[3, 5] = 40
    >>> pca = CellwisePCA(1).fit(X)
    >>> bool(pca.cell_weights(X)[3, 5] < 0.5)
    True
    >>> bool(abs(pca.inverse_transform(pca.transform(X))[3, 5]) < 10)
    True
    """

    missing = "fit"

    _options = ("tol", "max_iter", "precision", "n_jobs", "random_state")

    def __init__(
        self,
        n_components=2,
        *,
        image_shape=None,
        tol=1e-6,
        max_iter=2000,
        precision="auto",
        whiten=False,
        n_jobs=None,
        random_state=0,
        verbose=0,
    ):
        self.n_components = n_components
        self.image_shape = image_shape
        self.tol = tol
        self.max_iter = max_iter
        self.precision = precision
        self.whiten = whiten
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _method(self) -> dict[str, Any]:
        return {"method": "pca", "damaged_cells": "leave_out", "missing": "fit"}

    def _sample_shape(self, X) -> list[int]:
        if self.image_shape is None:
            return []
        height, width = self.image_shape
        if height * width != X.shape[1]:
            raise ValueError(f"image_shape {self.image_shape} does not hold {X.shape[1]} features")
        return [int(height), int(width)]

    def _publish(self, model, report) -> None:
        super()._publish(model, report)
        self.cells_ = report["cells"]
        self.cell_scale_ = model.cell_scale if model.cell_scale.size else None

    def cell_weights(self, X):
        """The probability that each cell is as the others of its row say it should be; 0 where it is missing.

        Returns
        -------
        array of shape (n_samples, n_features)
        """
        X = self._known(X)
        return self._model.cell_weights(self._rows(X), threads(self.n_jobs)).astype(result_type(X), copy=False)

    def standardized_residuals(self, X):
        """What cells are off by from what the good ones of their row say, over ``cell_scale_``; NaN where missing.

        Returns
        -------
        array of shape (n_samples, n_features)
        """
        X = self._known(X)
        scores = self._model.transform(self._rows(X), threads(self.n_jobs))
        scale = self.cell_scale_ if self.cell_scale_ is not None else np.ones(X.shape[1])
        return ((X - self._model.inverse_transform(scores)) / scale).astype(result_type(X), copy=False)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        return tags
