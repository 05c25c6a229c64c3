"""A table with outliers in a pipeline, and sparse text beside it.

GridSearchCV chooses the number of components and the exponent by how dense held-out rows lie, those that fit best; the
outlier map shows the rows that do not belong. The same estimator then takes a sparse matrix of words.
"""

import importlib
import re

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_wine
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import RobustScaler

from l21pca import L21PCA, OutlierMapDisplay, ScreeDisplay, SubspaceOutlierDetector

# Wines of one grower, and eight bottles from elsewhere.
wine = load_wine()
rng = np.random.default_rng(0)
ours = wine.data[wine.target == 0]
foreign = wine.data[rng.choice(np.flatnonzero(wine.target == 2), 8, replace=False)]
X, is_foreign = np.vstack([ours, foreign]), np.r_[np.zeros(len(ours)), np.ones(len(foreign))]

pipeline = make_pipeline(RobustScaler(), L21PCA(center="geometric_median"))
search = GridSearchCV(pipeline, {"l21pca__n_components": range(1, 7), "l21pca__p": [1.0, 1.5, 2.0]}, cv=5).fit(X)
print("best:", search.best_params_, f"log-density of held-out rows {search.best_score_:.3f}")
ScreeDisplay.from_estimator(search.best_estimator_[-1]).figure_.savefig("scree.png", dpi=110)

Z = RobustScaler().fit_transform(X)
detector = SubspaceOutlierDetector().fit(Z)
print(f"foreign bottles: AUC {roc_auc_score(is_foreign, -detector.score_samples(Z)):.3f}, "
      f"{(detector.predict(Z[is_foreign == 1]) == -1).sum()} of 8 flagged, "
      f"{(detector.predict(Z[is_foreign == 0]) == -1).sum()} of {len(ours)} others")  # fmt: skip
OutlierMapDisplay.from_estimator(detector, Z).figure_.savefig("outliers.png", dpi=110)

# Text: the docstrings of some modules, one paragraph a document; rows of words are sparse, and stay so.
texts, sources = [], []
for name in ("argparse", "decimal", "fractions", "heapq", "json", "logging", "random", "shutil", "statistics", "textwrap"):
    module = importlib.import_module(name)
    for thing in vars(module).values():
        for paragraph in re.split(r"\n\s*\n", getattr(thing, "__doc__", None) or ""):
            if len(paragraph.split()) >= 8 and paragraph not in texts:
                texts.append(paragraph)
                sources.append(module.__name__)
words = TfidfVectorizer(stop_words="english", min_df=2)
T = words.fit_transform(texts)
pca = L21PCA(4, center=None).fit(T)
print(f"{T.shape[0]} paragraphs, {T.shape[1]} words, {T.nnz} entries: {pca.report_['certificate']}")
names = words.get_feature_names_out()
for k, component in enumerate(pca.components_, start=1):
    print(f"component {k}:", ", ".join(names[np.argsort(-np.abs(component))[:7]]))

fig, ax = plt.subplots(layout="constrained")
scores = pca.transform(T)
for name in sorted(set(sources)):
    rows = [source == name for source in sources]
    ax.scatter(scores[rows, 1], scores[rows, 2], s=12, label=name)
ax.set(xlabel="component 2", ylabel="component 3", title="paragraphs of docstrings")
ax.legend(fontsize=7, ncols=2)
fig.savefig("text.png", dpi=110)
