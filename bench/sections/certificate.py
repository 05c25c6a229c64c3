"""What the proof of optimality adds to the time of a fit."""
from rows import Section
from timing import side_by_side


def run(bench):
    section = Section("certificate", "Time that the certificate adds to a fit (--certify auto)", "added", "fit", "added / fit")
    tables = [(bench.data.table("att", occluded=True), (21, 69)), (bench.data.table("coil20", occluded=True), (21, 50)),
              (bench.data.table("tall 500"), (10, 30)), (bench.data.sparse_table("sparse small"), (10,))]
    with bench.ours() as ours:
        for table, numbers in tables:
            ours.load(table.path)
            for m in numbers:
                measure(bench, ours, section, table, m)
    return [section]


def measure(bench, ours, section, table, m):
    what = f"{table.title}, {table.shape.rows} x {table.shape.cols}, m = {m}"
    bench.say(f"certificate: {what}")
    seen = {}

    def fit(certify):
        report = seen[certify] = ours.fit(components=m, certify=certify)
        return report["seconds"]

    with bench.quiet(ours) as quiet:
        times = side_by_side({certify: lambda certify=certify: fit(certify) for certify in ("auto", "off")}, budget=bench.budget)
    added, alone = times["auto"].best - times["off"].best, times["off"].best
    section.add(what, max(added, 0.0), alone, ratio=max(added, 0.0) / alone, must="<= 0.5",
                note=f"{seen['auto']['certificate']}; {quiet.remark}".rstrip("; "))
