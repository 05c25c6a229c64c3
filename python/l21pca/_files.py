"""Model files: the same as those of the program ``l21pca``."""

from __future__ import annotations

import errno
import os
import warnings

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._base import SubspaceEstimator
from ._cells import CellwisePCA
from ._kernel import KernelL21PCA
from ._linear import L21PCA
from ._relatives import L1PCA, R1PCA, TruncatedPowerPCA
from ._robust import RobustPCA
from ._tensor import TensorL21PCA

# By method: the class, and the parameters that the method stands for.
_LINEAR = {
    "l21": (L21PCA, {"p": 1.0}),
    "l2p": (L21PCA, {}),
    "pca": (L21PCA, {"p": 2.0}),
    "r1": (R1PCA, {}),
    "robust": (RobustPCA, {}),
    "l1": (L1PCA, {"greedy": False}),
    "l1_greedy": (L1PCA, {"greedy": True}),
    "truncated_power": (TruncatedPowerPCA, {"p": 2}),
    "sparse_l21": (TruncatedPowerPCA, {"p": 1}),
}


def load(path: str | os.PathLike) -> SubspaceEstimator:
    """A fitted estimator from a model file, written by :func:`save` or by ``l21pca fit``.

    Parameters
    ----------
    path : str or path
        A ``.npz`` file.

    Returns
    -------
    estimator
        :class:`L21PCA`, or whichever class fits the model.

    Examples
    --------
    >>> import numpy as np, tempfile, os
    >>> from l21pca import L21PCA, load, save
    >>> pca = L21PCA(2).fit(np.random.default_rng(0).normal(size=(50, 4)))
    >>> path = os.path.join(tempfile.mkdtemp(), "model.npz")
    >>> save(pca, path)
    >>> load(path)
    L21PCA()
    """
    path = os.fsdecode(path)
    with open(path, "rb"):  # says what Python says where there is none
        pass
    model = _core.Model.load(path)
    options = model.options
    kind, fixed = _LINEAR[options["method"]]
    if options["damaged_cells"] != "keep":
        kind, fixed = CellwisePCA, {"image_shape": tuple(model.sample_shape) if len(model.sample_shape) == 2 else None}
    elif model.kind == "kernel":
        kind = KernelL21PCA
    elif model.kind == "tensor":
        kind, fixed = TensorL21PCA, {**fixed, "n_components": tuple(len(mode) for mode in model.modes)}
    estimator = kind()
    known = estimator.get_params()
    for name, text in options.items():
        if name in known and text not in ("given", ""):
            estimator.set_params(**{name: _value(text, known[name])})
    estimator.set_params(**{name: value for name, value in fixed.items() if name in known})
    if not isinstance(estimator, TensorL21PCA):
        estimator.set_params(n_components=model.n_components)
    if estimator.n_jobs == 0:
        estimator.set_params(n_jobs=None)
    if options["center"] == "given":
        estimator.set_params(center=model.center)
    if options["column_scaling"] != "none":
        warnings.warn(
            f"this model divides columns by scale_ ({options['column_scaling']}); a new fit of the estimator would not",
            UserWarning,
            stacklevel=2,
        )
    estimator._take(model)
    estimator.n_features_in_ = model.n_features if model.kind != "tensor" else model.sample_shape[0]
    if model.feature_names:
        estimator.feature_names_in_ = np.asarray(model.feature_names, dtype=object)
    return estimator


def _value(text: str, default):
    if text in ("none", "auto") and default is None:
        return None
    if isinstance(default, str):
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() and not isinstance(default, float) else number


def save(estimator: SubspaceEstimator, path: str | os.PathLike) -> None:
    """Write a fitted estimator to a model file that :func:`load` and the program ``l21pca`` read.

    Parameters
    ----------
    estimator : fitted estimator
        Whitening is no part of the model: scores of the program are not whitened.
    path : str or path
        Where to; the file is written whole or not at all.
    """
    if not isinstance(estimator, SubspaceEstimator):
        hint = "; save its estimator_" if hasattr(estimator, "estimator_") else ""
        raise TypeError(f"save takes an estimator of l21pca with components, got {type(estimator).__name__}{hint}")
    check_is_fitted(estimator)
    if estimator.whiten:
        warnings.warn("whitening is no part of a model file; set whiten=True again after load", UserWarning, stacklevel=2)
    path = os.fsdecode(path)
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    estimator._model.save(path)
