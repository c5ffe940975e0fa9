"""khal and vdirsyncer, as somebody uses them who lives in a terminal."""

import subprocess

from suites import environment, program

SYNC = """
[general]
status_path = "{home}/status/"
[pair calendars]
a = "local"
b = "server"
collections = ["from b"]
conflict_resolution = "b wins"
metadata = ["displayname"]
[storage local]
type = "filesystem"
path = "{home}/calendars/"
fileext = ".ics"
[storage server]
type = "caldav"
url = "{url}"
username = "{email}"
password = "{password}"
"""
KHAL = """
[calendars]
[[all]]
path = {home}/calendars/*
type = discover
[locale]
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
"""


class Terminal:
    """Somebody's khal and vdirsyncer, with a home folder of their own."""

    def __init__(self, person, home):
        self.home = home
        home.mkdir()
        account = {"url": person.server.url, "email": person.email, "password": person.password}
        self.sync_settings = home / "vdirsyncer.conf"
        self.sync_settings.write_text(SYNC.format(home=home, **account))
        self.khal_settings = home / "khal.conf"
        self.khal_settings.write_text(KHAL.format(home=home))

    def _run(self, *command, answers=""):
        done = subprocess.run(command, env=environment(self.home), input=answers, text=True, capture_output=True, timeout=60)
        assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def find(self):
        """Finds the calendars, and says yes to making each of them here."""
        self._run(program("vdirsyncer"), "--config", self.sync_settings, "discover", answers="y\n" * 20)

    def sync(self):
        self._run(program("vdirsyncer"), "--config", self.sync_settings, "sync")

    def khal(self, *arguments):
        return self._run(program("khal"), "--config", self.khal_settings, *arguments)

    def agenda(self, start="2027-03-01", days=28):
        """What khal lists, as "date time title" lines."""
        text = self.khal("list", "--format", "{start} {title}", "--day-format", "", start, f"{days}d")
        return [line for line in text.splitlines() if line]
