"""The integration tests of the Python library `caldav`, which many programs and scripts build on."""

import json

import pytest
from deviations import Deviations
from suites import environment, run_tests, source


def features():
    """What the library is told of the server: all is supported but for what the tester's table says.

    It tests whether that is so, too.
    """
    known = {row.name: {"support": row.observed} for row in Deviations.read().rows if row.suite == "caldav-server-tester"}
    return {"scheduling": {"support": "full"}} | {name: found for name, found in known.items() if found["support"] != "unknown"}


def settings(people):
    """The server as the library's tests know it, with three people who invite each other."""
    users = [{"url": each.root, "username": each.email, "password": each.password} for each in people]
    server = users[0] | {"type": "external", "enabled": True, "scheduling_users": users, "features": features()}
    return {"test-servers": {"Meantime": server}}


@pytest.mark.long
@pytest.mark.parametrize("name", ["test_caldav", "test_async_integration"])
def test_its_integration_tests_pass(name, people, tmp_path, expect_only_known):
    home = tmp_path / "home"
    (home / ".config/caldav").mkdir(parents=True)
    (home / ".config/caldav/test_servers.json").write_text(json.dumps(settings(people)))
    variables = environment(home, PYTHON_CALDAV_TEST_EMBEDDED="0", PYTHON_CALDAV_TEST_DOCKER="0")
    results = run_tests(source("caldav"), [f"tests/{name}.py"], variables, tmp_path / "report.xml")
    expect_only_known(f"caldav {name}", results, "passed")
