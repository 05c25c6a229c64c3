"""Every display draws, and keeps what it drew."""

import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from l21pca import (
    CellMapDisplay,
    CellwisePCA,
    ComponentsDisplay,
    ConvergenceDisplay,
    L21PCA,
    OutlierMapDisplay,
    R1PCA,
    ReconstructionDisplay,
    ScreeDisplay,
    SubspaceOutlierDetector,
)


@pytest.fixture
def X():
    X = np.random.default_rng(0).normal(size=(60, 12)) * np.geomspace(9, 1, 12)
    X[:2] += 40
    return X


def test_outlier_map(X):
    display = OutlierMapDisplay.from_estimator(R1PCA(2).fit(X), X)
    assert len(display.ax_.collections) == 2 and display.figure_ is display.ax_.figure
    assert sum(len(points.get_offsets()) for points in display.ax_.collections) == 60
    _, ax = plt.subplots()
    assert OutlierMapDisplay.from_estimator(SubspaceOutlierDetector(2).fit(X), X, ax=ax, s=3).ax_ is ax


def test_the_map_of_a_detector_marks_what_it_marks(X):
    detector = SubspaceOutlierDetector(2, contamination=0.3).fit(X)
    display = OutlierMapDisplay.from_estimator(detector, X)
    assert len(display.ax_.collections[1].get_offsets()) == (detector.predict(X) == -1).sum()


def test_scree(X):
    display = ScreeDisplay.from_estimator(L21PCA(4).fit(X))
    assert len(display.ax_.patches) == 4
    np.testing.assert_allclose([bar.get_height() for bar in display.ax_.patches], 100 * display.explained_variance_ratio)


def test_convergence(X):
    pca = L21PCA(3, solver="plain", init="random").fit(X)
    display = ConvergenceDisplay.from_estimator(pca)
    assert len(display.ax_.lines) == 2 and len(display.objective) == len(pca.report_["trace"])
    assert len(ConvergenceDisplay.from_estimator(R1PCA(2).fit(X)).ax_.lines) == 1


def test_images(X):
    pca = L21PCA(3).fit(X)
    assert len(ComponentsDisplay.from_estimator(pca, (3, 4)).axes_.flat) == 3
    assert ComponentsDisplay.from_estimator(pca, (3, 4), n_components=2).components.shape == (2, 3, 4)
    assert ReconstructionDisplay.from_estimator(pca, X[:4], (3, 4)).axes_.shape == (3, 4)


def test_cell_map():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 1)) * np.linspace(1, 3, 8) + 0.1 * rng.normal(size=(200, 8))
    X[3, 5], X[4, 2], X[6, 1] = 40, -40, np.nan
    display = CellMapDisplay.from_estimator(CellwisePCA(1).fit(X), X[:20])
    assert np.argwhere(display.damaged).tolist() == [[3, 5], [4, 2]]
    drawn = display.ax_.images[0].get_array()
    assert drawn[3, 5] > 0 > drawn[4, 2] and np.count_nonzero(drawn) == 2
    assert len(display.ax_.images) == 2  # and where nothing is known
    _, ax = plt.subplots()
    assert CellMapDisplay.from_estimator(CellwisePCA(1).fit(X), X[:20], ax=ax).ax_ is ax


def test_cell_map_of_images():
    rng = np.random.default_rng(3)
    y, x = np.mgrid[:12, :10]
    full = 100 + rng.normal(size=(150, 2)) @ np.stack([np.cos(y / 3), np.sin(x / 3)]).reshape(2, -1) * 20 + 2 * rng.normal(size=(150, 120))
    X = full.copy().reshape(150, 12, 10)
    X[:20, 3:9, 2:7] = 0
    X = X.reshape(150, -1)
    display = CellMapDisplay.from_estimator(CellwisePCA(2, image_shape=(12, 10)).fit(X), X[:4])
    assert display.axes_.shape == (3, 4)
    assert display.images.shape == display.restored.shape == (4, 12, 10)
    assert np.abs(display.restored.reshape(4, -1) - full[:4]).mean() < 5


def test_cell_map_of_many_images_shows_those_with_most_damage():
    rng = np.random.default_rng(3)
    X = 100 + rng.normal(size=(150, 2)) @ rng.normal(size=(2, 64)) * 20 + rng.normal(size=(150, 64))
    X[40:44, :20] = 0
    X[5] = np.nan
    pca = CellwisePCA(2, image_shape=(8, 8)).fit(X[6:])
    display = CellMapDisplay.from_estimator(pca, X)
    assert display.axes_.shape == (3, 10)
    shown = [ax.images[0].get_array()[0, 0] for ax in display.axes_[0]]
    assert shown.count(0) == 4
    _, ax = plt.subplots()
    with pytest.raises(ValueError, match="axes_"):
        CellMapDisplay.from_estimator(pca, X, ax=ax)


@pytest.mark.parametrize("draw", [ScreeDisplay.from_estimator, ConvergenceDisplay.from_estimator])
def test_what_is_not_fitted_is_not_drawn(draw):
    with pytest.raises(NotFittedError):
        draw(L21PCA(2))


def test_matplotlib_is_imported_when_something_is_drawn():
    script = "import sys, l21pca; l21pca.ScreeDisplay; l21pca.L21PCA; print('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.strip() == "False"


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")
