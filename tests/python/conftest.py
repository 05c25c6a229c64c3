"""Fixtures that scikit-learn's own tests ask for."""

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")


@pytest.fixture(params=[0, 42])
def global_random_seed(request):
    return request.param


@pytest.fixture(params=[np.float64, np.float32], ids=["float64", "float32"])
def global_dtype(request):
    return request.param
