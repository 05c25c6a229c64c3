"""The picture: our time over theirs, by shape, and one pass over its floor, by m."""
import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

# Okabe and Ito (2008): told apart with any colour vision; the markers differ as well.
STYLES = [("#0072B2", "o"), ("#56B4E9", "s"), ("#D55E00", "D"), ("#009E73", "^"), ("#CC79A7", "v")]
PRECISIONS = {"float64": ("#0072B2", "o"), "float32": ("#D55E00", "s")}


def draw(path, sections, facts):
    by_key = {section.key: section.rows for section in sections}
    programs = [row for row in by_key.get("programs", []) if row.ratio is not None]
    passes = [row for row in by_key.get("pass", []) if row.ratio is not None]
    pyplot.rcParams.update({"font.size": 10, "svg.hashsalt": "l21"})
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(12, 5.6), width_ratios=(2.2, 1), layout="constrained")
    machine = facts["machine"]
    where = f"{machine['cpu']}, {machine['cores']} cores, {facts['date'][:10]}"
    figure.suptitle(f"l21pca {facts['versions']['l21pca']} on {where}")
    draw_programs(left, programs)
    draw_passes(right, passes)
    figure.savefig(path)
    pyplot.close(figure)


def draw_programs(axes, rows):
    axes.set_title("Time of l21 to residual 1e-4 over the time of others (left of 1: we are faster)", fontsize=10)
    if not rows:
        return say_not_measured(axes)
    groups = list(dict.fromkeys(group_of(row) for row in rows))
    names = list(dict.fromkeys(row.details["peer"] for row in rows))
    for k, name in enumerate(names):
        colour, marker = STYLES[k % len(STYLES)]
        points = [(row.ratio, groups.index(group_of(row))) for row in rows if row.details["peer"] == name]
        offset = (k - (len(names) - 1) / 2) * 0.14
        axes.scatter([x for x, _ in points], [y + offset for _, y in points], color=colour, marker=marker, s=42,
                     label=name)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks(range(len(groups)), groups)
    axes.set_ylim(len(groups) - 0.5, -0.5)
    for boundary in range(1, len(groups)):
        axes.axhline(boundary - 0.5, color="0.9", linewidth=0.8, zorder=0)
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)
    axes.set_xlabel("our seconds / their seconds")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3, frameon=False)


def group_of(row):
    return f"{row.what.split(', m =')[0]}\nm = {row.details['m']}"


def draw_passes(axes, rows):
    axes.set_title("One pass over its floor", fontsize=10)
    if not rows:
        return say_not_measured(axes)
    axes.set_xlabel("m")
    axes.set_xscale("log", base=2)
    for precision, (colour, marker) in PRECISIONS.items():
        points = [(row.details["m"], row.ratio) for row in rows if row.details["precision"] == precision]
        if points:
            axes.plot(*zip(*points), color=colour, marker=marker, label=precision)
    ms = sorted({row.details["m"] for row in rows})
    axes.step(ms, [float(next(r.must for r in rows if r.details["m"] == m).split()[1]) for m in ms], where="mid",
              color="0.4", linestyle="--", label="at most")
    axes.set_xticks(ms, ms)
    axes.minorticks_off()
    axes.axhline(1, color="black", linewidth=1)
    axes.set_ylim(bottom=min(0.9, min(row.ratio for row in rows) - 0.1))
    axes.grid(color="0.85")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2, frameon=False)


def say_not_measured(axes):
    axes.text(0.5, 0.5, "not measured", ha="center", transform=axes.transAxes)
    axes.set_xticks([])
    axes.set_yticks([])
