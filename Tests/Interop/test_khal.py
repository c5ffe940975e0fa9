"""khal, a calendar in the terminal, syncing both ways with vdirsyncer."""

import subprocess

import pytest
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


@pytest.fixture
def terminal(anna, tmp_path):
    terminal = Terminal(anna, tmp_path / "home")
    terminal.find()
    terminal.sync()
    return terminal


def event(uid, start, title, more=""):
    return f"BEGIN:VEVENT\nUID:{uid}\nDTSTAMP:20261124T120000Z\nDTSTART;TZID=Europe/Berlin:{start}\nDURATION:PT1H\nSUMMARY:{title}\n{more}END:VEVENT"


def test_an_event_made_in_khal_is_in_the_page(terminal, anna):
    calendar = terminal.khal("printcalendars").split()[0]
    terminal.khal("new", "--calendar", calendar, "2027-03-11", "14:00", "15:00", "Choir")
    terminal.sync()
    (made,) = anna.page().events()
    assert "SUMMARY:Choir" in made["ical"] and "T140000" in made["ical"]


def test_changes_in_the_page_are_in_khal(terminal, anna):
    page = anna.page()
    page.put(event("dentist", "20270311T090000", "Dentist"))
    page.put(event("stays", "20270312T090000", "Market"))
    terminal.sync()
    assert terminal.agenda() == ["2027-03-11 09:00 Dentist", "2027-03-12 09:00 Market"]
    path = f"/api/v1/calendars/{page.calendars()[0]['id']}/events/dentist.ics"
    (etag,) = [each["etag"] for each in page.events() if "Dentist" in each["ical"]]
    status, _, answer = page.request("DELETE", path, headers={"If-Match": etag})
    assert status in (200, 204), (status, answer)
    terminal.sync()
    assert terminal.agenda() == ["2027-03-12 09:00 Market"]


def test_what_is_removed_here_is_gone_in_the_page(terminal, anna):
    page = anna.page()
    page.put(event("dentist", "20270311T090000", "Dentist"))
    page.put(event("stays", "20270312T090000", "Market"))
    terminal.sync()
    (file,) = [path for path in terminal.home.glob("calendars/*/*.ics") if "Dentist" in path.read_text()]
    file.unlink()
    terminal.sync()
    assert ["Market" in each["ical"] for each in page.events()] == [True]


def test_a_moved_occurrence_is_at_its_new_time_in_khal(terminal, anna):
    series = event("weekly", "20270303T180000", "Choir", "RRULE:FREQ=WEEKLY;COUNT=3\n")
    moved = event("weekly", "20270311T200000", "Choir", "RECURRENCE-ID;TZID=Europe/Berlin:20270310T180000\n")
    anna.page().put(series + "\n" + moved)
    terminal.sync()
    assert terminal.agenda() == ["2027-03-03 18:00 Choir", "2027-03-11 20:00 Choir", "2027-03-17 18:00 Choir"]
