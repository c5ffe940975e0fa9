"""Random changes here and at Google, with lost answers and forgotten tokens: both sides end up with the same events."""

import datetime
import random
import re
import zoneinfo

import pytest

from support.google_times import UTC

OPERATIONS = 25
TITLES = ("Choir", "Lunch", "Call", "Swim", "Read", "Cook")
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
RULES = ("", "", "RRULE:FREQ=WEEKLY;COUNT=5", "RRULE:FREQ=DAILY;COUNT=4", "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3")
DAY = datetime.timedelta(days=1)


def basic(time):
    """A local time as iCalendar writes it; a day is a date."""
    return time.strftime("%Y%m%dT%H%M%S") if isinstance(time, datetime.datetime) else time.strftime("%Y%m%d")


def property_line(name, time):
    return f"{name};TZID=Europe/Berlin:{basic(time)}" if isinstance(time, datetime.datetime) else f"{name};VALUE=DATE:{basic(time)}"


def parsed(text):
    moment = datetime.datetime.strptime(text, "%Y%m%dT%H%M%S" if "T" in text else "%Y%m%d")
    return moment if "T" in text else moment.date()


def google_time(time):
    if not isinstance(time, datetime.datetime):
        return {"date": time.isoformat(), "dateTime": None, "timeZone": None}
    return {"dateTime": time.isoformat(), "timeZone": "Europe/Berlin", "date": None}


def local(time):
    """A time of an event there, as a local one."""
    if "date" in time:
        return datetime.date.fromisoformat(time["date"])
    return datetime.datetime.fromisoformat(time["dateTime"]).astimezone(BERLIN).replace(tzinfo=None)


def some_occurrence(time, rule, random):
    """When one of the occurrences after the first one is."""
    place = random.randint(1, int(re.search(r"COUNT=(\d+)", rule)[1]) - 1)
    interval = int((re.search(r"INTERVAL=(\d+)", rule) or [0, 1])[1])
    return time + DAY * place * interval * (7 if "WEEKLY" in rule else 1)


class Here:
    """What Anna does in her calendar here."""

    def __init__(self, anna, sides):
        self.anna, self.sides = anna, sides
        self.removed = []

    def add(self):
        (start, end), rule, title = self.sides.times(), self.sides.random.choice(RULES), self.sides.title()
        lines = [f"UID:{title.replace(' ', '-').lower()}@example.org", "DTSTAMP:20260101T000000Z", property_line("DTSTART", start)]
        lines += [property_line("DTEND", end), *([rule] if rule else []), f"SUMMARY:{title}"]
        self.anna.put("\n".join(["BEGIN:VEVENT", *lines, "END:VEVENT"]))

    def own(self, matching=""):
        texts = {title: event["ical"].replace("\r\n ", "").replace("\r\n", "\n") for title, event in self.anna.events().items()}
        found = sorted(title for title, text in texts.items() if matching in text)
        title = self.sides.random.choice(found) if found else None
        return title, texts.get(title)

    def series(self):
        """A series with its rule and its first start."""
        title, text = self.own("RRULE")
        if not title:
            return None, "", None
        master = next(part for part in re.findall(r"BEGIN:VEVENT\n[^\0]*?END:VEVENT\n", text) if "RRULE" in part)
        return title, re.search(r"RRULE:(.*)", master)[1], parsed(re.search(r"DTSTART;[^:]*:(\w+)", master)[1])

    def change(self):
        title, _ = self.own()
        if not title:
            return
        new = self.sides.random.choice((f"SUMMARY:{self.sides.title()}", f"SUMMARY:{title}\nLOCATION:Room {self.sides.count}"))

        def changed(text):
            # The whole event, also its series if an occurrence has the same title.
            return re.sub(r"(?m)^LOCATION:.*\n", "", text).replace(f"SUMMARY:{title}\n", new + "\n", 1)

        self.anna.change(title, changed)

    def move(self):
        title, _ = self.own()
        if not title:
            return
        start, end = self.sides.times()

        def moved(text):
            parts = re.findall(r"BEGIN:VEVENT\n[^\0]*?END:VEVENT\n", text)
            master = next((part for part in parts if "RECURRENCE-ID" not in part), parts[0])
            # What differs on single days is gone when the series moves, as in the page.
            new = re.sub(r"(?m)^EXDATE.*\n", "", master)
            new = re.sub(r"(?m)^DTSTART.*$", property_line("DTSTART", start), new)
            new = re.sub(r"(?m)^DTEND.*$", property_line("DTEND", end), new)
            return text[: text.index("BEGIN:VEVENT")] + new + "END:VCALENDAR\n"

        self.anna.change(title, moved)

    def exclude(self):
        title, rule, first = self.series()
        if not title:
            return
        time = some_occurrence(first, rule, self.sides.random)

        def excluded(text):
            gone = re.compile(rf"BEGIN:VEVENT\n(?:(?!END:VEVENT)[^\0])*RECURRENCE-ID[^:]*:{basic(time)}\n[^\0]*?END:VEVENT\n")
            text = gone.sub("", text)
            return text if re.search(rf"EXDATE.*{basic(time)}", text) else text.replace("RRULE", property_line("EXDATE", time) + "\nRRULE", 1)

        self.anna.change(title, excluded)

    def change_one(self):
        title, rule, first = self.series()
        if not title:
            return
        time = some_occurrence(first, rule, self.sides.random)
        is_day = not isinstance(time, datetime.datetime)
        start = time + (DAY if is_day else datetime.timedelta(hours=self.sides.random.randint(-2, 2)))
        end = start + (DAY if is_day else datetime.timedelta(hours=1))
        new = self.sides.title()

        def changed(text):
            if re.search(rf"(RECURRENCE-ID|EXDATE).*:{basic(time)}\n", text):
                return text
            lines = [re.search(r"UID:.*", text)[0], "DTSTAMP:20260101T000000Z", property_line("RECURRENCE-ID", time)]
            lines += [property_line("DTSTART", start), property_line("DTEND", end), f"SUMMARY:{new}"]
            return text.replace("END:VCALENDAR", "\n".join(["BEGIN:VEVENT", *lines, "END:VEVENT", "END:VCALENDAR"]))

        self.anna.change(title, changed)

    def remove(self):
        title, text = self.own()
        if not title:
            return
        href = self.anna.events()[title]["href"]
        self.anna.remove(title)
        self.removed.append((text, href))

    def restore(self):
        if not self.removed:
            return
        text, href = self.removed.pop()
        uid = re.search(r"UID:(.*)", text)[1]
        if all(f"UID:{uid}\r\n" not in event["ical"] for event in self.anna.events().values()):
            parts = text[text.index("BEGIN:VEVENT") : text.index("END:VCALENDAR")]
            self.anna.client.put(parts, href=href, calendar=self.anna.calendar)

    def state(self):
        """What each event is: its UID, title, place, times and rule, and what differs on single days."""
        found = []
        for event in self.anna.events().values():
            text = event["ical"].replace("\r\n ", "").replace("\r\n", "\n")
            parts = sorted(re.findall(r"BEGIN:VEVENT\n([^\0]*?)END:VEVENT", text), key=lambda part: "RECURRENCE-ID" in part)
            gaps = sorted(re.findall(r"(?m)^EXDATE;[^:]*:(\w+)", text))
            found.append((re.search(r"UID:(.*)", text)[1], self._part(parts[0]), sorted(map(self._part, parts[1:])), gaps))
        return sorted(found)

    def _part(self, part):
        values = [re.search(rf"(?m)^{name}(?:;[^:\n]*)?:(.*)$", part) for name in ("RECURRENCE-ID", "SUMMARY", "LOCATION", "DTSTART", "DTEND", "RRULE")]
        return tuple(value[1] if value else "" for value in values)


class There:
    """What somebody does in Google's own page."""

    def __init__(self, calendar, sides):
        self.calendar, self.sides = calendar, sides

    def add(self):
        (start, end), rule, title = self.sides.times(), self.sides.random.choice(RULES), self.sides.title()
        fields = {"start": clean(google_time(start)), "end": clean(google_time(end)), "recurrence": [rule] if rule else None}
        self.calendar.add(f"there{self.sides.count:04}", summary=title, **fields)

    def any(self, is_series=False):
        found = [event for event in self.calendar.live() if "recurringEventId" not in event]
        found = sorted(event["id"] for event in found if not is_series or event.get("recurrence"))
        return self.sides.random.choice(found) if found else None

    def settled(self, is_series=False):
        """An event without changed occurrences, when nothing waits here: what both mean when a series moves has tests of its own."""
        self.sides.settle()
        identity = self.any(is_series)
        is_changed = any(each.get("recurringEventId") == identity for each in self.calendar.events.values())
        return None if is_changed else identity

    def change(self):
        if identity := self.any():
            fields = self.sides.random.choice(({"summary": self.sides.title()}, {"location": f"Hall {self.sides.count}"}))
            self.calendar.change(identity, **fields)

    def move(self):
        if identity := self.settled():
            start, end = self.sides.times()
            event = self.calendar.get(identity)
            fields = {"start": google_time(start), "end": google_time(end)}
            rules = [line for line in event.get("recurrence") or [] if not line.startswith("EXDATE")]
            self.calendar.change(identity, **fields, **({"recurrence": rules} if rules else {}))
            self.sides.settle()

    def shorten(self):
        if identity := self.settled(is_series=True):
            lines = [re.sub(r"COUNT=\d+", "COUNT=2", line) for line in self.calendar.get(identity)["recurrence"]]
            self.calendar.change(identity, recurrence=lines)
            self.sides.settle()

    def one(self):
        """The ID of an occurrence that takes place."""
        if not (identity := self.any(is_series=True)):
            return None
        event = self.calendar.get(identity)
        rule = next(line for line in event["recurrence"] if line.startswith("RRULE"))
        time = some_occurrence(local(event["start"]), rule, self.sides.random)
        if isinstance(time, datetime.datetime):
            ending = time.replace(tzinfo=BERLIN).astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
        else:
            ending = basic(time)
        occurrence = self.calendar.events.get(f"{identity}_{ending}") or self.calendar._instance(f"{identity}_{ending}")
        return occurrence["id"] if occurrence and occurrence["status"] != "cancelled" else None

    def change_one(self):
        if identity := self.one():
            self.calendar.change(identity, summary=self.sides.title())

    def remove_one(self):
        if identity := self.one():
            self.calendar.delete(identity)

    def remove(self):
        if identity := self.any():
            self.calendar.delete(identity)

    def state(self):
        found = []
        for event in self.calendar.live():
            if "recurringEventId" in event:
                continue
            others = [each for each in self.calendar.events.values() if each.get("recurringEventId") == event["id"]]
            gaps = {basic(local(each["originalStartTime"])) for each in others if each["status"] == "cancelled"}
            for line in event.get("recurrence") or []:
                if line.startswith("EXDATE"):
                    gaps.update(line.partition(":")[2].split(","))
            uid = event.get("extendedProperties", {}).get("private", {}).get("meantimeUID") or event["iCalUID"]
            parts = sorted(self._part(each) for each in others if each["status"] != "cancelled")
            found.append((uid, self._part(event), parts, sorted(gaps)))
        return sorted(found)

    def _part(self, event):
        original = event.get("originalStartTime")
        rule = next((line[6:] for line in event.get("recurrence") or [] if line.startswith("RRULE")), "")
        times = basic(local(event["start"])), basic(local(event["end"]))
        return basic(local(original)) if original else "", event.get("summary", ""), event.get("location", ""), *times, rule


def clean(time):
    return {name: value for name, value in time.items() if value is not None}


class TwoSides:
    def __init__(self, anna, seed):
        self.anna, self.random = anna, random.Random(seed)
        anna.consent("write")
        anna.add()
        self.count = 0
        calendar = anna.google.calendar()
        # Where Google's documentation leaves both open, each is tried.
        calendar.marks_series, calendar.carries_over, calendar.starts_with_empty_page = (bool(seed & bit) for bit in (1, 2, 4))
        self.here, self.there = Here(anna, self), There(calendar, self)

    def title(self):
        self.count += 1
        return f"{self.random.choice(TITLES)} {self.count}"

    def times(self):
        """An hour, or a day or two; series go on after the clocks have changed on 29 March."""
        start = datetime.datetime(2026, 3, self.random.randint(1, 27), self.random.randint(6, 20))
        if self.random.random() < 0.25:
            return start.date(), start.date() + DAY * self.random.randint(1, 2)
        return start, start + datetime.timedelta(hours=1)

    def fault(self):
        google, calendar = self.anna.google, self.there.calendar
        there = (self.there.change, self.there.change_one, self.there.remove_one, self.there.remove)
        self.random.choice(
            (
                *(lambda method=method: google.lose_next(method) for method in ("POST", "PATCH", "DELETE")),
                *(lambda method=method: google.fail_next(method, 500, "backendError") for method in ("GET", "PATCH", "POST")),
                *(lambda method=method: google.before_next(method, self.random.choice(there)) for method in ("GET", "PATCH", "DELETE")),
                calendar.forget_tokens,
                google.end_access,
                lambda: setattr(google, "page_size", self.random.choice((1, 2, 2500))),
            )
        )()

    def settle(self):
        """Lets nothing wait here."""
        self.anna.google.faults.clear()
        for _ in range(3):
            if self.anna.refresh()["waiting"] == 0:
                break

    def step(self):
        here, there = self.here, self.there
        changes = (here.add, here.add, here.change, here.move, here.exclude, here.change_one, here.remove, here.restore)
        changes += (there.add, there.change, there.change, there.move, there.change_one, there.remove_one, there.shorten, there.remove)
        self.random.choice((*changes, self.fault, self.fault, self.anna.refresh, self.anna.refresh, self.anna.refresh))()


@pytest.mark.parametrize("seed", range(1, 7))
def test_both_sides_end_up_the_same(anna, seed):
    sides = TwoSides(anna, seed)
    for _ in range(OPERATIONS):
        sides.step()
    anna.google.faults.clear()
    for _ in range(3):
        anna.refresh()
    assert sides.here.state() == sides.there.state()
    assert anna.source()["waiting"] == 0
