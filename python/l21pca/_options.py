"""Parameters of estimators as options of a fit. The table of options is the library's own."""

from __future__ import annotations

import numbers
import os
from collections.abc import Mapping
from typing import Any

import joblib
import numpy as np
from sklearn.utils import check_random_state

from . import _core

_TABLE = {option["name"]: option for option in _core.options()}


class Options:
    """What ``_core.fit`` takes besides rows: words for the options, and arrays that take the place of a word."""

    def __init__(self, parameters: Mapping[str, Any]):
        self.texts: dict[str, str] = {}
        self.arrays: dict[str, np.ndarray] = {}
        for name, value in parameters.items():
            self.set(name, value)

    def set(self, name: str, value: Any) -> None:
        if name in ("center", "init") and not isinstance(value, str) and value is not None:
            dimensions = 1 if name == "center" else 2
            array = np.ascontiguousarray(value, dtype=np.float64)
            if array.ndim != dimensions:
                raise ValueError(f"{name} as an array must have {dimensions} dimension(s), got {array.ndim}")
            self.arrays["center" if name == "center" else "start"] = array
        elif name == "random_state":
            self.texts[name] = str(_seed(value))
        elif name == "n_jobs":
            self.texts[name] = str(threads(value))
        else:
            self.texts[name] = _text(name, value)


def _text(name: str, value: Any) -> str:
    kind, choices = _TABLE[name]["kind"], _TABLE[name]["choices"]
    if kind == "choice":
        if value is None and "none" in choices:
            return "none"
        if not isinstance(value, str) or value.replace("-", "_") not in choices:
            raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")
        return value
    if kind == "sizes":
        return "x".join(str(_whole(name, part)) for part in value)
    if kind == "count":
        return _count(name, value)
    if kind == "integer":
        return str(_whole(name, value))
    if value is None:
        return "auto"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise ValueError(f"{name} must be a number, got {value!r}")
    return repr(float(value))


def _count(name: str, value: Any) -> str:
    if isinstance(value, str) and value == "auto":
        return value
    if isinstance(value, numbers.Real) and not isinstance(value, (numbers.Integral, np.bool_)):
        return f"{float(value):.17f}"  # with a point: a share
    if isinstance(value, str):
        raise ValueError(f'{name} must be a whole number, a share such as 0.9, or "auto", got {value!r}')
    return str(_whole(name, value))


def _whole(name: str, value: Any) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise ValueError(f"{name} must be a whole number, got {value!r}")
    return int(value)


def _seed(random_state: Any) -> int:
    if isinstance(random_state, numbers.Integral) and not isinstance(random_state, bool):
        if random_state < 0:
            raise ValueError(f"random_state must be at least 0, got {random_state}")
        return int(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


def threads(n_jobs: int | None) -> int:
    """How many threads ``n_jobs`` means; 0 leaves it to OpenMP. A worker of joblib keeps to its share."""
    if n_jobs is None:
        if joblib.parallel.get_active_backend()[0].nesting_level:
            share = os.environ.get("OMP_NUM_THREADS", "").split(",")[0].strip()
            return int(share) if share.isdigit() and int(share) > 0 else 1
        return 0
    count = _whole("n_jobs", n_jobs)
    if count == 0:
        raise ValueError("n_jobs must not be 0; None: as many threads as OpenMP would use, -1: all processors")
    return count if count > 0 else max(1, joblib.cpu_count() + 1 + count)
