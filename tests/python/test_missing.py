"""Tables with missing cells."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose, assert_array_equal

from l21pca import L1PCA, L21PCA, R1PCA, RobustPCA, SubspaceOutlierDetector, load, save

ESTIMATORS = [L21PCA(2, missing="fit"), L21PCA(2, p=2, missing="fit"), L21PCA(2, p=0.7, missing="fit"), R1PCA(2, missing="fit"), RobustPCA(2, missing="fit")]


def table(share=0.15, n=150, d=8, seed=0):
    """Rows near a plane, all of them, and with some cells missing."""
    rng = np.random.default_rng(seed)
    full = rng.normal(size=(n, 2)) @ rng.normal(size=(2, d)) * 3 + 0.05 * rng.normal(size=(n, d)) + 5
    X = full.copy()
    X[rng.random(X.shape) < share] = np.nan
    return full, X


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=repr)
def test_impute_fills_the_holes_and_nothing_else(estimator):
    full, X = table()
    filled = estimator.fit(X).impute(X)
    known = ~np.isnan(X)
    assert_array_equal(filled[known], X[known])
    assert np.sqrt(np.mean((filled - full)[~known] ** 2)) < 0.15
    assert estimator.report_["missing_cells"] == (~known).sum()
    assert np.isfinite(estimator.transform(X)).all() and np.isfinite(estimator.score_samples(X)).all()
    assert np.isfinite(estimator.inverse_transform(estimator.transform(X))).all()


def test_masked_arrays_data_frames_and_explicit_entries_say_the_same():
    _, X = table()
    expected = L21PCA(2, missing="fit").fit(X).components_
    masked = np.ma.masked_array(np.nan_to_num(X, nan=1e6), mask=np.isnan(X))
    assert_array_equal(L21PCA(2, missing="fit").fit(masked).components_, expected)
    frame = pd.DataFrame(X, columns=[f"c{j}" for j in range(X.shape[1])]).convert_dtypes()
    assert_allclose(L21PCA(2, missing="fit").fit(frame).components_, expected, atol=1e-12)
    rows, cols = np.indices(X.shape)
    entries = sp.csr_matrix((X.ravel(), (rows.ravel(), cols.ravel())), shape=X.shape)
    assert_allclose(np.abs(L21PCA(2, missing="fit").fit(entries).components_), np.abs(expected), atol=1e-4)


def test_a_masked_array_that_hides_nothing_is_an_array():
    full, _ = table()
    assert_array_equal(L21PCA(2).fit(np.ma.masked_array(full)).components_, L21PCA(2).fit(full).components_)


def test_without_the_option_missing_cells_are_an_error_that_names_it():
    _, X = table()
    for given in (X, np.ma.masked_array(np.nan_to_num(X), mask=np.isnan(X))):
        with pytest.raises(ValueError, match="missing='fit'"):
            L21PCA(2).fit(given)
    full, _ = table()
    with pytest.raises(ValueError, match="NaN"):
        L21PCA(2).fit(full).transform(X)


def test_a_model_that_was_fitted_to_whole_rows_imputes():
    full, X = table()
    filled = L21PCA(2).fit(full).impute(X)
    assert np.sqrt(np.mean((filled - full)[np.isnan(X)] ** 2)) < 0.15


def test_files_remember_it(tmp_path):
    _, X = table()
    pca = L21PCA(2, missing="fit").fit(X)
    save(pca, tmp_path / "model.npz")
    assert_array_equal(load(tmp_path / "model.npz").transform(X), pca.transform(X))


def test_only_where_a_method_takes_them():
    assert not L1PCA(2).__sklearn_tags__().input_tags.allow_nan
    assert L21PCA(2, missing="fit").__sklearn_tags__().input_tags.allow_nan
    with pytest.raises(ValueError, match="missing"):
        L21PCA(2, missing="ignore").fit(table()[0])


def test_outliers_are_found_among_rows_with_holes():
    _, X = table()
    X[:5, 3] = 60
    found = SubspaceOutlierDetector(missing="fit").fit_predict(X)
    assert (found[:5] == -1).all() and (found[5:] == -1).mean() < 0.1
