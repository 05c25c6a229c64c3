"""One pass over X against the time that its arithmetic or its reading must take on this machine."""
import json
import subprocess

from rows import Section


def run(bench):
    rows, cols = (20_000, 256) if bench.quick else (50_000, 4096)
    section = Section("pass", f"One pass over {rows} x {cols}, against its floor", "pass", "floor", "pass / floor")
    bench.say(section.title)
    done = subprocess.run([bench.program, "pass", str(rows), str(cols), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        section.add("all m", failed=f"l21_bench pass --json: {(done.stderr.strip().splitlines() or ['no message'])[0]}")
        return [section]
    for line in map(json.loads, done.stdout.splitlines()):
        if line.get("what") != "pass":
            continue
        m = line["m"]
        section.add(f"{line['precision']}, m = {m}", line["seconds"], line["floor_seconds"],
                    ratio=line["ratio_to_floor"], must="<= 1.2" if m >= 32 else "<= 1.3" if m <= 8 else "<= 1.5",
                    note=f"projecting alone {line['project_seconds'] / line['floor_seconds']:.2f}; "
                         f"{line['two_products_seconds'] / line['seconds']:.2f} times as fast as two BLAS products",
                    details=line)
    return [section]
