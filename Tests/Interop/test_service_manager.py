"""What a service manager such as systemd hears from the server, by a socket that stands for its own."""

import contextlib
import socket

import pytest
from support.server import Server

SECONDS_MAX = 60


@contextlib.contextmanager
def listening(address):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind("\0" + address[1:] if address.startswith("@") else address)
        told.settimeout(SECONDS_MAX)
        yield lambda: told.recv(4096).decode()


def server(folder, **settings):
    return Server(folder / "meantime.sqlite", folder / "server.log", settings=settings)


# The longest path that an address holds has 107 bytes.
@pytest.mark.parametrize("kind", ["path", "longest path", "abstract name"])
def test_it_hears_when_the_server_is_ready_and_when_it_stops(tmp_path, kind):
    folder = tmp_path
    name = str(folder / "notify")
    if kind == "longest path":
        name += "-" * (107 - len(name))
    address = "@" + name[-100:] if kind == "abstract name" else name
    with listening(address) as next_message:
        started = server(folder, NOTIFY_SOCKET=address).start()
        assert next_message() == f"READY=1\nSTATUS=Serving {started.url}/"
        started.stop()
        assert next_message() == "STOPPING=1"


def test_it_hears_that_the_server_lives_twice_in_the_silence_it_allows(tmp_path):
    address = str(tmp_path / "notify")
    with listening(address) as next_message:
        started = server(tmp_path, NOTIFY_SOCKET=address, WATCHDOG_USEC="400000").start()
        told = [next_message() for _ in range(6)]
        assert sorted(told) == [f"READY=1\nSTATUS=Serving {started.url}/"] + 5 * ["WATCHDOG=1"]
        started.stop()
        while (message := next_message()) == "WATCHDOG=1":
            pass
        assert message == "STOPPING=1"


def test_a_silence_that_another_process_is_watched_for_is_not_the_servers(tmp_path):
    address = str(tmp_path / "notify")
    with listening(address) as next_message:
        started = server(tmp_path, NOTIFY_SOCKET=address, WATCHDOG_USEC="1000", WATCHDOG_PID="1").start()
        started.stop()
        assert [next_message(), next_message()] == [f"READY=1\nSTATUS=Serving {started.url}/", "STOPPING=1"]


@pytest.mark.parametrize("length", [40, 108])
def test_the_log_says_if_it_can_not_be_told(tmp_path, length):
    """Where nobody listens, and at an address that is one byte too long."""
    address = "/nowhere/".ljust(length, "-")
    started = server(tmp_path, NOTIFY_SOCKET=address).start()
    started.stop()
    assert f"socket={address}" in started.output() and "can't be told" in started.output()


def test_nothing_is_told_without_a_service_manager(tmp_path):
    for settings in ({}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1234"}):
        started = server(tmp_path, **settings).start()
        started.stop()
        assert "can't be told" not in started.output()
