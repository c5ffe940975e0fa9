"""`caldav-server-tester`, which probes a server for each feature that programs rely on."""

import ast
import json
import subprocess

import pytest
from suites import SECONDS_MAX, environment, program


@pytest.mark.long
def test_every_feature_is_found_in_full(people, tmp_path, expect_only_known):
    sections = {
        each.email: {"caldav_url": each.root, "caldav_username": each.email, "caldav_password": each.password} for each in people
    }
    settings = tmp_path / "home/.config/caldav/calendar.conf"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps(sections))
    command = [program("caldav-server-tester"), "--format", "hints"]
    command += [part for name in sections for part in ("--config-section", name)]
    done = subprocess.run(command, env=environment(tmp_path / "home"), cwd=tmp_path, text=True, capture_output=True, timeout=SECONDS_MAX)
    assert done.returncode == 0, done.stderr[-5000:]
    features = ast.literal_eval(done.stdout)
    results = {name: (found.get("support", "full" if found.get("value") else "absent"), json.dumps(found)) for name, found in features.items()}
    expect_only_known("caldav-server-tester", results, "full")
