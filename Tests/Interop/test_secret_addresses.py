"""Other programs subscribe to a secret address: vdirsyncer with khal, and the icalendar library."""

import gzip
import json
import urllib.request

import icalendar
import recurring_ical_events
from person import event
from terminal import Terminal

SUBSCRIPTION = """
[general]
status_path = "{home}/status/"
[pair calendars]
a = "local"
b = "subscribed"
collections = null
[storage local]
type = "filesystem"
path = "{calendars}/subscribed"
fileext = ".ics"
[storage subscribed]
type = "http"
url = "{url}"
"""


def put_choir(person):
    page = person.page()
    series = event("weekly", "20270303T180000", "Choir", "RRULE:FREQ=WEEKLY;COUNT=3\nATTENDEE:mailto:guest@example.org\n")
    moved = event("weekly", "20270311T200000", "Choir", "RECURRENCE-ID;TZID=Europe/Berlin:20270310T180000\n")
    page.put(series + "\n" + moved)
    page.put(event("private", "20270305T090000", "Dentist", "CLASS:PRIVATE\n"))
    return page.calendars()[0]["id"]


def address_of(person, detail):
    form = {"name": "Grandma", "detail": detail, "calendar": put_choir(person)}
    return person.server.url + person.ask("POST", "/account/secret-addresses", form)["path"]


def test_vdirsyncer_subscribes_and_khal_shows_it(anna, tmp_path):
    terminal = Terminal(anna, tmp_path / "home")
    terminal.sync_settings.write_text(SUBSCRIPTION.format(home=terminal.home, calendars=terminal.calendars, url=address_of(anna, "full")))
    terminal.find()
    terminal.sync()
    assert terminal.agenda() == [
        "2027-03-03 18:00 Choir", "2027-03-05 09:00 ", "2027-03-11 20:00 Choir", "2027-03-17 18:00 Choir",
    ]  # fmt: skip
    anna.page().put(event("market", "20270312T090000", "Market"))
    terminal.sync()
    assert "2027-03-12 09:00 Market" in terminal.agenda()


def read(address, accept):
    request = urllib.request.Request(address, headers={"Accept": accept, "Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        octets = answer.read()
        return gzip.decompress(octets) if answer.headers["Content-Encoding"] == "gzip" else octets


def test_the_icalendar_library_reads_it_without_complaints(anna):
    for detail, titles in (("full", [None, "Choir"]), ("busy", [None])):
        octets = read(address_of(anna, detail) if detail == "full" else busy_of(anna), "text/calendar")
        calendar = icalendar.Calendar.from_ical(octets)
        assert [error for component in calendar.walk() for error in component.errors] == []
        found = recurring_ical_events.of(calendar).between((2027, 3, 1), (2027, 3, 29))
        assert {each.get("SUMMARY") for each in found} == set(titles)
        starts = sorted(each["DTSTART"].dt.strftime("%d %H:%M") for each in found)
        assert starts == ["03 18:00", "05 09:00", "11 20:00", "17 18:00"]
        assert b"guest@example.org" not in octets


def busy_of(person):
    form = {"name": "Colleagues", "detail": "busy", "calendar": person.page().calendars()[0]["id"]}
    return person.server.url + person.ask("POST", "/account/secret-addresses", form)["path"]


def test_the_same_dates_are_in_jscalendar(anna):
    group = json.loads(read(address_of(anna, "full"), "application/jscalendar+json"))
    (choir,) = [each for each in group["entries"] if each.get("title") == "Choir"]
    assert (choir["start"], choir["timeZone"], choir["duration"]) == ("2027-03-03T18:00:00", "Europe/Berlin", "PT1H")
    (rule,) = choir["recurrenceRules"]
    assert (rule["frequency"], rule["count"]) == ("weekly", 3)
    assert choir["recurrenceOverrides"] == {"2027-03-10T18:00:00": {"start": "2027-03-11T20:00:00"}}
    (private,) = [each for each in group["entries"] if "title" not in each]
    assert private["privacy"] == "private"
