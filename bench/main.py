"""main.py BUILD RESULTS: runs every section and writes RESULTS/latest.{md,json,svg}; exits with 1 where a requirement fails."""
import datetime
import os
import sys
import traceback
from pathlib import Path

import picture
import report
import sections
from bench import Bench
from machine import machine, versions
from rows import Section


def main(build, results):
    bench = Bench(Path(build).resolve(), os.environ.get("L21_BENCH_QUICK", "") not in ("", "0"))
    facts = {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "quick": bench.quick,
             "machine": machine(), "versions": versions(bench)}
    done = run_sections(bench)
    print(report.text(done, facts))
    write(Path(results), done, facts)
    text, code = report.verdict(done)
    print(text)
    return code


def run_sections(bench):
    done = []
    for section in sections.chosen(os.environ.get("L21_BENCH_ONLY", "")):
        try:
            done += section.run(bench)
        except Exception as error:  # The other sections are worth having.
            traceback.print_exc()
            done.append(Section(section.__name__, section.__name__, "", "", ""))
            done[-1].add("did not finish", failed=f"{type(error).__name__}: {error}")
    return done


def write(folder, done, facts):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "latest.json").write_text(report.to_json(done, facts))
    (folder / "latest.md").write_text(report.markdown(done, facts))
    picture.draw(folder / "latest.svg", done, facts)
    print(f"Also in {os.path.relpath(folder)}: latest.md, latest.json, latest.svg.")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
