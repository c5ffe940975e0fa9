"""khal, a calendar in the terminal, syncing both ways with vdirsyncer."""

import pytest
from person import event
from terminal import Terminal


@pytest.fixture
def terminal(anna, tmp_path):
    terminal = Terminal(anna, tmp_path / "home")
    terminal.find()
    terminal.sync()
    return terminal


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
    (file,) = [path for path in terminal.calendars.glob("*/*.ics") if "Dentist" in path.read_text()]
    file.unlink()
    terminal.sync()
    assert ["Market" in each["ical"] for each in page.events()] == [True]


def test_a_moved_occurrence_is_at_its_new_time_in_khal(terminal, anna):
    series = event("weekly", "20270303T180000", "Choir", "RRULE:FREQ=WEEKLY;COUNT=3\n")
    moved = event("weekly", "20270311T200000", "Choir", "RECURRENCE-ID;TZID=Europe/Berlin:20270310T180000\n")
    anna.page().put(series + "\n" + moved)
    terminal.sync()
    assert terminal.agenda() == ["2027-03-03 18:00 Choir", "2027-03-11 20:00 Choir", "2027-03-17 18:00 Choir"]
