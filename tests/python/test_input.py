"""What estimators take: every layout of the same numbers gives the same model, and nothing is copied that need not be."""

import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose

from l21pca import L21PCA, KernelL21PCA, R1PCA, TensorL21PCA
from l21pca._rows import as_rows


@pytest.fixture
def X():
    return np.random.default_rng(0).normal(size=(60, 7)) * [9, 5, 2, 1, 1, 1, 1] + 3


def scores(X, **how):
    return L21PCA(2, **how).fit(X).transform(X)


@pytest.mark.parametrize(
    "layout",
    [
        np.asfortranarray,
        lambda X: np.repeat(X, 2, axis=0)[::2],
        lambda X: np.hstack([X, X])[:, :7],
        lambda X: X[::-1][::-1],
        lambda X: np.ascontiguousarray(X[::-1])[::-1],
        lambda X: X.astype(">f8"),
        lambda X: pd.DataFrame(X, columns=list("abcdefg")),
        lambda X: pl.DataFrame(X, schema=list("abcdefg")),
        lambda X: X.tolist(),
        sp.csr_matrix,
        sp.csr_array,
        sp.csc_array,
        sp.coo_array,
    ],
)
def test_every_layout_is_the_same_table(X, layout):
    assert_allclose(scores(layout(X)), scores(X), atol=1e-9)


def test_a_read_only_memmap_is_read_where_it_is(X, tmp_path):
    np.save(tmp_path / "x.npy", X)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    assert_allclose(scores(mapped), scores(X), atol=1e-12)
    X.flags.writeable = False
    assert_allclose(scores(X), scores(mapped), atol=1e-12)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.uint8, np.int16])
def test_numbers_are_borrowed_as_they_are_stored(kind):
    X = np.random.default_rng(1).integers(0, 100, size=(50, 6)).astype(kind)
    assert np.shares_memory(as_rows(X), X)
    assert np.shares_memory(as_rows(X.T), X)
    assert_allclose(scores(X), scores(X.astype(float)), rtol=1e-4, atol=1e-4)
    assert scores(X).dtype == (np.float32 if kind is np.float32 else np.float64)


def test_sparse_rows_are_borrowed():
    X = sp.random(50, 30, density=0.2, random_state=0, format="csr")
    values, columns, starts, width = as_rows(X)
    assert np.shares_memory(values, X.data) and np.shares_memory(columns, X.indices) and np.shares_memory(starts, X.indptr)
    assert width == 30


def test_sparse_rows_with_duplicates_out_of_order_and_wide_indices_are_put_in_order():
    columns, starts = np.array([2, 2, 0, 3, 1, 1], dtype=np.int64), np.array([0, 2, 3, 5, 6], dtype=np.int64)
    messy = sp.csr_array((np.arange(1.0, 7), columns, starts), (4, 5))
    assert_allclose(scores(messy, center=None), scores(messy.toarray(), center=None), atol=1e-10)
    assert messy.nnz == 6  # it is not ours to change


@pytest.mark.parametrize("kind", [np.int64, np.int32, bool, np.float16, object])
def test_other_numbers_become_float64(kind):
    X = np.random.default_rng(1).integers(0, 2, size=(50, 6)).astype(kind)
    assert_allclose(scores(X), scores(X.astype(float)), atol=1e-12)


@pytest.mark.parametrize("bad, words", [(np.nan, "contains NaN"), (np.inf, "contains inf"), (-np.inf, "contains inf")])
@pytest.mark.parametrize("wrap", [np.asarray, sp.csr_array])
def test_what_is_not_finite_is_named_with_its_place(X, bad, words, wrap):
    model = L21PCA(2).fit(wrap(X))
    X[4, 5] = bad
    for call in (L21PCA(2).fit, model.transform, model.orthogonal_distance):
        with pytest.raises(ValueError, match=rf"{words}: X\[4, 5\]"):
            call(wrap(X))


@pytest.mark.parametrize(
    "estimator, words",
    [
        (L21PCA(9), r"n_components must satisfy 1 <= n_components <= 7.*got 9"),
        (L21PCA(0), r"n_components must satisfy"),
        (L21PCA(1.5), r"0 < n_components < 1"),
        (L21PCA("two"), r"n_components must be a whole number"),
        (L21PCA(True), r"n_components must be a whole number"),
        (L21PCA(2, center="middle"), r"center must be one of mean, median"),
        (L21PCA(2, center="joint"), r"^center joint belongs to R1PCA"),
        (L21PCA(2, p=3), r"0 < p <= 2"),
        (L21PCA(2, tol=-1), r"^tol must be finite and >= 0, got -1"),
        (L21PCA(2, max_iter=0), r"^max_iter must be >= 1, got 0"),
        (KernelL21PCA(61), r"^n_components must satisfy 1 <= n_components <= 60 \(rows\), got 61"),
        (L21PCA(2, tol="x"), r"tol must be a number"),
        (L21PCA(2, max_iter=1.5), r"max_iter must be a whole number"),
        (L21PCA(2, solver=3), r"solver must be one of"),
        (L21PCA(2, init=np.ones((3, 7))), r"init as an array must have shape \(2, 7\), got \(3, 7\)"),
        (L21PCA(2, init=np.ones(7)), r"2 dimension"),
        (L21PCA(2, center=np.ones(3)), r"center"),
        (L21PCA(2, n_jobs=0), r"n_jobs"),
        (L21PCA(2, random_state=-1), r"random_state"),
        (R1PCA(2, row_scaling="cube"), r"row_scaling must be one of"),
        (KernelL21PCA(2, kernel="cubic"), r"kernel must be one of"),
        (KernelL21PCA(2, gamma=-1), r"gamma"),
        (L21PCA(2, p=np.array([1, 2])), r"p must be a number"),
        (KernelL21PCA(2, kernel=None), r"kernel must be one of linear"),
        (TensorL21PCA("2"), r"n_components must be whole numbers"),
        (TensorL21PCA((1, 2)), r"one number for each of 1 axes"),
    ],
)
def test_nonsense_is_refused_with_the_name_of_the_parameter(X, estimator, words):
    with pytest.raises(ValueError, match=words):
        estimator.fit(X)


def test_degenerate_tables(X):
    with pytest.raises(ValueError, match="all rows are equal"):
        L21PCA(1).fit(np.ones((5, 3)))
    with pytest.raises(ValueError, match="minimum of 2 is required"):
        L21PCA(1).fit(np.ones((1, 3)))
    with pytest.raises(ValueError, match="expecting 7 features"):
        L21PCA(1).fit(X).transform(X[:, :5])
    with pytest.raises(ValueError, match="Negative values"):
        L21PCA(1).fit(X, sample_weight=-np.ones(60))
    constant = L21PCA(1).fit(np.column_stack([np.arange(9.0), np.full(9, 5.0)]))
    assert_allclose(np.abs(constant.components_), [[1, 0]], atol=1e-12)
    for scale in (1e-200, 1e200):
        assert_allclose(np.abs(L21PCA(2).fit(X * scale).components_), np.abs(L21PCA(2).fit(X).components_), atol=1e-9)


MEMORY = """
import resource, sys
import numpy as np
from l21pca import L21PCA
X = np.random.default_rng(0).random((2000, 3000), dtype=np.float32) if sys.argv[1] == "float32" else (
    np.asfortranarray(np.random.default_rng(0).random((2000, 3000))))
L21PCA(3, tol=1e-2, certify="off").fit(X[:50, :40]).transform(X[:50, :40])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
pca = L21PCA(3, tol=1e-2, certify="off").fit(X)
pca.transform(X)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / X.nbytes)
"""


@pytest.mark.parametrize("kind", ["float32", "column-major"])
def test_nothing_near_the_size_of_the_table_is_allocated(kind):
    share = float(subprocess.run([sys.executable, "-c", MEMORY, kind], check=True, capture_output=True, text=True).stdout)
    assert share < 0.6
