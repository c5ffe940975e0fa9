"""Somebody with an account, for whom calendar programs are set up."""

import re
import subprocess

from support.server import Client, binary

PASSWORD = "correct horse battery staple"


class Person:
    """An account, as its calendar programs and its page know it."""

    def __init__(self, server, name):
        self.server = server
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
