"""The table of deviations itself."""

import pytest
from deviations import Deviations

TABLE = """
# a comment
suite | one | failed | RFC 4791, 5.3.2: a server may
"""


@pytest.mark.parametrize(
    ("results", "complaints"),
    [
        ({"one": "failed", "two": "passed"}, []),
        ({"one": "failed", "two": "failed"}, ["two: failed instead of passed"]),
        ({"one": "passed"}, ["one: passed instead of failed; remove it from the table"]),
        ({"one": "skipped"}, ["one: skipped instead of failed"]),
        ({"two": "passed"}, ["one: not among the results; remove it from the table"]),
    ],
)
def test_only_what_the_table_says_is_accepted(results, complaints):
    given = {name: (observed, "") for name, observed in results.items()}
    assert Deviations.read(TABLE).compared("suite", given, "passed")[0] == complaints


def test_a_row_needs_a_reason():
    with pytest.raises(AssertionError, match="the reason"):
        Deviations.read("suite | one | failed |")


def test_every_row_of_the_real_table_is_whole():
    Deviations.read()
