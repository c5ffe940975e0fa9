#!/usr/bin/env python3
"""Writes a large calendar file, the same one every time, for imports and measurements.

    Fixtures/generate-large.py large.ics                          10,000 events over ten years
    Fixtures/generate-large.py dense.ics --days 365               the same number within one year
    Fixtures/generate-large.py small.ics --count 1000 --first 2026-01-01

About one event in twelve is all day, one in forty spans several days, one in fifty repeats, and
half name a zone. The file is 4 to 5 MB at 10,000 events. Nothing in it is read from a clock.
"""

import argparse
import datetime
import random
import sys

TITLES = [
    "Stand-up", "Dentist", "Lunch with Ana", "Football practice", "Call with the bank", "Piano lesson",
    "Weekly review", "Zahnarzttermin für Jörg", "Réunion d'équipe", "会議", "פגישה", "Birthday 🎂", "Book club",
    "A rather long title that no narrow chip can show in full, however small its letters are",
]
PLACES = ["", "Room 4", "Luigi's, Main Street 12", "Online", "Café Größenwahn", "Sports hall\\, east wing"]
NOTES = (
    "Please read the papers beforehand; the questions from the last time are still open. "
    "Whoever can not come tells the others by noon. "
)
ZONES = ["", "", "TZID=Europe/Berlin", "TZID=America/New_York"]
RULES = ["FREQ=WEEKLY;COUNT=20", "FREQ=MONTHLY;COUNT=12", "FREQ=DAILY;COUNT=5", "FREQ=YEARLY"]


def folded(line):
    """The line in pieces of at most 75 octets, as RFC 5545 section 3.1 asks, cut between characters."""
    pieces, piece, octets = [], "", 0
    for character in line:
        size = len(character.encode())
        if octets + size > 75:
            pieces.append(piece)
            piece, octets = " ", 1
        piece += character
        octets += size
    pieces.append(piece)
    return "\r\n".join(pieces)


def times(draw, day):
    """The lines that say when an event is."""
    kind = draw.random()
    if kind < 0.08:
        last = day + datetime.timedelta(days=1)
        return [f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{last:%Y%m%d}"]
    if kind < 0.105:
        last = day + datetime.timedelta(days=draw.randint(2, 9))
        return [f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{last:%Y%m%d}"]
    zone = draw.choice(ZONES)
    start = datetime.datetime(day.year, day.month, day.day, draw.randint(7, 20), draw.choice([0, 15, 30, 45]))
    end = start + datetime.timedelta(minutes=draw.choice([15, 30, 45, 60, 90, 120, 240]))
    prefix = f";{zone}:" if zone else ":"
    suffix = "" if zone else "Z"
    return [f"DTSTART{prefix}{start:%Y%m%dT%H%M%S}{suffix}", f"DTEND{prefix}{end:%Y%m%dT%H%M%S}{suffix}"]


def event(draw, number, day):
    """The lines of one event."""
    lines = ["BEGIN:VEVENT", f"UID:large-{number:06}@meantime.example", "DTSTAMP:20260101T000000Z"]
    lines += times(draw, day)
    if draw.random() < 0.02:
        lines.append("RRULE:" + draw.choice(RULES))
    lines.append(f"SUMMARY:{draw.choice(TITLES)} {number}")
    place = draw.choice(PLACES)
    if place:
        lines.append(f"LOCATION:{place}")
    lines.append("DESCRIPTION:" + NOTES[: draw.randint(60, len(NOTES))])
    if draw.random() < 0.3:
        lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "TRIGGER:-PT15M", "END:VALARM"]
    lines += ["CREATED:20251231T235959Z", "SEQUENCE:0"]
    lines += ["STATUS:CONFIRMED", "TRANSP:OPAQUE", f"X-EXAMPLE-NUMBER:{number}", "END:VEVENT"]
    return lines


def calendar(count, first, days, seed):
    """The lines of the whole file."""
    draw = random.Random(seed)
    yield from ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meantime//Large fixture//EN"]
    yield "X-WR-CALNAME:Large"
    for number in range(count):
        yield from event(draw, number, first + datetime.timedelta(days=draw.randrange(days)))
    yield "END:VCALENDAR"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="where to write; - for standard output")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--first", type=datetime.date.fromisoformat, default=datetime.date(2021, 1, 1))
    parser.add_argument("--days", type=int, default=3652)
    parser.add_argument("--seed", type=int, default=5545)
    options = parser.parse_args()
    lines = calendar(options.count, options.first, options.days, options.seed)
    octets = "".join(folded(line) + "\r\n" for line in lines).encode()
    if options.file == "-":
        sys.stdout.buffer.write(octets)
        return
    with open(options.file, "wb") as file:
        file.write(octets)


if __name__ == "__main__":
    main()
