"""What is the same for every program that is driven: a server, an account, two events and their changes."""

import contextlib
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Interop"), str(ROOT / "Tests/Browser")]

from person import Person  # noqa: E402
from support.server import Server, free_port  # noqa: E402, F401
from support.waiting import eventually  # noqa: E402, F401

# How long a program may take for a step.
SECONDS_MAX = 30
SERIES = """BEGIN:VEVENT
UID:choir
DTSTAMP:20261124T120000Z
DTSTART;TZID=Europe/Berlin:20270303T180000
DURATION:PT1H
RRULE:FREQ=WEEKLY;COUNT=3
SUMMARY:Choir
END:VEVENT"""
LUNCH = """BEGIN:VEVENT
UID:lunch
DTSTAMP:20261124T120000Z
DTSTART:20270304T110000Z
DTEND:20270304T120000Z
SUMMARY:Lunch
END:VEVENT"""
# The second occurrence of the series, two hours later on its day.
MOVED = SERIES.replace("RRULE:FREQ=WEEKLY;COUNT=3", "RECURRENCE-ID;TZID=Europe/Berlin:20270310T180000").replace(
    "DTSTART;TZID=Europe/Berlin:20270303T180000", "DTSTART;TZID=Europe/Berlin:20270310T200000"
)


# Ben's event, to which Anna is invited.
INVITATION = """BEGIN:VEVENT
UID:walk
DTSTAMP:20261124T120000Z
DTSTART;TZID=Europe/Berlin:20270305T170000
DURATION:PT1H
SUMMARY:Walk
ORGANIZER;CN=Ben:mailto:ben@example.org
ATTENDEE;CN=Ben;PARTSTAT=ACCEPTED:mailto:ben@example.org
ATTENDEE;CN=Anna;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:anna@example.org
END:VEVENT"""


@contextlib.contextmanager
def accounts(folder):
    """Runs a server with two accounts, Anna's and Ben's; shows what it said if something fails."""
    server = Server(folder / "meantime.sqlite", folder / "server.log")
    people = [Person(server, name) for name in ("Anna", "Ben")]
    server.start()
    try:
        yield people
    except BaseException:
        print(server.output()[-3000:], file=sys.stderr)
        raise
    finally:
        server.stop()


class Steps:
    """Says what a program did, and after how long."""

    def __init__(self, program):
        self.program = program
        self.started = time.monotonic()

    def done(self, words):
        print(f"{self.program}: {words} ({time.monotonic() - self.started:.1f} s)", flush=True)


def wait_for_text(page, text):
    """Waits until an event has a text in the page."""
    eventually(lambda: [each["ical"] for each in page.events() if text in each["ical"]], seconds=SECONDS_MAX)


def wait_for_answer(page):
    """Waits until Anna's yes to the walk is in Ben's page."""

    def answers():
        texts = [each["ical"].replace("\r\n ", "") for each in page.events()]
        return [line for text in texts for line in text.splitlines() if "CN=Anna" in line and "PARTSTAT=ACCEPTED" in line]

    eventually(answers, seconds=SECONDS_MAX)


def change(page, uid, old, new):
    """Changes an event through the HTTP interface, as the page does."""
    (event,) = [each for each in page.events() if f"UID:{uid}" in each["ical"]]
    path = f"/api/v1/calendars/{event['calendar']}/events/{event['href']}"
    headers = {"Content-Type": "text/calendar", "If-Match": event["etag"]}
    status, _, answer = page.request("PUT", path, event["ical"].replace(old, new).encode(), headers)
    assert status == 200, (status, answer)
