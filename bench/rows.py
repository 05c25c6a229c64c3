"""One line of the table: two figures, their ratio, and what the ratio must be."""
import operator
from dataclasses import dataclass, field
from typing import Optional

COMPARISONS = {"<=": operator.le, ">=": operator.ge}


@dataclass
class Row:
    what: str
    ours: Optional[float] = None
    theirs: Optional[float] = None
    unit: str = "s"
    ratio: Optional[float] = None
    must: str = ""  # "<= 1.2"; empty: for information
    note: str = ""
    # Why there is no ratio although there should be one; the row then counts as failed.
    failed: str = ""
    details: dict = field(default_factory=dict)

    @property
    def ok(self):
        """Whether the gate holds; None where there is none, or nothing to hold against it."""
        if self.failed:
            return False
        if not self.must or self.ratio is None:
            return None
        sign, bound = self.must.split()
        return bool(COMPARISONS[sign](self.ratio, float(bound)))


@dataclass
class Section:
    key: str
    title: str
    ours: str  # headings of the three columns of figures
    theirs: str
    ratio: str
    rows: list = field(default_factory=list)

    def add(self, *arguments, **fields):
        self.rows.append(Row(*arguments, **fields))
        return self.rows[-1]

    def skip(self, what, why):
        return self.add(what, note=f"skipped: {why}")
