"""Robust principal component analysis by L21-norm maximization.

Estimators in scikit-learn's manner, the general solver, and model files shared with the program ``l21pca``.

>>> import numpy as np
>>> from l21pca import L21PCA
>>> X = np.random.default_rng(0).standard_t(3, size=(200, 6)) * [9, 6, 1, 1, 1, 1]
>>> pca = L21PCA(n_components=2).fit(X)
>>> pca.transform(X).shape
(200, 2)
>>> pca.report_["certificate"]
'optimal for this objective'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ._core import __version__

if TYPE_CHECKING:
    from ._cell_map import CellMapDisplay
    from ._cells import CellwisePCA
    from ._displays import (
        ComponentsDisplay,
        ConvergenceDisplay,
        OutlierMapDisplay,
        ReconstructionDisplay,
        ScreeDisplay,
    )
    from ._files import load, save
    from ._kernel import KernelL21PCA
    from ._linear import L21PCA
    from ._maximize import MaximizeResult, maximize
    from ._outliers import SubspaceOutlierDetector
    from ._relatives import L1PCA, R1PCA, TruncatedPowerPCA
    from ._robust import RobustPCA
    from ._tensor import TensorL21PCA
    from ._warnings import ContaminationWarning

# Where each name lives. scikit-learn takes a second to import: it waits until an estimator is asked for.
_HOMES = {
    "RobustPCA": "_robust",
    "CellwisePCA": "_cells",
    "L21PCA": "_linear",
    "R1PCA": "_relatives",
    "L1PCA": "_relatives",
    "TruncatedPowerPCA": "_relatives",
    "KernelL21PCA": "_kernel",
    "TensorL21PCA": "_tensor",
    "SubspaceOutlierDetector": "_outliers",
    "ContaminationWarning": "_warnings",
    "load": "_files",
    "save": "_files",
    "maximize": "_maximize",
    "MaximizeResult": "_maximize",
    "CellMapDisplay": "_cell_map",
    "OutlierMapDisplay": "_displays",
    "ScreeDisplay": "_displays",
    "ComponentsDisplay": "_displays",
    "ConvergenceDisplay": "_displays",
    "ReconstructionDisplay": "_displays",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
