"""Plots in the manner of scikit-learn's displays. Matplotlib is imported when something is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils._optional_dependencies import check_matplotlib_support
from sklearn.utils.validation import check_is_fitted

_BLUE, _ORANGE, _GREY = "#2166ac", "#d6604d", "#999999"


class _Display:
    """Keeps ``ax_`` and ``figure_`` of what was drawn."""

    def _axes(self, ax):
        check_matplotlib_support(f"{type(self).__name__}.plot")
        import matplotlib.pyplot as plt

        if ax is None:
            _, ax = plt.subplots()
        self.ax_, self.figure_ = ax, ax.figure
        return ax

    def _grid(self, rows: int, columns: int, figsize: tuple[float, float]):
        check_matplotlib_support(f"{type(self).__name__}.plot")
        import matplotlib.pyplot as plt

        self.figure_, self.axes_ = plt.subplots(rows, columns, figsize=figsize, squeeze=False, layout="constrained")
        for ax in self.axes_.flat:
            ax.set_axis_off()
        return self.axes_


class OutlierMapDisplay(_Display):
    """Distances inside the subspace and from it, with the cutoffs beyond which rows are outliers.

    Parameters
    ----------
    score_distance, orthogonal_distance : array of shape (n_samples,)
        The two distances.
    score_cutoff, orthogonal_cutoff : float
        Where outliers begin.
    outlier : array of shape (n_samples,) of bool, optional
        Which rows are marked; None: those beyond a cutoff.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import L21PCA, OutlierMapDisplay
    >>> X = np.random.default_rng(0).normal(size=(100, 5))
    >>> display = OutlierMapDisplay.from_estimator(L21PCA(2).fit(X), X)
    >>> display.score_distance.shape
    (100,)
    """

    def __init__(self, *, score_distance, orthogonal_distance, score_cutoff, orthogonal_cutoff, outlier=None):
        self.score_distance = score_distance
        self.orthogonal_distance = orthogonal_distance
        self.score_cutoff = score_cutoff
        self.orthogonal_cutoff = orthogonal_cutoff
        self.outlier = outlier

    @classmethod
    def from_estimator(cls, estimator, X, *, ax=None, **kwargs) -> OutlierMapDisplay:
        """The map of rows ``X`` by a fitted estimator, drawn."""
        check_is_fitted(estimator)
        # Of a detector: what it marks itself.
        outlier = estimator.predict(X) == -1 if hasattr(estimator, "offset_") else None
        estimator = getattr(estimator, "estimator_", estimator)
        score, orthogonal, _ = estimator._distances(X)
        display = cls(
            score_distance=score,
            orthogonal_distance=orthogonal,
            score_cutoff=estimator._model.score_cutoff,
            orthogonal_cutoff=estimator._model.orthogonal_cutoff,
            outlier=outlier,
        )
        return display.plot(ax=ax, **kwargs)

    def plot(self, *, ax=None, **kwargs) -> OutlierMapDisplay:
        """Draw; further arguments go to ``Axes.scatter``."""
        ax = self._axes(ax)
        outlying = self.outlier
        if outlying is None:
            outlying = (self.score_distance > self.score_cutoff) | (self.orthogonal_distance > self.orthogonal_cutoff)
        for rows, color, label in ((~outlying, _BLUE, "ordinary"), (outlying, _ORANGE, "outlier")):
            style: dict[str, Any] = {"s": 14, "alpha": 0.7, "linewidths": 0, "color": color} | kwargs
            ax.scatter(self.score_distance[rows], self.orthogonal_distance[rows], label=f"{label} ({rows.sum()})", **style)
        ax.axvline(self.score_cutoff, color=_GREY, linestyle="--", linewidth=1)
        ax.axhline(self.orthogonal_cutoff, color=_GREY, linestyle="--", linewidth=1)
        ax.set(xlabel="distance inside the subspace", ylabel="distance from the subspace", xlim=(0, None), ylim=(0, None))
        ax.legend()
        return self


class ScreeDisplay(_Display):
    """What each component explains of the variance, and what it adds to the objective.

    Parameters
    ----------
    explained_variance_ratio, objective_share : array of shape (n_components,)
        Shares of all variance, and of the objective.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import L21PCA, ScreeDisplay
    >>> X = np.random.default_rng(0).normal(size=(100, 5))
    >>> ScreeDisplay.from_estimator(L21PCA(3).fit(X)).objective_share.shape
    (3,)
    """

    def __init__(self, *, explained_variance_ratio, objective_share):
        self.explained_variance_ratio = explained_variance_ratio
        self.objective_share = objective_share

    @classmethod
    def from_estimator(cls, estimator, *, ax=None, **kwargs) -> ScreeDisplay:
        """The shares of a fitted estimator, drawn."""
        check_is_fitted(estimator)
        display = cls(
            explained_variance_ratio=estimator.explained_variance_ratio_, objective_share=estimator.objective_share_
        )
        return display.plot(ax=ax, **kwargs)

    def plot(self, *, ax=None, **kwargs) -> ScreeDisplay:
        """Draw; further arguments go to ``Axes.bar``."""
        ax = self._axes(ax)
        component = np.arange(1, len(self.explained_variance_ratio) + 1)
        ax.bar(component, 100 * self.explained_variance_ratio, **({"color": _BLUE, "label": "of the variance"} | kwargs))
        ax.plot(component, 100 * self.objective_share, "o-", color=_ORANGE, label="of the objective")
        ax.set(xlabel="component", ylabel="share, %", ylim=(0, None))
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.legend()
        return self


class ComponentsDisplay(_Display):
    """Components as images.

    Parameters
    ----------
    components : array of shape (n_components, *image_shape)
        One image each.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import L21PCA, ComponentsDisplay
    >>> X = np.random.default_rng(0).normal(size=(40, 12))
    >>> ComponentsDisplay.from_estimator(L21PCA(3).fit(X), image_shape=(3, 4)).components.shape
    (3, 3, 4)
    """

    def __init__(self, *, components):
        self.components = components

    @classmethod
    def from_estimator(cls, estimator, image_shape, *, n_components=None, **kwargs) -> ComponentsDisplay:
        """The first ``n_components`` components of a fitted estimator as images of ``image_shape``, drawn."""
        check_is_fitted(estimator)
        components = estimator.components_[:n_components]
        return cls(components=components.reshape(len(components), *image_shape)).plot(**kwargs)

    def plot(self, *, columns=5, cmap="RdBu_r", **kwargs) -> ComponentsDisplay:
        """Draw; further arguments go to ``Axes.imshow``. Red is positive, blue negative, white 0."""
        count = len(self.components)
        columns = min(columns, count)
        rows = -(-count // columns)
        axes = self._grid(rows, columns, (1.8 * columns, 1.9 * rows))
        for number, (ax, image) in enumerate(zip(axes.flat, self.components), start=1):
            most = np.abs(image).max() or 1.0
            ax.imshow(image, **({"cmap": cmap, "vmin": -most, "vmax": most} | kwargs))
            ax.set_title(f"component {number}", fontsize=9)
        return self


class ConvergenceDisplay(_Display):
    """The objective after every iteration, and the bound that no subspace can exceed.

    Parameters
    ----------
    objective : array of shape (n_iter,)
        After every iteration.
    upper_bound : float or None
        Where it is known.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import L21PCA, ConvergenceDisplay
    >>> X = np.random.default_rng(0).normal(size=(100, 5))
    >>> display = ConvergenceDisplay.from_estimator(L21PCA(2, solver="plain", init="random").fit(X))
    >>> bool(np.all(np.diff(display.objective) >= -1e-9))
    True
    """

    def __init__(self, *, objective, upper_bound=None):
        self.objective = objective
        self.upper_bound = upper_bound

    @classmethod
    def from_estimator(cls, estimator, *, ax=None, **kwargs) -> ConvergenceDisplay:
        """What a fit reported, drawn."""
        check_is_fitted(estimator)
        objective = np.array([entry["objective"] for entry in estimator.report_["trace"]], dtype=float)
        return cls(objective=objective, upper_bound=estimator.upper_bound_).plot(ax=ax, **kwargs)

    def plot(self, *, ax=None, **kwargs) -> ConvergenceDisplay:
        """Draw; further arguments go to ``Axes.plot``."""
        ax = self._axes(ax)
        iteration = np.arange(1, len(self.objective) + 1)
        ax.plot(iteration, self.objective, **({"color": _BLUE, "marker": "o", "ms": 3, "label": "objective"} | kwargs))
        if self.upper_bound is not None:
            ax.axhline(self.upper_bound, color=_ORANGE, linestyle="--", label="no subspace has more")
        ax.set(xlabel="iteration", ylabel="objective")
        ax.ticklabel_format(axis="y", useOffset=False)
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.legend(loc="lower right")
        return self


class ReconstructionDisplay(_Display):
    """Images, what the subspace keeps of them, and what it leaves out.

    Parameters
    ----------
    images, reconstructions : array of shape (n_images, *image_shape)
        Before and after.

    Examples
    --------
    >>> import numpy as np
    >>> from l21pca import L21PCA, ReconstructionDisplay
    >>> X = np.random.default_rng(0).normal(size=(40, 12))
    >>> display = ReconstructionDisplay.from_estimator(L21PCA(3).fit(X), X[:4], image_shape=(3, 4))
    >>> display.reconstructions.shape
    (4, 3, 4)
    """

    def __init__(self, *, images, reconstructions):
        self.images = images
        self.reconstructions = reconstructions

    @classmethod
    def from_estimator(cls, estimator, X, image_shape, **kwargs) -> ReconstructionDisplay:
        """Rows ``X`` as images of ``image_shape``, and their reconstructions by a fitted estimator, drawn."""
        check_is_fitted(estimator)
        nearest = np.asarray(estimator.inverse_transform(np.asarray(estimator.transform(X))))
        X = np.asarray(X)
        shape = (len(X), *image_shape)
        return cls(images=X.reshape(shape), reconstructions=nearest.reshape(shape)).plot(**kwargs)

    def plot(self, *, cmap="gray", **kwargs) -> ReconstructionDisplay:
        """Draw; further arguments go to ``Axes.imshow``."""
        count = len(self.images)
        axes = self._grid(3, count, (1.5 * count, 5))
        rest = np.abs(self.images - self.reconstructions)
        low, high = self.images.min(), self.images.max()
        rows = (
            ("image", self.images, low, high),
            ("reconstruction", self.reconstructions, low, high),
            ("left out", rest, 0.0, rest.max()),
        )
        for line, (title, images, vmin, vmax) in zip(axes, rows):
            for ax, image in zip(line, images):
                ax.imshow(image, **({"cmap": cmap, "vmin": vmin, "vmax": vmax} | kwargs))
            line[0].set_title(title, fontsize=10, loc="left")
        return self
