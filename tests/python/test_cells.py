"""Tables with damaged cells."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.decomposition import PCA

from l21pca import CellwisePCA, load, save


def table(share=0.06, n=200, d=12, seed=0):
    rng = np.random.default_rng(seed)
    full = rng.normal(size=(n, 2)) @ rng.normal(size=(2, d)) * 3 + 0.1 * rng.normal(size=(n, d)) + 5
    bad = rng.random(full.shape) < share
    return full, np.where(bad, full + 30 * rng.choice([-1, 1], full.shape), full), bad


def test_damaged_cells_are_found_and_restored():
    full, X, bad = table()
    pca = CellwisePCA(2).fit(X)
    assert pca.cells_["verdict"] == "left_out"
    weights = pca.cell_weights(X)
    assert (weights[bad] < 0.5).mean() > 0.97 and (weights[~bad] < 0.5).mean() < 0.02
    assert np.abs(pca.standardized_residuals(X))[bad].min() > 5
    restored = pca.inverse_transform(pca.transform(X))
    error = lambda R: np.linalg.norm(R - full, axis=1).mean()
    ordinary = PCA(2).fit(X)
    assert error(restored) < 0.1 * error(ordinary.inverse_transform(ordinary.transform(X)))


def test_new_rows_are_judged_by_themselves():
    _, X, _ = table()
    full, new, _ = table(seed=1)
    pca = CellwisePCA(2).fit(X)
    assert_allclose(pca.transform(new)[5:6], pca.transform(new[5:6]), rtol=1e-6)


def test_models_remember_what_cells_look_like(tmp_path):
    _, X, _ = table()
    pca = CellwisePCA(2).fit(X)
    save(pca, tmp_path / "model.npz")
    again = load(tmp_path / "model.npz")
    assert isinstance(again, CellwisePCA)
    assert_array_equal(again.transform(X), pca.transform(X))
    assert_array_equal(again.cell_weights(X), pca.cell_weights(X))


def test_images_have_a_shape():
    rng = np.random.default_rng(3)
    y, x = np.mgrid[:12, :10]
    full = 100 + rng.normal(size=(150, 2)) @ np.stack([np.cos(y / 3), np.sin(x / 3)]).reshape(2, -1) * 20 + 2 * rng.normal(size=(150, 120))
    X = full.copy().reshape(150, 12, 10)
    for i in range(30):
        X[i, i % 6 : i % 6 + 6, i % 4 : i % 4 + 5] = 0
    X = X.reshape(150, -1)
    pca = CellwisePCA(2, image_shape=(12, 10)).fit(X)
    assert pca.cells_["verdict"] == "left_out"
    with pytest.raises(ValueError, match="image_shape"):
        CellwisePCA(2, image_shape=(7, 10)).fit(X)
