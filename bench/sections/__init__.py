"""One file per group of rows; each has run(bench), which returns a list of Sections. ALL is their order."""
from sections import certificate, csv_reading, growth, iterations, kernel, memory, one_pass, other_programs, python_package, shapes, small_problems, sparse, tensor, whole_fit

ALL = [iterations, one_pass, other_programs, shapes, whole_fit, small_problems, growth, memory, csv_reading, sparse, kernel, tensor, certificate, python_package]


def chosen(names):
    """Those in a list like "growth,memory"; all of them if it is empty."""
    return [section for section in ALL if not names or section.__name__.split(".")[-1] in names.split(",")]
