"""Whole fits, start, guard and summary included: against the floor of what they count, and with more and more threads."""
import os

import numpy

from bench import remarks
from rows import Section
from sections.shapes import FIXED, TOLERANCE, loaded, named
from timing import side_by_side

THREADS = ((400_000, 2048, 32, "float32"), (400_000, 2048, 4, "float32"), (2000, 100_000, 32, "float32"))
MANY = 16  # cores from which the gain by threads is asked for


def thread_counts():
    """1, 2, 4, ... and all."""
    counts = [1]
    while counts[-1] < os.cpu_count():
        counts.append(min(2 * counts[-1], os.cpu_count()))
    return counts


def floor(report, shape, rates):
    """The longer of the two: what was multiplied at the rate of products, what was read at that of memory."""
    n, d, m, dtype = shape
    flops = 4 * n * d * m * (report["passes"] + report["passes_start"])
    if "gram" in report["solver_used"]:
        flops += 2 * n * n * m * report["iterations"]
    bytes_read = n * d * numpy.dtype(dtype).itemsize * (report["reads"] + report["reads_start"])
    return max(flops / rates[report["precision_used"]], bytes_read / rates["bytes"])


def measure(bench, ours, shape, counts, repeats):
    """Best seconds and the report of the fit, by the number of threads."""
    reports = {}

    def fit(threads):
        reports[threads] = ours.fit(components=shape[2], tolerance=TOLERANCE, threads=threads)
        return reports[threads]["seconds"]

    with bench.quiet(ours) as quiet:
        times = side_by_side({k: lambda k=k: fit(k) for k in counts}, repeats=repeats, budget=2 * bench.budget)
    return {k: times[k].best for k in counts}, reports, quiet.remark


def run(bench):
    against = Section("floor", f"Whole fits to {TOLERANCE:.0e} (--certify off) against the floor of what they count", "fit", "floor", "fit / floor")
    threads = Section("threads", f"The same with more threads", "all threads", "one thread", "one / all")
    rng = numpy.random.default_rng(1)
    counts = thread_counts()
    with bench.ours() as ours:
        for shape in FIXED + THREADS:
            if bench.quick:
                shape = (shape[0] // 10 + 50, shape[1] // 10 + 50, min(shape[2], 10), shape[3])
            bench.say(f"whole fit: {named(shape)}")
            n, d, _, dtype = shape
            with loaded(ours, rng, n, d, dtype):
                best, reports, remark = measure(bench, ours, shape, counts if shape in THREADS else (1, counts[-1]), 3)
            for k in sorted({1, counts[-1]}):
                lowest = floor(reports[k], shape, ours.ask("rates", n * d * numpy.dtype(dtype).itemsize, k))
                must = "<= 1.8" if k == 1 else "<= 2" if k == 2 else ""
                against.add(f"{named(shape)}, {k} thread{'s' if k > 1 else ''}", best[k], lowest, ratio=best[k] / lowest, must="" if bench.quick else must,
                            note=remarks(f"{reports[k]['solver_used']}, {reports[k]['passes'] + reports[k]['passes_start']:.3g} passes", remark))
            if shape in THREADS or bench.quick:
                threads.add(named(shape), best[counts[-1]], best[1], ratio=best[1] / best[counts[-1]], must=">= 11" if counts[-1] >= MANY and not bench.quick else "",
                            note=remarks(", ".join(f"{k}: {best[k]:.3g} s" for k in best), remark))
    return [against, threads]
