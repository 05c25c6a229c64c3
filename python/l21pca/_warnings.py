"""What a fit warns of."""


class ContaminationWarning(UserWarning):
    """Most rows belong to another subspace than the fitted one: outlying rows pull it away.

    ``report_["robust_angle"]`` says by how many degrees the two differ, ``report_["influential_rows"]`` which rows pull.
    """
