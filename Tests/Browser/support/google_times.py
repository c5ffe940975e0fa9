"""The times of events as Google's interface writes them, and the occurrences of a series."""

import datetime
import itertools
import re
import zoneinfo

UTC = datetime.timezone.utc
# A series is followed for so many occurrences.
OCCURRENCES_MAX = 2000
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def instant(time, zone="Europe/Berlin"):
    """When a time is; one without an offset counts in its own zone, or else in the calendar's."""
    moment = datetime.datetime.fromisoformat(time["dateTime"])
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zoneinfo.ZoneInfo(time.get("timeZone", zone)))
    return moment.astimezone(UTC)


def written(time, zone):
    """A time as it's answered: with the offset of the calendar's zone, and the zone that it was given in."""
    if "dateTime" not in time:
        return time
    shown = instant(time, zone).astimezone(zoneinfo.ZoneInfo(zone)).isoformat(timespec="seconds")
    return {"dateTime": re.sub(r"\+00:00$", "Z", shown), "timeZone": time.get("timeZone", zone)}


def local(time, zone):
    """A time in its own zone, without an offset: what rules count with; or a day at midnight."""
    if "date" in time:
        return datetime.datetime.fromisoformat(time["date"])
    return instant(time, zone).astimezone(zoneinfo.ZoneInfo(time.get("timeZone", zone))).replace(tzinfo=None)


def suffix(time, zone):
    """What the ID of an occurrence ends with: its day, or its start in UTC."""
    if "date" in time:
        return time["date"].replace("-", "")
    return instant(time, zone).strftime("%Y%m%dT%H%M%SZ")


def moved(time, seconds, zone):
    """A time so many seconds later, or a day so many days of seconds later."""
    if "date" in time:
        day = datetime.date.fromisoformat(time["date"]) + datetime.timedelta(seconds=seconds)
        return {"date": day.isoformat()}
    moment = instant(time, zone) + datetime.timedelta(seconds=seconds)
    return written({"dateTime": moment.isoformat(), "timeZone": time.get("timeZone", zone)}, zone)


def length_seconds(event, zone):
    start, end = event["start"], event["end"]
    if "date" in start:
        return (local(end, zone) - local(start, zone)).total_seconds()
    return (instant(end, zone) - instant(start, zone)).total_seconds()


def occurrence(series, ending, zone):
    """The start and the end of the occurrence whose ID ends so; None if the series has no such occurrence."""
    first = series["start"]
    if ("date" in first) != ("T" not in ending):
        return None
    if "date" in first:
        start = {"date": f"{ending[:4]}-{ending[4:6]}-{ending[6:]}"}
    else:
        moment = datetime.datetime.strptime(ending, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        start = written({"dateTime": moment.isoformat(), "timeZone": first["timeZone"]}, zone)
    if not takes_place(series, local(start, zone), zone):
        return None
    return start, moved(start, length_seconds(series, zone), zone)


def takes_place(series, wanted, zone):
    """Whether a series has an occurrence at a local time. With parts of rules that aren't followed here, it has."""
    place = zoneinfo.ZoneInfo(series["start"].get("timeZone", zone))
    rules, added, excluded = [], {local(series["start"], zone)}, set()
    for line in series["recurrence"]:
        name, _, value = line.partition(":")
        if name.startswith("RRULE"):
            rules.append(dict(part.split("=") for part in value.split(";")))
        elif name.startswith(("RDATE", "EXDATE")):
            times = added if name.startswith("RDATE") else excluded
            times.update(_time(text, place) for text in value.split(","))
    if wanted in excluded:
        return False
    return wanted in added or any(_has(rule, local(series["start"], zone), wanted, place) for rule in rules)


def _time(text, place):
    """A local time of `20260302T180000`, of the same in UTC, or of a day."""
    moment = datetime.datetime.fromisoformat(text)
    return moment.astimezone(place).replace(tzinfo=None) if moment.tzinfo else moment


def _has(rule, first, wanted, place):
    is_followed = rule["FREQ"] == "WEEKLY" or rule["FREQ"] == "DAILY" and "BYDAY" not in rule
    if not is_followed or set(rule) - {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"}:
        return True
    last = datetime.datetime.max
    if until := rule.get("UNTIL"):
        last = _time(until, place) + datetime.timedelta(seconds=0 if "T" in until else 86_399)
    starts = itertools.islice(_starts(rule, first), int(rule.get("COUNT", OCCURRENCES_MAX)))
    return wanted in itertools.takewhile(lambda start: start <= min(last, wanted), starts)


def _starts(rule, first):
    """The starts that a daily or weekly rule gives, without an end."""
    interval = int(rule.get("INTERVAL", 1))
    if rule["FREQ"] == "DAILY":
        for count in range(OCCURRENCES_MAX):
            yield first + datetime.timedelta(days=count * interval)
        return
    days = sorted(WEEKDAYS.index(day) for day in rule["BYDAY"].split(",")) if "BYDAY" in rule else [first.weekday()]
    monday = first - datetime.timedelta(days=first.weekday())
    for count in range(OCCURRENCES_MAX):
        for day in days:
            start = monday + datetime.timedelta(weeks=count * interval, days=day)
            if start >= first:
                yield start
