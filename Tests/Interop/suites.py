"""Runs the test suites of others, as they come in their source packages."""

import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from support.server import ROOT

SOURCES = ROOT / ".build/interop-sources"
SECONDS_MAX = 300


def source(package):
    """The folder of an unpacked source package."""
    (found,) = SOURCES.glob(f"{package}-*/")
    return found


def program(name):
    """A program that came with the Python packages."""
    return pathlib.Path(sys.executable).with_name(name)


def environment(home, **more):
    """Environment variables for a program with a home folder of its own, so that nobody's settings reach it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEANTIME_", "CALDAV_", "PYTEST_", "XDG_"))}
    return kept | {"HOME": str(home), "TMPDIR": str(home), "LC_ALL": "C.UTF-8", "TZ": "Europe/Berlin"} | more


def run_tests(folder, files, variables, report):
    """Runs the pytest tests in the files of a folder; returns {test: (outcome, details)}."""
    command = [sys.executable, "-m", "pytest", *files, "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", "--show-capture=no"]
    command += ["-p", "no:randomly", "--timeout=60", f"--junitxml={report}", "-o", "addopts=", "-o", "asyncio_default_fixture_loop_scope=function"]
    # The suite's tests call a function that the suite's own library has deprecated, and make errors of warnings.
    command += ["-W", "ignore:principals() is deprecated:DeprecationWarning"]
    done = subprocess.run(command, cwd=folder, env=variables, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_MAX)
    assert report.exists(), f"the suite did not run:\n{done.stdout[-5000:]}"
    return outcomes(report)


def outcomes(report):
    """The outcome of each test in a JUnit report, with what it said when it didn't pass."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname').split('.')[-1]}.{case.get('name')}"
        outcome, details = "passed", ""
        for part in case:
            kind = {"failure": "failed", "error": "failed", "skipped": "skipped"}.get(part.tag)
            if kind and outcome != "failed":
                outcome, details = kind, gist(part.text or part.get("message") or "")
        found[name] = (outcome, details)
    return found


def gist(traceback):
    """The lines of a test and what went wrong, without the library's lines between them."""
    lines = traceback.splitlines()
    told = [line for line in lines if line.startswith(("tests/", "E "))]
    return "\n".join(f"    {line:.300}" for line in (told or lines)[:12])
