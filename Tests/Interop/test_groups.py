"""What the members of a group see in their calendar programs: each other's times, and proposals."""

import caldav
import pytest
from person import event, found_group
from support.waiting import eventually
from terminal import Terminal


@pytest.fixture
def choir(people):
    """Anna's group with Ben and Cem, who show when they are busy."""
    return found_group(people[0], people[1:], "busy")


def programs(person):
    """The account as a program sees it that is written with the library `caldav`."""
    return caldav.DAVClient(url=person.root, username=person.email, password=person.password)


def test_a_fellow_members_times_are_in_khal_without_their_words(people, choir, tmp_path):
    anna, ben, _ = people
    ben.page().put(event("doctor", "20270311T090000", "Doctor"))
    terminal = Terminal(anna, tmp_path / "home")
    terminal.find()
    terminal.sync()
    (line,) = terminal.agenda()
    assert line.startswith("2027-03-11 09:00")
    assert not [path for path in terminal.calendars.glob("*/*") if "doctor" in (path.name + path.read_text()).lower()]


def test_a_proposal_is_answered_with_a_calendar_program(people, choir):
    anna, ben, _ = people
    times = [{"zone": "Europe/Berlin", "start": f"2027-03-{day}T19:00:00", "end": f"2027-03-{day}T21:00:00"} for day in (11, 12)]
    proposal = anna.ask("POST", f"/groups/{choir}/proposals", {"title": "Rehearsal", "times": times})["id"]
    with programs(ben) as client:
        found = [each for calendar in client.principal().calendars() for each in calendar.events() if "Rehearsal" in each.data]
        assert len(found) == 2 and all("STATUS:TENTATIVE" in each.data for each in found)
        (first,) = [each for each in found if "20270311" in each.data]
        first.change_attendee_status(partstat="ACCEPTED")
        first.save(increase_seqno=False)

    yes = f"ATTENDEE;CN={ben.name};PARTSTAT=ACCEPTED:"
    answered = eventually(lambda: [each["ical"] for each in anna.page().events() if yes in each["ical"]])
    assert ["DTSTART;TZID=Europe/Berlin:20270311T190000" in each for each in answered] == [True]
