"""Ten times the rows, ten times the columns: the time of ten iterations must not grow by more than eleven."""
from rows import Section
from timing import side_by_side

COMPONENTS = 10


def run(bench):
    section = Section("growth", f"Time of 10 iterations, m = {COMPONENTS}, on ten times the data", "large", "small",
                      "large / small")
    rows_table, cols_table = bench.data.table("small m"), bench.data.table("more columns")
    small = bench.data.first_rows(rows_table, rows_table.shape.rows // 10)
    with bench.ours() as ours:
        ours.load(small.path, "small")
        for what, large in (("rows", rows_table), ("columns", cols_table)):
            bench.say(f"growth: {what}")
            ours.load(large.path, "large")
            sides = {name: lambda name=name: ten_iterations(ours, name) for name in ("large", "small")}
            with bench.quiet(ours) as quiet:
                times = side_by_side(sides, budget=bench.budget)
            a, b = small.shape, large.shape
            section.add(f"{what}: {a.rows} x {a.cols} to {b.rows} x {b.cols}", times["large"].best, times["small"].best,
                        ratio=times["large"].best / times["small"].best, must="<= 11", note=quiet.remark,
                        details={name: side.seconds for name, side in times.items()})
    return [section]


def ten_iterations(ours, name):
    report = ours.fit(name, components=COMPONENTS, solver="plain", init="random", max_iterations=10, tolerance=0)
    if report["iterations"] != 10:
        raise RuntimeError(f"{report['iterations']} iterations instead of 10: {report['message']}")
    return report["seconds"]
