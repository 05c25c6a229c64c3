"""Reading a large CSV file against pandas' C reader."""
import subprocess
import tempfile
from pathlib import Path

import numpy
import pandas

from rows import Section
from timing import seconds, side_by_side


def run(bench):
    rows, cols = (20_000, 21) if bench.quick else (1_000_000, 21)
    section = Section("csv", "Reading CSV", "l21pca", f"pandas {pandas.__version__}", "pandas / ours")
    bench.say(f"csv: {rows} x {cols}")
    with tempfile.TemporaryDirectory() as folder, bench.ours() as ours:
        path = Path(folder) / "numbers.csv"
        subprocess.run([bench.program, "write-csv", path, str(rows), str(cols)], check=True)
        ours.load(path)
        theirs = pandas.read_csv(path, engine="c").to_numpy()
        # pandas' fast parser may miss the nearest double by a few units in the last place.
        same = numpy.allclose(ours.table(), theirs, rtol=1e-14, atol=0)
        del theirs
        sides = {"ours": lambda: ours.load(path)["seconds"],
                 "pandas": lambda: seconds(lambda: pandas.read_csv(path, engine="c"))}
        with bench.quiet(ours) as quiet:
            times = side_by_side(sides, budget=bench.budget)
        a, b = times["ours"].best, times["pandas"].best
        section.add(f"{rows} x {cols}, {path.stat().st_size / 1e6:.0f} MB", a, b, ratio=b / a if same else None,
                    failed="" if same else "the numbers differ", note=quiet.remark,
                    details={name: side.seconds for name, side in times.items()})
    return [section]
