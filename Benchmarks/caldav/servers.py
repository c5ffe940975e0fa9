"""The servers to compare, each started on an empty folder with one calendar."""

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

from connection import Connection

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/Browser"))

from support.server import free_port  # noqa: E402

START_SECONDS_MAX = 60
PASSWORD = "a password of the benchmark"
MKCALENDAR = (
    b'<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>'
    b"<D:displayname>Personal</D:displayname></D:prop></D:set></C:mkcalendar>"
)


class Server:
    """A server process in a folder of its own."""

    name = ""
    account = None

    def __init__(self, folder, programs):
        self.folder = folder
        self.programs = programs
        self.port = free_port()
        self.process = None

    def __enter__(self):
        """Starts the server; sets `calendar`, the path of the calendar to write to."""
        isNew = not self.folder.exists()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.prepare()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MEANTIME_")}
        environment["MEANTIME_WRITES_PER_MINUTE"] = "1000000"
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [str(part) for part in self.command()], stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, env=environment,
            )
        self._wait()
        self.calendar = self.find_calendar(self.connect(), isNew)
        return self

    def _wait(self):
        ends = time.monotonic() + START_SECONDS_MAX
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if self.process.poll() is not None or time.monotonic() > ends:
                    raise RuntimeError(f"{self.name} does not start: {self.folder}/server.log") from None
                time.sleep(0.05)

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def connect(self):
        return Connection(self.port, self.account)

    def memory_bytes(self):
        """What the process has in memory now, and the most it ever had."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return tuple(int(re.search(rf"{name}:\s+(\d+)", status)[1]) * 1024 for name in ("VmRSS", "VmHWM"))

    def prepare(self):
        """Makes what the server needs before its start."""

    def find_calendar(self, connection, isNew):
        """Makes the calendar if the folder is new, and returns its path."""
        if not isNew:
            return self.calendar
        answer = connection.request("MKCALENDAR", self.calendar, MKCALENDAR, Content_Type="application/xml")
        assert answer.status == 201, answer
        return self.calendar


class Meantime(Server):
    name = "Meantime"

    def _meantime(self, *arguments, **options):
        return subprocess.run(
            [str(self.programs["meantime"]), *arguments, "--data", str(self.folder / "data.sqlite")],
            check=True, text=True, stdout=subprocess.PIPE, **options,
        ).stdout

    def prepare(self):
        if not (self.folder / "data.sqlite").exists():
            self._meantime("user", "add", "anna@example.org", input=PASSWORD + "\n")
        made = self._meantime("user", "app-password", "anna@example.org", "--name", "benchmark")
        self.account = ("anna@example.org", made.strip().splitlines()[-1])

    def command(self):
        return [self.programs["meantime"], "serve", "--port", self.port, "--data", self.folder / "data.sqlite",
                "--web", self.programs["web"]]

    def find_calendar(self, connection, isNew):
        """The calendar that every account has, found as programs find it."""
        principal = self._href(connection, "/dav/", "D:current-user-principal")
        home = self._href(connection, principal, "C:calendar-home-set")
        body = b'<D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/></D:prop></D:propfind>'
        listed = connection.request("PROPFIND", home, body, Depth=1).body.decode()
        responses = re.split(r"</(?:\w+:)?response>", listed)
        calendars = [part for part in responses if re.search(r"<(?:\w+:)?calendar[\s/>]", part)]
        return re.search(r"href>([^<]+)<", calendars[0])[1]

    def _href(self, connection, path, name):
        body = (f'<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><{name}/></D:prop>'
                "</D:propfind>").encode()
        text = connection.request("PROPFIND", path, body, Depth=0).body.decode()
        return re.search(rf"{name.split(':')[1]}[^>]*>\s*<(?:\w+:)?href>([^<]+)<", text)[1]


class Radicale(Server):
    name = "Radicale"
    calendar = "/anna/personal/"
    account = ("anna", "anna")

    def command(self):
        return [self.programs["python"], "-m", "radicale", "--config", "", "--hosts", f"127.0.0.1:{self.port}",
                "--auth-type", "none", "--storage-filesystem-folder", self.folder / "data", "--logging-level", "warning"]


class Xandikos(Server):
    name = "xandikos"
    calendar = "/user/calendars/personal/"

    def command(self):
        return [self.programs["python"], "-m", "xandikos", "serve", "--directory", self.folder / "data", "--defaults",
                "--state-dir", self.folder / "state", "--no-detect-systemd", "--listen-address", "127.0.0.1",
                "--port", self.port]


SERVERS = {kind.name: kind for kind in (Meantime, Radicale, Xandikos)}
