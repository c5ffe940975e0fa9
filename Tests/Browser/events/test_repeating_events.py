"""Repeating events: the days they are on, changing this, following or all of them, and clock changes."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.choices import choose
from support.events import event, stored
from support.pointer import centre, drag
from support.timeline import HOUR, day
from support.waiting import eventually, still, wait_for_events, wait_for_text

DAYS_WITH_EVENTS = "(cells) => cells.filter((e) => /\\d events?$/.test(e.ariaLabel)).map((e) => e.dataset.date).sort()"
SAME_DAYS = f"""(days) => {{
    const cells = [...document.querySelectorAll('[data-view="year"] [role="gridcell"]')];
    return String(({DAYS_WITH_EVENTS})(cells)) === String(days);
}}"""
TEN = "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10"


def shown_days(calendar, *years):
    """The dates of some years that have an event, as the year view shows them; 2026 if no year is given."""
    dates = []
    for year in years or (2026,):
        calendar.open(f"/year/{year}-01-01")
        cells = calendar.page.locator('[data-view="year"] [role="gridcell"]')
        expect(cells).to_have_count(365)
        dates += cells.evaluate_all(DAYS_WITH_EVENTS)
    return sorted(dates)


def on(calendar, date):
    """The event called Class on a date of the week that is shown."""
    return day(calendar, date).get_by_role("button", name="Class")


def weekly(first, count, days=7):
    start = datetime.date.fromisoformat(first)
    return [(start + datetime.timedelta(days * number)).isoformat() for number in range(count)]


def sheet_for(calendar, date):
    calendar.page.keyboard.press("n")
    calendar.fill_sheet(title="Rule", date=date, start="09:00", end="10:00")
    return calendar.dialog


def repeat(sheet, kind, *, every=None, on=None, which=None, until=None, count=None):
    """Fills in the repeat form of the sheet."""
    choose(sheet.get_by_label("Repeat", exact=True), "Custom…")
    choose(sheet.get_by_label("Unit"), kind)
    if every:
        sheet.get_by_label("Every").fill(str(every))
    for name in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday") if on else ():
        sheet.get_by_role("checkbox", name=name).set_checked(name in on, force=True)
    if which:
        choose(sheet.get_by_label("Which day"), which)
    if until or count:
        choose(sheet.get_by_label("End repeat"), "Ends on" if until else "Ends after")
    if until:
        sheet.get_by_label("Last date").fill(until)
    if count:
        sheet.get_by_label("times", exact=True).fill(str(count))
        sheet.get_by_label("times", exact=True).blur()


WORKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


@pytest.mark.parametrize(
    ("date", "form", "words", "days"),
    [
        ("2026-03-10", dict(kind="week", every=2, on=("Tuesday", "Thursday"), until="2026-04-30"), "every 2 weeks on Tuesday and Thursday",
         ["2026-03-10", "2026-03-12", "2026-03-24", "2026-03-26", "2026-04-07", "2026-04-09", "2026-04-21", "2026-04-23"]),
        ("2026-03-27", dict(kind="month", which="On the last Friday", until="2026-07-31"), "last Friday",
         ["2026-03-27", "2026-04-24", "2026-05-29", "2026-06-26", "2026-07-31"]),
        ("2026-01-31", dict(kind="month", until="2026-08-31"), "31", ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31", "2026-08-31"]),
        ("2026-03-02", dict(kind="week", on=WORKDAYS, until="2026-03-13"), "weekday", [*weekly("2026-03-02", 5, 1), *weekly("2026-03-09", 5, 1)]),
        ("2026-12-29", dict(kind="week", count=10), "10 times", weekly("2026-12-29", 10)),
    ],
    ids=["every-2-weeks-on-two-days", "last-friday", "the-31st", "weekdays-until-a-date-inclusive", "ten-times"],
)
def test_a_rule_from_the_sheet_is_on_the_expected_days(calendar, client, date, form, words, days):
    sheet = sheet_for(calendar, date)
    repeat(sheet, **form)
    expect(sheet.locator(".rule-text")).to_contain_text(re.compile(words, re.IGNORECASE))
    calendar.save()
    wait_for_events(client, 1)
    assert shown_days(calendar, 2026, 2027) == days


def test_a_yearly_29_february_is_in_leap_years_only_and_the_sheet_says_so(calendar, client):
    sheet = sheet_for(calendar, "2028-02-29")
    repeat(sheet, "year")
    expect(sheet.get_by_text("Only leap years have this day; other years are skipped.")).to_be_visible()
    expect(sheet.locator(".rule-text")).to_contain_text(re.compile("2032.*2036.*2040"))
    calendar.save()
    wait_for_events(client, 1)
    for year, count in ((2028, 1), (2029, 0), (2030, 0), (2031, 0), (2032, 1), (2096, 1), (2100, 0), (2104, 1)):
        calendar.open(f"/month/{year}-02-28")
        expect(calendar.chips("Rule")).to_have_count(count)


# This event, this and following, or all: by the sheet and by dragging


def stored_rules(client):
    return sorted(re.findall(r"RRULE:(\S+)", "".join(one["ical"] for one in client.events())))


def wait_for_unchanged_series(client):
    """Waits until only the series of ten is stored, without overrides or exceptions."""
    eventually(lambda: [one["ical"] for one in client.events()],
               lambda all: len(all) == 1 and "COUNT=10" in all[0] and "RECURRENCE-ID" not in all[0] and "EXDATE" not in all[0])


def by_sheet(calendar, date, scope):
    """Moves an occurrence to the next day at the same hour, in the sheet."""
    calendar.edit(on(calendar, date))
    calendar.fill_sheet(date=(datetime.date.fromisoformat(date) + datetime.timedelta(1)).isoformat())
    calendar.dialog.get_by_role("button", name="Save").click()
    calendar.dialog.get_by_role("button", name=scope).click()


def by_drag(calendar, date, scope):
    """Moves an occurrence to the next day at the same hour, by the mouse."""
    width = day(calendar, date).bounding_box()["width"]
    drag(calendar.page, centre(on(calendar, date)), (width, 0))
    calendar.dialog.get_by_role("button", name=scope).click()


FIRST, MOVED = "2026-02-10", "2026-03-10"
TUESDAYS = weekly(FIRST, 10)
SCOPES = {
    "This event": sorted({*TUESDAYS, "2026-03-11"} - {MOVED}),
    "This and following events": [*TUESDAYS[:4], *weekly("2026-03-11", 6)],
    "All events": weekly("2026-02-11", 10),
}


@pytest.mark.parametrize("move", [by_sheet, by_drag])
@pytest.mark.parametrize("scope", SCOPES)
def test_this_following_and_all_by_sheet_and_by_drag(open_calendar, client, scope, move):
    client.put(event("Class", "20260210T120000", "20260210T130000", TEN))
    calendar = open_calendar(f"/week/{MOVED}")
    expect(on(calendar, MOVED)).to_be_visible()
    before = stored_rules(client)
    move(calendar, MOVED, scope)
    expect(on(calendar, "2026-03-11")).to_be_visible()
    if scope == "This event":
        wait_for_text(client, "RECURRENCE-ID")
        rules = stored_rules(client)
    else:
        # A split saves two objects: first the new one, then the old one with its new end.
        rule_count = 2 if scope == "This and following events" else 1
        rules = eventually(lambda: stored_rules(client), lambda rules: len(rules) == rule_count and before[0] not in rules)
    if scope == "This event":
        assert len(rules) == 1 and "COUNT=10" in rules[0] and "BYDAY=TU" in rules[0]
    if scope == "This and following events":
        # Both halves together still have ten occurrences.
        assert sorted(int(count) for count in re.findall(r"COUNT=(\d+)", " ".join(rules))) in ([4, 6], [6])
        assert any("BYDAY=WE" in rule for rule in rules) and any("BYDAY=TU" in rule for rule in rules)
    if scope == "All events":
        assert len(rules) == 1 and "COUNT=10" in rules[0] and "BYDAY=WE" in rules[0]
    assert shown_days(calendar) == SCOPES[scope]


def test_one_undo_takes_back_a_change_of_this_following_or_all(open_calendar, client):
    client.put(event("Class", "20260210T120000", "20260210T130000", TEN))
    calendar = open_calendar(f"/week/{MOVED}")
    expect(on(calendar, MOVED)).to_be_visible()
    for scope in SCOPES:
        by_drag(calendar, MOVED, scope)
        expect(on(calendar, "2026-03-11")).to_be_visible()
        calendar.undo()
        expect(on(calendar, MOVED)).to_be_visible()
        expect(on(calendar, "2026-03-11")).to_have_count(0)
    wait_for_unchanged_series(client)
    assert shown_days(calendar) == TUESDAYS


@pytest.mark.parametrize("scope", ["This and following events", "All events"])
def test_changed_occurrences_keep_their_changes(open_calendar, client, scope):
    client.put(event("Class", "20260210T120000", "20260210T130000", TEN))
    calendar = open_calendar("/week/2026-03-24")
    calendar.edit(on(calendar, "2026-03-24"))
    calendar.fill_sheet(title="Class in the park", start="15:00", end="17:00")
    calendar.dialog.get_by_role("button", name="Save").click()
    calendar.dialog.get_by_role("button", name="This event").click()
    park = on(calendar, "2026-03-24")
    expect(park).to_have_accessible_name(re.compile("Class in the park.*15:00 to 17:00"))
    wait_for_text(client, "Class in the park")
    calendar.open(f"/week/{MOVED}")
    calendar.edit(on(calendar, MOVED))
    calendar.fill_sheet(place="Room 2", start="11:00", end="12:00")
    calendar.dialog.get_by_role("button", name="Save").click()
    calendar.dialog.get_by_role("button", name=scope).click()
    expect(on(calendar, MOVED)).to_have_accessible_name(re.compile("11:00 to 12:00.*Room 2"))
    eventually(lambda: any("Room 2" in one["ical"] for one in client.events()))
    if scope == "This and following events":
        # The old half is saved last.
        eventually(lambda: stored_rules(client), lambda rules: not any("COUNT=10" in rule for rule in rules))
    assert stored(client, "Class in the park") == ("20260324T1500", "20260324T1700")
    calendar.open("/week/2026-03-24")
    expect(park).to_have_count(1)
    expect(park).to_have_accessible_name(re.compile("Class in the park.*15:00 to 17:00"))
    calendar.open("/week/2026-03-31")
    expect(on(calendar, "2026-03-31")).to_have_accessible_name(re.compile("11:00 to 12:00"))
    calendar.open("/week/2026-03-03")
    expect(on(calendar, "2026-03-03")).to_have_accessible_name(re.compile("11:00" if scope == "All events" else "12:00"))
    assert len(shown_days(calendar)) == 10


def test_deleting_this_following_and_all_and_undoing_it(open_calendar, client):
    client.put(event("Class", "20260210T120000", "20260210T130000", TEN))
    calendar = open_calendar(f"/week/{MOVED}")
    left = {"This event": [date for date in TUESDAYS if date != MOVED], "This and following events": TUESDAYS[:4], "All events": []}
    for scope, days in left.items():
        on(calendar, MOVED).click()
        calendar.dialog.get_by_role("button", name="Delete").click()
        # A series that only ends sooner doesn't become another one.
        expect(calendar.dialog).not_to_contain_text("becomes")
        calendar.dialog.get_by_role("button", name=scope).click()
        expect(on(calendar, MOVED)).to_have_count(0)
        calendar.page.keyboard.press("y")
        cells = calendar.page.locator('[data-view="year"] [role="gridcell"]')
        expect(cells).to_have_count(365)
        calendar.wait_until(SAME_DAYS, days)
        calendar.undo()
        # The message "Undone" may still be there from the previous round, so wait for the days.
        calendar.wait_until(SAME_DAYS, TUESDAYS)
        calendar.page.keyboard.press("w")
        expect(on(calendar, MOVED)).to_be_visible()
    wait_for_unchanged_series(client)


# Clock changes


@pytest.mark.parametrize(
    ("zone", "first", "weeks"),
    [
        ("Europe/Berlin", "20260322", {"2026-03-22": "2:30", "2026-03-29": "3:30", "2026-04-05": "2:30",
                                       "2026-10-18": "2:30", "2026-10-25": "2:30", "2026-11-01": "2:30"}),
        ("America/New_York", "20260301", {"2026-03-01": "2:30", "2026-03-08": "3:30", "2026-03-15": "2:30",
                                          "2026-10-25": "2:30", "2026-11-01": "2:30", "2026-11-08": "2:30"}),
    ],
)
def test_a_weekly_event_at_half_past_two_across_both_clock_changes(open_calendar, client, zone, first, weeks):
    client.put(event("Backup", f"{first}T023000", f"{first}T033000", "RRULE:FREQ=WEEKLY", zone=zone))
    calendar = open_calendar(f"/day/{min(weeks)}", timezone_id=zone)
    page = calendar.page
    for date, time in weeks.items():
        page.keyboard.press("g")
        calendar.dialog.get_by_label("Date", exact=True).fill(date)
        page.keyboard.press("Enter")
        block = day(calendar, date).get_by_role("button", name="Backup")
        expect(block).to_have_count(1)
        expect(block).to_have_accessible_name(re.compile(f"2026, {time}"))
        expect(block).to_have_attribute("data-time", re.compile(f"^{time}"))
        top = still(block)["y"] - day(calendar, date).bounding_box()["y"]
        # Except in the hour that comes twice, where an event may be drawn higher than its time.
        assert abs(top - (int(time[0]) + 0.5) * HOUR) < 2 or date == "2026-10-25"
        calendar.edit(block)
        expect(calendar.dialog.get_by_label("Start time")).to_have_attribute("data-value", f"0{time}")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_the_question_which_dates_to_delete_shows_every_word(open_calendar, client, options):
    """A series with a changed date has the longest sentences."""
    client.put(
        event("Class", "20260309T090000", "20260309T093000", "RRULE:FREQ=DAILY;COUNT=10") + "\n"
        + event("Class", "20260310T100000", "20260310T103000", "RECURRENCE-ID;TZID=Europe/Berlin:20260310T090000")
    )
    calendar = open_calendar("/day/2026-03-12", **options)
    on(calendar, "2026-03-12").click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    expect(calendar.dialog).to_contain_text("1 changed date is kept")
    box = calendar.dialog.bounding_box()
    for choice in calendar.dialog.locator(".choice").all():
        inner = choice.bounding_box()
        assert inner["x"] >= box["x"] and inner["x"] + inner["width"] <= box["x"] + box["width"]
        assert choice.evaluate("each => each.scrollWidth <= each.clientWidth")
