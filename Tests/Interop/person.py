"""Somebody with an account, for whom calendar programs are set up."""

import json
import re
import subprocess

from support.server import Client, binary

PASSWORD = "correct horse battery staple"


class Person:
    """An account, as its calendar programs and its page know it."""

    def __init__(self, server, name):
        self.server = server
        self.name = name
        self.email = f"{name.lower()}@example.org"
        self._administer("add", self.email, "--name", name, answer=PASSWORD)
        self.password = self._administer("app-password", self.email, "--name", "suites").splitlines()[-1]

    def _administer(self, *arguments, answer=""):
        command = [binary(), "user", *arguments, "--data", self.server.data]
        done = subprocess.run(command, input=answer + "\n", text=True, check=True, capture_output=True)
        return done.stdout.strip()

    @property
    def root(self):
        """Where programs are pointed to."""
        return f"{self.server.url}/dav/"

    def page(self):
        """A client of the HTTP interface, signed in as the page is."""
        client = Client(self.server)
        body = {"email": self.email, "password": PASSWORD}
        status, headers, answer = client.request("POST", "/api/v1/session", body)
        assert status == 200, (status, answer)
        client.cookie = re.match(r"meantime_session=([^;]+)", headers["Set-Cookie"]).group(1)
        return client

    def ask(self, method, path, body=None):
        """A request of the HTTP interface that has to succeed; returns what is in the answer."""
        status, _, answer = self.page().request(method, "/api/v1" + path, body)
        assert status in (200, 201, 204), (method, path, status, answer)
        return json.loads(answer) if answer else None


def found_group(owner, others, level):
    """Makes a group in which the others show their calendars at a level, such as "busy"; returns its ID."""
    group = owner.ask("POST", "/groups", {"name": "Choir"})["id"]
    token = owner.ask("POST", f"/groups/{group}/invitations", {"uses": None, "days": 7})["token"]
    for other in others:
        other.ask("POST", f"/invitations/{token}", {"default": level, "calendars": {}})
    return group


def event(uid, start, title, more=""):
    """The text of an event of an hour in Berlin."""
    lines = [f"UID:{uid}", "DTSTAMP:20261124T120000Z", f"DTSTART;TZID=Europe/Berlin:{start}", "DURATION:PT1H", f"SUMMARY:{title}"]
    return "\n".join(["BEGIN:VEVENT", *lines, *more.split(), "END:VEVENT"])
