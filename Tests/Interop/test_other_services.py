"""Calendars at other CalDAV servers: found, read, and changed on both sides."""

import re

import pytest
from other_service import PASSWORD, USER, OtherService
from person import Person, event
from support.server import Server


@pytest.fixture(params=sorted(OtherService.PLACES))
def other(request, tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()
    service = OtherService(request.param, folder)
    yield service
    service.stop()


@pytest.fixture
def anna(tmp_path, other):
    """Somebody at a server that may read the other one."""
    settings = {"MEANTIME_SOURCE_HOSTS": other.place}
    server = Server(tmp_path / "meantime.sqlite", tmp_path / "server.log", settings=settings)
    person = Person(server, "Anna")
    server.start()
    yield person
    server.stop()


class Connected:
    """A calendar of the other server, as Anna has it."""

    def __init__(self, person, other):
        account = {"user": USER, "password": PASSWORD}
        found = person.ask("POST", "/sources/look-up", {"address": f"http://{other.place}", **account})["calendars"]
        club = next(each for each in found if each["address"] == other.calendar)
        assert club["writable"], club
        form = {"kind": "caldav", "address": club["address"], **account}
        self.id = person.ask("POST", "/sources", form)["calendar"]["id"]
        self.person = person

    def refresh(self):
        source = self.person.ask("POST", f"/sources/{self.id}/refresh")
        assert "failure" not in source and source["waiting"] == 0, source

    def texts(self):
        """The texts of all events, by UID."""
        events = [each for each in self.person.page().events() if each["calendar"] == self.id]
        found = {}
        for each in events:
            text = each["ical"].replace("\r\n ", "").replace("\r\n", "\n")
            uid = re.search("^UID:(.*)$", text, re.MULTILINE)[1]
            assert uid not in found, f"{uid} is here twice"
            found[uid] = text
        return found

    def put(self, uid, text):
        page = self.person.page()
        present = [each for each in page.events() if each["calendar"] == self.id and f"UID:{uid}" in each["ical"]]
        href = present[0]["href"] if present else uid
        condition = {"If-Match": present[0]["etag"]} if present else {"If-None-Match": "*"}
        path = f"/api/v1/calendars/{self.id}/events/{href}"
        status, _, answer = page.request("PUT", path, text.encode(), {"Content-Type": "text/calendar", **condition})
        assert status in (200, 201), answer

    def remove(self, uid):
        page = self.person.page()
        present = next(each for each in page.events() if each["calendar"] == self.id and f"UID:{uid}" in each["ical"])
        path = f"/api/v1/calendars/{self.id}/events/{present['href']}"
        assert page.request("DELETE", path, None, {"If-Match": present["etag"]})[0] == 204


def calendar(*events):
    text = "\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Club//EN", ZONE, *events, "END:VCALENDAR", ""])
    return text.replace("\n", "\r\n")


ZONE = """BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19810329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE"""


def test_each_side_gets_what_the_other_adds_changes_and_removes(anna, other):
    other.put("choir.ics", calendar(event("choir", "20270303T180000", "Choir", "RRULE:FREQ=WEEKLY;COUNT=3\n")))
    other.put("market.ics", calendar(event("market", "20270304T080000", "Market", "X-CLUB-ROOM:12\n")))
    here = Connected(anna, other)
    assert set(here.texts()) == {"choir", "market"}

    moved = event("choir", "20270311T200000", "Late_choir", "RECURRENCE-ID;TZID=Europe/Berlin:20270310T180000\n")
    here.put("choir", calendar(event("choir", "20270303T180000", "Choir", "RRULE:FREQ=WEEKLY;COUNT=3\n"), moved))
    here.put("dinner", calendar(event("dinner", "20270305T190000", "Dinner")))
    here.remove("market")
    here.refresh()
    there = other.texts()
    assert set(there) == {"choir", "dinner"}
    assert "Late_choir" in there["choir"] and there["choir"].count("BEGIN:VEVENT") == 2

    other.put("walk.ics", calendar(event("walk", "20270306T100000", "Walk")))
    other.remove("choir.ics")
    here.refresh()
    assert set(here.texts()) == {"dinner", "walk"}


def test_changes_of_both_sides_are_merged_and_end_the_same(anna, other):
    other.put("market.ics", calendar(event("market", "20270304T080000", "Market", "X-CLUB-ROOM:12\n")))
    here = Connected(anna, other)
    here.put("market", calendar(event("market", "20270304T080000", "Late_market", "X-CLUB-ROOM:12\n")))
    other.put("market.ics", calendar(event("market", "20270304T080000", "Market", "X-CLUB-ROOM:12\nLOCATION:Hall\n")))
    here.refresh()
    for texts in (here.texts(), other.texts()):
        assert set(texts) == {"market"}
        for line in ("SUMMARY:Late_market", "LOCATION:Hall", "X-CLUB-ROOM:12"):
            assert line in texts["market"].splitlines(), texts
