"""GridSearchCV with our score: does it end at the planted number of components?"""
import json
import subprocess
from pathlib import Path

from rows import Section

SCRIPT = Path(__file__).resolve().parents[1] / "grid_search.py"


def run(judge):
    section = Section("search", "GridSearchCV over n_components 1 to 8 (and p = 1, 1.5, 2), 250 x 20", "right", "tables", "share")
    python = Path(judge.build) / "venv" / "bin" / "python"
    if not python.exists():
        section.skip("GridSearchCV", "no Python package in build/venv: make python")
        return [section]
    judge.say("search")
    done = subprocess.run([python, SCRIPT, str(judge.seed)], capture_output=True, text=True, check=True)
    tables = json.loads(done.stdout)
    right = {"RobustPCA": [t["RobustPCA"]["n_components"] == t["m"] for t in tables],
             "L21PCA": [t["L21PCA"]["n_components"] == t["m"] and t["L21PCA"]["p"] != 2 for t in tables]}
    for t in tables:
        angles = ", ".join(f"{angle:.0f} at p = {p}" for p, angle in t["angles"].items())
        section.add(f"{t['name']}, m = {t['m']}", unit="",
                    note=f"RobustPCA chose {t['RobustPCA']['n_components']}; L21PCA chose {t['L21PCA']['n_components']} and p = {t['L21PCA']['p']}; "
                         f"with m components it is off by degrees: {angles}")
    section.add("RobustPCA: planted m", sum(right["RobustPCA"]), len(tables), unit="", ratio=sum(right["RobustPCA"]) / len(tables), must=">= 0.9")
    section.add("L21PCA: planted m, and not p = 2", sum(right["L21PCA"]), len(tables), unit="", ratio=sum(right["L21PCA"]) / len(tables), must=">= 0.9")
    return [section]
