"""Fixtures: a real server with three accounts, each with a password for programs, and the figures at the end."""

import pytest
from deviations import Deviations
from person import Person
from suites import SOURCES
from support.server import MANY_WRITES, Server, binary


def pytest_configure():
    assert binary().exists(), f"{binary()} is missing: run 'make build web' first"
    assert SOURCES.exists(), f"{SOURCES} is missing: run 'make setup' first"


@pytest.fixture
def people_named(tmp_path):
    """Makes accounts on a server, in no group, and starts it."""
    server = Server(tmp_path / "meantime.sqlite", tmp_path / "server.log", settings=MANY_WRITES)

    def make(*names):
        made = [Person(server, name) for name in names]
        server.start()
        return made

    yield make
    server.stop()


@pytest.fixture
def people(people_named):
    return people_named("Anna", "Ben", "Cem")


@pytest.fixture
def anna(people_named):
    return people_named("Anna")[0]


@pytest.fixture
def expect_only_known(record_property):
    """Checks a suite's results against the table of deviations, and shows the counts after the last test."""

    def check(suite, results, good):
        complaints, count = Deviations.read().compared(suite, results, good)
        record_property("figure", f"{suite}: {len(results) - count} of {len(results)} {good}, {count} otherwise")
        assert not complaints, f"{suite}:\n" + "\n".join(complaints)

    return check


def pytest_collection_modifyitems(items):
    """Spreads the long tests, as each worker begins with as many neighbours as the others."""
    longs = [each for each in items if each.get_closest_marker("long")]
    others = [each for each in items if each not in longs]
    share = -(-len(others) // max(len(longs), 1))
    items[:] = []
    for each in longs:
        items += [each, *others[:share]]
        del others[:share]
    items += others


def pytest_terminal_summary(terminalreporter):
    reports = [each for kind in ("passed", "failed") for each in terminalreporter.stats.get(kind, [])]
    for report in reports:
        for name, value in report.user_properties:
            if name == "figure":
                terminalreporter.write_line(value)
