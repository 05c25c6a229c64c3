"""The sections of the judge, in their order."""
from . import angles, cells, cells_beyond, clean_rows, components, draws, guard, missing, outliers, scaling, search, speed

ALL = (angles, draws, clean_rows, guard, components, search, outliers, missing, cells, cells_beyond, scaling, speed)


def chosen(names):
    """`names`: separated by commas; empty: all."""
    wanted = [name for name in names.split(",") if name]
    known = {section.__name__.rpartition(".")[2]: section for section in ALL}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"there are no sections {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in wanted] if wanted else list(ALL)
