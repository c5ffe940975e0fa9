"""What each kind of event at Google arrives as, and what happens there that lists of changes tell in roundabout ways."""

import re
import time

import pytest

from support.google_examples import at, days, timed


def reading(anna):
    anna.consent()
    anna.add()
    return anna.google.calendar()


LINK = "https://meet.google.com/abc-defg-hij"
CALL = {
    "conferenceSolution": {"name": "Google Meet"},
    "entryPoints": [
        {"entryPointType": "video", "uri": LINK, "label": "meet.google.com/abc-defg-hij"},
        {"entryPointType": "phone", "uri": "tel:+49-30-1234", "label": "+49 30 1234", "pin": "123"},
        {"entryPointType": "more", "uri": "https://tel.meet/abc", "pin": "123"},
    ],
}
GUESTS = [
    {"email": "anna@gmail.com", "self": True, "organizer": True, "responseStatus": "accepted"},
    {"email": "ben@example.org", "displayName": "Ben Berg", "responseStatus": "tentative", "optional": True},
    {"email": "room@resource.calendar.google.com", "resource": True, "responseStatus": "declined"},
]
# Fields of an event, and the lines that it has here; those with a minus it doesn't have.
KINDS = [
    ("one day", days(11, 12), ["DTSTART;VALUE=DATE:20260311", "DTEND;VALUE=DATE:20260312"]),
    ("three days", days(11, 14), ["DTEND;VALUE=DATE:20260314"]),
    (
        "another zone",
        timed(11, 15, start=at(11, 15, zone="America/New_York"), end=at(11, 16, zone="America/New_York")),
        ["DTSTART;TZID=America/New_York:20260311T100000", "DTEND;TZID=America/New_York:20260311T110000"],
    ),
    ("UTC", timed(11, 15, start=at(11, 15, zone="UTC"), end=at(11, 16, zone="UTC")), ["DTSTART:20260311T140000Z"]),
    ("without an end", timed(11, 9, end=at(11, 9), endTimeUnspecified=True), ["DTSTART;TZID=Europe/Berlin:20260311T090000"]),
    ("usual reminders", timed(11, 9), ["BEGIN:VALARM", "TRIGGER:-PT10M"]),
    ("no reminders", timed(11, 9, reminders={"useDefault": False}), ["-BEGIN:VALARM"]),
    (
        "own reminders",
        timed(11, 9, reminders={"useDefault": False, "overrides": [{"method": "email", "minutes": 1440}, {"method": "popup", "minutes": 0}]}),
        ["TRIGGER:-PT1440M", "TRIGGER:-PT0M"],
    ),
    ("free", timed(11, 9, transparency="transparent"), ["TRANSP:TRANSPARENT"]),
    ("private", timed(11, 9, visibility="private"), ["SUMMARY:Event", "CLASS:PRIVATE"]),
    ("tentative", timed(11, 9, status="tentative"), ["STATUS:TENTATIVE"]),
    ("a colour", timed(11, 9, colorId="11"), ["COLOR:crimson"]),
    (
        "guests",
        timed(11, 9, attendees=GUESTS),
        [
            "ORGANIZER:mailto:anna@gmail.com",
            "ATTENDEE;PARTSTAT=ACCEPTED:mailto:anna@gmail.com",
            "ATTENDEE;CN=Ben Berg;ROLE=OPT-PARTICIPANT;PARTSTAT=TENTATIVE:mailto:ben@example.org",
            "ATTENDEE;CUTYPE=RESOURCE;PARTSTAT=DECLINED:mailto:room@resource.calendar.google.com",
        ],
    ),
    (
        "too many guests to list",
        timed(11, 9, attendees=GUESTS[:1], attendeesOmitted=True),
        ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:anna@gmail.com"],
    ),
    (
        "a call",
        timed(11, 9, hangoutLink=LINK, conferenceData=CALL),
        [
            f"CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=meet.google.com/abc-defg-hij:{LINK}",
            "CONFERENCE;VALUE=URI;FEATURE=PHONE;LABEL=+49 30 1234:tel:+49-30-1234",
        ],
    ),
    ("a link to a call", timed(11, 9, hangoutLink=LINK), [f"CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO:{LINK}"]),
    (
        "HTML",
        timed(11, 9, description='<p>Bring:</p><ul><li>cake &amp; tea</li></ul>See <a href="https://a.example/?b=1&amp;c">the list</a>'),
        ["DESCRIPTION:Bring:\\n- cake & tea\\nSee the list (https://a.example/?b=1&c)"],
    ),
    ("text that isn't HTML", timed(11, 9, description="if a < b && c > d"), ["DESCRIPTION:if a < b && c > d"]),
    ("commas", timed(11, 9, location="Hall, 2; left"), ["LOCATION:Hall\\, 2\\; left"]),
    (
        "a file",
        timed(11, 9, attachments=[{"fileUrl": "https://drive.google.com/x", "title": "Plan", "mimeType": "application/pdf"}]),
        ["ATTACH;FMTTYPE=application/pdf;FILENAME=Plan:https://drive.google.com/x"],
    ),
    ("a source", timed(11, 9, source={"url": "https://example.org/1", "title": "One"}), ["URL:https://example.org/1"]),
    ("other programs' notes", timed(11, 9, extendedProperties={"private": {"a": "b"}}), ["SUMMARY:Event"]),
    ("out of office", timed(11, 9, eventType="outOfOffice", outOfOfficeProperties={"autoDeclineMode": "declineNone"}), ["SUMMARY:Event"]),
    ("focus time", timed(11, 9, eventType="focusTime"), ["SUMMARY:Event"]),
    ("a place of work", days(11, 12, eventType="workingLocation", transparency="transparent"), ["TRANSP:TRANSPARENT"]),
    ("a birthday", days(11, 12, eventType="birthday", recurrence=["RRULE:FREQ=YEARLY"]), ["RRULE:FREQ=YEARLY"]),
    ("a mail", timed(11, 9, eventType="fromGmail", locked=True), ["SUMMARY:Event"]),
    ("without a title", timed(11, 9, summary=None), ["DTSTART;TZID=Europe/Berlin:20260311T090000", "-SUMMARY:Event"]),
    (
        "days of a rule",
        timed(2, 9, recurrence=["RRULE:FREQ=WEEKLY;BYDAY=MO,WE", "EXDATE;TZID=Europe/Berlin:20260304T090000", "RDATE;TZID=Europe/Berlin:20260306T090000"]),
        ["RRULE:FREQ=WEEKLY;BYDAY=MO,WE", "EXDATE;TZID=Europe/Berlin:20260304T090000", "RDATE;TZID=Europe/Berlin:20260306T090000"],
    ),
]


def test_kinds_of_events(anna):
    google = anna.google.calendar()
    for place, (_, fields, _) in enumerate(KINDS):
        google.add(f"kind{place:03}", **{"summary": "Event"} | fields)
    anna.google.page_size = 7
    anna.consent()
    anna.add()
    texts = {}
    for event in anna.client.events():
        if event["calendar"] == anna.calendar:
            text = event["ical"].replace("\r\n ", "").split("\r\n")
            texts[next(line for line in text if line.startswith("UID:"))] = text
    wrong = {}
    for place, (name, _, expected) in enumerate(KINDS):
        lines = texts.get(f"UID:kind{place:03}@google.com", [])
        missing = [line for line in expected if (line.lstrip("-") in lines) == line.startswith("-")]
        if missing or not lines:
            wrong[name] = missing, lines
    assert wrong == {}


def test_private_events_of_others_are_only_busy(anna):
    club = anna.google.add_calendar("club@group.calendar.google.com", "reader")
    club.add("doctor", **timed(11, 9, summary="Doctor", visibility="private"))
    club.add("open1", **timed(11, 11, summary="Open evening"))
    anna.consent()
    anna.add("club@group.calendar.google.com")
    assert set(anna.events()) == {"Busy", "Open evening"}
    assert anna.source()["access"] == "reader"


# Lists.


def test_pages_that_begin_empty_and_exceptions_that_come_first(anna):
    google = anna.google.calendar()
    google.starts_with_empty_page = True
    for name in "abcdefgh":
        google.add(f"choir{name}", **timed(2, 18, summary=f"Choir {name}", recurrence=["RRULE:FREQ=WEEKLY;COUNT=4"]))
        google.change(f"choir{name}_20260309T170000Z", summary="Concert", start=at(10, 18), end=at(10, 19))
    anna.google.page_size = 1
    reading(anna)
    assert len(anna.events()) == 8
    for name in "abcdefgh":
        assert anna.text(f"Choir {name}").count("BEGIN:VEVENT") == 2


def test_what_changes_while_pages_are_read_comes_afterwards(anna):
    google = anna.google.calendar()
    google.add("lunch", **timed(11, 12, summary="Lunch"))
    google.add("swim1", **timed(12, 12, summary="Swim"))
    anna.google.page_size = 1

    def change():
        google.change("lunch", summary="Late lunch")
        google.change("swim1", summary="Late swim")
        google.add("tea01", **timed(13, 12, summary="Tea"))

    # The first page has been answered when the second one is asked for.
    anna.google.before_next("GET", lambda: anna.google.before_next("GET", change, part="/events"), part="/events")
    reading(anna)
    assert anna.google.faults == []
    anna.refresh()
    assert set(anna.events()) == {"Late lunch", "Late swim", "Tea"}


def test_nothing_is_read_twice_when_nothing_has_changed(anna):
    google = anna.google.calendar()
    for number in range(5):
        google.add(f"event{number}", **timed(11, 9 + number, summary=f"Event {number}"))
    reading(anna)
    before = {title: event["etag"] for title, event in anna.events().items()}
    anna.google.requests.clear()
    google.change("event3", location="Hall")
    anna.refresh()
    paths = [path for _, path, _, _ in anna.google.requests if path.startswith("/calendar")]
    assert len(paths) == 1
    after = {title: event["etag"] for title, event in anna.events().items()}
    assert [title for title in after if after[title] != before[title]] == ["Event 3"]
    # Also if everything has to be listed again.
    google.forget_tokens()
    anna.refresh()
    assert {title: event["etag"] for title, event in anna.events().items()} == after


# Series.


def invite(google, day):
    """Invites Anna to one evening of somebody else's series."""
    fields = timed(day, 20, summary="Choir", recurringEventId="choir", originalStartTime=at(day, 20))
    google.add(f"choir_202603{day:02}T190000Z", organizer={"email": "ben@example.org"}, **fields)


def test_somebody_is_invited_to_evenings_of_a_series_and_then_to_all_of_it(anna):
    google = anna.google.calendar()
    invite(google, 12)
    reading(anna)
    assert "RECURRENCE-ID;TZID=Europe/Berlin:20260312T200000\n" in anna.text("Choir")
    invite(google, 19)
    anna.refresh()
    assert anna.text("Choir").count("BEGIN:VEVENT") == 2 and "RRULE" not in anna.text("Choir")
    google.add("choir", **timed(5, 20, summary="Choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=5"], organizer={"email": "ben@example.org"}))
    anna.refresh()
    assert anna.text("Choir").count("BEGIN:VEVENT") == 3 and "RRULE:FREQ=WEEKLY;COUNT=5\n" in anna.text("Choir")
    google.delete("choir")
    anna.refresh()
    assert anna.events() == {}


def test_an_event_becomes_a_series_and_a_single_one_again(anna):
    google = anna.google.calendar()
    google.add("choir", **timed(2, 18, summary="Choir"))
    reading(anna)
    google.change("choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=4"])
    google.change("choir_20260309T170000Z", summary="Concert")
    google.delete("choir_20260316T170000Z")
    anna.refresh()
    assert anna.text("Choir").count("BEGIN:VEVENT") == 2 and "EXDATE;TZID=Europe/Berlin:20260316T180000\n" in anna.text("Choir")
    google.change("choir", recurrence=None)
    anna.refresh()
    assert anna.text("Choir").count("BEGIN:VEVENT") == 1 and "EXDATE" not in anna.text("Choir") and "RRULE" not in anna.text("Choir")


def test_exceptions_that_go_back_into_their_series(anna):
    google = anna.google.calendar()
    google.add("choir", **timed(2, 18, summary="Choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=5"]))
    google.change("choir_20260309T170000Z", summary="Concert")
    google.delete("choir_20260323T170000Z")
    reading(anna)
    # The clocks change on 29 March, so the last one is at another time in UTC.
    google.change("choir_20260330T160000Z", location="Church")
    anna.refresh()
    assert "RECURRENCE-ID;TZID=Europe/Berlin:20260330T180000\n" in anna.text("Choir")
    google.change("choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=3"])
    anna.refresh()
    text = anna.text("Choir")
    assert text.count("BEGIN:VEVENT") == 2 and "EXDATE" not in text and "20260330" not in text
    google.change("choir", start=at(2, 19), end=at(2, 20))
    anna.refresh()
    assert anna.text("Choir").count("BEGIN:VEVENT") == 1
    assert "DTSTART;TZID=Europe/Berlin:20260302T190000\n" in anna.text("Choir")


def test_a_series_of_days(anna):
    google = anna.google.calendar()
    google.add("leave", **days(2, 4, summary="Leave", recurrence=["RRULE:FREQ=WEEKLY;COUNT=4"]))
    google.delete("leave_20260309")
    google.change("leave_20260316", start={"date": "2026-03-17"}, end={"date": "2026-03-19"})
    reading(anna)
    text = anna.text("Leave")
    assert "EXDATE;VALUE=DATE:20260309\n" in text and "RECURRENCE-ID;VALUE=DATE:20260316\n" in text
    assert "DTSTART;VALUE=DATE:20260317\nDTEND;VALUE=DATE:20260319\n" in text


# Between calendars, and away.


def test_an_event_moves_to_another_calendar(anna):
    club = anna.google.add_calendar("club@group.calendar.google.com")
    own = anna.google.calendar()
    own.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.consent()
    anna.add("club@group.calendar.google.com")
    other = anna.calendar
    anna.add()
    own.delete("lunch")
    club.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.refresh()
    assert anna.events() == {}
    anna.calendar = other
    anna.refresh()
    assert set(anna.events()) == {"Lunch"}


def test_an_event_that_was_deleted_comes_back(anna):
    google = anna.google.calendar()
    google.add("lunch", **timed(11, 12, summary="Lunch"))
    reading(anna)
    google.delete("lunch")
    anna.refresh()
    assert anna.events() == {}
    google.change("lunch", status="confirmed")
    anna.refresh()
    assert set(anna.events()) == {"Lunch"}


def test_a_calendar_that_is_not_shared_any_more(anna):
    club = anna.google.add_calendar("club@group.calendar.google.com", "reader")
    club.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.consent()
    anna.add("club@group.calendar.google.com")
    anna.google.lists["anna@gmail.com"].remove("club@group.calendar.google.com")
    assert anna.refresh()["failure"] == "not-found"
    assert set(anna.events()) == {"Lunch"}
    anna.google.lists["anna@gmail.com"].append("club@group.calendar.google.com")
    assert "failure" not in anna.refresh()


def test_hidden_calendars_can_be_added_and_deleted_ones_cannot(anna):
    anna.google.add_calendar("hidden@group.calendar.google.com", summary="Hidden", hidden=True, selected=False)
    anna.google.add_calendar("deleted@group.calendar.google.com", summary="Deleted", deleted=True)
    anna.consent()
    assert [each["name"] for each in anna.calendars()] == ["anna@gmail.com", "Hidden"]


@pytest.mark.parametrize("status, reason", [(403, "rateLimitExceeded"), (403, "quotaExceeded"), (429, "rateLimitExceeded")])
def test_a_quota_is_waited_for_as_long_as_google_says(anna, status, reason):
    anna.google.calendar().add("lunch", **timed(11, 12, summary="Lunch"))
    reading(anna)
    anna.google.fail_next("GET", status, reason, retry_after=7200)
    source = anna.refresh()
    assert source["failure"] == "too-often"
    assert source["due"] >= time.time() + 7100
    assert set(anna.events()) == {"Lunch"}


def test_failures_in_a_row_are_tried_again_later_and_later(anna):
    reading(anna)
    anna.google.fail_next("GET", 500, "backendError", count=3)
    waits = []
    for _ in range(3):
        source = anna.refresh()
        assert source["failure"] == "answered"
        waits.append(source["due"] - time.time())
    assert waits[0] < waits[1] < waits[2]
    assert "failure" not in anna.refresh()


def test_the_titles_of_events_are_not_in_the_server_log(anna):
    anna.google.calendar().add("lunch", **timed(11, 12, summary="Lunch with Zebulon"))
    reading(anna)
    anna.google.fail_next("GET", 400, "invalid")
    anna.refresh()
    assert not re.search(r"Zebulon|ya29\.|1//", anna.server.output())
