"""Accounts on a server, for tests with a page and for those without a browser."""

import fcntl
import json
import os
import re
import subprocess

import pytest

from support.browser import EMAIL, NAME, PASSWORD
from support.server import Client, Server, binary


def sent(client, method, path, body=None, expecting=200):
    """Sends a request under /api/v1 that has to succeed, and returns the parsed JSON."""
    status, _, answer = client.request(method, "/api/v1" + path, body)
    assert status == expecting, (method, path, status, answer)
    return json.loads(answer) if answer else None


def add_account(server, email, name):
    """Returns a client signed in to an account, which is added on the command line unless the data already has it."""
    if known := server.remembered(email):
        return known
    command = [binary(), "user", "add", email, "--name", name, "--data", server.place]
    subprocess.run(command, input=PASSWORD + "\n", text=True, check=True, capture_output=True, cwd=server.log.parent)
    client = Client(server)
    status, headers, answer = client.request("POST", "/api/v1/session", {"email": email, "password": PASSWORD})
    assert status == 200, (status, answer)
    client.cookie = re.match(r"meantime_session=([^;]+)", headers["Set-Cookie"]).group(1)
    return client


def made_once(tmp_path_factory, name, make):
    """Returns a folder that all workers share. `make` fills it for the first one that asks; the others wait."""
    shared = tmp_path_factory.getbasetemp()
    # The folders of the workers lie in that of the run.
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    folder = shared / f"shared-{name}"
    with open(shared / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = tmp_path_factory.mktemp(name)
            make(unfinished)
            unfinished.rename(folder)
    return folder


@pytest.fixture(scope="session")
def furnished(tmp_path_factory):
    """A data file with Anna's account, made once and copied for each test, and her session cookie.

    Ben Berg and Cem have accounts too; add_account and the person fixture reuse them, which saves making one per test.
    """

    def furnish(folder):
        server = Server(folder / "meantime.sqlite", folder / "server.log").start()
        client = Client(server)
        client.set_up(EMAIL, NAME, PASSWORD)
        others = {each: add_account(server, each, name) for each, name in (("ben@example.org", "Ben Berg"), ("cem@example.org", "Cem"))}
        server.remember({EMAIL: client} | others)
        server.stop()

    folder = made_once(tmp_path_factory, "furnished", furnish)
    server = Server(folder / "meantime.sqlite", folder / "server.log")
    return server.data, server.remembered(EMAIL).cookie
