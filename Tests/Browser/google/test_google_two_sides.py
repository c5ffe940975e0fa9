"""Random changes here and at Google, with lost answers and forgotten tokens: both sides end up with the same events."""

import datetime
import random
import re

import pytest

from support.google_events import instant

OPERATIONS = 25
TITLES = ("Choir", "Lunch", "Call", "Swim", "Read", "Cook")


class TwoSides:
    def __init__(self, anna, seed):
        self.anna, self.random = anna, random.Random(seed)
        anna.consent("write")
        anna.add()
        self.google = anna.google.calendar()
        self.count = 0

    def title(self):
        self.count += 1
        return f"{self.random.choice(TITLES)} {self.count}"

    def times(self):
        day, hour = self.random.randint(1, 27), self.random.randint(6, 20)
        return f"202603{day:02}T{hour:02}0000", f"202603{day:02}T{hour + 1:02}0000"

    # Here.

    def add_here(self):
        start, end = self.times()
        rule = self.random.choice(("", "RRULE:FREQ=WEEKLY;COUNT=5\n", "RRULE:FREQ=DAILY;COUNT=4\n"))
        title = self.title()
        self.anna.put(
            f"BEGIN:VEVENT\nUID:{title.replace(' ', '-').lower()}@example.org\nDTSTAMP:20260101T000000Z\n"
            f"DTSTART;TZID=Europe/Berlin:{start}\nDTEND;TZID=Europe/Berlin:{end}\n{rule}SUMMARY:{title}\nEND:VEVENT"
        )

    def own(self):
        return self.random.choice(sorted(self.anna.events()) or [None])

    def change_here(self):
        if title := self.own():
            new = self.random.choice((f"SUMMARY:{self.title()}", f"SUMMARY:{title}\nLOCATION:Room {self.count}"))
            self.anna.change(title, lambda text: re.sub(r"(?m)^LOCATION:.*\n", "", text).replace(f"SUMMARY:{title}", new, 1))

    def move_here(self):
        if title := self.own():
            start, end = self.times()

            def moved(text):
                head, mark, rest = text.partition("END:VEVENT")
                head = re.sub(r"(?m)^DTSTART.*$", f"DTSTART;TZID=Europe/Berlin:{start}", head)
                head = re.sub(r"(?m)^DTEND.*$", f"DTEND;TZID=Europe/Berlin:{end}", head)
                # What differs on single days is gone when the series moves, as in the page.
                head = re.sub(r"(?m)^EXDATE.*\n", "", head)
                return head + mark + "\nEND:VCALENDAR\n"

            self.anna.change(title, moved)

    def exclude_here(self):
        for title, event in sorted(self.anna.events().items()):
            match = re.search(r"DTSTART;TZID=Europe/Berlin:(\d{8})(T\d{6})\r[^\0]*?RRULE:FREQ=(WEEKLY|DAILY)", event["ical"])
            if match and "EXDATE" not in event["ical"] and "RECURRENCE-ID" not in event["ical"]:
                first = datetime.datetime.strptime(match[1], "%Y%m%d")
                day = first + datetime.timedelta(days=7 if match[3] == "WEEKLY" else 1)
                line = f"EXDATE;TZID=Europe/Berlin:{day:%Y%m%d}{match[2]}\nRRULE"
                return self.anna.change(title, lambda text: text.replace("RRULE", line, 1))

    def remove_here(self):
        if title := self.own():
            self.anna.remove(title)

    # There.

    def add_there(self):
        day, hour = self.random.randint(1, 27), self.random.randint(6, 20)
        start = {"dateTime": f"2026-03-{day:02}T{hour:02}:00:00", "timeZone": "Europe/Berlin"}
        end = start | {"dateTime": f"2026-03-{day:02}T{hour + 1:02}:00:00"}
        rule = self.random.choice((None, ["RRULE:FREQ=WEEKLY;COUNT=5"]))
        self.google.add(f"there{self.count:04}", summary=self.title(), start=start, end=end, recurrence=rule)

    def foreign(self):
        found = sorted(event["id"] for event in self.google.live() if "recurringEventId" not in event)
        return self.random.choice(found) if found else None

    def change_there(self):
        if identity := self.foreign():
            self.google.change(identity, **self.random.choice(({"summary": self.title()}, {"location": f"Hall {self.count}"})))

    def move_one_there(self):
        for event in self.google.live():
            if event.get("recurrence") and "dateTime" in event["start"]:
                moment = instant(event["start"]) + datetime.timedelta(days=1 if "DAILY" in event["recurrence"][0] else 7)
                identity = f"{event['id']}_{moment:%Y%m%dT%H%M%SZ}"
                if identity not in self.google.events and not any("EXDATE" in line for line in event["recurrence"]):
                    return self.google.change(identity, summary=self.title())

    def remove_there(self):
        if identity := self.foreign():
            self.google.delete(identity)

    # Faults and the end.

    def fault(self):
        google = self.anna.google
        self.random.choice(
            (
                lambda: google.lose_next("POST"),
                lambda: google.lose_next("PATCH"),
                lambda: google.lose_next("DELETE"),
                lambda: google.fail_next("GET", 500, "backendError"),
                lambda: google.fail_next("PATCH", 500, "backendError"),
                self.google.forget_tokens,
                google.end_access,
                lambda: setattr(google, "page_size", self.random.choice((1, 2, 2500))),
            )
        )()

    def step(self):
        here = (self.add_here, self.add_here, self.change_here, self.move_here, self.exclude_here, self.remove_here)
        there = (self.add_there, self.change_there, self.change_there, self.move_one_there, self.remove_there)
        self.random.choice((*here, *there, self.fault, self.anna.refresh, self.anna.refresh))()

    def here(self):
        """What each event is: its title, place, start, rule, and what differs on single days."""
        found = []
        for event in self.anna.events().values():
            text = event["ical"].replace("\r\n ", "").replace("\r\n", "\n")
            parts = re.findall(r"BEGIN:VEVENT\n([^\0]*?)END:VEVENT", text)
            gaps = sorted(re.findall(r"(?m)^EXDATE;TZID=Europe/Berlin:(\w+)", text))
            one = [self._part(part) for part in parts]
            found.append((one[0], sorted(one[1:], key=str), gaps))
        return sorted(found, key=str)

    def _part(self, part):
        def value(name):
            match = re.search(rf"(?m)^{name}[;:](?:TZID=Europe/Berlin:)?(.*)$", part)
            return match[1] if match else ""

        return value("SUMMARY"), value("LOCATION"), value("DTSTART"), value("RRULE"), value("RECURRENCE-ID")

    def there(self):
        def berlin(time):
            import zoneinfo

            return instant(time).astimezone(zoneinfo.ZoneInfo("Europe/Berlin")).strftime("%Y%m%dT%H%M%S")

        def part(event):
            lines = event.get("recurrence") or []
            rule = next((line.removeprefix("RRULE:") for line in lines if line.startswith("RRULE")), "")
            original = event.get("originalStartTime")
            return event["summary"], event.get("location", ""), berlin(event["start"]), rule, berlin(original) if original else ""

        found = []
        for event in self.google.live():
            if "recurringEventId" in event:
                continue
            others = [each for each in self.google.events.values() if each.get("recurringEventId") == event["id"]]
            gaps = {berlin(each["originalStartTime"]) for each in others if each["status"] == "cancelled"}
            for line in event.get("recurrence") or []:
                if line.startswith("EXDATE"):
                    gaps.add(line.split(":")[1])
            parts = [part(each) for each in others if each["status"] != "cancelled"]
            found.append((part(event), sorted(parts, key=str), sorted(gaps)))
        return sorted(found, key=str)


@pytest.mark.parametrize("seed", range(1, 7))
def test_both_sides_end_up_the_same(anna, seed):
    sides = TwoSides(anna, seed)
    for _ in range(OPERATIONS):
        sides.step()
    anna.google.faults.clear()
    for _ in range(3):
        anna.refresh()
    assert sides.here() == sides.there()
    assert anna.source()["waiting"] == 0
