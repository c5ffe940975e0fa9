"""What is in the package, before anybody installs it."""

import os
import re
import subprocess
import time

import operating_document
from bare_debian import run
from conftest import PROGRAM, architecture, make
from support.server import ROOT


def test_it_has_no_errors_for_lintian(first):
    assert run("lintian", "--fail-on=error,warning", "--allow-root", first[0], check=False) == ""


def test_its_version_is_that_of_the_program_and_of_the_document(first):
    version = run(PROGRAM, "--version").strip()
    assert run("dpkg-deb", "--field", first[0], "Version").strip() == version
    assert operating_document.versions()[0] == version
    assert first[0].name == f"meantime_{version}_{architecture()}.deb"
    assert first[1].name == f"meantime-{version}-linux-{architecture()}.tar.gz"


def test_the_later_version_of_the_document_is_later():
    first, later = operating_document.versions()
    run("dpkg", "--compare-versions", first, "lt", later)


def test_it_depends_on_exactly_the_libraries_that_the_program_links_to(first, unpacked):
    depends = run("dpkg-deb", "--field", first[0], "Depends").strip()
    named = {re.match(r"\S+", each).group().partition(":")[0] for each in depends.split(", ")}
    # Only its own: what these need in turn is for their packages to say.
    linked = re.findall(r"NEEDED +(\S+)", run("objdump", "--private-headers", unpacked / "usr/bin/meantime"))
    owners = [run("dpkg", "--search", f"*/{library}") for library in linked]
    packages = {owner.split(":")[0] for lines in owners for owner in lines.splitlines() if owner.split(":")[1:2] == [architecture()] }
    assert named - {"ca-certificates", "tzdata", "systemd"} == packages
    assert not [library for library in linked if "swift" in library.lower()]


def test_the_same_commit_gives_the_same_bytes(first, tmp_path):
    # The files of the second are made at another time, under another mask.
    time.sleep(1.1 - time.time() % 1)
    before = os.umask(0o077)
    try:
        second = make(tmp_path)
    finally:
        os.umask(before)
    for one, other in zip(first, second):
        assert one.read_bytes() == other.read_bytes(), one.name


def test_only_root_reads_the_settings_and_nobody_else_owns_a_file(first):
    listed = run("dpkg-deb", "--contents", first[0]).splitlines()
    assert {line.split()[1] for line in listed} == {"root/root"}
    odd = [line for line in listed if not re.match(r"drwxr-xr-x|-rw-r--r--|-rwxr-xr-x .* \./usr/bin/meantime$", line)]
    assert [(line.split()[0], line.split()[-1]) for line in odd] == [("-rw-r-----", "./etc/meantime.conf")]


def test_the_defaults_in_the_settings_file_are_the_program_s(tmp_path):
    text = (ROOT / "packaging/meantime.conf").read_text()
    written = dict(re.findall(r"^#?(MEANTIME_[A-Z_]+)=(.*)$", text, re.MULTILINE))
    printed = subprocess.run([PROGRAM, "check-config"], cwd=tmp_path, env={}, text=True, check=True, capture_output=True).stdout
    used = dict(line.split("=", 1) for line in printed.splitlines() if line.startswith("MEANTIME_"))
    assert len(used) >= 11
    # These depend on where the program is.
    for name in set(used) - {"MEANTIME_DATA", "MEANTIME_WEB"}:
        # Where there is no default, the file may have an example.
        assert written[name] == used[name] or used[name] == "", name


def test_a_service_s_settings_file_is_read_without_complaint(tmp_path):
    """Also with every line that has a value switched on."""
    text = (ROOT / "packaging/meantime.conf").read_text()
    on = re.sub(r"^#(MEANTIME_(?!OIDC|SECRET_KEY)[A-Z_]+=.)", r"\1", text, flags=re.MULTILINE)
    assert on.count("\nMEANTIME_") >= 8
    file = tmp_path / "meantime.conf"
    for each in (text, on):
        file.write_text(each)
        run(PROGRAM, "check-config", cwd=tmp_path, env={"MEANTIME_CONFIG": str(file)})


def test_every_library_in_the_program_has_its_licence_in_the_package(unpacked):
    text = run("zcat", unpacked / "usr/share/doc/meantime/third-party-notices.gz")
    for name in ("swift-nio: ", "hummingbird: ", "GRDB.swift: ", "swift-crypto: ", "swift: LICENSE.txt"):
        assert name in text, name
