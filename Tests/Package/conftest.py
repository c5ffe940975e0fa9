"""Fixtures: the packages of two versions, made by the script that makes them for everybody, and started machines."""

import os
import re
import subprocess

import bare_debian
import pytest
from operating_document import versions
from support.server import ROOT

PROGRAM = ROOT / ".build/release/meantime"


def pytest_configure():
    assert PROGRAM.exists(), f"{PROGRAM} is missing: run 'make package' first"
    assert os.geteuid() == 0, "the bare Debian is started in namespaces, which only root can make: run this as root"


def architecture():
    return bare_debian.run("dpkg", "--print-architecture").strip()


def make(folder, version=None):
    """Makes the package and the tarball, compressed as little as possible, which is quicker; returns their paths."""
    options = ["--level", "1", *(["--version", version] if version else [])]
    bare_debian.run(ROOT / "scripts/package.py", "--out", folder, *options)
    return next(folder.glob("*.deb")), next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="session")
def first(tmp_path_factory):
    """The package and the tarball of the program's own version."""
    return make(tmp_path_factory.mktemp("first"))


@pytest.fixture(scope="session")
def later(tmp_path_factory):
    """Those of the later version that the document names."""
    return make(tmp_path_factory.mktemp("later"), versions()[1])


@pytest.fixture(scope="session")
def tree(first):
    depends = bare_debian.run("dpkg-deb", "--field", first[0], "Depends").strip()
    return bare_debian.tree([re.match(r"[^ |]+", each).group() for each in depends.split(", ")])


@pytest.fixture
def machine_with(tree):
    """Starts a bare machine with files in the home of its root."""
    started = []

    def start(*files):
        context = bare_debian.Machine.started(tree, files)
        machine = context.__enter__()
        started.append(context)
        return machine

    yield start
    for context in started:
        context.__exit__(None, None, None)


@pytest.fixture(scope="session")
def unpacked(first, tmp_path_factory):
    """The package's files and its control files (DEBIAN)."""
    folder = tmp_path_factory.mktemp("unpacked")
    subprocess.run(["dpkg-deb", "--raw-extract", first[0], folder], check=True)
    return folder
