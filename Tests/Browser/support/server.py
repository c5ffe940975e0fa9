"""The real server, with its own port and data file."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request

from support.waiting import eventually

ROOT = pathlib.Path(__file__).resolve().parents[3]
START_SECONDS_MAX = 60
# For what writes more with one account than a person would.
MANY_WRITES = {"MEANTIME_WRITES_PER_MINUTE": "1000000"}
STOP_SECONDS_MAX = 20


def free_port():
    """A port that no program listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def binary():
    """The program to test: the debug build, unless BINARY_TO_TEST names another."""
    return pathlib.Path(os.environ.get("BINARY_TO_TEST", ROOT / ".build/debug/meantime"))


class Server:
    """A server process that can be started, stopped, killed and started again on the same data."""

    def __init__(self, data, log, demo=False, settings=None):
        self.data = pathlib.Path(data)
        self.log = pathlib.Path(log)
        self.demo = demo
        self.settings = settings or {}
        self.web = ROOT / ".build/web"
        # The system chooses a port at the first start. It's kept for later starts, so that open pages can reconnect.
        self.port = 0
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def place(self):
        """What the command line calls the data."""
        return self.data

    def start(self):
        return self.begin().ready()

    def begin(self):
        """Starts the process without waiting for it; call `ready` before anything else."""
        command = [binary(), "serve", "--port", str(self.port), "--data", self.place, "--web", self.web]
        command += ["--demo"] if self.demo else []
        # Settings in the environment of whoever runs the tests must not reach the server.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MEANTIME_")} | self.settings
        self._output_before = len(self.output())
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.log.parent,
                env=environment,
            )
        return self

    def ready(self):
        """Waits until the server accepts connections, and returns it. Kills it if it doesn't."""

        def address():
            assert self.process.poll() is None, f"the server ended at its start:\n{self.output()}"
            return re.search(r"ready at http://127\.0\.0\.1:(\d+)/", self.output()[self._output_before :])

        try:
            self.port = int(eventually(address, seconds=START_SECONDS_MAX).group(1))
        except AssertionError:
            self.kill()
            raise
        return self

    def stop(self):
        """Stops the server as an administrator would; it must exit with 0 and within STOP_SECONDS_MAX."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not end within {STOP_SECONDS_MAX} s:\n{self.output()}") from None
        self.process = None
        assert code == 0, f"the server ended with {code}:\n{self.output()}"

    def kill(self):
        """Kills the server, as in a crash."""
        self.process.kill()
        self.process.wait()
        self.process = None

    def output(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    @property
    def _sessions(self):
        return self.data.with_name(self.data.name + ".sessions")

    def remember(self, clients):
        """Saves session cookies next to the data, so that copies of it don't need half a second per account."""
        self._sessions.write_text(json.dumps({email: client.cookie for email, client in clients.items()}))

    def remembered(self, email):
        """A client with a session that `remember` saved, or None."""
        kept = json.loads(self._sessions.read_text()) if self._sessions.exists() else {}
        return Client(self, kept[email]) if email in kept else None

    def setup_code(self):
        """The one-time code for setting up the first account, from the server's output."""
        found = re.findall(r"\b([A-Z2-9]{5}-[A-Z2-9]{5})\b", self.output())
        assert found, f"no one-time code on the console:\n{self.output()}"
        return found[-1]

    def demo_account(self):
        """The e-mail address and password of the demo account, from the server's output."""
        found = re.search(r"sign in as (\S+), password (\S+)", self.output())
        assert found, f"no account on the console:\n{self.output()}"
        return found.groups()


def on_copy(data, folder, settings=None):
    """Starts a server on a copy of a data file, which is put into `folder`."""
    return copied(data, folder, settings).start()


def copied(data, folder, settings=None):
    """A server, not started yet, on a copy of a data file, which is put into `folder`."""
    for path in data.parent.glob(data.name + "*"):
        shutil.copy(path, folder / path.name)
    return Server(folder / data.name, folder / "server.log", settings=settings)


class SpareServers:
    """Gives each test a server of its own that is running already: the next one starts while a test uses the last.

    Not for large data files, whose copies take long to make and to start: the last one of each waits until `stop`.
    """

    def __init__(self, make_folder):
        self._make_folder = make_folder
        # The server that waits, for each data file that was asked for.
        self._waiting = {}
        # Those that tests have taken; their folders go once they're stopped, or a whole run would need 20 GB.
        self._taken = []

    def take(self, data):
        """A running server on a fresh copy of a data file. Whoever takes it stops it."""
        for stopped in [each for each in self._taken if each.process is None]:
            self._taken.remove(stopped)
            shutil.rmtree(stopped.data.parent)
        server = self._waiting.pop(data, None) or self._begin(data)
        server.ready()
        self._taken.append(server)
        self._waiting[data] = self._begin(data)
        return server

    def stop(self):
        """Stops every server that waits, also if one of them fails; then it raises why."""
        with contextlib.ExitStack() as failures:
            for server in self._waiting.values():
                failures.callback(lambda server=server: server.ready().stop())

    def _begin(self, data):
        return copied(data, self._make_folder()).begin()


class Client:
    """An HTTP client for the server's interface, signed in if it has a session cookie."""

    def __init__(self, server, cookie=None):
        self.server = server
        self.cookie = cookie

    def request(self, method, path, body=None, headers=None):
        """Sends a request and returns (status, headers, body), also if it's refused."""
        headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if self.cookie:
            headers["Cookie"] = f"meantime_session={self.cookie}"
        request = urllib.request.Request(self.server.url + path, data=body, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.headers, refusal.read()

    def set_up(self, email, name, password):
        """Makes the first account and keeps its session cookie."""
        body = {"code": self.server.setup_code(), "email": email, "name": name, "password": password}
        status, headers, answer = self.request("POST", "/api/v1/setup", body)
        assert status == 201, (status, answer)
        self.cookie = re.match(r"meantime_session=([^;]+)", headers["Set-Cookie"]).group(1)

    def records(self):
        """All records that the account can see, as the page loads them."""
        status, _, body = self.request("GET", "/api/v1/sync")
        assert status == 200, (status, body)
        return [json.loads(line) for line in body.decode().splitlines() if line]

    def calendars(self):
        return [record for record in self.records() if record["type"] == "calendar"]

    def events(self):
        return [record for record in self.records() if record["type"] == "event"]

    def put(self, text, href=None, calendar=None):
        """Stores a new event, given the text of its VEVENT."""
        uid = re.search(r"^UID:(.+)$", text, re.MULTILINE).group(1).strip()
        calendar = calendar or self.calendars()[0]["id"]
        body = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Meantime//Tests//EN\n" + text.strip() + "\nEND:VCALENDAR\n"
        path = f"/api/v1/calendars/{calendar}/events/{urllib.parse.quote(href or uid + '.ics', safe='')}"
        headers = {"Content-Type": "text/calendar", "If-None-Match": "*"}
        status, _, answer = self.request("PUT", path, body.replace("\n", "\r\n").encode(), headers)
        assert status == 201, (status, answer)
        return json.loads(answer)

    def import_file(self, octets, calendar=None):
        """Imports a file and returns the records of the answer."""
        calendar = calendar or self.calendars()[0]["id"]
        path = f"/api/v1/calendars/{calendar}/import"
        status, _, body = self.request("POST", path, octets, {"Content-Type": "text/calendar"})
        assert status == 200, (status, body)
        return [json.loads(line) for line in body.decode().splitlines() if line]
