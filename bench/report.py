"""The table as text, as Markdown and as JSON."""
import json

HEAD = ("what", "ours", "theirs", "ratio", "must", "ok", "remarks")
OK = {True: "yes", False: "NO", None: ""}


def number(value, unit=""):
    if value is None:
        return ""
    text = f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{text} {unit}".strip()


def cells(row):
    return (row.what, number(row.ours, row.unit), number(row.theirs, row.unit), number(row.ratio), row.must, OK[row.ok],
            "; ".join(part for part in (row.failed, row.note) if part))


def summary(sections):
    gates = [row.ok for section in sections for row in section.rows if row.ok is not None]
    disturbed = sum("disturbed:" in row.note for section in sections for row in section.rows)
    doubt = f" {disturbed} rows were timed while the machine did other work: measure them again." if disturbed else ""
    return f"{sum(gates)} of {len(gates)} requirements hold.{doubt}"


def failures(sections):
    """One line for every requirement that does not hold, or could not be looked at although it should have been."""
    return [f"{section.title}: {row.what}: {row.failed or f'the ratio {number(row.ratio)} must be {row.must}'}"
            for section in sections for row in section.rows if row.ok is False]


def verdict(sections):
    """What is printed last, and the exit code: 1 where a requirement fails."""
    failed = failures(sections)
    if not failed:
        return "All requirements hold.", 0
    return "\n".join([f"{len(failed)} requirements do not hold:", *(f"  {line}" for line in failed)]), 1


def described(facts):
    def one(value):
        if isinstance(value, dict):
            return ", ".join(f"{key} {one(inner)}" for key, inner in value.items())
        return " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return [f"{key}: {one(value)}" for key, value in facts.items()]


def text(sections, facts):
    lines = [cells(row) for section in sections for row in section.rows]
    width = [max(len(line[k]) for line in [HEAD, *lines]) for k in range(len(HEAD))]
    # Figures to the right, words to the left, and no blanks at the end.
    def show(line):
        return "  ".join(cell.rjust(w) if k in (1, 2, 3) else cell.ljust(w)
                         for k, (cell, w) in enumerate(zip(line, width))).rstrip()
    out = described(facts) + ["", show(HEAD), "-" * (sum(width[:-1]) + 2 * len(width))]
    for section in sections:
        out += ["", f"{section.title}: {section.ours} against {section.theirs}; ratio = {section.ratio}"]
        out += [show(cells(row)) for row in section.rows]
    return "\n".join(out + ["", summary(sections)])


def markdown(sections, facts):
    out = ["# Speed ratios", "", "Made by `make bench`. " + summary(sections), ""]
    out += [f"- {line}" for line in described(facts)]
    for section in sections:
        out += ["", f"## {section.title}", "", f"Ratio: {section.ratio}.", ""]
        head = (HEAD[0], section.ours, section.theirs, *HEAD[3:])
        out += ["| " + " | ".join(head) + " |", "|---|--:|--:|--:|---|---|---|"]
        out += ["| " + " | ".join(cells(row)).replace("\n", " ") + " |" for row in section.rows]
    return "\n".join(out) + "\n"


def to_json(sections, facts):
    def row_of(row):
        return vars(row) | {"ok": row.ok}
    content = dict(facts)
    content["sections"] = [vars(section) | {"rows": [row_of(row) for row in section.rows]} for section in sections]
    return json.dumps(content, indent=1) + "\n"
