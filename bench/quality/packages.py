"""Published packages behind the same call as the peers: f(X, m, seed) -> d x m directions. Each is a process that answers line by line, and is left out where
it is not installed: robpy (PyPI, an environment of its own, see bench/run), rrcov (R, apt's r-cran-rrcov) and, for damaged cells, cellWise (R, from its
sources)."""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROBPY = """
import sys, warnings
import numpy as np
warnings.simplefilter("ignore")
from robpy.pca import ROBPCA
folder = sys.argv[1]
print("ready", flush=True)
for line in sys.stdin:
    n, d, m, seed = map(int, line.split())
    X = np.fromfile(folder + "/X").reshape(n, d)
    try:
        W = ROBPCA(n_components=m, k_min_var_explained=0, alpha=ALPHA, random_seed=seed).fit(X).components_
        np.ascontiguousarray(W.T, dtype=float).tofile(folder + "/W")
        print(W.shape[1], flush=True)
    except Exception:
        print(0, flush=True)
"""
# BODY sets W, directions in columns.
R = """
suppressMessages(library(LIBRARY))
folder <- commandArgs(TRUE)[1]
lines <- file("stdin", "r")
cat("ready\\n")
while (length(line <- readLines(lines, 1)) > 0) {
  size <- as.integer(strsplit(line, " ")[[1]])
  X <- matrix(readBin(paste0(folder, "/X"), "double", size[1] * size[2]), size[1], size[2], byrow = TRUE)
  set.seed(size[4])
  BODY
  writeBin(as.vector(W), paste0(folder, "/W"))
  cat(ncol(W), "\\n")
}
"""
RRCOV = R.replace("LIBRARY", "rrcov").replace("BODY", """
  W <- tryCatch(getLoadings(PcaHubert(X, k = size[3], kmax = size[3], mcd = FALSE, alpha = ALPHA)), error = function(e) matrix(0, size[2], 0))
""")
MACRO_PCA = R.replace("LIBRARY", "cellWise").replace("BODY", """
  fit <- MacroPCA(X, k = size[3], MacroPCApars = list(silent = TRUE, scale = FALSE))
  W <- fit$loadings
  writeBin(as.vector(t(fit$scores %*% t(W)) + fit$center), paste0(folder, "/R"))
""")


class Package:
    """A process that reads a table from a file and writes directions to another."""

    def __init__(self, command, program, alpha):
        self.folder = tempfile.TemporaryDirectory()
        script = Path(self.folder.name) / "program"
        script.write_text(program.replace("ALPHA", str(alpha)))
        self.process = subprocess.Popen([*command, script, self.folder.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        if self.process.stdout.readline().strip() != "ready":
            raise OSError(f"{command[0]} does not have it")

    def __call__(self, X, m, seed=0):
        np.ascontiguousarray(X, dtype=float).tofile(Path(self.folder.name) / "X")
        print(len(X), X.shape[1], m, seed, file=self.process.stdin, flush=True)
        found = int(self.process.stdout.readline())
        # One that fails, or finds fewer directions, has not found the subspace: the answer is any.
        W = np.eye(X.shape[1], m)
        if found:
            W[:, :found] = np.fromfile(Path(self.folder.name) / "W").reshape(found, X.shape[1]).T[:, :m]
        return np.linalg.qr(W)[0]

    def reconstructed(self, shape):
        """Of the table of the last call, by those that write it."""
        return np.fromfile(Path(self.folder.name) / "R").reshape(shape)


def started(wanted):
    """Those of name -> (command, program, alpha) that are installed."""
    found = {}
    for name, (command, program, alpha) in wanted.items():
        try:
            found[name] = Package(command, program, alpha)
        except OSError as error:
            print(f"without {name}: {error}", file=sys.stderr)
    return found


def macro_pca():
    """cellWise's MacroPCA, or None."""
    rscript = shutil.which("Rscript")
    return started({"MacroPCA": ([rscript, "--vanilla"], MACRO_PCA, 0)} if rscript else {}).get("MacroPCA")


def packages(build):
    """Those that are installed."""
    robpy, rscript = Path(build) / "bench-venv-robpy" / "bin" / "python", shutil.which("Rscript")
    wanted = {f"{name} {share} %": (command, program, share / 100)
              for name, command, program in (("robpy", [robpy], ROBPY), ("rrcov", [rscript, "--vanilla"], RRCOV)) for share in (75, 50) if command[0]}
    return started(wanted)
