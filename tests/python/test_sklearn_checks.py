"""scikit-learn's own checks of an estimator, on every estimator of the package."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import l21pca

ESTIMATORS = [
    l21pca.L21PCA(),
    l21pca.L21PCA(p=1.5, certify="on"),
    l21pca.L21PCA(p=2, whiten=True),
    l21pca.R1PCA(),
    l21pca.RobustPCA(),
    l21pca.CellwisePCA(),
    l21pca.R1PCA(center="joint", row_scaling="sphere", init="spherical", tol=1e-8),
    l21pca.L1PCA(),
    l21pca.L1PCA(greedy=True),
    l21pca.TruncatedPowerPCA(),
    l21pca.TruncatedPowerPCA(p=1),
    l21pca.KernelL21PCA(),
    l21pca.KernelL21PCA(kernel="linear", p=2),
    l21pca.TensorL21PCA(),
    l21pca.SubspaceOutlierDetector(),
    l21pca.SubspaceOutlierDetector(estimator=l21pca.L21PCA(1)),
]


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(ESTIMATORS)
def test_passes_every_check(estimator, check):
    check(estimator)
