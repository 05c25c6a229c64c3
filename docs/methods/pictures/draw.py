"""The pictures of docs/methods, from generated data and the program: python3 draw.py build/bin/l21pca [NAME ...]

Needs NumPy and matplotlib. The numbers in the pages are those that this prints.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib
import numpy

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

# Okabe and Ito (2008): told apart with any colour vision.
BLUE, RED, GREEN, ORANGE, PINK, GREY = "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#777777"
COLOURS = {"pca": GREY, "l21": BLUE, "r1": GREEN, "l1": ORANGE, "l1_greedy": PINK, "robust": RED}


class Program:
    def __init__(self, path):
        self.path, self.folder = Path(path).resolve(), Path(tempfile.mkdtemp())

    def run(self, *words):
        subprocess.run([self.path, *map(str, words)], check=True, stdout=subprocess.DEVNULL)

    def fit(self, X, *options):
        """The model, as numpy.load gives it."""
        numpy.save(self.folder / "X.npy", X)
        self.run("fit", self.folder / "X.npy", *options, "--quiet", "--guard", "off", "-o", self.folder / "model.npz")
        return numpy.load(self.folder / "model.npz")

    def apply(self, command, X):
        """Scores or reconstructions of X by the last model."""
        numpy.save(self.folder / "X.npy", X)
        self.run(command, self.folder / "model.npz", self.folder / "X.npy", "-o", self.folder / "out.npy")
        return numpy.load(self.folder / "out.npy")


def save(figure, name):
    figure.savefig(Path(__file__).parent / f"{name}.svg", metadata={"Date": None})
    pyplot.close(figure)


def images(rng, count=200, size=32):
    """A bright disc on a slope, both anywhere."""
    y, x = numpy.mgrid[0:1:size * 1j, 0:1:size * 1j]
    stack = []
    for _ in range(count):
        cx, cy = rng.uniform(0.35, 0.65, 2)
        slope = 0.2 * (rng.normal() * x + rng.normal() * y)
        stack.append(0.6 * numpy.exp(-((x - cx) ** 2 + (y - cy) ** 2) / 0.03) + slope)
    return numpy.array(stack)


def occluded(clean, rng, share=0.2):
    seen, side = clean.copy(), clean.shape[1] // 2
    for i in rng.choice(len(seen), int(share * len(seen)), replace=False):
        top, left = rng.integers(0, side + 1, 2)
        seen[i, top:top + side, left:left + side] = clean.min()
    return seen


def draw_l21(program):
    sizes = range(2, 21, 2)
    figure, both = pyplot.subplots(1, 2, figsize=(9, 3.8), layout="constrained", sharey=True)
    for axes, share in zip(both, (0.1, 0.3)):
        rng = numpy.random.default_rng(6)
        clean = images(rng)
        seen = occluded(clean, rng, share).reshape(len(clean), -1)
        for method, marker in (("pca", "s"), ("l21", "o")):
            errors = []
            for m in sizes:
                model = program.fit(seen, "-k", m, "--method", method)
                rest = clean.reshape(len(clean), -1) - model["center"]
                W = model["components"]
                rebuilt = (seen - model["center"]) @ W.T @ W
                errors.append(float(numpy.linalg.norm(rest - rebuilt, axis=1).mean()))
            axes.plot(sizes, errors, marker=marker, color=COLOURS[method], label=method)
            print("l21", share, method, [round(error, 3) for error in errors])
        axes.set_title(f"{share:.0%} of the images occluded"), axes.set_xlabel("components"), axes.legend()
    both[0].set_ylabel("distance from the clean images")
    save(figure, "l21")


def draw_pca(program):
    rng = numpy.random.default_rng(1)
    X = rng.normal(size=(200, 2)) * (3, 0.5) @ numpy.array([[0.9, 0.436], [-0.436, 0.9]])
    model = program.fit(X, "-k", 2, "--method", "pca")
    figure, axes = pyplot.subplots(figsize=(5, 4), layout="constrained")
    axes.scatter(*X.T, s=8, color="#444444")
    for k, colour in enumerate((BLUE, RED)):
        arrow = 2 * numpy.sqrt(model["explained_variance"][k]) * model["components"][k]
        axes.annotate("", model["center"] + arrow, model["center"], arrowprops={"color": colour, "width": 2})
        axes.text(*((4.4, -0.4), (-4.6, 2.2))[k], f"component {k + 1}\nvariance {model['explained_variance'][k]:.2g}",
                  color=colour)
    axes.set_aspect("equal")
    save(figure, "pca")


def haystack(length, rng):
    """100 rows near a plane in 20 dimensions, 50 in any direction, `length` times as long; the plane."""
    plane = numpy.linalg.qr(rng.normal(size=(20, 2)))[0]
    near = rng.normal(size=(100, 2)) @ plane.T + 0.02 * rng.normal(size=(100, 20))
    far = rng.normal(size=(50, 20))
    far *= length * numpy.sqrt(2) / numpy.linalg.norm(far, axis=1, keepdims=True)
    return numpy.vstack([near, far]), plane


def mean_angle(program, tables, *options):
    """Largest angle to the true plane in degrees, on average."""
    found = []
    for X, plane in tables:
        W = program.fit(X, "-k", 2, *options)["components"].T
        found.append(numpy.degrees(numpy.arccos(min(1, numpy.linalg.svd(plane.T @ W)[1][-1]))))
    return float(numpy.mean(found))


def draw_r1(program):
    lengths, repeats = (1, 2, 5, 10, 20, 50, 100), 5
    kinds = {"pca": ("--method", "pca"), "l21": ("--method", "l21"),
             "r1": ("--method", "r1", "--center", "geometric_median"), "robust": ("--preset", "robust")}
    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    tables = {length: [haystack(length, numpy.random.default_rng(seed)) for seed in range(repeats)] for length in lengths}
    for (name, options), marker in zip(kinds.items(), "sovD"):
        angles = [mean_angle(program, tables[length], *options) for length in lengths]
        axes.plot(lengths, angles, marker=marker, color=COLOURS[name], label=" ".join(map(str, options)))
        print("r1", name, [round(angle, 2) for angle in angles])
    axes.set_xscale("log"), axes.set_yscale("log")
    axes.set_xlabel("length of the outliers, in those of the rows"), axes.set_ylabel("largest angle to the plane, degrees")
    axes.legend()
    save(figure, "r1")


def draw_l1(program):
    rng = numpy.random.default_rng(3)
    X = rng.standard_t(2, size=(300, 2)) @ numpy.array([[3, 1], [0, 1]])
    figure, both = pyplot.subplots(1, 2, figsize=(9, 4), layout="constrained")
    for axes, method in zip(both, ("l1_greedy", "l1")):
        model = program.fit(X, "-k", 2, "--method", method)
        scores = (X - model["center"]) @ model["components"].T
        axes.scatter(*X.T, s=5, color="#444444")
        for k in range(2):
            ends = numpy.array([model["center"] - 25 * model["components"][k], model["center"] + 25 * model["components"][k]])
            axes.plot(*ends.T, color=(BLUE, RED)[k], lw=2, label=f"component {k + 1}")
        total = numpy.abs(scores).sum()
        axes.set_title(f"{method}: sum of |scores| {total:.0f}")
        print("l1", method, round(float(total), 1))
        axes.set_xlim(-22, 22), axes.set_ylim(-14, 14), axes.set_aspect("equal"), axes.legend(fontsize=8)
    save(figure, "l1")


def draw_l2p(program):
    powers, repeats = numpy.linspace(0.1, 2, 20), 5
    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    for length, colour, marker in ((2, BLUE, "o"), (5, GREEN, "s"), (10, RED, "D")):
        tables = [haystack(length, numpy.random.default_rng(seed)) for seed in range(repeats)]
        angles = [mean_angle(program, tables, "--method", "l2p", "--p", f"{p:.1f}") for p in powers]
        axes.plot(powers, angles, marker=marker, color=colour, label=f"outliers {length} times as long")
        print("l2p", length, [round(angle, 1) for angle in angles])
    axes.set_xlabel("p"), axes.set_ylabel("largest angle to the plane, degrees"), axes.legend()
    axes.set_title("p = 1 is l21, p = 2 is pca")
    save(figure, "l2p")


def draw_sparse(program):
    rng = numpy.random.default_rng(4)
    factor = rng.normal(size=(200, 3)) * (3, 2.5, 2)
    X = 0.7 * rng.normal(size=(200, 24))
    X[:, :15] += factor[:, numpy.arange(15) // 5]
    figure, rows = pyplot.subplots(3, 2, figsize=(9, 4.6), layout="constrained", sharex=True, sharey=True)
    for column, (method, more) in enumerate((("pca", ()), ("truncated_power", ("--cardinality", 5)))):
        W = program.fit(X, "-k", 3, "--method", method, *more)["components"]
        for k in range(3):
            rows[k][column].bar(numpy.arange(1, 25), W[k], color=(GREY, BLUE)[column])
            rows[k][column].axhline(0, color="black", lw=0.5)
            rows[k][0].set_ylabel(f"component {k + 1}")
        rows[0][column].set_title(" ".join(map(str, (method, *more))))
        rows[2][column].set_xlabel("column")
        print("sparse", method, (numpy.abs(W) > 1e-12).sum(axis=1))
    save(figure, "sparse")


def moons(rng, count=600):
    angle, second = rng.uniform(0, numpy.pi, count), numpy.arange(count) % 2 == 1
    X = numpy.where(second[:, None], numpy.c_[1 - numpy.cos(angle), 0.5 - numpy.sin(angle)],
                    numpy.c_[numpy.cos(angle), numpy.sin(angle)])
    return X + rng.normal(scale=0.06, size=X.shape), second


def separated(scores, second):
    """The largest share of rows that a straight line puts on the right side, over many lines."""
    best = 0
    for angle in numpy.linspace(0, 2 * numpy.pi, 721):
        order = numpy.argsort(scores @ (numpy.cos(angle), numpy.sin(angle)))
        right = numpy.cumsum(second[order]) + (~second)[order][::-1].cumsum()[::-1] - (~second)[order]
        best = max(best, right.max())
    return best / len(second)


def draw_kernel(program):
    rng = numpy.random.default_rng(0)
    X, second = moons(rng)
    X = numpy.vstack([X, rng.uniform((-2.5, -2), (3.5, 2.5), size=(60, 2))])
    kernel = ("--kernel", "rbf", "--gamma", 15)
    figure, three = pyplot.subplots(1, 3, figsize=(12, 4), layout="constrained")
    titles = {"pca": (), "pca with a kernel": kernel, "l21 with a kernel": kernel}
    for axes, (title, options) in zip(three, titles.items()):
        program.fit(X, "-k", 2, "--method", title.split()[0], *options)
        scores = program.apply("transform", X)
        share = separated(scores[:600], second)
        for chosen, colour, marker in ((~second, BLUE, "o"), (second, RED, "^")):
            axes.scatter(*scores[:600][chosen].T, s=10, color=colour, marker=marker)
        axes.scatter(*scores[600:].T, s=14, marker="x", color="black")
        axes.set_title(f"{title}: a line separates {100 * share:.1f} %")
        print("kernel", title, round(100 * share, 2))
        axes.set_xlabel("component 1")
    three[0].set_ylabel("component 2")
    save(figure, "kernel")


def draw_tensor(program):
    rng = numpy.random.default_rng(5)
    clean = images(rng)
    seen = occluded(clean, rng)
    n, size, k = len(seen), seen.shape[1], 8
    m = (n * k * k + 2 * k * size) // (n + size * size)  # as many stored numbers
    kinds = {"seen": seen, f"tensor l21, {k} x {k}": None, f"l21, m = {m}": None}
    program.fit(seen, "--modes", f"{k}x{k}")
    kinds[f"tensor l21, {k} x {k}"] = program.apply("reconstruct", seen)
    program.fit(seen, "-k", m)
    kinds[f"l21, m = {m}"] = program.apply("reconstruct", seen).reshape(seen.shape)
    for title, rebuilt in list(kinds.items())[1:]:
        print("tensor", title, round(float(numpy.linalg.norm((rebuilt - clean).reshape(n, -1), axis=1).mean()), 3))
    touched = [i for i in range(n) if (seen[i] != clean[i]).any()][:3]
    shown = touched + [i for i in range(n) if i not in touched][:3]
    figure, rows = pyplot.subplots(3, 6, figsize=(9, 4.8), layout="constrained")
    for row, (title, stack) in zip(rows, kinds.items()):
        for axes, i in zip(row, shown):
            axes.imshow(stack[i], cmap="gray", vmin=clean.min(), vmax=clean.max())
            axes.set_xticks([]), axes.set_yticks([])
        row[0].set_ylabel(title)
    save(figure, "tensor")


def draw_certificate(program):
    """Objective and bound after each of the paper's iterations."""
    rng = numpy.random.default_rng(5)
    X = rng.standard_t(3, (500, 60)) / numpy.sqrt(numpy.arange(1, 61))
    X[:, :4] *= 1.3
    numpy.save(program.folder / "X.npy", X)
    limits, objective, bound = range(1, 13), [], []
    for limit in limits:
        words = ["fit", program.folder / "X.npy", "-k", 4, "--solver", "plain", "--init", "random", "--seed", 3, "--max-iter", limit,
                 "--certify", "on", "--certify-passes", 0, "--json", "-o", program.folder / "model.npz"]
        report = json.loads(subprocess.run([program.path, *map(str, words)], check=True, capture_output=True).stdout)
        objective.append(report["objective"]), bound.append(report["upper_bound"])
    print(f"certificate: gap {bound[0] / objective[0] - 1:.2g} after 1 iteration, {bound[-1] / objective[-1] - 1:.1e} after {limits[-1]}")
    figure, axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")
    axes.plot(limits, numpy.minimum.accumulate(bound), color=RED, label="no W can be above: upper bound")
    axes.plot(limits, objective, color=BLUE, label="objective of the fit")
    axes.fill_between(limits, objective, numpy.minimum.accumulate(bound), color=GREY, alpha=0.15, linewidth=0)
    axes.set_xlabel("iteration"), axes.set_ylabel("sum of lengths of W^T x"), axes.legend()
    save(figure, "certificate")


def main():
    pyplot.rcParams.update({"font.size": 10, "svg.hashsalt": "l21"})
    program, names = Program(sys.argv[1]), sys.argv[2:]
    for name, draw in [(key[5:], value) for key, value in globals().items() if key.startswith("draw_")]:
        if not names or name in names:
            draw(program)


main()
