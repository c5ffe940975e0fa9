"""The events to write: those of `Fixtures/generate-large.py`, each as an object of its own."""

import datetime
import importlib.util
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRST = datetime.date(2021, 1, 1)
DAYS = 3652
SEED = 5545
# RFC 5545, 3.6.5, requires the zones in the object, and Radicale takes other times as the machine's.
ZONES = {
    "Europe/Berlin": ("+0100", "CET", "+0200", "CEST", "19961027T030000", "10;BYDAY=-1SU", "19810329T020000", "3;BYDAY=-1SU"),
    "America/New_York": ("-0500", "EST", "-0400", "EDT", "20071104T020000", "11;BYDAY=1SU", "20070311T020000", "3;BYDAY=2SU"),
}


def _fixture():
    spec = importlib.util.spec_from_file_location("generate_large", ROOT / "Fixtures/generate-large.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _zone(name):
    winter, winter_name, summer, summer_name, autumn, autumn_rule, spring, spring_rule = ZONES[name]
    return [
        "BEGIN:VTIMEZONE", f"TZID:{name}",
        "BEGIN:STANDARD", f"DTSTART:{autumn}", f"RRULE:FREQ=YEARLY;BYMONTH={autumn_rule}",
        f"TZOFFSETFROM:{summer}", f"TZOFFSETTO:{winter}", f"TZNAME:{winter_name}", "END:STANDARD",
        "BEGIN:DAYLIGHT", f"DTSTART:{spring}", f"RRULE:FREQ=YEARLY;BYMONTH={spring_rule}",
        f"TZOFFSETFROM:{winter}", f"TZOFFSETTO:{summer}", f"TZNAME:{summer_name}", "END:DAYLIGHT",
        "END:VTIMEZONE",
    ]


def objects(count):
    """The name and the octets of each object, the same ones every time."""
    fixture, draw = _fixture(), random.Random(SEED)
    for number in range(count):
        lines = fixture.event(draw, number, FIRST + datetime.timedelta(days=draw.randrange(DAYS)))
        zones = [name for name in ZONES if any(f"TZID={name}" in line for line in lines)]
        whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meantime//Benchmark//EN"]
        for name in zones:
            whole += _zone(name)
        whole += [*lines, "END:VCALENDAR"]
        yield f"large-{number:06}.ics", "".join(fixture.folded(line) + "\r\n" for line in whole).encode()
