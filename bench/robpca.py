"""robpca.py FILE COMPONENTS: the seconds of a ROBPCA fit, as JSON. Runs in an environment of its own, since robpy does
not work with the scikit-learn of today."""
import json
import sys
import time
import warnings
from importlib.metadata import version

import numpy
from robpy.pca import ROBPCA

warnings.simplefilter("ignore")
X, components = numpy.load(sys.argv[1]), int(sys.argv[2])
begin = time.perf_counter()
ROBPCA(n_components=components, random_seed=0).fit(X)
seconds = time.perf_counter() - begin
print(json.dumps({"seconds": seconds, "robpy": version("robpy"), "scikit-learn": version("scikit-learn")}))
