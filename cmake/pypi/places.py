"""Prints where the packages of PyPI that a build needs are: OpenBLAS;cmeel's prefix;nlohmann_json. Exits with 1 where one is missing."""
import sys
from importlib.util import find_spec
from pathlib import Path


def folder(module):
    spec = find_spec(module)
    return Path(spec.origin).parent if spec and spec.origin else None


def main():
    openblas, json = folder("scipy_openblas32"), folder("nlohmann_json")
    cmeel = next((Path(entry) / "cmeel.prefix" for entry in sys.path if (Path(entry) / "cmeel.prefix" / "include" / "fmt").is_dir()), None)
    if not (openblas and json and cmeel):
        return 1
    print(openblas, cmeel, json, sep=";")
    return 0


if __name__ == "__main__":
    sys.exit(main())
