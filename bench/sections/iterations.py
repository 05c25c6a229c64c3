"""The accelerated solver against the paper's iteration: passes, reads, time, and where both end."""
import statistics

from bench import remarks
from rows import Section
from timing import side_by_side

ACCELERATED = "accelerated"
TOLERANCE, EXACT = 1e-6, 1e-8
SMALL_BASIS = 6


def cases(bench):
    """Title, file, m. Images are occluded, as in the paper's experiments."""
    for name in ("att", "coil20"):
        table = bench.data.table(name, occluded=True)
        for m in bench.data.shapes["att"].components:
            yield f"{table.title}, m = {m}", table.path, m
    for name in ("tall", "small m"):
        table = bench.data.table(name)
        yield f"{table.title}, m = {table.shape.components[0]}", table.path, table.shape.components[0]


def run(bench):
    sections = Sections()
    with bench.ours() as ours:
        options = ours.options()
        loaded = None
        for title, path, m in cases(bench):
            bench.say(f"iterations: {title}")
            if path != loaded:
                ours.load(path)
                loaded = path
            case = Case(bench, ours, options, title, m)
            case.add_time(sections.time)
            if ACCELERATED in options["solver"]:
                case.add_passes(sections.passes)
                case.add_reads(sections.reads)
                case.add_objective(sections.objective)
    if ACCELERATED not in options["solver"]:
        for section in (sections.passes, sections.reads, sections.objective):
            section.skip("all cases", f"this version has no solver '{ACCELERATED}'")
    add_median(sections.passes, ">= 10")
    add_median(sections.time, ">= 5")
    return list(vars(sections).values())


class Sections:
    def __init__(self):
        to = f"to residual {TOLERANCE:.0e}"
        self.passes = Section("passes", f"Passes over X, start included, {to}", ACCELERATED, "plain",
                              "plain / accelerated")
        self.reads = Section("reads", f"Reads of X after the start, {to}", ACCELERATED, "allowed", "reads")
        self.time = Section("time", f"Time {to}", "auto", "plain", "plain / auto")
        self.objective = Section("objective", f"Final objective, accelerated {to}, plain to {EXACT:.0e}",
                                 ACCELERATED, "plain", "(plain - accelerated) / plain")


class Case:
    """One table and m. `plain` is run once for all four sections, as long as it may take."""

    def __init__(self, bench, ours, options, title, m):
        self.bench, self.ours, self.options, self.title, self.m = bench, ours, options, title, m
        self.common = {"components": m, "tolerance": TOLERANCE, "precision": "float64"}
        self.accelerated = self.fit(solver=ACCELERATED) if ACCELERATED in options["solver"] else None
        self.plain = self.exact = None

    def fit(self, **more):
        return self.ours.fit(**self.common, **more)

    def fit_plain(self):
        long = {"components": self.m, "precision": "float64", "solver": "plain", "max_iterations": 100_000,
                "seconds_limit": self.bench.plain_seconds}
        self.plain = self.ours.fit(**long, tolerance=TOLERANCE)
        if self.accelerated and not self.exact:  # goes on from there, untimed, for add_objective
            self.exact = self.ours.fit(**long, tolerance=EXACT, start="last")
        return self.plain["seconds"]

    def fit_auto(self):
        self.auto = self.fit(solver="auto")
        return self.auto["seconds"]

    def plain_remarks(self):
        return remarks(
            f"plain stopped at {self.plain['kkt_residual']:.0e}: at least" if not self.plain["converged"] else "",
            f"plain ran as '{self.plain['solver_used']}'" if "gram" in self.plain["solver_used"] else "")

    def add_time(self, section):
        with self.bench.quiet(self.ours) as quiet:
            times = side_by_side({"auto": self.fit_auto, "plain": self.fit_plain}, repeats=3, budget=self.bench.budget)
        auto, plain = times["auto"].best, times["plain"].best
        # Both are stationary points; the faster one may not be the worse one.
        loss = (self.plain["objective"] - self.auto["objective"]) / self.plain["objective"]
        failed = unfinished(self.auto) or (f"auto's objective is {loss:.0e} lower" if loss > 1e-6 else "")
        section.add(self.title, auto, plain, ratio=None if failed else plain / auto, must=">= 1.5", failed=failed,
                    note=remarks(f"auto ran as '{self.auto['solver_used']}'", self.plain_remarks(), quiet.remark),
                    details={"auto": times["auto"].seconds, "plain": times["plain"].seconds})

    def add_passes(self, section):
        counts = {"accelerated": self.accelerated, "plain": self.plain}
        ours, theirs = (report["passes"] + report["passes_start"] for report in counts.values())
        starts = " and ".join(f"{report['passes_start']:.1f}" for report in counts.values()) + " of them by the start"
        failed = unfinished(self.accelerated)
        section.add(self.title, ours, theirs, "passes", ratio=None if failed else theirs / ours, must=">= 2",
                    failed=failed, note=remarks(starts, self.plain_remarks()), details=counts)

    def add_reads(self, section):
        def add(what, report, most):
            # `reads` does not include `reads_start`.
            section.add(what, report["reads"], most, "reads", ratio=report["reads"], must=f"<= {most}",
                        failed=unfinished(report), note=f"and {report['reads_start']:g} by the start")

        add(f"{self.title}, default basis", self.accelerated, 14)
        small = f"{self.title}, basis of {SMALL_BASIS} m"
        if "basis_limit" in self.options:
            add(small, self.fit(solver=ACCELERATED, basis_limit=SMALL_BASIS), 22)
        else:
            section.skip(small, "this version has no basis_limit")

    def add_objective(self, section):
        exact = self.exact
        loss = (exact["objective"] - self.accelerated["objective"]) / exact["objective"]
        note = "" if exact["converged"] else f"plain stopped at {exact['kkt_residual']:.0e}"
        section.add(self.title, self.accelerated["objective"], exact["objective"], "", ratio=loss, must="<= 1e-9",
                    failed=unfinished(self.accelerated), note=note)


def unfinished(report):
    return "" if report["converged"] else f"stopped at {report['kkt_residual']:.0e}: {report['status']}"


def add_median(section, must):
    ratios = [row.ratio for row in section.rows if row.ratio is not None]
    if ratios:
        section.add("median", ratio=statistics.median(ratios), unit="", must=must)
