"""Occurrences and events that one side lets go of while the other one has changed them."""

import pytest

from support.google_examples import at, event, replaced, timed, with_exception


def invite(google, day):
    """Invites Anna to one evening of somebody else's series."""
    fields = timed(day, 20, summary="Choir", recurringEventId="choir", originalStartTime=at(day, 20))
    google.add(f"choir_202603{day:02}T190000Z", organizer={"email": "ben@example.org"}, **fields)


def test_one_of_two_evenings_is_taken_back(anna, calendar):
    invite(calendar, 5)
    invite(calendar, 12)
    anna.refresh()
    assert anna.text("Choir").count("BEGIN:VEVENT") == 2
    # Google promises only the ID, the series and the original start of what is cancelled, so not the UID.
    calendar.delete("choir_20260305T190000Z")
    anna.refresh()
    assert "RECURRENCE-ID;TZID=Europe/Berlin:20260312T200000\n" in anna.text("Choir")
    assert anna.text("Choir").count("BEGIN:VEVENT") == 1
    calendar.delete("choir_20260312T190000Z")
    anna.refresh()
    assert anna.events() == {}


@pytest.mark.parametrize("is_shortened", [True, False])
def test_an_occurrence_that_was_changed_here_goes_when_its_series_leaves_it_at_google(anna, calendar, is_shortened):
    anna.put(event("Choir", "RRULE:FREQ=WEEKLY;COUNT=4", day=2))
    anna.change("Choir", with_exception("Concert", "20260316T120000", "choir@example.org"))
    anna.refresh()
    [series] = [each for each in calendar.live() if each.get("recurrence")]
    assert len(calendar.live(series["id"])) == 1
    calendar.change(series["id"], **({"recurrence": ["RRULE:FREQ=WEEKLY;COUNT=2"]} if is_shortened else timed(3, 12)))
    anna.refresh()
    anna.refresh()
    assert calendar.live(series["id"]) == []
    assert anna.text("Choir").count("BEGIN:VEVENT") == 1 and anna.source()["waiting"] == 0


def test_an_occurrence_is_changed_here_while_its_series_ends_earlier_at_google(anna, calendar):
    calendar.add("choir", **timed(2, 12, summary="Choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=4"]))
    anna.refresh()
    anna.change("Choir", with_exception("Concert", "20260316T120000", "choir@google.com"))
    calendar.change("choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=2"])
    for _ in range(3):
        source = anna.refresh()
    # Either it goes here, too, or it's said that it waits.
    is_here = "SUMMARY:Concert" in anna.text("Choir")
    assert is_here == (source["waiting"] > 0) == (source.get("failure") == "not-taken")


def test_a_series_moves_here_while_an_occurrence_is_changed_at_google(anna, calendar):
    calendar.add("choir", **timed(2, 12, summary="Choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=4"]))
    anna.refresh()
    calendar.change("choir_20260316T110000Z", summary="Concert")
    anna.change("Choir", lambda text: replaced(text, {"20260302T12": "20260303T12", "20260302T13": "20260303T13"}))
    for _ in range(3):
        anna.refresh()
    # There are no occurrences on Mondays any more, on either side.
    assert calendar.live("choir") == [] and calendar.get("choir")["start"] == at(3, 12)
    assert anna.text("Choir").count("BEGIN:VEVENT") == 1
