"""The program, the library and the package read and write the same models."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import l21pca
from l21pca import L21PCA, KernelL21PCA, R1PCA, TensorL21PCA

PROGRAMS = [Path(sys.executable).with_name("l21pca")]
if os.environ.get("L21_PROGRAM") and shutil.which(os.environ["L21_PROGRAM"]):
    PROGRAMS.append(Path(os.environ["L21_PROGRAM"]))


def run(program, *words):
    return subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def X(tmp_path):
    X = np.random.default_rng(0).standard_t(4, size=(90, 7)) * np.geomspace(9, 1, 7)
    np.save(tmp_path / "x.npy", X)
    return X


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    "words, estimator",
    [
        (("-k", 3), L21PCA(3)),
        (("-k", 2, "--method", "l2p", "--p", 1.5, "--center", "median"), L21PCA(2, p=1.5, center="median")),
        (("-k", 2, "--method", "r1", "--row-scaling", "sphere"), R1PCA(2, row_scaling="sphere")),
        (("-k", 2, "--kernel", "rbf", "--gamma", 0.01), KernelL21PCA(2, gamma=0.01)),
    ],
)
def test_the_same_fit_and_the_same_scores(program, words, estimator, X, tmp_path):
    table, model, scores = tmp_path / "x.npy", tmp_path / "m.npz", tmp_path / "s.npy"
    report = json.loads(run(program, "fit", table, *words, "--json", "-o", model))
    run(program, "transform", model, table, "-o", scores)
    estimator.fit(X)
    assert_allclose(estimator.objective_, report["objective"], rtol=1e-12)
    assert_allclose(estimator.transform(X), np.load(scores), rtol=0, atol=1e-12 * np.abs(X).max())
    # Theirs here, ours there.
    assert_allclose(l21pca.load(model).transform(X), np.load(scores), rtol=0, atol=1e-12 * np.abs(X).max())
    l21pca.save(estimator, tmp_path / "ours.npz")
    run(program, "transform", tmp_path / "ours.npz", table, "-o", tmp_path / "t.npy")
    assert_allclose(np.load(tmp_path / "t.npy"), np.load(scores), rtol=0, atol=1e-12 * np.abs(X).max())


def test_tensors(tmp_path):
    images = np.random.default_rng(0).normal(size=(40, 6, 5))
    np.save(tmp_path / "i.npy", images)
    run(PROGRAMS[0], "fit", tmp_path / "i.npy", "--modes", "3x2", "-o", tmp_path / "m.npz")
    loaded, fitted = l21pca.load(tmp_path / "m.npz"), TensorL21PCA((3, 2)).fit(images)
    assert loaded.n_components == (3, 2)
    assert_allclose(loaded.transform(images), fitted.transform(images), atol=1e-12)


def test_sentences_of_a_loaded_report_have_the_names_of_python(X, tmp_path):
    words = ("--max-iter", 1, "--solver", "plain", "--init", "random")
    report = json.loads(run(PROGRAMS[0], "fit", tmp_path / "x.npy", "-k", 2, *words, "--json", "-o", tmp_path / "m.npz"))
    assert report["message"].endswith("raise --max-iter or --tol")
    loaded = l21pca.load(tmp_path / "m.npz").report_
    assert loaded["message"] == report["message"].replace("--max-iter", "max_iter").replace("--tol", "tol")
    for name in ("method", "solver_used", "precision_used", "certificate", "certificate_kind", "certificate_chance"):
        assert loaded[name] == report[name]


def test_the_command_came_with_the_package():
    assert l21pca.__version__ in run(PROGRAMS[0], "--version")


def test_damaged_files_are_refused(tmp_path):
    (tmp_path / "m.npz").write_bytes(b"not a model")
    with pytest.raises(ValueError, match="m.npz"):
        l21pca.load(tmp_path / "m.npz")
    with pytest.raises(FileNotFoundError):
        l21pca.load(tmp_path / "none.npz")
    with pytest.raises(FileNotFoundError):
        l21pca.save(L21PCA(1).fit(np.random.default_rng(0).normal(size=(9, 3))), tmp_path / "none" / "m.npz")
    with pytest.raises(TypeError, match="takes an estimator"):
        l21pca.save(object(), tmp_path / "m.npz")


def test_models_that_divide_columns_say_so(X, tmp_path):
    run(PROGRAMS[0], "fit", tmp_path / "x.npy", "-k", 2, "--scale", "mad", "-o", tmp_path / "m.npz")
    with pytest.warns(UserWarning, match="scale_"):
        loaded = l21pca.load(tmp_path / "m.npz")
    assert_allclose(loaded.transform(X), (X - loaded.center_) / loaded.scale_ @ loaded.components_.T, atol=1e-10)


def test_a_given_center_comes_back(X, tmp_path):
    l21pca.save(L21PCA(2, center=np.arange(7.0)).fit(X), tmp_path / "m.npz")
    assert_allclose(l21pca.load(tmp_path / "m.npz").center, np.arange(7.0))
