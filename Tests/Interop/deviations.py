"""What Meantime answers otherwise than a suite expects, and why it may."""

import dataclasses
import pathlib

TABLE = pathlib.Path(__file__).with_name("deviations.txt")


@dataclasses.dataclass(frozen=True)
class Deviation:
    suite: str
    name: str
    observed: str
    reason: str


class Deviations:
    """The rows of deviations.txt."""

    def __init__(self, rows):
        self.rows = rows

    @classmethod
    def read(cls, text=None):
        lines = (text or TABLE.read_text()).splitlines()
        parts = [[part.strip() for part in line.split("|", 3)] for line in lines if line.strip() and not line.startswith("#")]
        short = [each for each in parts if len(each) != 4 or not all(each)]
        assert not short, f"a row needs a suite, a name, what was observed and the reason: {short}"
        return cls([Deviation(*each) for each in parts])

    def compared(self, suite, results, good):
        """Compares {name: (what was observed, details)}; returns what is not as the table says, and how much isn't good."""
        known = {row.name: row for row in self.rows if row.suite == suite}
        complaints = [f"{name}: not among the results; remove it from the table" for name in known.keys() - results.keys()]
        count = 0
        for name, (observed, details) in sorted(results.items()):
            wanted = known[name].observed if name in known else good
            count += observed != good
            if observed == wanted:
                continue
            hint = "; remove it from the table" if observed == good else ""
            complaints.append(f"{name}: {observed} instead of {wanted}{hint}\n{details}".rstrip())
        return complaints, count
