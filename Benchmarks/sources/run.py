#!/usr/bin/env python3
"""Measures how long the server works on a calendar of 20,000 events that it reads from elsewhere.

    make benchmark-sources                  builds what is needed and prints the table
    Benchmarks/sources/run.py --count 1000  a first impression

The time is the processor's, of the server alone. The feed comes from this script, the account from a second server.
"""

import argparse
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from support.server import Client, Server  # noqa: E402

PASSWORD = "a password of the benchmark"
ROUNDS = 5


class Feed(http.server.BaseHTTPRequestHandler):
    text = b""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/calendar")
        self.send_header("Content-Length", str(len(Feed.text)))
        self.end_headers()
        self.wfile.write(Feed.text)

    def log_message(self, *_):
        pass


def started(folder, settings=None):
    """A server with Anna's account, and a client that is signed in to it."""
    folder.mkdir()
    server = Server(folder / "meantime.sqlite", folder / "log", settings=settings)
    command = [os.environ["BINARY_TO_TEST"], "user", "add", "anna@example.org", "--data", server.data]
    subprocess.run(command, input=PASSWORD + "\n", text=True, check=True, capture_output=True)
    server.start()
    client = Client(server)
    _, headers, _ = client.request("POST", "/api/v1/session", {"email": "anna@example.org", "password": PASSWORD})
    client.cookie = re.match(r"meantime_session=([^;]+)", headers["Set-Cookie"]).group(1)
    return server, client


def asked(client, method, path, body=None):
    status, _, answer = client.request(method, "/api/v1" + path, body)
    assert status in (200, 201), (method, path, status, answer)
    return json.loads(answer)


def processor_ms(server):
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def timed(server, work):
    """The milliseconds that the server works, and those that pass."""
    before, since = processor_ms(server), time.monotonic()
    work()
    return processor_ms(server) - before, (time.monotonic() - since) * 1000


def memory_mb(server):
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return tuple(int(re.search(rf"{name}:\s+(\d+)", status)[1]) // 1024 for name in ("VmRSS", "VmHWM"))


def show(name, figures):
    print(f"{name:<46} {min(own for own, _ in figures):>8.0f} ms of work, {min(all for _, all in figures):>8.0f} ms in all")


def measure_feed(folder, text):
    listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feed)
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    place = f"127.0.0.1:{listening.server_port}"
    server, client = started(folder, {"MEANTIME_SOURCE_HOSTS": place})
    Feed.text = text
    made = {}
    show("feed, first reading", [timed(server, lambda: made.update(asked(client, "POST", "/sources", {"address": f"http://{place}/a.ics"})))])
    path = f"/sources/{made['calendar']['id']}/refresh"
    show("feed, nothing changed", [timed(server, lambda: asked(client, "POST", path)) for _ in range(ROUNDS)])
    figures = []
    for number in range(ROUNDS):
        Feed.text = text.replace(b"SUMMARY:", f"SUMMARY:{number} ".encode(), 1)
        figures.append(timed(server, lambda: asked(client, "POST", path)))
    show("feed, one change", figures)
    print("memory after it, at most: %d MB, %d MB" % memory_mb(server))
    server.stop()
    listening.shutdown()


def measure_account(folder, text):
    other, there = started(folder / "other")
    calendar = there.calendars()[0]["id"]
    status, _, answer = there.request("POST", f"/api/v1/calendars/{calendar}/import", text, {"Content-Type": "text/calendar"})
    assert status == 200, answer
    password = asked(there, "POST", "/account/app-passwords", {"name": "benchmark"})["password"]
    account = {"user": "anna@example.org", "password": password}
    server, client = started(folder / "own", {"MEANTIME_SOURCE_HOSTS": other.url.removeprefix("http://")})
    found = asked(client, "POST", "/sources/look-up", {"address": other.url, **account})["calendars"][0]
    made = {}
    form = {"kind": "caldav", "address": found["address"], **account}
    show("account, first reading", [timed(server, lambda: made.update(asked(client, "POST", "/sources", form)))])
    path = f"/sources/{made['calendar']['id']}/refresh"
    show("account, nothing changed", [timed(server, lambda: asked(client, "POST", path)) for _ in range(ROUNDS)])
    figures = []
    for number in range(ROUNDS):
        event = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//EN\r\nBEGIN:VEVENT\r\nUID:n{number}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260101T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        headers = {"Content-Type": "text/calendar", "If-None-Match": "*"}
        assert there.request("PUT", f"/api/v1/calendars/{calendar}/events/n{number}", event.encode(), headers)[0] == 201
        figures.append(timed(server, lambda: asked(client, "POST", path)))
    show("account, one change", figures)
    print("memory after it, at most: %d MB, %d MB" % memory_mb(server))
    for each in (server, other):
        each.stop()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", type=int, default=20_000)
    given = arguments.parse_args()
    os.environ.setdefault("BINARY_TO_TEST", str(ROOT / ".build/release/meantime"))
    command = [sys.executable, ROOT / "Fixtures/generate-large.py", "-", "--count", str(given.count)]
    text = subprocess.run(command, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "account").mkdir()
        measure_feed(folder / "feed", text)
        measure_account(folder / "account", text)


if __name__ == "__main__":
    main()
