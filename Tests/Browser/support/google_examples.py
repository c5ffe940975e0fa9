"""Examples of the tests with calendars at Google, all in March 2026: as Google has them, and as texts here."""


def at(day, hour, offset=1, zone="Europe/Berlin"):
    """A time as Google answers it; the clocks change on 29 March."""
    return {"dateTime": f"2026-03-{day:02}T{hour:02}:00:00+{offset:02}:00", "timeZone": zone}


def timed(day, hour, **fields):
    """The fields of an event of an hour."""
    return {"start": at(day, hour), "end": at(day, hour + 1)} | fields


def days(first, end, **fields):
    """The fields of an event of days, without the last one."""
    return {"start": {"date": f"2026-03-{first:02}"}, "end": {"date": f"2026-03-{end:02}"}} | fields


def event(title, *lines, day=11, hour=12):
    """The text of an event here, of an hour."""
    return "\n".join(
        [
            f"BEGIN:VEVENT\nUID:{title.lower()}@example.org\nDTSTAMP:20260101T000000Z",
            f"DTSTART;TZID=Europe/Berlin:202603{day:02}T{hour:02}0000\nDTEND;TZID=Europe/Berlin:202603{day:02}T{hour + 1:02}0000",
            *lines,
            f"SUMMARY:{title}\nEND:VEVENT",
        ]
    )


def with_exception(title, original, uid, time=None):
    """Lets an occurrence of a series have another title, and perhaps another time; both as `20260309T180000`."""
    start = time or original
    end = f"{start[:9]}{int(start[9:11]) + 1:02}{start[11:]}"
    other = (
        f"BEGIN:VEVENT\nUID:{uid}\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID;TZID=Europe/Berlin:{original}\n"
        f"DTSTART;TZID=Europe/Berlin:{start}\nDTEND;TZID=Europe/Berlin:{end}\nSUMMARY:{title}\nEND:VEVENT\n"
    )
    return lambda text: text.replace("END:VEVENT\n", "END:VEVENT\n" + other, 1)


def renamed(old, new):
    return lambda text: text.replace(f"SUMMARY:{old}", f"SUMMARY:{new}")


def excluding(time):
    return lambda text: text.replace("RRULE", f"EXDATE;TZID=Europe/Berlin:{time}\nRRULE", 1)


def replaced(text, changes):
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text
