"""Tables as the compiled part takes them: borrowed wherever that is possible."""

from __future__ import annotations

import numpy as np
import scipy.sparse

_STORED = tuple(np.dtype(kind) for kind in (np.float64, np.float32, np.uint8, np.int16))


def as_rows(X):
    """What ``_core`` reads ``X`` from; a copy only of what it cannot read as it is."""
    return _sparse(X) if scipy.sparse.issparse(X) else _dense(X)


def unmasked(X):
    """What a masked array hides is NaN."""
    if not isinstance(X, np.ma.MaskedArray):
        return X
    if not np.ma.is_masked(X):
        return np.ma.getdata(X)
    return X.astype(np.result_type(X.dtype, np.float32)).filled(np.nan)


def _dense(X: np.ndarray) -> np.ndarray:
    if X.dtype not in _STORED:
        X = X.astype(np.float64)
    regular = all(stride >= 0 and stride % X.itemsize == 0 for stride in X.strides)
    return X if regular and X.flags.aligned else np.ascontiguousarray(X)


def _sparse(X):
    X = X.tocsr()
    if X.dtype not in (np.float64, np.float32):
        X = X.astype(np.float64)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    if X.shape[1] > np.iinfo(np.int32).max:
        raise ValueError(f"sparse tables have at most {np.iinfo(np.int32).max} columns, got {X.shape[1]}")
    columns = np.ascontiguousarray(X.indices, dtype=np.int32)
    return np.ascontiguousarray(X.data), columns, np.ascontiguousarray(X.indptr), X.shape[1]


def result_type(X) -> np.dtype:
    """float32 stays float32."""
    return np.dtype(np.float32) if X.dtype == np.float32 else np.dtype(np.float64)
