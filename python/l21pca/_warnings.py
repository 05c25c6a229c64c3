"""What a fit warns of."""


class ContaminationWarning(UserWarning):
    """Most rows belong to another subspace than the fitted one: outlying rows pull it away.

    ``report_["robust_angle"]`` says by how many degrees the two differ, ``report_["influential_rows"]`` which rows pull.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> from l21pca import ContaminationWarning, L21PCA
    >>> rng = np.random.default_rng(0)
    >>> X = np.outer(rng.normal(size=200), [3.0, 0, 0]) + 0.1 * rng.normal(size=(200, 3))
    >>> X[:30] = [0, 50, 50] + rng.normal(size=(30, 3))
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", ContaminationWarning)
    ...     pca = L21PCA(1).fit(X)
    >>> pca.report_["influential_rows"] == list(range(30))
    True
    """
