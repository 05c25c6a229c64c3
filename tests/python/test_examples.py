"""Examples in docstrings, and the scripts of the gallery."""

import doctest
import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path

import matplotlib
import pytest

import l21pca

MODULES = ["l21pca", *sorted({f"l21pca.{home}" for home in l21pca._HOMES.values()})]
GALLERY = sorted((Path(__file__).parents[2] / "python" / "gallery").glob("*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    matplotlib.use("Agg")
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize("script", GALLERY, ids=lambda path: path.name)
def test_gallery(script, tmp_path):
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    subprocess.run([sys.executable, "-W", "error::RuntimeWarning", script], check=True, cwd=tmp_path, env=environment)
    assert list(tmp_path.glob("*.png"))


def test_there_is_a_gallery():
    assert len(GALLERY) == 2


@pytest.mark.parametrize("name", [name for name in l21pca.__all__ if name[0].isupper() and name not in ("MaximizeResult", "ContaminationWarning")])
def test_every_class_is_documented_in_numpydoc_form(name):
    text = inspect.getdoc(getattr(l21pca, name))
    assert "Parameters\n----------" in text and "Examples\n--------" in text
    if "Display" not in name:
        assert "Attributes\n----------" in text
