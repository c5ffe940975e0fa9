#!/usr/bin/env python3
"""A second, slow expansion of recurrence rules, to check rules.tsv with.

It shares nothing with the engine: every day of every period is asked whether it matches, by the words
of RFC 5545 section 3.3.10 and RFC 7529 section 4.1. `oracle.py` compares all rows of rules.tsv with what
it finds itself; `oracle.py --fill` writes the times of those rows whose expected column is `?`.
"""
import sys
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from itertools import product
from pathlib import Path
from zoneinfo import ZoneInfo

WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
FREQUENCIES = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
UNITS = {'SECONDLY': 1, 'MINUTELY': 60, 'HOURLY': 3600}
EPOCH = datetime(1970, 1, 1)
# The oracle gives up where the engine has a proof: after this many days, or units, without a time.
DAYS_EMPTY_MAX = 150_000
UNITS_EMPTY_MAX = 3_000_000


class Rule:
    """The parts of a rule, read without mercy: the rows are known to be rules."""

    def __init__(self, text):
        parts = dict(part.upper().split('=') for part in text.split(';') if part)
        self.frequency = parts['FREQ']
        self.level = FREQUENCIES.index(self.frequency)
        self.interval = int(parts.get('INTERVAL', 1))
        self.count = int(parts['COUNT']) if 'COUNT' in parts else None
        self.until = parts.get('UNTIL')
        self.week_start = WEEKDAYS.index(parts.get('WKST', 'MO'))
        self.skip = parts.get('SKIP', 'OMIT')
        for name in ('BYSECOND', 'BYMINUTE', 'BYHOUR', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYMONTH', 'BYSETPOS'):
            setattr(self, name.lower(), [int(value) for value in parts[name].split(',')] if name in parts else [])
        self.bysecond = [min(second, 59) for second in self.bysecond]
        days = parts['BYDAY'].split(',') if 'BYDAY' in parts else []
        self.byday = [(int(day[:-2] or 0), WEEKDAYS.index(day[-2:])) for day in days]
        self.has_month_ordinals = self.frequency == 'MONTHLY' or bool(self.bymonth)

    def fill(self, start):
        """Takes the days that the rule needs and does not name from its start."""
        has_days = self.byday or self.byyearday
        if self.frequency == 'YEARLY' and self.byweekno:
            if not has_days and not self.bymonthday:
                self.byday = [(0, start.weekday())]
        elif self.frequency == 'YEARLY' and not self.byyearday and (self.bymonthday or not self.byday):
            self.bymonth = self.bymonth or [start.month]
            self.bymonthday = self.bymonthday or [start.day]
        elif self.frequency == 'MONTHLY' and not has_days and not self.bymonthday:
            self.bymonthday = [start.day]
        elif self.frequency == 'WEEKLY' and not has_days and not self.bymonthday:
            self.byday = [(0, start.weekday())]


@lru_cache(None)
def month_length(year, month):
    return ((date(year + 1, 1, 1) if month == 12 else date(year, month + 1, 1)) - date(year, month, 1)).days if year < 9999 or month < 12 else 31


@lru_cache(None)
def year_length(year):
    return sum(month_length(year, month) for month in range(1, 13))


def week_of(day, week_start):
    """The week-year of a day, its week's number, and how many weeks that year has."""
    def first_week(year):
        fourth = date(year, 1, 4)
        return fourth - timedelta((fourth.weekday() - week_start) % 7)
    start = day - timedelta((day.weekday() - week_start) % 7)
    year = (start + timedelta(3)).year
    total = (first_week(year + 1) - first_week(year)).days // 7 if year < 9999 else 52
    return year, (start - first_week(year)).days // 7 + 1, total


def matches_day(rule, day, without_month_days=False):
    """Whether all parts that speak of days allow one."""
    if rule.bymonth and not without_month_days and day.month not in rule.bymonth:
        return False
    length = month_length(day.year, day.month)
    if rule.bymonthday and not without_month_days:
        if day.day not in rule.bymonthday and day.day - length - 1 not in rule.bymonthday:
            return False
    year_day = day.timetuple().tm_yday
    total = year_length(day.year)
    if rule.byyearday and not without_month_days:
        if year_day not in rule.byyearday and year_day - total - 1 not in rule.byyearday:
            return False
    if rule.byweekno:
        _, number, weeks = week_of(day, rule.week_start)
        if number not in rule.byweekno and number - weeks - 1 not in rule.byweekno:
            return False
    return not rule.byday or any(matches_weekday(rule, day, *entry, year_day, total) for entry in rule.byday)


def matches_weekday(rule, day, ordinal, weekday, year_day, total):
    if day.weekday() != weekday:
        return False
    if ordinal == 0 or rule.level < 5 or (rule.frequency == 'YEARLY' and rule.byweekno):
        return True
    if rule.has_month_ordinals:
        place, length = day.day, month_length(day.year, day.month)
    else:
        place, length = year_day, total
    return ordinal in ((place - 1) // 7 + 1, -((length - place) // 7 + 1))


def moved_days(rule, months, year):
    """The days of some months, or of a year by BYYEARDAY, invalid ones moved as SKIP says."""
    days = set()
    if rule.byyearday:
        for number in rule.byyearday:
            length = year_length(year)
            place = number if number > 0 else length + number + 1
            days.add(moved(rule, date(year, 1, 1), length, place))
    else:
        for year, month in months:
            if rule.bymonth and month not in rule.bymonth:
                continue
            length = month_length(year, month)
            numbers = rule.bymonthday or range(1, length + 1)
            for number in numbers:
                days.add(moved(rule, date(year, month, 1), length, number if number > 0 else length + number + 1))
    return {day for day in days if matches_day(rule, day, without_month_days=True)}


def moved(rule, first, length, place):
    if place < 1:
        return first if rule.skip == 'FORWARD' else first - timedelta(1)
    if place > length:
        place = length + 1 if rule.skip == 'FORWARD' else length
    return first + timedelta(place - 1)


def periods(rule, start):
    """The days of each period from the start's on; of hours and less, nothing but the days."""
    if rule.frequency == 'YEARLY' and rule.byweekno and not rule.bysetpos:
        year = week_of(start, rule.week_start)[0]
        while 1 < year < 9998:
            begin = date(year, 1, 1) - timedelta(7)
            days = (begin + timedelta(number) for number in range(380))
            yield year, [day for day in days if week_of(day, rule.week_start)[0] == year and matches_day(rule, day)]
            year += rule.interval
    elif rule.frequency == 'YEARLY':
        for year in range(start.year, 10_000, rule.interval):
            if rule.skip != 'OMIT' and not rule.byweekno:
                yield year, sorted(moved_days(rule, [(year, month) for month in range(1, 13)], year))
            else:
                days = (date(year, 1, 1) + timedelta(number) for number in range(year_length(year)))
                yield year, [day for day in days if matches_day(rule, day)]
    elif rule.frequency == 'MONTHLY':
        for index in range(start.year * 12 + start.month - 1, 10_000 * 12, rule.interval):
            year, month = divmod(index, 12)
            if rule.skip != 'OMIT' and not rule.byyearday:
                yield index, sorted(moved_days(rule, [(year, month + 1)], year))
            else:
                days = (date(year, month + 1, day) for day in range(1, month_length(year, month + 1) + 1))
                yield index, [day for day in days if matches_day(rule, day)]
    else:
        size = 7 if rule.frequency == 'WEEKLY' else 1
        begin = start - timedelta((start.weekday() - rule.week_start) % 7 if size == 7 else 0)
        while begin.year < 9999 or begin <= date(9999, 12, 31 - size):
            days = [begin + timedelta(number) for number in range(size)]
            yield begin, [day for day in days if matches_day(rule, day)]
            begin += timedelta(size * rule.interval)
        # The week in which the years end.
        if begin.year == 9999:
            yield begin, [day for day in (date(9999, 12, 31 - left) for left in range((date.max - begin).days, -1, -1)) if matches_day(rule, day)]


def selected(rule, times):
    times = sorted(set(times))
    if not rule.bysetpos:
        return times
    places = {place - 1 if place > 0 else len(times) + place for place in rule.bysetpos}
    return [times[place] for place in sorted(places) if 0 <= place < len(times)]


def clock_times(rule, start, is_date):
    """All times by the clock from the start on, without regard to COUNT and UNTIL."""
    if is_date:
        hours = minutes = seconds = [0]
    else:
        hours = rule.byhour or [start.hour]
        minutes = rule.byminute or [start.minute]
        seconds = rule.bysecond or [start.second]
    if rule.frequency in UNITS:
        yield from unit_times(rule, start, minutes, seconds)
        return
    last, empty = None, 0
    for _, days in periods(rule, start.date()):
        times = [datetime(day.year, day.month, day.day, *clock) for day in days for clock in product(hours, minutes, seconds)]
        found = [time for time in selected(rule, times) if time >= start and (last is None or time > last)]
        empty = 0 if found else empty + 1
        if empty * rule.interval * {'YEARLY': 366, 'MONTHLY': 31, 'WEEKLY': 7, 'DAILY': 1}[rule.frequency] > DAYS_EMPTY_MAX:
            return
        for time in found:
            yield time
            last = time


def unit_times(rule, start, minutes, seconds):
    unit = UNITS[rule.frequency]
    index = int((start - EPOCH).total_seconds()) // unit
    empty = 0
    while empty < UNITS_EMPTY_MAX:
        try:
            begin = EPOCH + timedelta(seconds=index * unit)
        except OverflowError:
            return
        empty += 1
        index += rule.interval
        if rule.byhour and begin.hour not in rule.byhour:
            continue
        if unit <= 60 and rule.byminute and begin.minute not in rule.byminute:
            continue
        if unit == 1 and rule.bysecond and begin.second not in rule.bysecond:
            continue
        if not matches_day(rule, begin.date()):
            continue
        choices = product(minutes if unit == 3600 else [begin.minute], seconds if unit >= 60 else [begin.second])
        for time in selected(rule, [begin.replace(minute=minute, second=second) for minute, second in choices]):
            if time >= start:
                empty = 0
                yield time


def read_time(text):
    return datetime.strptime(text.rstrip('Z'), '%Y%m%dT%H%M%S' if 'T' in text else '%Y%m%d')


def instant(time, zone):
    """When it is, and whether the clock skips the time."""
    if not zone:
        return time.replace(tzinfo=timezone.utc), False
    found = time.replace(tzinfo=ZoneInfo(zone)).astimezone(timezone.utc)
    return found, found.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != time


def is_past(until, time, start_text, zone):
    if until is None:
        return False
    if 'T' not in until or 'T' not in start_text:
        return time.date() > read_time(until).date()
    if until.endswith('Z') and (zone or start_text.endswith('Z')):
        return instant(time, zone)[0] > read_time(until).replace(tzinfo=timezone.utc)
    return time > read_time(until)


def expand(start_text, zone, rule_text, limit):
    """The first times of a rule, as (local, instant), in the order of their instants."""
    rule = Rule(rule_text)
    is_date = 'T' not in start_text
    start = read_time(start_text)
    if is_date and rule.frequency in UNITS:
        return []
    rule.fill(start)
    found = []
    past = 0
    for number, time in enumerate(clock_times(rule, start, is_date)):
        if rule.count is not None and number >= rule.count:
            break
        if is_past(rule.until, time, start_text, zone):
            # A skipped time may be past the end while later ones are not.
            past += 1
            if past > 200:
                break
            continue
        found.append((*instant(time, zone), time))
        if len(found) >= limit + 50:
            break
    found.sort(key=lambda entry: (entry[0], entry[1]))
    kept = {}
    for moment, _, time in found:
        kept.setdefault(moment, time)
    form = '%Y%m%d' if is_date else '%Y%m%dT%H%M%S'
    # strftime does not fill years up to four digits.
    return [(time.strftime(form).rjust(8 if is_date else 15, '0'), moment.strftime('%Y%m%dT%H%M%SZ')) for moment, time in kept.items()][:limit]


def main():
    path = Path(__file__).with_name('rules.tsv')
    lines = path.read_text().split('\n')
    wrong = filled = 0
    for number, line in enumerate(lines):
        if not line or line.startswith('#'):
            continue
        start, zone, rule, limit, expected, note = line.split('\t')
        wants_instants = expected.split(',')[0].endswith('Z') or expected == '?Z'
        times = [entry[1 if wants_instants else 0] for entry in expand(start, zone, rule, int(limit))]
        text = ','.join(times)
        if expected in ('?', '?Z'):
            lines[number] = '\t'.join([start, zone, rule, limit, text, note])
            filled += 1
        elif text != expected:
            wrong += 1
            print(f'line {number + 1}: {start} {zone} {rule}\n  has    {expected}\n  oracle {text}')
    if '--fill' in sys.argv:
        path.write_text('\n'.join(lines))
    print(f'{len([line for line in lines if line and line[0] != "#"])} rows, {wrong} differ, {filled} filled')
    sys.exit(1 if wrong or (filled and '--fill' not in sys.argv) else 0)


if __name__ == '__main__':
    main()
