"""A fit to residual 1e-4 against other programs that find principal components, on every shape."""
import json
import subprocess

import numpy

import peers
from bench import remarks
from rows import Section
from timing import seconds, side_by_side

TOLERANCE, CLOSER = 1e-4, 1e-6
OURS = "l21pca"
SHAPES = ("att", "coil20", "tall", "wide", "small m", "square")
# It needs seconds for the smallest tables.
ROBPCA_SHAPES = ("att",)

FULL, COVARIANCE, RANDOMIZED = "scikit-learn full", "scikit-learn covariance_eigh", "scikit-learn randomized"
SVDS = "scipy svds"
NUMPY, ROBPCA = "the paper's algorithm in NumPy", "ROBPCA of robpy"
MUST = {FULL: "<= 0.5", RANDOMIZED: "<= 1.0"}
PEERS = {FULL: peers.sklearn_full, COVARIANCE: peers.sklearn_covariance, RANDOMIZED: peers.sklearn_randomized,
         SVDS: peers.scipy_svds,
         NUMPY: lambda X, m: peers.numpy_l21(X, m, TOLERANCE)}
# The sine of the angle to our `pca`. Single precision and squared data cost digits of theirs.
SAME_SUBSPACE = {"float64": 1e-4, "float32": 5e-2}
SAME_OBJECTIVE = 1e-6
# X^T X of more columns than this does not fit beside everything else.
MOST_COVARIANCE_COLUMNS = 20_000


def run(bench):
    section = Section("programs", f"Time of l21 to residual {TOLERANCE:.0e} against other programs", OURS, "theirs",
                      "ours / theirs")
    with bench.ours() as ours:
        for name in SHAPES:
            table = bench.data.table(name)
            X = table.array()
            ours.load(table.path)
            for m in table.shape.components:
                bench.say(f"other programs: {table.title}, m = {m}")
                Comparison(bench, ours, section, table, X, m).run()
            del X
    return [section]


class Comparison:
    def __init__(self, bench, ours, section, table, X, m):
        self.bench, self.ours, self.section, self.table, self.X, self.m = bench, ours, section, table, X, m
        self.title = f"{table.title} {X.shape[0]} x {X.shape[1]} {X.dtype}, m = {m}"
        self.found, self.errors = {}, {}

    def run(self):
        self.ours.fit(components=self.m, method="pca", tolerance=1e-10)
        self.pca = self.ours.components()
        chosen = [name for name in PEERS if name != COVARIANCE or self.X.shape[1] <= MOST_COVARIANCE_COLUMNS]
        sides = {OURS: self.fit_ours} | {name: self.side(name) for name in chosen}
        with self.bench.quiet(self.ours) as quiet:
            times = side_by_side(sides, budget=self.bench.budget)
        for name in chosen:
            self.add(name, times, quiet.remark)
        if COVARIANCE not in chosen:
            self.section.skip(f"{self.title}: {COVARIANCE}", "its covariance matrix does not fit in memory")
        if self.table.shape.name in ROBPCA_SHAPES:
            self.add_robpca(times[OURS].best)

    def fit_ours(self):
        self.report = self.ours.fit(components=self.m, solver="auto", tolerance=TOLERANCE)
        return self.report["seconds"]

    def side(self, name):
        def work():
            try:
                self.found[name] = PEERS[name](self.X, self.m)
            except (MemoryError, TimeoutError, ValueError, numpy.linalg.LinAlgError) as error:
                self.errors[name] = f"it failed: {error or type(error).__name__}"
        return lambda: seconds(work)

    def add(self, name, times, disturbed):
        if name in self.errors:
            self.section.skip(f"{self.title}: {name}", self.errors[name])
            return
        ours, theirs, turns = times[OURS].best, times[name].best, len(times[name].seconds)
        agreement, failed = self.agreement(name)
        if not self.report["converged"]:
            failed = f"ours stopped at {self.report['kkt_residual']:.0e}"
        self.section.add(
            f"{self.title}: {name}", ours, theirs, ratio=None if failed else ours / theirs, must=MUST.get(name, ""),
            failed=failed, note=remarks(agreement, f"theirs best of {turns}", disturbed),
            details={"shape": self.table.title, "m": self.m, "peer": name, "ours": times[OURS].seconds,
                     "theirs": times[name].seconds, "solver_used": self.report["solver_used"],
                     "precision_used": self.report["precision_used"]})

    def agreement(self, name):
        """What was compared, and why the two are not the same, if they are not."""
        if name == NUMPY:
            return self.same_objective(self.found[name])
        sine = peers.subspace_distance(self.found[name], self.pca)
        far = name != RANDOMIZED and sine > SAME_SUBSPACE[self.table.shape.dtype]
        return f"sine to our pca {sine:.0e}", "their subspace is not that of our pca" if far else ""

    def same_objective(self, components):
        """A residual of 1e-4 may leave the objective open by more than SAME_OBJECTIVE; then both go on, untimed."""
        difference = self.objective_difference(self.report, components)
        said = f"objectives {difference:.0e} apart"
        if difference > SAME_OBJECTIVE:
            report = self.ours.fit(components=self.m, solver="auto", tolerance=CLOSER)
            difference = self.objective_difference(report, peers.numpy_l21(self.X, self.m, CLOSER, start=components))
            said += f", {difference:.0e} when both go on to {CLOSER:.0e}"
        return said, "the objectives differ" if difference > SAME_OBJECTIVE else ""

    def objective_difference(self, report, components):
        theirs = peers.l21_objective(self.X, components)
        return abs(theirs - report["objective"]) / theirs

    def add_robpca(self, ours):
        command = [self.bench.robpy_python, "robpca.py", self.table.path, str(self.m)]
        done = subprocess.run(command, cwd=self.bench.here, capture_output=True, text=True)
        what = f"{self.title}: {ROBPCA}"
        if done.returncode != 0:
            self.section.skip(what, (done.stderr.strip() or "it could not be run").splitlines()[-1])
            return
        theirs = json.loads(done.stdout)
        self.section.add(what, ours, theirs["seconds"], ratio=ours / theirs["seconds"], note="theirs best of 1",
                         details={"shape": self.table.title, "m": self.m, "peer": ROBPCA, "theirs": theirs})
