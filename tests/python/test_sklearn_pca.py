"""scikit-learn's own tests of PCA, with ``L21PCA(p=2)`` in its place.

Left out are tests of what is PCA's alone: the covariance that it estimates and its likelihood (get_covariance, score),
Minka's choice of the number of components, the choice of an SVD, the array API, n_components as a share of the variance
(ours is one of the spectrum on the sphere), and components of float32 for float32 data (ours stay float64; scores are
float32).
"""

import numpy as np
import pytest
from sklearn.decomposition.tests import test_pca as theirs

from l21pca import L21PCA


class PCA(L21PCA):
    """PCA's parameters; those that say how an SVD is computed mean nothing here."""

    def __init__(self, n_components=None, *, copy=True, whiten=False, svd_solver="auto", tol=1e-12, iterated_power="auto",
                 n_oversamples=10, power_iteration_normalizer="auto", random_state=0, max_iter=2000, verbose=0, n_jobs=None,
                 precision="auto", solver="auto", init="pca", row_scaling=None, center="mean", certify="off", p=2):  # fmt: skip
        super().__init__(n_components, p=p, center=center, row_scaling=row_scaling, solver=solver, init=init, tol=1e-15,
                         max_iter=max_iter, precision=precision, whiten=whiten, certify=certify, n_jobs=n_jobs,
                         random_state=random_state, verbose=verbose)  # fmt: skip
        self.copy = copy
        self.svd_solver = svd_solver
        self.iterated_power = iterated_power
        self.n_oversamples = n_oversamples
        self.power_iteration_normalizer = power_iteration_normalizer

    # What follows from the variances.
    @property
    def n_samples_(self):
        return self.report_["n_samples"]

    @property
    def singular_values_(self):
        return np.sqrt(self.explained_variance_ * (self.n_samples_ - 1))

    @property
    def noise_variance_(self):
        rest = min(self.n_samples_, self.n_features_in_) - self.n_components_
        left = self.report_["total_variance"] - self.explained_variance_.sum()
        return left / rest if rest > 0 else 0.0


THAT_MAKE_SENSE = [
    "test_pca_sparse",
    "test_pca_sparse_fit_transform",
    "test_sparse_pca_auto_arpack_singular_values_consistency",
    "test_no_empty_slice_warning",
    "test_whitening",
    "test_pca_solver_equivalence",
    "test_pca_explained_variance_empirical",
    "test_pca_singular_values_consistency",
    "test_pca_singular_values",
    "test_pca_check_projection",
    "test_pca_check_projection_list",
    "test_pca_inverse",
    "test_pca_sanity_noise_variance",
    "test_pca_deterministic_output",
    "test_feature_names_out",
    "test_variance_correctness",
]
theirs.PCA = PCA
pytestmark = pytest.mark.filterwarnings("ignore")


def with_one_solver(test):
    """The test, which runs once whatever the number of ways to compute an SVD: they mean nothing here."""
    marks = getattr(test, "pytestmark", [])
    test.pytestmark = [
        pytest.mark.parametrize(mark.args[0], mark.args[1][:1], **mark.kwargs).mark
        if mark.name == "parametrize" and mark.args[0] == "svd_solver"
        else mark
        for mark in marks
    ]
    return test


for name in THAT_MAKE_SENSE:
    if hasattr(theirs, name):  # older releases lack some
        globals()[name] = with_one_solver(getattr(theirs, name))
