"""Tensor PCA-L21 of images: what it gains over the truncated HOSVD, what memory it takes, what it stores."""
from rows import Section


def run(bench):
    table = bench.data.images("att")
    height, width = table.shape.image
    rows, cols = (20, 20) if height > 40 else (10, 10)
    modes = f"{rows}x{cols}"
    what = f"{table.title}, {table.shape.rows} x {height} x {width}, modes {modes}"
    bench.say(f"tensor: {what}")
    section = Section("tensor", "Tensor l21 of images", "seen", "beside", "seen / beside")
    few = bench.data.first_rows(table, 2 * max(rows, cols))
    with bench.ours() as ours:
        # What program, threads and BLAS take whatever the data.
        ours.load(few.path, "few")
        ours.fit("few", modes=modes)
        ours.ask("drop", "few")
        before = ours.ask("peak")["peak"]
        arrays = ours.load(table.path)["bytes"]
        report = ours.fit(modes=modes)
        peak = ours.ask("peak")["peak"] - before
        # As many stored numbers: scores of every image, and what turns them into images.
        n, d = table.shape.rows, height * width
        stored = n * rows * cols + rows * height + cols * width
        m = min(stored // (n + d), n)
        flat = ours.fit(components=m)
    section.add(f"{what}: memory beside the program's own", peak / 1e6, arrays / 1e6, "MB", ratio=peak / arrays,
                must="<= 1.2", note="beside: the data")
    section.add(f"{what}: objective", report["objective"], report["objective_start"], "",
                ratio=report["objective"] / report["objective_start"], must=">= 1.0",
                note="beside: the truncated HOSVD", failed="" if report["converged"] else "not converged")
    fall = report["largest_fall"]
    section.add(f"{what}: largest fall of the objective over all modes", fall, 1e-12, "", ratio=fall / 1e-12,
                must="<= 1.0", note=f"{report['iterations']} iterations, {report['seconds']:.2f} s")
    section.add(f"{what}: mean reconstruction error", report["reconstruction_error"], flat["reconstruction_error"], "",
                ratio=report["reconstruction_error"] / flat["reconstruction_error"],
                note=f"beside: l21 with m = {m}, as many stored numbers ({stored})")
    return [section]
