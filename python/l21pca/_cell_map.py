"""Which cells of a table, or pixels of images, are damaged: a picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._displays import _Display

_MOST_IMAGES = 10


class CellMapDisplay(_Display):
    """Which cells of rows are damaged: red where they hold too much, blue where too little, the stronger the farther off.

    Parameters
    ----------
    residuals : array of shape (n_rows, n_features)
        What cells are off by, in standard deviations; NaN where missing.
    weights : array of shape (n_rows, n_features)
        The probability that a cell is good.
    images, restored : array of shape (n_rows, height, width), optional
        Of rows that are images: as they are, and from their good cells. They are then shown one by one.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import CellMapDisplay, CellwisePCA
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 1)) * np.linspace(1, 3, 8) + 0.1 * rng.normal(size=(200, 8))
    >>> X[3, 5] = 40
    >>> display = CellMapDisplay.from_estimator(CellwisePCA(1).fit(X), X[:20])
    >>> display.damaged[3].tolist()
    [False, False, False, False, False, True, False, False]
    """

    def __init__(self, *, residuals, weights, images=None, restored=None):
        self.residuals = residuals
        self.weights = weights
        self.images = images
        self.restored = restored

    @property
    def damaged(self):
        """Cells that are more likely damaged than good; those that are missing are not."""
        return (self.weights < 0.5) & ~np.isnan(self.residuals)

    @classmethod
    def from_estimator(cls, estimator, X, *, ax=None, **kwargs) -> CellMapDisplay:
        """The cells of rows ``X`` by a fitted :class:`CellwisePCA`, drawn; where it has an ``image_shape``, images (of
        more than ten the ten with most damaged cells)."""
        check_is_fitted(estimator)
        display = cls(residuals=estimator.standardized_residuals(X), weights=estimator.cell_weights(X))
        if estimator.image_shape is not None:
            shape = (len(display.weights), *estimator.image_shape)
            display.images = np.asarray(estimator._known(X)).reshape(shape)
            display.restored = np.asarray(estimator.inverse_transform(estimator.transform(X))).reshape(shape)
        return display.plot(ax=ax, **kwargs)

    def plot(self, *, ax=None, limit=10.0, **kwargs) -> CellMapDisplay:
        """Draw; colours end at ``limit`` standard deviations, further arguments go to ``Axes.imshow``."""
        shown = np.where(self.damaged, np.nan_to_num(self.residuals), 0.0)
        style: dict[str, Any] = {"cmap": "RdBu_r", "vmin": -limit, "vmax": limit} | kwargs
        if self.images is not None:
            if ax is not None:
                raise ValueError("images have axes of their own: leave ax=None, and find them in axes_ afterwards")
            return self._plot_images(shown.reshape(self.images.shape), style)
        ax = self._axes(ax)
        drawn = ax.imshow(shown, **({"aspect": "auto", "interpolation": "nearest"} | style))
        missing = np.isnan(self.residuals)
        if missing.any():
            grey = np.zeros((*missing.shape, 4))
            grey[missing] = (0.6, 0.6, 0.6, 1.0)
            ax.imshow(grey, aspect=style.get("aspect", "auto"), interpolation="nearest")
        self.figure_.colorbar(drawn, ax=ax, label="standard deviations off")
        ax.set(xlabel="column", ylabel="row", title=f"{self.damaged.sum()} damaged cells of {self.damaged.size}")
        return self

    def _plot_images(self, shown, style) -> CellMapDisplay:
        drawn = np.argsort(-self.damaged.sum(axis=1), kind="stable")[:_MOST_IMAGES]
        axes = self._grid(3, len(drawn), (1.3 * len(drawn), 4.5))
        finite = self.images[drawn][np.isfinite(self.images[drawn])]
        grey = {"cmap": "gray"} | ({"vmin": finite.min(), "vmax": finite.max()} if finite.size else {})
        rows = (("image", self.images, grey), ("damaged cells", shown, style), ("restored", self.restored, grey))
        for line, (title, images, how) in zip(axes, rows):
            for ax, row in zip(line, drawn):
                ax.imshow(images[row], **how)
            line[0].set_title(title, fontsize=10, loc="left")
        return self
