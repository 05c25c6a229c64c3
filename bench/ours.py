"""`l21_bench serve` as seen from Python."""
import json
import subprocess
import tempfile
from pathlib import Path

import numpy


class Ours:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"l21_bench ended at '{words[0]}' with status {self.process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"l21_bench {words[0]}: {answer['error']}")
        return answer

    def load(self, path, name="X"):
        """Replaces the table that had that name."""
        return self.ask("load", name, path)

    def fit(self, name="X", **options):
        """Without a certificate unless asked for: the section on certificates says what it adds."""
        options = {"certify": "off"} | options
        return self.ask("fit", name, *(f"{key}={value}" for key, value in options.items()))

    def components(self, name="X"):
        """Of the last fit, m x d."""
        return self.written("components", name)

    def table(self, name="X"):
        return self.written("save", name)

    def scores(self, name="X", of=None):
        """Of the table `of`, by the last fit of `name`."""
        return self.written("scores", name, of or name)

    def reconstructed(self, name="X"):
        """The rows of the table by the last fit."""
        return self.written("reconstruct", name)

    def imputed(self, name="X"):
        """The table with its missing cells filled in by the last fit."""
        return self.written("impute", name)

    def distances(self, name="X"):
        """Inside the subspace, from it, and both in one number, n x 3, by the last fit; and the cutoffs."""
        values, answer = self.written_and_answer("distances", name)
        return values, answer["cutoffs"]

    def seconds_of_scores(self, name="X"):
        """Of its rows, by the last fit to them."""
        return self.written_and_answer("scores", name, name)[1]["seconds"]

    def written(self, command, *names):
        return self.written_and_answer(command, *names)[0]

    def written_and_answer(self, command, *names):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "written.npy"
            answer = self.ask(command, *names, path)
            return numpy.load(path), answer

    def cpu_seconds(self, ticks):
        after_name = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / ticks  # utime, stime

    def options(self):
        return self.ask("options")
