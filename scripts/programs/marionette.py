"""A client for Marionette, by which a Mozilla program is driven: messages of JSON, each after its length."""

import json
import socket


class ScriptError(Exception):
    """What a script in the program threw."""


class Marionette:
    """A connection to a program that listens on a port of this machine."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.rest = b""
        self.count = 0
        self._receive()

    def begin(self):
        """Starts a session whose scripts run as the program itself."""
        self._command("WebDriver:NewSession", {})
        self._command("Marionette:SetContext", {"value": "chrome"})
        self._command("WebDriver:SetTimeouts", {"script": 60_000})

    def run(self, script, *arguments):
        """Runs the body of an asynchronous function, and returns what it returns."""
        wrapped = f"const done = arguments[arguments.length - 1]; (async () => {{ {script} }})().then((it) => done([it]), (it) => done(String(it) + it?.stack));"
        answer = self._command("WebDriver:ExecuteAsyncScript", {"script": wrapped, "args": list(arguments)})["value"]
        if isinstance(answer, str):
            raise ScriptError(answer)
        return answer[0]

    def _command(self, name, parameters):
        self.count += 1
        text = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, number, error, answer = self._receive()
        assert number == self.count, (number, self.count)
        if error:
            raise ScriptError(error)
        return answer

    def _receive(self):
        while b":" not in self.rest:
            self.rest += self._more()
        length, _, self.rest = self.rest.partition(b":")
        while len(self.rest) < int(length):
            self.rest += self._more()
        text, self.rest = self.rest[: int(length)], self.rest[int(length) :]
        return json.loads(text)

    def _more(self):
        octets = self.socket.recv(65536)
        assert octets, "the program closed the connection"
        return octets
