"""Images, some of which something has covered.

PCA chases the covered patches; PCA-L21 less so. Both are fitted to handwritten digits of which every fifth has a block
of noise on it, and judged by how well they reconstruct the digits as they were.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from l21pca import ComponentsDisplay, ConvergenceDisplay, L21PCA, R1PCA, ReconstructionDisplay

rng = np.random.default_rng(0)
clean = load_digits().images / 16.0
covered = clean.copy()
hit = rng.permutation(len(clean))[: len(clean) // 5]
for i in hit:
    top, left = rng.integers(0, 5, size=2)
    covered[i, top : top + 4, left : left + 4] = rng.choice([0.0, 1.0], size=(4, 4))

X, truth = covered.reshape(len(covered), -1), clean.reshape(len(clean), -1)
sizes = range(5, 41, 5)
methods = {
    "PCA": lambda m: L21PCA(m, p=2),
    "PCA-L21": lambda m: L21PCA(m),
    "R1-PCA": lambda m: R1PCA(m),
}


def error(pca):
    """Mean distance of the images as they were from the subspace."""
    return -pca.fit(X).score(truth)


errors = {name: np.array([error(make(m)) for m in sizes]) for name, make in methods.items()}
for name, values in errors.items():
    print(f"{name:8}", " ".join(f"{value:.4f}" for value in values))

fig, ax = plt.subplots(layout="constrained")
for name in ("PCA-L21", "R1-PCA"):
    ax.plot(sizes, 100 * (errors[name] / errors["PCA"] - 1), "o-", label=name)
ax.axhline(0, color="0.5", linewidth=1)
ax.set(xlabel="components", ylabel="reconstruction error beside PCA, %", title="covered digits: below 0 is better than PCA")
ax.legend()
fig.savefig("errors.png", dpi=110)

pca = L21PCA(20).fit(X)
print(pca.report_["certificate"])
ComponentsDisplay.from_estimator(pca, (8, 8), n_components=10).figure_.savefig("components.png", dpi=110)
ReconstructionDisplay.from_estimator(pca, X[hit[:8]], (8, 8)).figure_.savefig("reconstructions.png", dpi=110)
ConvergenceDisplay.from_estimator(pca).figure_.savefig("convergence.png", dpi=110)
