"""main.py BUILD RESULTS: how right our answers are, beside others'; writes RESULTS/quality.{md,json} and withstands.md; exits with 1 where a requirement fails.

Tables are drawn with a seed that is new in every run, and printed; L21_QUALITY_SEED repeats one. L21_QUALITY_ONLY=angles,draws runs some
sections, L21_QUALITY_KINDS="cluster;clean" some kinds of damage, L21_BENCH_QUICK=1 a tenth of the draws.
"""
import datetime
import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import report  # noqa: E402
import matrix  # noqa: E402
from estimators import OURS, Estimators  # noqa: E402
from machine import machine  # noqa: E402
from ours import Ours  # noqa: E402
from packages import packages  # noqa: E402
from peers import PEERS  # noqa: E402
import sections  # noqa: E402


@dataclass
class Judge:
    build: str
    seed: int
    quick: bool
    only_kinds: list
    estimators: Estimators
    peers: dict  # name -> f(X, m, seed)

    def count(self, whole):
        return max(whole // 10, 1) if self.quick else whole

    @staticmethod
    def say(text):
        print(text, file=sys.stderr, flush=True)


def main(build, results):
    seed = int(os.environ.get("L21_QUALITY_SEED") or secrets.randbelow(10 ** 6))
    quick = os.environ.get("L21_BENCH_QUICK", "") not in ("", "0")
    kinds = [kind for kind in os.environ.get("L21_QUALITY_KINDS", "").split(";") if kind]
    facts = {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "seed": seed, "quick": quick, "machine": machine()}
    print(f"seed {seed}", file=sys.stderr, flush=True)
    done = []
    with Ours(Path(build).resolve() / "bin" / "l21_bench") as ours:
        judge = Judge(build, seed, quick, kinds, Estimators(ours), {**PEERS, **packages(build)})
        for section in sections.chosen(os.environ.get("L21_QUALITY_ONLY", "")):
            done += section.run(judge)
    print(report.text(done, facts))
    folder = Path(results)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "quality.json").write_text(report.to_json(done, facts))
    (folder / "quality.md").write_text(report.markdown(done, facts))
    for section in done:
        if section.key == "angles":
            (folder / "withstands.md").write_text(matrix.text(section, seed, list(OURS)))
    words, code = report.verdict(done)
    print(words)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
