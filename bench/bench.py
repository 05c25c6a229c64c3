"""What every section of the table is given: data, our program, and how long things may take."""
import sys
from dataclasses import dataclass
from pathlib import Path

from data import Data
from ours import Ours
from quiet import Quiet


@dataclass
class Bench:
    build: Path
    quick: bool

    def __post_init__(self):
        self.here = Path(__file__).resolve().parent
        self.data = Data(self.build / "bench-data", self.quick)
        self.program = self.build / "bin" / "l21_bench"
        self.robpy_python = self.build / "bench-venv-robpy" / "bin" / "python"
        # Of a single fit by the plain iteration, which may take thousands of passes.
        self.plain_seconds = 20 if self.quick else 300
        # Of the repeats of one side. One turn each is always taken.
        self.budget = 3 if self.quick else 20

    def ours(self):
        return Ours(self.program)

    def quiet(self, ours):
        return Quiet(ours, 0 if self.quick else 60)

    @staticmethod
    def say(text):
        print(text, file=sys.stderr, flush=True)


def remarks(*parts):
    return "; ".join(part for part in parts if part)
