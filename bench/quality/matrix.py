"""Which method withstands what, as a table for docs/methods/withstands.md: made of the section on angles."""
import numpy as np

HEAD = """# Which method withstands what

The largest angle between the subspace that was found and the true one, in degrees; the median of {tables} tables of every kind of damage. **Bold**: within
1.1 times the best of its row, or 0.3 degrees. PCA of the undamaged rows alone would be off by a few degrees as well where the noise is large, so compare
along a row. Our own methods come first; `robpy` and `rrcov` are the published packages with ROBPCA; the others
are short implementations of their papers ([bench/quality/peers.py](../../bench/quality/peers.py)).

Written by `L21_QUALITY_SEED={seed} L21_QUALITY_ONLY=angles make bench-quality` as `build/bench-results/withstands.md`; without a seed it draws new tables.

| damage | {names} |
|---|{columns}
"""
TAIL = """
`robust` is `--preset robust`; `r1, sphere` is `--method r1 --center joint --row-scaling sphere --init spherical`. Damage that sits in single cells
(`cells`) is no row's fault, and no method that weighs whole rows withstands it.
"""


def text(section, seed, ours):
    """`section`: angles; None where it did not run."""
    rows = {row.what: {who: float(np.median(angles)) for who, angles in row.details["angles"].items()} for row in section.rows}
    first = next(iter(rows.values()))
    names = [*reversed(ours), *(who for who in first if who not in ours)]
    lines = [HEAD.format(tables=len(next(iter(section.rows)).details["angles"][names[0]]), seed=seed, names=" | ".join(names), columns="--:|" * len(names))]
    for kind, found in rows.items():
        best = min(found.values())
        cells = [f"**{found[who]:.2g}**" if found[who] <= max(1.1 * best, best + 0.3) else f"{found[who]:.2g}" for who in names]
        lines.append(f"| {kind} | " + " | ".join(cells) + " |\n")
    return "".join(lines) + TAIL
