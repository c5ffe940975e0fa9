"""Events as iCalendar text, and reading back what the server has stored."""

import re

from support.waiting import eventually

SERIES = """
BEGIN:VEVENT
UID:standup@example.org
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20260303T091500
DTEND;TZID=Europe/Berlin:20260303T093000
RRULE:FREQ=WEEKLY;COUNT=4
SUMMARY:Stand-up
END:VEVENT
"""


def event(uid, start, end, *lines, zone="Europe/Berlin"):
    """The iCalendar lines of an event. Start and end are local times such as 20260311T100000, or dates (20260311)."""
    at = ";VALUE=DATE" if len(start) == 8 else f";TZID={zone}"
    return "\n".join(
        ["BEGIN:VEVENT", f"UID:{uid.replace(' ', '-')}@example.org", "DTSTAMP:20260101T000000Z", f"DTSTART{at}:{start}", f"DTEND{at}:{end}",
         f"SUMMARY:{uid}", *lines, "END:VEVENT"]
    )


def stored(client, title, count=1):
    """The stored start and end of the event with a title; with a count above 1, a list of all with that title."""
    found = []
    for record in client.events():
        for part in record["ical"].split("BEGIN:VEVENT")[1:]:
            if f"SUMMARY:{title}" in part:
                found.append(tuple(re.search(rf"{name}[^:\r]*:(\w+)", part).group(1)[:13] for name in ("DTSTART", "DTEND")))
    return found if count > 1 else found[0]


def wait_for(client, title, expected):
    """Waits until the only event with a title has the expected start and end on the server."""
    eventually(lambda: stored(client, title, 2), [expected])
