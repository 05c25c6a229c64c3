"""Peak memory of a process that loads a table and fits it, over the size of the table."""
from rows import Section


def run(bench):
    section = Section("memory", "Peak memory of loading and fitting", "peak", "size or limit", "peak / size or limit")
    table = bench.data.table("tall")
    m = table.shape.components[0]
    what = f"{table.title} {table.shape.rows} x {table.shape.cols} {table.shape.dtype}, m = {m}"
    bench.say(f"memory: {what}")
    size, peak, options = peak_of_fit(bench, table, components=m, tolerance=1e-4)
    section.add(f"{what}, over the size of X", peak / 1e6, size / 1e6, "MB", ratio=peak / size, must="<= 1.7")
    if "memory" in options:
        limit = int(1.3 * size)
        _, peak, _ = peak_of_fit(bench, table, components=m, tolerance=1e-4, memory=limit)
        section.add(f"{what}, over memory = 1.3 times X", peak / 1e6, limit / 1e6, "MB", ratio=peak / limit,
                    must="<= 1.0")
    else:
        section.skip(f"{what}, within a given limit", "this version has no option 'memory'")
    return [section]


def peak_of_fit(bench, table, **options):
    with bench.ours() as ours:
        size = ours.load(table.path)["bytes"]
        ours.fit(**options)
        return size, ours.ask("peak")["peak"], ours.options()
