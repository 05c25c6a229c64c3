"""The paper's general algorithm with functions of your own."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _core


@dataclass(frozen=True)
class MaximizeResult:
    """What :func:`maximize` found."""

    x: Any
    objective: float
    n_iter: int
    gap: float
    converged: bool
    trace: list[float] = field(repr=False)


def maximize(
    objective: Callable[[Any], float],
    slopes: Callable[[Any], Any],
    argmax: Callable[[Any, Any], Any],
    start: Any,
    *,
    value: Callable[[Any, Any], float] | None = None,
    tol: float = 1e-6,
    max_iter: int = 2000,
    callback: Callable[[str], None] | None = None,
) -> MaximizeResult:
    """Maximize f(x) + sum_i h_i(g_i(x)) over x in C, for convex h_i.

    The algorithm of Nie, Tian, Huang and Ding, section 4: take slopes of the h_i, maximize the linearized sum, repeat.
    The objective never falls.

    Parameters
    ----------
    objective : callable
        ``objective(x)``, a number.
    slopes : callable
        ``slopes(x)``: what ``argmax`` needs to know of the slopes at x. Commonly the gradient of the linearized sum, an
        array of the shape of x.
    argmax : callable
        ``argmax(s, x)``: the point of C with the largest linearized sum; x is where the slopes s were taken.
    start : array
        A point of C.
    value : callable, optional
        ``value(s, x)``: the linearized sum at x, up to a constant. Default: ``(s * x).sum()``.
    tol : float, default=1e-6
        Stop when the linearized sum has no more to gain than this, relatively.
    max_iter : int, default=2000
        Most iterations.
    callback : callable, optional
        Called with a line of text every iteration.

    Returns
    -------
    MaximizeResult
        With ``x``, ``objective``, ``n_iter``, ``gap``, ``converged`` and ``trace``, the objective after every iteration.

    Raises
    ------
    ValueError
        When the objective falls, or is not finite: an h_i is not convex, or slopes or argmax are wrong.

    Examples
    --------
    PCA-L21 itself, on 100 points in 5 dimensions:

    >>> import numpy as np
    >>> from l21pca import maximize
    >>> X = np.random.default_rng(0).normal(size=(100, 5)) * [5, 4, 1, 1, 1]
    >>> def objective(W):
    ...     return np.linalg.norm(X @ W, axis=1).sum()
    >>> def slopes(W):
    ...     T = X @ W
    ...     return X.T @ (T / np.linalg.norm(T, axis=1, keepdims=True))
    >>> def argmax(M, W):
    ...     U, _, Vt = np.linalg.svd(M, full_matrices=False)
    ...     return U @ Vt
    >>> result = maximize(objective, slopes, argmax, np.eye(5)[:, :2])
    >>> result.converged, result.x.shape
    (True, (5, 2))
    """
    for name, function in (("objective", objective), ("slopes", slopes), ("argmax", argmax)):
        if not callable(function):
            raise TypeError(f"{name} must be callable, got {function!r}")
    if not tol >= 0:
        raise ValueError(f"tol must be at least 0, got {tol!r}")
    if not isinstance(max_iter, numbers.Integral) or not 1 <= max_iter < 2**31:
        raise ValueError(f"max_iter must be a whole number of at least 1, got {max_iter!r}")
    if np.iscomplexobj(start):
        raise TypeError("start must be real")
    # Copies: whoever works in place shall not change the point that the next one is compared with.
    answer = _core.maximize(
        lambda x: _number("objective(x)", objective(x.copy())),
        lambda x: slopes(x.copy()),
        lambda s, x: np.array(argmax(s, x.copy()), dtype=float),
        lambda s, x: _number("value(s, x)", (value or _inner)(s, x)),
        np.array(start, dtype=float),
        float(tol),
        int(max_iter),
        callback,
    )
    return MaximizeResult(**answer)


def _number(what: str, value: Any) -> float:
    if not isinstance(value, (numbers.Real, np.ndarray)) or np.size(value) != 1:
        raise TypeError(f"{what} must be a number, got {type(value).__name__}")
    return float(np.asarray(value).reshape(()))


def _inner(s: Any, x: np.ndarray) -> float:
    s = np.asarray(s)
    if s.shape != x.shape:
        raise ValueError(f"slopes of shape {s.shape} at a point of shape {x.shape}: give `value`, the linearized sum")
    return float(np.vdot(s, x))
