"""The program l21pca, where the package has brought it along."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> int:
    """Becomes the program: nothing of Python is left beside it."""
    program = Path(__file__).parent / "bin" / "l21pca"
    if program.exists():
        os.execv(program, [sys.argv[0], *sys.argv[1:]])
    print(
        "l21pca: this package was built without the program, which needs CLI11, fast_float and stb when it is compiled; "
        "`import l21pca` works, and a wheel from `make wheel` has both",
        file=sys.stderr,
    )
    return 1
