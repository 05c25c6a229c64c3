"""run_python.py README: runs every `python` block with X and X_new at hand, and compares what it says an expression is with what it is."""
import ast
import re
import sys

import numpy as np

README = open(sys.argv[1], encoding="utf-8").read()


def tables():
    """200 rows near a plane in five dimensions, and 20 more."""
    random = np.random.default_rng(1)
    rows = random.normal(size=(220, 2)) @ random.normal(size=(2, 5)) + 0.1 * random.normal(size=(220, 5))
    return {"X": rows[:200], "X_new": rows[200:]}


def promised(block, statement):
    """The value in the comment behind an expression, in a list; empty where there is none, or it is a remark."""
    comment = block.splitlines()[statement.end_lineno - 1][statement.end_col_offset:].strip()
    try:
        return [ast.literal_eval(comment.removeprefix("#").strip())] if comment.startswith("#") else []
    except (SyntaxError, ValueError):
        return []


def run(block):
    """How many expressions were compared."""
    names, compared = tables(), 0
    for statement in ast.parse(block).body:
        source = ast.get_source_segment(block, statement)
        if not isinstance(statement, ast.Expr):
            exec(source, names)
            continue
        value = eval(source, names)
        for expected in promised(block, statement):
            assert value == expected, f"{source} is {value!r}, not {expected!r}"
            compared += 1
    assert names["scores"].shape == (20, 2), names["scores"].shape
    return compared


blocks = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
assert blocks, "README holds no python block"
compared = sum(map(run, blocks))
assert compared >= 1, "README promises no value"
print(f"{len(blocks)} python blocks ran, {compared} values are as written")
