"""Plants one violation at a time in a small tree and looks whether `order` finds it, and nothing in the tree without."""
import tempfile
from pathlib import Path

TREE = {
    "ARCHITECTURE.md": "words\n```\nio -> rows -> left, right -> app\nrows <- left, app\n```\nmore -> words, with a full stop.\n",
    "include/l21/types.hpp": "#include <cstddef>\n",
    "src/io/file.hpp": '#include "l21/types.hpp"\n',
    "src/rows/block.hpp": '#include "io/file.hpp"\n',
    "src/left/a.hpp": '#include "rows/block.hpp"\n#include "left/b.hpp"\n',
    "src/left/b.hpp": "#include <vector>\n",
    "src/right/c.cpp": '#include <l21/types.hpp>\n#include "io/file.hpp"\n',
    "app/main.cpp": '#include "help.hpp"\n#include "left/a.hpp"\n',
    "app/help.hpp": "",
}
# What is planted (a file and a line behind its end), and what must be said about it.
PLANTED = {
    "a folder to the right": ("src/io/file.hpp", '#include "left/b.hpp"', "left is not to the left of io"),
    "the neighbour behind the comma": ("src/right/c.cpp", '#include "left/b.hpp"', "left is not to the left of right"),
    "with angle brackets": ("src/io/file.hpp", "#  include <left/b.hpp>", "left is not to the left of io"),
    "a folder for some only": ("src/right/c.cpp", '#include "rows/block.hpp"', "only app, left include rows"),
    "an internal header in a public one": ("include/l21/types.hpp", '#include "io/file.hpp"', "io is not to the left of"),
    "the program in the library": ("src/left/a.hpp", '#include "../../app/help.hpp"', "app is not to the left of left"),
    "a cycle": ("src/left/b.hpp", '#include "left/a.hpp"', "src/left/a.hpp -> src/left/b.hpp -> src/left/a.hpp"),
    "a file that is not there": ("src/left/b.hpp", '#include "left/z.hpp"', "no file of the project"),
    "a folder without a place": ("src/new/d.hpp", "", "does not name the folder new"),
    "a place without a folder": ("ARCHITECTURE.md", "io <- old", "names the folder old, which is not there"),
}


def complaints_of(complaints, tree):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in tree.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        return list(complaints(Path(folder)))


def run(complaints):
    wrong = [f"a tree without a violation: {said}" for said in complaints_of(complaints, TREE)]
    for what, (path, line, expected) in PLANTED.items():
        said = complaints_of(complaints, TREE | {path: TREE.get(path, "") + line + "\n"})
        if not any(expected in one for one in said):
            wrong.append(f"{what}: not found; said instead: {said}")
    print("\n".join(wrong) or f"order finds each of {len(PLANTED)} planted violations")
    return 1 if wrong else 0
