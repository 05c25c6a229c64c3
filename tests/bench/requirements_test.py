"""`make bench` fails exactly when a requirement does. Nothing is timed here: sections, machine and picture are stand-ins."""
import contextlib
import io
import os
import sys
import tempfile
import types
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
import report  # noqa: E402
from rows import Section  # noqa: E402


def section(*rows):
    result = Section("key", "title", "ours", "theirs", "ours / theirs")
    for fields in rows:
        result.add(fields.pop("what", "what"), **fields)
    return result


HOLDS = dict(ratio=1.0, must="<= 1.2")
MISSES = dict(what="slow one", ratio=1.3, must="<= 1.2")
BROKEN = dict(what="broken one", must="<= 1.2", failed="the numbers differ")
INFORMS = dict(ratio=99.0)


class Verdict(unittest.TestCase):
    def test_holds_without_failures(self):
        text, code = report.verdict([section(dict(HOLDS), dict(INFORMS))])
        self.assertEqual((text, code), ("All requirements hold.", 0))

    def test_a_skipped_row_is_no_failure(self):
        skipped = section()
        skipped.skip("what", "not installed")
        self.assertEqual(report.verdict([skipped])[1], 0)

    def test_both_comparisons_and_their_bounds(self):
        for must, ratio, code in (("<= 1.2", 1.2, 0), ("<= 1.2", 1.21, 1), (">= 2", 2.0, 0), (">= 2", 1.99, 1),
                                  ("<= 1.2", float("nan"), 1)):
            self.assertEqual(report.verdict([section(dict(ratio=ratio, must=must))])[1], code, (must, ratio))

    def test_every_failure_is_listed_with_its_reason(self):
        text, code = report.verdict([section(dict(HOLDS), dict(MISSES)), section(dict(BROKEN))])
        self.assertEqual(code, 1)
        self.assertEqual(text.splitlines(), ["2 requirements do not hold:",
                                             "  title: slow one: the ratio 1.3 must be <= 1.2",
                                             "  title: broken one: the numbers differ"])


class Program(unittest.TestCase):
    """main.main with stand-ins for what times and draws."""

    def run_main(self, *sections):
        stand_ins = {"bench": dict(Bench=lambda build, quick: types.SimpleNamespace(quick=quick)),
                     "machine": dict(machine=dict, versions=lambda bench: {}),
                     "picture": dict(draw=lambda *arguments: None),
                     "sections": dict(chosen=lambda names: sections)}
        before = {name: sys.modules.get(name) for name in [*stand_ins, "main"]}
        for name, content in stand_ins.items():
            sys.modules[name] = types.ModuleType(name)
            vars(sys.modules[name]).update(content)
        sys.modules.pop("main", None)
        try:
            import main
            said = io.StringIO()
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
                code = main.main(folder, folder)
                self.assertIn("latest.json", os.listdir(folder))
            return code, said.getvalue()
        finally:
            for name, module in before.items():
                sys.modules.pop(name, None)
                if module is not None:
                    sys.modules[name] = module

    @staticmethod
    def part(run):
        return types.SimpleNamespace(__name__="part", run=run)

    def test_exit_codes(self):
        good, bad = (self.part(lambda bench, row=row: [section(dict(row))]) for row in (HOLDS, MISSES))
        self.assertEqual(self.run_main(good)[0], 0)
        code, said = self.run_main(bad, good)
        self.assertEqual(code, 1)
        self.assertTrue(said.endswith("  title: slow one: the ratio 1.3 must be <= 1.2\n"))

    def test_a_section_that_does_not_finish_is_a_failure(self):
        def fail(bench):
            raise RuntimeError("no program")
        code, said = self.run_main(self.part(fail))
        self.assertEqual(code, 1)
        self.assertIn("did not finish: RuntimeError: no program", said)


if __name__ == "__main__":
    unittest.main()
