"""The progress line of ``verbose=1``."""

from __future__ import annotations

import sys
import time


class ProgressLine:
    """Rewrites one line of standard error; where that is no terminal, prints one now and then."""

    def __init__(self, title: str):
        self._title = title
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._pause = 0.1 if self._terminal else 1.0
        self._shown = 0.0
        self._last = ""

    def __call__(self, text: str) -> None:
        self._last = f"[{self._title}] {text}"
        now = time.monotonic()
        if now - self._shown >= self._pause:
            self._shown = now
            self._write(self._last)
            self._last = ""

    def close(self) -> None:
        if sys.stderr is None:  # a service without one
            return
        if self._last:
            self._write(self._last)
        if self._terminal and self._shown:
            sys.stderr.write("\n")
        sys.stderr.flush()

    def _write(self, line: str) -> None:
        if sys.stderr is None:
            return
        sys.stderr.write(f"\r{line}\x1b[K" if self._terminal else line + "\n")
        sys.stderr.flush()
