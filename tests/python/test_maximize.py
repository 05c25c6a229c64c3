"""The general solver with functions in Python."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from l21pca import L21PCA, maximize


@pytest.fixture
def X():
    X = np.random.default_rng(0).normal(size=(80, 6)) * np.geomspace(8, 1, 6)
    return X - X.mean(axis=0)


def polar(M, W):
    U, _, Vt = np.linalg.svd(M, full_matrices=False)
    return U @ Vt


def test_pca_l21_is_an_instance(X):
    def slopes(W):
        T = X @ W
        return X.T @ (T / np.linalg.norm(T, axis=1, keepdims=True))

    result = maximize(lambda W: np.linalg.norm(X @ W, axis=1).sum(), slopes, polar, np.eye(6)[:, :2], tol=1e-12)
    assert result.converged and np.all(np.diff(result.trace) >= -1e-9)
    assert_allclose(result.objective, L21PCA(2, tol=1e-10).fit(X).objective_, rtol=1e-9)


def test_so_is_the_power_method(X):
    C = X.T @ X
    result = maximize(lambda w: 0.5 * w @ C @ w, lambda w: C @ w, lambda g, w: g / np.linalg.norm(g), np.eye(6)[0], tol=1e-14)
    assert_allclose(np.abs(result.x), np.abs(np.linalg.eigh(C)[1][:, -1]), atol=1e-6)


def test_slopes_may_be_anything_with_a_value_of_its_own(X):
    # One slope a row, kept apart.
    def value(slopes, w):
        return sum(s * (x @ w) for s, x in zip(slopes, X))

    result = maximize(
        lambda w: np.abs(X @ w).sum(),
        lambda w: list(np.sign(X @ w)),
        lambda slopes, w: (v := sum(s * x for s, x in zip(slopes, X))) / np.linalg.norm(v),
        np.eye(6)[0],
        value=value,
    )
    assert result.converged


def test_what_is_wrong_is_said(X):
    with pytest.raises(ValueError, match="objective"):
        maximize(lambda w: float("nan"), lambda w: w, lambda g, w: w, np.ones(3))
    with pytest.raises(ValueError, match="value"):
        maximize(lambda w: 1.0, lambda w: np.ones(7), lambda g, w: w, np.ones(3))
    with pytest.raises(ValueError):
        maximize(lambda w: -w @ w, lambda w: -2 * w, lambda g, w: 2 * w, np.ones(3))
    with pytest.raises(TypeError, match=r"objective\(x\) must be a number, got NoneType"):
        maximize(lambda w: None, lambda w: w, lambda g, w: w, np.ones(3))
    with pytest.raises(TypeError, match="slopes must be callable"):
        maximize(lambda w: 1.0, 3, lambda g, w: w, np.ones(3))
    for wrong in ({"tol": -1}, {"tol": float("nan")}, {"max_iter": 0}, {"max_iter": 1.5}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            maximize(lambda w: 1.0, lambda w: w, lambda g, w: w, np.ones(3), **wrong)
    with pytest.raises(ZeroDivisionError):
        maximize(lambda w: 1 / 0, lambda w: w, lambda g, w: w, np.ones(3))


def test_working_in_place_does_no_harm(X):
    C = X.T @ X

    def argmax(g, w):
        w[:] = g / np.linalg.norm(g)
        return w

    assert maximize(lambda w: 0.5 * w @ C @ w, lambda w: C @ w, argmax, np.eye(6)[0]).converged


def test_the_callback_sees_every_iteration(X):
    C, lines = X.T @ X, []
    how = {"callback": lines.append, "max_iter": 5, "tol": 0}
    result = maximize(lambda w: 0.5 * w @ C @ w, lambda w: C @ w, polar_vector, np.eye(6)[0], **how)
    assert len(lines) == result.n_iter == 5 and not result.converged and "iteration 1" in lines[0]


def polar_vector(g, w):
    return g / np.linalg.norm(g)
