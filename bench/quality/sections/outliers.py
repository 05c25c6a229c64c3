"""Which rows of labelled tables are outliers: the combined distance by the default detector (robust, -k auto), beside detectors of others."""
import json
import subprocess
from pathlib import Path

import numpy as np
from scipy import stats

from data import image_file
from rows import Section

TABLES = ("musk", "satellite", "cardio", "mnistodds", "optdigits", "ionosphere", "octane", "hbk")
# In an environment of its own; prints a JSON object of AUCs by the same definition.
PYOD = """
import json, sys, warnings
import numpy as np
warnings.simplefilter("ignore")
from pyod.models.iforest import IForest
from pyod.models.mcd import MCD
from pyod.models.pca import PCA
scores = {}
X = np.load(sys.argv[1]).astype("float64")
X = X.reshape(len(X), -1)
for name, make in {"pyod IForest": lambda: IForest(random_state=0), "pyod PCA": PCA, "pyod MCD": lambda: MCD(random_state=0)}.items():
    try:
        scores[name] = make().fit(X).decision_scores_.tolist()
    except Exception as error:
        print(name, error, file=sys.stderr)
print(json.dumps(scores))
"""


def auc(score, outlier):
    ranks, ones = stats.rankdata(score), int(outlier.sum())
    return float((ranks[outlier].sum() - ones * (ones + 1) / 2) / (ones * (len(outlier) - ones)))


def others(X):
    """Outlyingness by detectors of scikit-learn."""
    from sklearn.covariance import EllipticEnvelope
    from sklearn.ensemble import IsolationForest

    scores = {"IsolationForest": -IsolationForest(random_state=0).fit(X).score_samples(X)}
    try:
        scores["EllipticEnvelope (MCD)"] = -EllipticEnvelope(random_state=0).fit(X).score_samples(X)
    except ValueError:
        pass
    return scores


def pyod(judge, file):
    python = Path(judge.build) / "bench-venv-pyod" / "bin" / "python"
    if not python.exists():
        return {}
    done = subprocess.run([python, "-c", PYOD, file], capture_output=True, text=True, check=False)
    return {name: np.array(scores) for name, scores in json.loads(done.stdout).items()} if done.returncode == 0 else {}


def labelled(judge, section):
    """(name, file, rows, whether each is an outlier) of every table that is there; the section skips the others."""
    for name in TABLES:
        file = image_file(name)
        if not file:
            section.skip(name, "no such table; L21_DATA names its folder")
            continue
        judge.say(f"{section.key}: {name}")
        X = np.load(file).astype("float64")
        yield name, file, X.reshape(len(X), -1), np.load(file.with_name(f"{name}.labels.npy")) == 1


def run(judge):
    section = Section("outliers", "AUC of outliers in labelled tables", "combined distance", "best other", "AUC")
    ours, theirs = [], {}
    for name, file, X, outlier in labelled(judge, section):
        report = judge.estimators.fit(X, "auto", method="robust")
        distances, _ = judge.estimators.ours.distances()
        found = {who: auc(score, outlier) for who, score in {**others(X), **pyod(judge, file)}.items()}
        inside, outside, combined = (auc(distances[:, k], outlier) for k in range(3))
        ours.append(combined)
        for who, value in found.items():
            theirs.setdefault(who, []).append(value)
        section.add(name, combined, max(found.values()), unit="", ratio=combined, must=">= 0.995" if name in ("octane", "hbk") else "",
                    note=f"m = {report['n_components']}; score distance {inside:.3f}, orthogonal {outside:.3f}; "
                         + ", ".join(f"{who} {value:.3f}" for who, value in found.items()))
    if ours:
        means = {who: float(np.mean(values)) for who, values in theirs.items() if len(values) == len(ours)}
        section.add("mean", float(np.mean(ours)), max(means.values()), unit="", ratio=float(np.mean(ours)), must=">= 0.86",
                    note=", ".join(f"{who} {value:.3f}" for who, value in means.items()))
    return [section]
