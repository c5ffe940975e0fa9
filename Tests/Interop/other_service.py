"""Other CalDAV servers, started on an empty folder with a calendar in it."""

import os
import re
import signal
import socket
import subprocess

import requests
from support.server import ROOT, free_port
from support.waiting import eventually

# The servers have an environment of their own.
PYTHON = ROOT / ".build/other-services/bin/python"

USER, PASSWORD = "anna", "a password of another service"
START_SECONDS_MAX = 60
MKCALENDAR = """<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
<D:displayname>Club</D:displayname></D:prop></D:set></C:mkcalendar>"""


class OtherService:
    """A server of its own, and what a program would see there."""

    # Where the calendar is, and how the server is started.
    PLACES = {"Radicale": "/anna/club/", "xandikos": "/user/calendars/club/"}
    COMMANDS = {
        "Radicale": "radicale --config= --hosts 127.0.0.1:{port} --auth-type none --storage-filesystem-folder {folder}",
        "xandikos": "xandikos serve --directory {folder} --defaults --listen-address 127.0.0.1 --port {port}",
    }

    def __init__(self, name, folder):
        self.port = free_port()
        self.place = f"127.0.0.1:{self.port}"
        self.calendar = f"http://{self.place}{self.PLACES[name]}"
        command = self.COMMANDS[name].format(port=self.port, folder=folder / "data").split()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MEANTIME_")}
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [PYTHON, "-m", *command], stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=environment
            )  # fmt: skip
        eventually(self._is_ready, seconds=START_SECONDS_MAX)
        assert self._ask("MKCALENDAR", self.calendar, MKCALENDAR).status_code == 201

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def _is_ready(self):
        assert self.process.poll() is None, "the other service ended at its start"
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def _ask(self, method, address, body=None, **headers):
        octets = body.encode() if body else None
        return requests.request(method, address, data=octets, headers=headers, auth=(USER, PASSWORD), timeout=60)

    def put(self, name, text):
        """Stores an event, as another program would that has read it just before."""
        address, headers = self.calendar + name, {"Content-Type": "text/calendar"}
        present = self._ask("GET", address)
        if present.ok:
            headers["If-Match"] = present.headers["ETag"]
        answer = self._ask("PUT", address, text, **headers)
        assert answer.ok, answer.text

    def remove(self, name):
        assert self._ask("DELETE", self.calendar + name).ok

    def texts(self):
        """The texts of all events, by UID."""
        listed = self._ask("PROPFIND", self.calendar, Depth="1").text
        found = {}
        for path in re.findall(r"href>([^<]*\.ics)<", listed):
            text = self._ask("GET", f"http://{self.place}{path}").text.replace("\r\n ", "").replace("\r\n", "\n")
            uid = re.search("^UID:(.*)$", text, re.MULTILINE)[1]
            assert uid not in found, f"{uid} is there twice"
            found[uid] = text
        return found
