"""Which file of the project includes which: what the checks of order and the cache of clang-tidy share."""
import re
from pathlib import Path

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.MULTILINE)
# Where compilers look, beside the file's own folder.
ROOTS = ("include", "src", "experiments", "app", "bench", "tests")


def files(root, folders, endings=(".cpp", ".hpp")):
    """Paths relative to root, in order."""
    found = (path for folder in folders for path in (root / folder).rglob("*") if path.suffix in endings)
    return sorted(path.relative_to(root) for path in found)


def included(root, path):
    """(what stands there, the project's file it means or None, whether it is quoted) for every #include of a file."""
    for mark, name in INCLUDE.findall((root / path).read_text()):
        candidates = [path.parent / name] if mark == '"' else []
        candidates += [Path(folder) / name for folder in ROOTS]
        meant = next((one for one in candidates if (root / one).is_file()), None)
        yield name, meant and Path(*normal(meant)), mark == '"'


def normal(path):
    parts = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        else:
            parts.append(part)
    return parts


def closure(root, path, known):
    """All files of the project that a file includes in the end, itself among them. `known` is kept between calls."""
    seen, waiting = {path}, [path]
    while waiting:
        one = waiting.pop()
        if one not in known:
            known[one] = [meant for _, meant, _ in included(root, one) if meant]
        for meant in known[one]:
            if meant not in seen:
                seen.add(meant)
                waiting.append(meant)
    return sorted(seen)
