"""Fits with default options beside scikit-learn's randomized PCA: fixed shapes, and some drawn by a seed that is printed (L21_BENCH_SEED repeats one). With one
thread and with all of them; what the certificate adds; method pca; one of two cores busy."""
import multiprocessing
import os
import secrets
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import numpy
from threadpoolctl import threadpool_limits

import peers
from bench import remarks
from rows import Section
from timing import side_by_side

TOLERANCE = 1e-4
CLOSED = 1e-3
FIXED = ((2000, 60_000, 30, "float32"), (3000, 8000, 30, "float32"), (200_000, 1000, 20, "float32"), (20_000, 5000, 100, "float32"),
         (100_000, 300, 5, "float64"))
BUSY = ((3000, 8000, 30, "float32"), (100_000, 300, 5, "float64"), (20_000, 2000, 10, "float32"), (1000, 1000, 10, "float64"), (300, 20_000, 8, "float32"))
DRAWN, MOST_VALUES, MOST_VALUES_QUICK = 20, 2e8, 2e6


def draw(rng, most):
    """Rows, columns, components, type: logarithms are uniform."""
    while True:
        n, d, m = (int(numpy.exp(rng.uniform(numpy.log(low), numpy.log(high)))) for low, high in ((500, 300_000), (50, 100_000), (2, 100)))
        if n * d <= most and m <= min(n, d):
            return n, d, m, str(rng.choice(["float32", "float64"]))


def table(rng, n, d, dtype):
    """Rank 100, singular values k^-0.7, a little noise; one row in twenty is five times as long."""
    rank = min(100, n, d)
    left = rng.standard_normal((n, rank), dtype="float32") * (numpy.arange(1, rank + 1) ** -0.7).astype("float32")
    left[rng.random(n) < 0.05] *= 5
    X = left @ rng.standard_normal((rank, d), dtype="float32")
    for first in range(0, n, 4096):
        X[first:first + 4096] += 0.05 * rng.standard_normal(X[first:first + 4096].shape, dtype="float32")
    return X.astype(dtype, copy=False)


@contextmanager
def loaded(ours, rng, n, d, dtype):
    """The table, which our program has read, too."""
    X = table(rng, n, d, dtype)
    with tempfile.TemporaryDirectory() as folder:
        numpy.save(Path(folder) / "X.npy", X)
        ours.load(Path(folder) / "X.npy")
    yield X


def captured(X, W):
    """The sum of squares of the centered rows along orthonormal columns W; by blocks of rows."""
    mean, total = X.mean(axis=0, dtype=float), 0.0
    for first in range(0, len(X), 4096):
        total += float(numpy.square((X[first:first + 4096] - mean) @ W).sum())
    return total


def named(shape):
    n, d, m, dtype = shape
    return f"{n} x {d} {dtype}, m = {m}"


class Sections:
    def __init__(self):
        self.l21 = Section("shapes", f"l21 to {TOLERANCE:.0e}, default options, beside scikit-learn's randomized PCA", "l21pca", "scikit-learn", "ours / theirs")
        self.pca = Section("shapes_pca", f"Method pca to {TOLERANCE:.0e}, default options, beside the same", "l21pca", "scikit-learn", "ours / theirs")
        self.certificate = Section("shapes_certificate", "Time that the certificate adds to these fits (--certify auto)", "added", "fit", "added / fit")
        self.gaps = []  # of drawn shapes; None where nothing is known

    def all(self):
        return [self.l21, self.pca, self.certificate]


def measure(bench, ours, X, shape, sections):
    m, what, seen = shape[2], named(shape), {}
    for threads in (1, os.cpu_count()):
        # All is what a fit takes when nobody says how many.
        asked = threads if threads == 1 else 0

        def fit(name, **options):
            seen[name] = ours.fit(components=m, tolerance=TOLERANCE, threads=asked, **options)
            if name == "pca":
                seen["W"] = ours.components().T
            return seen[name]["seconds"]

        def theirs():
            with threadpool_limits(threads):
                begin = time.perf_counter()
                seen["V"] = peers.sklearn_randomized(X, m).T
                return time.perf_counter() - begin

        bench.say(f"shapes: {what}, {threads} threads")
        sides = {"default": lambda: fit("default", certify="auto"), "without": lambda: fit("without"),
                 "pca": lambda: fit("pca", method="pca", certify="auto"), "scikit-learn": theirs}
        with bench.quiet(ours) as quiet:
            best = {name: times.best for name, times in side_by_side(sides, repeats=3, budget=bench.budget).items()}
        line = f"{what}, {threads} thread{'s' if threads > 1 else ''}"
        less = 1 - captured(X, seen["W"]) / captured(X, seen["V"])
        for section, name in ((sections.l21, "default"), (sections.pca, "pca")):
            report, failed = seen[name], ""
            if not report["converged"]:
                failed = f"stopped at {report['kkt_residual']:.0e}"
            elif name == "pca" and less > TOLERANCE:
                failed = f"captures {less:.0e} less of the variance"
            section.add(line, best[name], best["scikit-learn"], ratio=best[name] / best["scikit-learn"], must="<= 1", failed=failed,
                        note=remarks(f"{report['solver_used']}, {report['precision_used']}", quiet.remark))
        if shape not in FIXED:
            sections.gaps.append(seen["default"]["gap"] if seen["default"]["certificate_kind"] != "none" else None)
        added = max(best["default"] - best["without"], 0.0)
        sections.certificate.add(line, added, best["without"], ratio=added / best["without"], must="<= 0.25",
                                 note=remarks(seen["default"]["certificate"], quiet.remark))


def add_medians(sections):
    closed = sum(gap is not None and gap <= CLOSED for gap in sections.gaps)
    for section, most in ((sections.l21, 0.5), (sections.certificate, 0.15)):
        ratios = [row.ratio for row in section.rows if row.ratio is not None]
        section.add("median", float(numpy.median(ratios)), 1.0, unit="", ratio=float(numpy.median(ratios)), must=f"<= {most}")
    sections.certificate.add(f"drawn shapes whose optimum is known within {CLOSED:g}", closed, len(sections.gaps), unit="", ratio=closed / len(sections.gaps), must=">= 0.9")


def spin(stop, core):
    os.sched_setaffinity(0, {core})
    while not stop.is_set():
        sum(range(100_000))


def beside_a_busy_core(bench, rng):
    section = Section("busy", "Two threads on two cores of which another process takes one, over one thread", "two threads", "one thread", "two / one")
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        section.skip("all shapes", "there is one core")
        return section
    with bench.ours() as ours:
        os.sched_setaffinity(ours.process.pid, cores)
        measure_busy(bench, ours, rng, cores[0], section)
    return section


def measure_busy(bench, ours, rng, busy, section):
    for n, d, m, dtype in BUSY:
        if bench.quick:
            n, d = n // 5 + 100, d // 5 + 100
        bench.say(f"shapes: a busy core, {n} x {d}")
        with loaded(ours, rng, n, d, dtype):
            stop = multiprocessing.Event()
            neighbour = multiprocessing.Process(target=spin, args=(stop, busy), daemon=True)
            neighbour.start()
            times = side_by_side({threads: lambda threads=threads: ours.fit(components=m, tolerance=TOLERANCE, threads=threads)["seconds"]
                                  for threads in (2, 1)}, repeats=7, budget=bench.budget)
            stop.set()
            neighbour.join()
        medians = {threads: float(numpy.median(side.seconds)) for threads, side in times.items()}
        section.add(named((n, d, m, dtype)), medians[2], medians[1], ratio=medians[2] / medians[1], must="<= 1.1", note="medians")


def run(bench):
    seed = int(os.environ.get("L21_BENCH_SEED") or secrets.randbelow(10 ** 6))
    bench.say(f"shapes: seed {seed}")
    rng = numpy.random.default_rng(seed)
    shapes = [] if bench.quick else list(FIXED)
    shapes += [draw(rng, MOST_VALUES_QUICK if bench.quick else MOST_VALUES) for _ in range(4 if bench.quick else DRAWN)]
    sections = Sections()
    with bench.ours() as ours:
        for shape in shapes:
            with loaded(ours, rng, shape[0], shape[1], shape[3]) as X:
                measure(bench, ours, X, shape, sections)
        add_medians(sections)
        sections.l21.rows[0].note = remarks(sections.l21.rows[0].note, f"seed {seed}")
    return [*sections.all(), beside_a_busy_core(bench, rng)]
