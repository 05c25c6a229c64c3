"""What estimators do beyond scikit-learn's own checks."""

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings

import joblib
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
import sklearn
from numpy.testing import assert_allclose
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_info

import l21pca
from l21pca import L1PCA, L21PCA, ContaminationWarning, KernelL21PCA, R1PCA, RobustPCA, SubspaceOutlierDetector, TensorL21PCA, TruncatedPowerPCA

EVERY = [
    L21PCA(2),
    L21PCA(2, p=1.5, whiten=True),
    R1PCA(2),
    RobustPCA(2),
    L1PCA(2),
    L1PCA(2, greedy=True),
    TruncatedPowerPCA(2, cardinality=3),
    KernelL21PCA(2, gamma=0.1),
    TensorL21PCA(2),
]


def table(n=80, d=6, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_t(4, size=(n, d)) * np.geomspace(9, 1, d) + 2


def test_p_2_is_pca():
    X = table()
    ours, theirs = L21PCA(3, p=2, tol=1e-12).fit(X), PCA(3).fit(X)
    assert_allclose(ours.components_.T @ ours.components_, theirs.components_.T @ theirs.components_, atol=1e-10)
    assert_allclose(ours.explained_variance_, theirs.explained_variance_, rtol=1e-10)
    assert_allclose(ours.explained_variance_ratio_, theirs.explained_variance_ratio_, rtol=1e-10)
    assert_allclose(ours.mean_, theirs.mean_)
    assert_allclose(np.abs(ours.transform(X)), np.abs(theirs.transform(X)), atol=1e-8)
    assert_allclose(np.abs(L21PCA(3, p=2, tol=1e-12, whiten=True).fit_transform(X)),
                    np.abs(PCA(3, whiten=True).fit_transform(X)), atol=1e-8)  # fmt: skip


def test_attributes_are_those_that_are_promised():
    X = table()
    pca = L21PCA(2).fit(X)
    assert pca.components_.shape == (2, 6) and pca.center_.shape == (6,) and pca.mean_ is pca.center_
    assert_allclose(pca.components_ @ pca.components_.T, np.eye(2), atol=1e-12)
    assert_allclose(pca.objective_share_.sum(), 1)
    projected = np.linalg.norm((X - pca.center_) @ pca.components_.T, axis=1).sum()
    assert_allclose(pca.objective_, projected, rtol=1e-12)
    assert_allclose(pca.l21_ratio_, projected / np.linalg.norm(X - pca.center_, axis=1).sum())
    assert pca.certified_ and pca.gap_ <= 1e-6 and pca.upper_bound_ >= pca.objective_ * (1 - 1e-12)
    assert pca.n_iter_ >= 1 and pca.n_components_ == 2 and pca.n_features_in_ == 6 and pca.kkt_residual_ <= 1e-6
    assert pca.report_["certificate"] == "optimal for this objective" and pca.report_["trace"]
    assert pca.report_["certificate_kind"] == "proven" and pca.report_["certificate_chance"] == 0
    distance = np.linalg.norm(X - pca.inverse_transform(pca.transform(X)), axis=1)
    assert_allclose(pca.orthogonal_distance(X), distance, atol=1e-10)
    density = pca.score_samples(X)
    inflation = (1 + np.sqrt(6 / 80)) ** 2
    price = 2 * (np.log(inflation) + 1 / inflation - 1) / 2
    assert_allclose(pca.score(X), np.sort(density)[40:].mean() - price)
    assert_allclose(pca.score(X, sample_weight=np.arange(80) < 30), np.sort(density[:30])[15:].mean() - price)
    doubled = np.repeat(X, 1 + np.arange(80) % 2, axis=0)
    assert_allclose(pca.score(X, sample_weight=1 + np.arange(80) % 2), pca.score(doubled))
    with pytest.warns(UserWarning):  # a row of long tails
        r1 = R1PCA(2).fit(np.vstack([X, 1e6 * np.ones((3, 6))]))
    assert r1.gap_ is None and r1.certified_ is None
    assert r1.report_["certificate_kind"] == "none" and r1.report_["certificate_chance"] is None


def test_numbers_of_components():
    X = table()
    signs = X - X.mean(axis=0)
    signs /= np.linalg.norm(signs, axis=1, keepdims=True)
    spectrum = np.linalg.svd(signs, compute_uv=False) ** 2
    for share in (0.3, 0.6, 0.95):
        expected = int(np.searchsorted(np.cumsum(spectrum) / spectrum.sum(), share) + 1)
        assert L21PCA(share).fit(X).n_components_ == expected
        assert L21PCA(share).fit(sp.csr_array(X)).n_components_ == expected
    rng = np.random.default_rng(8)
    planted = rng.normal(size=(200, 3)) @ rng.normal(size=(3, 12)) + 0.05 * rng.normal(size=(200, 12))
    planted[:30] = 30 * rng.normal(size=12) + rng.normal(size=(30, 12))
    robust = RobustPCA("auto").fit(planted)
    assert robust.n_components_ == 3 and robust.report_["component_choice"]["components"] == 3
    assert RobustPCA("auto").fit(sp.csr_array(planted)).n_components_ == 3
    with pytest.raises(ValueError, match='a share such as 0.9, or "auto", got \'many\''):
        L21PCA("many").fit(X)
    with pytest.raises(ValueError, match="a number"):
        KernelL21PCA("auto").fit(X)
    with pytest.warns(UserWarning, match="arbitrary"):
        assert L21PCA(None).fit(X).n_components_ == 6


def test_a_fit_that_does_not_converge_warns():
    with pytest.warns(ConvergenceWarning, match="max_iter or tol"):
        pca = L21PCA(2, max_iter=1, solver="plain", init="random").fit(table())
    assert pca.n_iter_ == 1
    # Options keep the names that they have in Python when the bytes of the model are read again.
    assert pickle.loads(pickle.dumps(pca)).report_ == pca.report_


def test_sentences_of_the_report_have_the_names_of_python():
    X = np.vstack([table(), 1e6 * np.ones((3, 6))])
    with pytest.warns(UserWarning, match="(use|try) RobustPCA"):
        report = L21PCA(2).fit(X).report_
    assert "--" not in json.dumps(report)


def test_a_fit_that_outlying_rows_pull_away_warns():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(300, 2)) @ rng.normal(size=(2, 10)) + 0.05 * rng.normal(size=(300, 10))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        quiet = L21PCA(2).fit(X).report_
    assert quiet["robust_angle"] == 0 and quiet["influential_rows"] == [] and quiet["guard"] is None
    X[270:] = 20 * rng.normal(size=10) + 0.1 * rng.normal(size=(30, 10))
    with pytest.warns(ContaminationWarning, match="rows 270-299 pull it; try RobustPCA"):
        pca = L21PCA(2).fit(X)
    assert pca.report_["robust_angle"] > 60 and pca.report_["influential_rows"] == list(range(270, 300))
    assert pickle.loads(pickle.dumps(pca)).report_ == pca.report_
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        RobustPCA(2).fit(X)


def test_two_groups_of_rows_are_both_found():
    rng = np.random.default_rng(4)
    first, second = np.zeros((60, 3)), np.zeros((40, 3))
    first[:, 0], second[:, 1] = rng.normal(size=60), 20 + rng.normal(size=40)
    X = np.vstack([first, second]) + 0.01 * rng.normal(size=(100, 3))
    with pytest.warns(UserWarning, match=r"40 % of the rows belong together .* 90 degrees from this one; RobustPCA.alternative\(X\) finds it"):
        pca = RobustPCA(1).fit(X)
    assert pca.other_group_["share"] == pytest.approx(0.4) and pca.other_group_["angle"] > 85
    assert abs(pca.components_[0, 0]) > 0.99
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        other = pca.alternative(X)
        weighted = pca.alternative(X, sample_weight=np.full(100, 2.0))
    assert abs(other.components_[0, 1]) > 0.99 and other.n_components == 1
    assert_allclose(np.abs(weighted.components_), np.abs(other.components_), atol=1e-5)
    clean = RobustPCA(1).fit(X[:60])
    assert clean.other_group_ is None
    with pytest.raises(ValueError, match="there is no other group: only . of 60 rows"):
        clean.alternative(X[:60])


def test_arrays_as_center_and_start():
    X = table()
    center, start = np.arange(6.0), np.eye(6)[:2]
    pca = L21PCA(2, center=center, init=start).fit(X)
    assert_allclose(pca.center_, center)
    assert_allclose(clone(pca).fit(X).components_, pca.components_)
    assert_allclose(L21PCA(2, center=None).fit(X).center_, 0)
    assert_allclose(L21PCA(2, center="median").fit(X).center_, np.median(X, axis=0))


def test_weights_are_copies_of_rows():
    X, w = table(), np.arange(80) % 3
    for estimator in (L21PCA(2, tol=1e-10), R1PCA(2, tol=1e-10), L21PCA(2, center="geometric_median", tol=1e-10)):
        weighted, repeated = clone(estimator).fit(X, sample_weight=w), clone(estimator).fit(np.repeat(X, w, axis=0))
        assert_allclose(weighted.transform(X), repeated.transform(X), atol=1e-6)


def test_random_states():
    X = table()
    same = [L21PCA(2, init="random", random_state=3, max_iter=1, solver="plain") for _ in range(2)]
    with pytest.warns(ConvergenceWarning):
        a, b = (pca.fit(X).components_ for pca in same)
        assert_allclose(a, b)
        c = L21PCA(2, init="random", random_state=np.random.RandomState(1), max_iter=1, solver="plain").fit(X).components_
        d = L21PCA(2, init="random", random_state=None, max_iter=1, solver="plain").fit(X).components_
    assert np.abs(a - c).max() > 1e-6 and np.abs(a - d).max() > 1e-6


@pytest.mark.parametrize("estimator", EVERY, ids=lambda e: str(e))
def test_pickles_copies_and_files_are_the_same_estimator(estimator, tmp_path):
    X = pd.DataFrame(table(), columns=list("abcdef"))
    fitted = clone(estimator).fit(X)
    scores = fitted.transform(X)
    for other in (pickle.loads(pickle.dumps(fitted)), copy.deepcopy(fitted), copy.copy(fitted)):
        assert np.array_equal(other.transform(X), scores)
        assert other.get_params() == fitted.get_params() and other.report_ == fitted.report_
        assert list(other.feature_names_in_) == list("abcdef")
        assert set(vars(other)) == set(vars(fitted))
    joblib.dump(fitted, tmp_path / "e.joblib")
    assert np.array_equal(joblib.load(tmp_path / "e.joblib").transform(X), scores)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        l21pca.save(fitted, tmp_path / "m.npz")
    assert len(said) == int(fitted.whiten)
    loaded = l21pca.load(tmp_path / "m.npz")
    # Rows with one axis are vectors, whoever fitted them.
    assert type(loaded) is (L21PCA if isinstance(fitted, TensorL21PCA) else type(fitted))
    if fitted.whiten:
        loaded.set_params(whiten=True)
    assert_allclose(loaded.transform(X), scores, atol=1e-12)
    if isinstance(fitted, TensorL21PCA):
        return
    assert list(loaded.get_feature_names_out()) == list(fitted.get_feature_names_out())
    again = {name: value for name, value in loaded.get_params().items() if name != "n_components"}
    assert again == {name: value for name, value in fitted.get_params().items() if name != "n_components"}


def test_pickles_are_small():
    X = np.random.default_rng(0).normal(size=(3000, 200))
    pca = L21PCA(5, tol=1e-3).fit(X)
    assert len(pickle.dumps(pca)) < 8 * 200 * (5 + 1) + 20000
    assert len(pickle.dumps(clone(pca))) < 2000


def test_composition():
    X = pd.DataFrame(table(), columns=list("abcdef"))
    search = GridSearchCV(make_pipeline(StandardScaler(), L21PCA()), {"l21pca__n_components": [1, 2, 3, 4]}, cv=3).fit(X)
    assert 1 <= search.best_params_["l21pca__n_components"] <= 4
    frame = L21PCA(2).set_output(transform="pandas").fit_transform(X)
    assert list(frame.columns) == ["l21pca0", "l21pca1"] and len(frame) == 80
    polars = L21PCA(2).set_output(transform="polars").fit_transform(X)
    assert polars.columns == ["l21pca0", "l21pca1"]


def test_weights_are_routed():
    X, w = table(), np.arange(80.0)
    with sklearn.config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False), L21PCA(2).set_fit_request(sample_weight=True)
        )
        weighted = pipeline.fit(X, sample_weight=w)[-1].components_
        plain = make_pipeline(StandardScaler(), L21PCA(2)).fit(X)[-1].components_
    assert np.abs(weighted - plain).max() > 1e-4


def test_tensors_are_projected_axis_by_axis():
    images = np.random.default_rng(0).normal(size=(40, 6, 5))
    pca = TensorL21PCA((3, 2)).fit(images)
    assert [mode.shape for mode in pca.modes_] == [(3, 6), (2, 5)] and pca.center_.shape == (6, 5)
    expected = np.einsum("nij,ai,bj->nab", images - pca.center_, *pca.modes_)
    assert_allclose(pca.transform(images), expected.reshape(40, 6), atol=1e-12)
    back = np.einsum("nab,ai,bj->nij", expected, *pca.modes_) + pca.center_
    assert_allclose(pca.inverse_transform(expected), back, atol=1e-12)
    assert_allclose(pca.orthogonal_distance(images), np.linalg.norm((images - back).reshape(40, -1), axis=1), atol=1e-9)
    with pytest.raises(ValueError, match="samples have shape"):
        pca.transform(images[:, :, :4])
    assert TensorL21PCA(2).fit(images).core_shape_ == (2, 2)


def test_kernels():
    X = table(60)
    linear, rows = KernelL21PCA(2, kernel="linear").fit(X), L21PCA(2).fit(X)
    assert_allclose(np.abs(linear.transform(X)), np.abs(rows.transform(X)), atol=1e-6)
    K = np.exp(-0.05 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    given, rbf = KernelL21PCA(2, kernel="precomputed").fit(K), KernelL21PCA(2, gamma=0.05).fit(X)
    assert_allclose(np.abs(given.transform(K)), np.abs(rbf.transform(X)), atol=1e-6)
    assert KernelL21PCA(2, kernel="poly").fit(X).dual_coef_.shape[1] == 2
    assert KernelL21PCA(2, landmarks=20).fit(X).dual_coef_.shape[0] <= 20


def test_a_density_that_integrates_to_one():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(4000, 2)) @ [[3.0, 0], [0, 0.5]]
    pca = RobustPCA(1).fit(X)
    step = 0.05
    grid = np.stack(np.meshgrid(np.arange(-15, 15, step), np.arange(-4, 4, step)), axis=-1).reshape(-1, 2)
    assert_allclose(np.exp(pca.score_samples(grid)).sum() * step**2, 1, atol=0.01)
    # Close to that of the normal distribution behind the rows.
    truth = -0.5 * ((X[:, 0] / 3) ** 2 + (X[:, 1] / 0.5) ** 2) - np.log(2 * np.pi * 1.5)
    assert abs(pca.score_samples(X).mean() - truth.mean()) < 0.05


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_search_ends_at_the_planted_number_of_components(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(200, 3)) @ np.linalg.qr(rng.normal(size=(12, 3)))[0].T + 0.1 * rng.normal(size=(200, 12))
    outlying = X.copy()
    outlying[:30] = rng.normal(size=(30, 12)) * 10 / np.sqrt(12)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ContaminationWarning)
        for estimator, rows in ((L21PCA(), X), (RobustPCA(), X), (RobustPCA(), outlying)):
            rows = rng.permutation(rows)
            search = GridSearchCV(estimator, {"n_components": range(1, 7)}, cv=5).fit(rows)
            assert search.best_params_ == {"n_components": 3}, estimator


def test_outliers():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 8)) * [6, 5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2]
    X[:60] = 50 + rng.normal(size=(60, 8))  # a cluster far away
    X = X @ np.linalg.qr(rng.normal(size=(8, 8)))[0]
    detector = SubspaceOutlierDetector(2).fit(X)
    assert (detector.predict(X[:60]) == -1).all() and (detector.predict(X[60:]) == 1).mean() > 0.9
    assert detector.offset_ == -1
    assert_allclose(detector.decision_function(X), detector.score_samples(X) + 1)
    share = SubspaceOutlierDetector(2, contamination=0.2).fit(X)
    assert (share.predict(X) == -1).sum() == 60 and (share.fit_predict(X)[:60] == -1).all()
    default = SubspaceOutlierDetector().fit(X)
    assert default.estimator_.n_components_ == 2 and (default.predict(X[:60]) == -1).all()
    other = SubspaceOutlierDetector(estimator=L21PCA(2)).fit(X)
    assert isinstance(other.estimator_, L21PCA)
    with pytest.raises(ValueError, match="contamination"):
        SubspaceOutlierDetector(contamination=0.7).fit(X)


def test_progress_is_shown_on_request(capfd):
    L21PCA(2, verbose=1, init="random").fit(table())
    assert "[L21PCA] fit: iteration" in capfd.readouterr().err
    L21PCA(2).fit(table())
    assert capfd.readouterr().err == ""


IMPORT = """
import sys, time
import numpy
begin = time.perf_counter()
import l21pca
print(time.perf_counter() - begin, "sklearn" in sys.modules)
"""


def output(script):
    return subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout


def test_the_import_is_quick():
    runs = [output(IMPORT).split() for _ in range(3)]
    assert min(float(seconds) for seconds, _ in runs) < 0.3
    assert runs[0][1] == "False"


def test_everything_is_there():
    for name in l21pca.__all__:
        assert getattr(l21pca, name) is not None
    assert set(dir(l21pca)) == set(l21pca.__all__)
    with pytest.raises(AttributeError):
        _ = l21pca.PCA


def slow_fit():
    X = np.random.default_rng(0).normal(size=(3000, 400))
    L21PCA(20, solver="plain", init="random", tol=1e-15, max_iter=100000, certify="off").fit(X)


def test_ctrl_c_ends_a_fit():
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        slow_fit()
    assert time.monotonic() - begin < 20


def test_other_threads_run_during_a_fit():
    X = np.random.default_rng(0).normal(size=(4000, 300))
    ticks, done = [], threading.Event()

    def count():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    L21PCA(10, solver="plain", init="random", tol=1e-9, certify="off").fit(X)
    done.set()
    thread.join()
    assert len(ticks) > 20


def blas_threads():
    return sorted((pool["filepath"], pool["num_threads"]) for pool in threadpool_info())


def test_thread_counts_of_others_are_left_alone():
    np.ones((50, 50)) @ np.ones((50, 50))
    L21PCA(2).fit(table())  # our own libraries are loaded
    before = blas_threads()
    L21PCA(3, n_jobs=1).fit(table(500, 60))
    L21PCA(3).fit(table(500, 60))
    assert blas_threads() == before


def threads_used(_):
    return L21PCA(2).fit(table(400, 50)).report_["threads_used"]


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_workers_of_joblib_share_the_machine(backend):
    used = joblib.Parallel(n_jobs=2, backend=backend)(joblib.delayed(threads_used)(i) for i in range(4))
    assert max(used) <= max(1, joblib.cpu_count() // 2)


def test_n_jobs():
    for n_jobs, expected in ((1, 1), (2, 2), (-1, joblib.cpu_count())):
        assert L21PCA(2, n_jobs=n_jobs).fit(table(400, 50)).report_["threads_used"] == expected


def test_the_report_is_json():
    assert json.loads(json.dumps(L21PCA(2).fit(table()).report_))["method"] == "l21"


THREADS = """
import os
import numpy as np
from l21pca import L21PCA
X = np.random.default_rng(0).standard_t(4, size=(500, 60))
L21PCA(2, n_jobs=1).fit(X[:50, :5])
before = len(os.listdir("/proc/self/task"))
for solver in ("auto", "plain", "accelerated"):
    L21PCA(4, n_jobs=1, solver=solver, certify="on", tol=1e-4).fit(X)
print(len(os.listdir("/proc/self/task")) - before)
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs /proc")
def test_one_job_starts_no_thread():
    assert output(THREADS).strip() == "0"


def test_what_is_shown_of_a_model_cannot_be_edited():
    pca = L21PCA(2).fit(table())
    with pytest.raises(ValueError, match="read-only"):
        pca.components_ *= -1


def test_scores_of_another_width_are_refused():
    images = np.random.default_rng(0).normal(size=(40, 6, 5))
    for pca, wrong in (
        (L21PCA(2, whiten=True).fit(table()), np.ones((3, 1))),
        (L21PCA(2).fit(table()), np.ones((3, 3))),
        (TensorL21PCA((2, 3)).fit(images), np.ones((3, 3, 2))),
        (TensorL21PCA((2, 3)).fit(images), np.ones((3, 6, 1))),
    ):
        with pytest.raises(ValueError, match="must have"):
            pca.inverse_transform(wrong)


def test_a_failed_fit_leaves_nothing_behind():
    X = table()
    for estimator in (L21PCA(2), SubspaceOutlierDetector(2)):
        estimator.fit(pd.DataFrame(X, columns=list("abcdef")))
        with pytest.raises(ValueError, match="NaN"):
            estimator.fit(np.full((9, 4), np.nan))
        with pytest.raises(NotFittedError):
            estimator.score_samples(X) if isinstance(estimator, SubspaceOutlierDetector) else estimator.transform(X)
        assert not hasattr(estimator.fit(X), "feature_names_in_")


def test_the_progress_is_in_the_units_of_the_data(capfd):
    pca = L21PCA(2, verbose=1, init="random").fit(1e6 * table())
    shown = float(capfd.readouterr().err.split("objective ")[-1].split(",")[0])
    assert_allclose(shown, pca.objective_, rtol=0.2)


FORK = """
import multiprocessing
import numpy as np
from l21pca import L21PCA
X = np.random.default_rng(0).normal(size=(20000, 30))
fit = lambda _: L21PCA(2, certify="off").fit(X).objective_
if __name__ == "__main__":
    here = fit(0)
    child = multiprocessing.get_context("fork").Process(target=fit, args=(0,))
    child.start()
    child.join(60)
    print(child.exitcode)
    child.kill()
"""


def test_a_forked_child_fits_too():
    assert output(FORK).strip() == "0"
