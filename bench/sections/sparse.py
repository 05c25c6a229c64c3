"""Sparse rows: memory, growth with the entries, and the time beside scikit-learn's sparse PCA."""
import scipy.sparse

import peers
from bench import remarks
from rows import Section
from sections.growth import ten_iterations
from timing import seconds, side_by_side

TOLERANCE = 1e-4
ARPACK = "scikit-learn arpack"


def run(bench):
    table = bench.data.sparse_table("sparse")
    m = table.shape.components[0]
    what = f"{table.title}, m = {m}"
    return [memory(bench, table, m, what), growth(bench), programs(bench, table, m, what)]


def memory(bench, table, m, what):
    section = Section("sparse_memory", "Peak memory of loading and fitting sparse rows", "peak", "allowed",
                      "peak / (1.5 arrays + 6 d m doubles)")
    bench.say(f"sparse memory: {what}")
    with bench.ours() as ours:
        arrays = ours.load(table.path)["bytes"]
        ours.fit(components=m, tolerance=TOLERANCE)
        peak = ours.ask("peak")["peak"]
    allowed = 1.5 * arrays + 6 * table.shape.cols * m * 8
    section.add(what, peak / 1e6, allowed / 1e6, "MB", ratio=peak / allowed, must="<= 1.0",
                note=f"arrays of {arrays / 1e6:.0f} MB")
    return section


def growth(bench):
    section = Section("sparse_growth", "Time of 10 iterations on ten times the entries", "large", "small",
                      "large / small")
    large, small = bench.data.sparse_table("sparse"), bench.data.sparse_table("few entries")
    bench.say("sparse growth")
    with bench.ours() as ours:
        ours.load(small.path, "small")
        ours.load(large.path, "large")
        sides = {name: lambda name=name: ten_iterations(ours, name) for name in ("large", "small")}
        with bench.quiet(ours) as quiet:
            times = side_by_side(sides, repeats=3, budget=bench.budget)
    section.add(f"{small.title} to {large.title}", times["large"].best, times["small"].best,
                ratio=times["large"].best / times["small"].best, must="<= 11", note=quiet.remark)
    return section


def programs(bench, table, m, what):
    section = Section("sparse_programs", f"Time of l21 on sparse rows to residual {TOLERANCE:.0e}", "l21pca", "theirs",
                      "ours / theirs")
    bench.say(f"sparse programs: {what}")
    X = scipy.sparse.load_npz(table.path)
    found = {}
    with bench.ours() as ours:
        ours.load(table.path)
        ours.fit(components=m, method="pca", tolerance=1e-8)
        pca = ours.components()

        def fit_ours():
            found["report"] = ours.fit(components=m, tolerance=TOLERANCE)
            return found["report"]["seconds"]

        def fit_theirs():
            def work():
                found["theirs"] = peers.sklearn_arpack(X, m)
            return seconds(work)

        with bench.quiet(ours) as quiet:
            times = side_by_side({"ours": fit_ours, "theirs": fit_theirs}, repeats=3, budget=bench.budget)
    sine = peers.subspace_distance(found["theirs"], pca)
    report = found["report"]
    failed = ("" if report["converged"] else f"ours stopped at {report['kkt_residual']:.0e}") or (
        "" if sine < 1e-3 else "their subspace is not that of our pca")
    ours_time, theirs_time = times["ours"].best, times["theirs"].best
    section.add(f"{what}: {ARPACK}", ours_time, theirs_time, ratio=None if failed else ours_time / theirs_time,
                must="<= 1.0", failed=failed,
                note=remarks(f"sine to our pca {sine:.0e}", f"ours ran as '{report['solver_used']}'", quiet.remark))
    return section
