"""vdirsyncer's own tests of CalDAV storages; test_khal.py has real syncs."""

import pathlib
import shutil

import pytest
from suites import environment, run_tests, source


@pytest.mark.long
def test_its_storage_tests_pass(anna, tmp_path, expect_only_known):
    folder = tmp_path / "vdirsyncer"
    shutil.copytree(source("vdirsyncer") / "tests", folder / "tests")
    shutil.copy(pathlib.Path(__file__).with_name("vdirsyncer_server.py"), folder / "tests/storage/servers/meantime.py")
    (folder / "pytest.ini").write_text("[pytest]\nasyncio_mode = strict\n")
    home = tmp_path / "home"
    home.mkdir()
    # Without a path: vdirsyncer finds everything from the name of the server.
    account = {"SERVER_URL": anna.server.url, "SERVER_USER": anna.email, "SERVER_PASSWORD": anna.password}
    variables = environment(home, DAV_SERVER="meantime", DETERMINISTIC_TESTS="true", **account)
    files = ["tests/storage/dav/test_caldav.py", "tests/storage/dav/test_main.py"]
    results = run_tests(folder, files, variables, tmp_path / "report.xml")
    expect_only_known("vdirsyncer", results, "passed")
