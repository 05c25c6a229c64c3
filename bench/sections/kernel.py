"""Kernel PCA-L21 with the rbf kernel: time beside scikit-learn's kernel PCA, and landmarks on a table too long for it."""
import numpy

import peers
from bench import remarks
from rows import Section
from timing import seconds, side_by_side

TOLERANCE = 1e-6
# gamma, and numbers of components after which the eigenvalues of the kernel fall. With gamma = 5 and m = 2 the moons have
# two local maxima of l21, 1 % apart, and random landmarks can end at the lower one.
SETS = {"two moons": (1.0, (3, 5)), "clusters": (0.02, (2, 4))}
LANDMARKS = 500


def run(bench):
    return [programs(bench), landmarks(bench)]


def programs(bench):
    section = Section("kernel_programs", f"Time of l21 with the rbf kernel to residual {TOLERANCE:.0e}", "l21pca",
                      "theirs", "ours / theirs")
    for name, (gamma, components) in SETS.items():
        table = bench.data.points(name, 5000)
        X = numpy.load(table.path)
        for m in components:
            compare(bench, section, table, X, m, gamma)
    return section


def compare(bench, section, table, X, m, gamma):
    what = f"{table.title}, m = {m}"
    bench.say(f"kernel programs: {what}")
    found = {}
    with bench.ours() as ours:
        ours.load(table.path)
        ours.fit(components=m, method="pca", tolerance=1e-9, kernel="rbf", gamma=gamma)
        pca = ours.scores()

        def fit_ours():
            found["report"] = ours.fit(components=m, tolerance=TOLERANCE, kernel="rbf", gamma=gamma)
            return found["report"]["seconds"]

        def fit_theirs():
            def work():
                found["theirs"] = peers.sklearn_kernel(X, m, gamma)
            return seconds(work)

        with bench.quiet(ours) as quiet:
            times = side_by_side({"ours": fit_ours, "theirs": fit_theirs}, repeats=5, budget=bench.budget)
    report, agreement = found["report"], peers.least_correlation(found["theirs"], pca)
    failed = ("" if report["converged"] else f"ours stopped at {report['kkt_residual']:.0e}") or (
        "" if agreement > 1 - 1e-6 else "their scores are not those of our pca")
    ours_time, theirs_time = times["ours"].best, times["theirs"].best
    section.add(f"{what}: scikit-learn KernelPCA", ours_time, theirs_time,
                ratio=None if failed else ours_time / theirs_time, must="<= 1.2", failed=failed,
                note=remarks(f"ours ran as '{report['solver_used']}', {report['iterations']} iterations", quiet.remark))


def landmarks(bench):
    """Fitted to all rows with landmarks, and exactly to a part of them: the scores of that part agree."""
    section = Section("kernel_landmarks", f"Kernel l21 with {LANDMARKS} landmarks", "seen", "must", "seen / must")
    for name, (gamma, components) in SETS.items():
        table, m = bench.data.points(name, 200_000), components[0]
        part = bench.data.first_rows(table, min(5000, table.shape.rows))
        bench.say(f"kernel landmarks: {table.title}")
        options = dict(components=m, kernel="rbf", gamma=gamma, tolerance=TOLERANCE)
        with bench.ours() as ours:
            ours.load(table.path, "all")
            report = ours.fit("all", landmarks=LANDMARKS, **options)
            peak = ours.ask("peak")["peak"]
            ours.load(part.path, "part")
            approximate = ours.scores("all", of="part")
            ours.fit("part", **options)
            exact = ours.scores("part")
        agreement = peers.least_correlation(exact, approximate)
        note = f"{report['seconds']:.1f} s, {100 * report['kernel_outside']:.2g} % of the rows outside"
        section.add(f"{table.title}, m = {m}: peak memory", peak / 1e6, 4096.0, "MB", ratio=peak / 4096e6,
                    must="<= 1.0", note=note)
        section.add(f"{table.title}, m = {m}: correlation with exact scores", agreement, 0.99, "",
                    ratio=agreement / 0.99, must=">= 1.0")
    return section
