"""During the question about a repeating event, outlines show where each answer would move its occurrences."""

from playwright.sync_api import expect

from support.browser import PHONE
from support.change_preview import STANDUP, choice, outlined
from support.events import event, stored, wait_for
from support.pointer import centre, drag
from support.timeline import day
from support.waiting import eventually, still


def is_apart(a, b):
    return a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"] or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


def test_occurrences_are_outlined_where_each_answer_would_move_them(open_calendar, client):
    client.put(STANDUP)
    calendar = open_calendar("/week/2026-03-11")
    page, standup = calendar.page, day(calendar, "2026-03-11").get_by_role("button", name="Standup")
    drag(page, centre(standup), (0, 96))
    choice(calendar, "All events").hover()
    eventually(lambda: outlined(calendar), [f"2026-03-{n:02} 660" for n in range(9, 14)])
    expect(page.locator(".hours-event.ghost")).to_have_count(5)
    choice(calendar, "This and following events").focus()
    eventually(lambda: outlined(calendar), [f"2026-03-{n:02} 660" for n in range(11, 14)])
    choice(calendar, "This event").focus()
    eventually(lambda: outlined(calendar), ["2026-03-11 660"])
    expect(page.locator(".hours-event.ghost")).to_have_count(1)
    held = still(page.locator(".held.hours-event:not([hidden])"))
    assert is_apart(held, still(calendar.dialog))
    page.keyboard.press("Escape")
    expect(page.locator(".outlined, .ghost, .held")).to_have_count(0)
    assert stored(client, "Standup") == ("20260309T0900", "20260309T0930")


def test_occurrences_are_outlined_for_a_change_in_the_sheet_too(open_calendar, client):
    client.put(STANDUP)
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    calendar.edit(day(calendar, "2026-03-11").get_by_role("button", name="Standup"))
    calendar.fill_sheet(start="11:00")
    calendar.dialog.get_by_role("button", name="Save").click()
    choice(calendar, "All events").hover()
    eventually(lambda: outlined(calendar), [f"2026-03-{n:02} 660" for n in range(9, 14)])
    expect(page.locator(".dialog.sheet")).to_have_css("opacity", "0")
    page.keyboard.press("Escape")
    # Only where the form moves this one.
    expect(page.locator(".outlined, .ghost")).to_have_count(1)
    expect(page.locator(".dialog.sheet")).to_have_css("opacity", "1")
    expect(calendar.dialog.get_by_label("Start time")).to_have_attribute("data-value", "11:00")
    # If nothing moves, there are no outlines and the sheet stays visible.
    calendar.fill_sheet(start="09:00", title="Daily")
    calendar.dialog.get_by_role("button", name="Save").click()
    choice(calendar, "All events").hover()
    expect(page.locator(".outlined, .stepped-back")).to_have_count(0)


def test_the_question_does_not_cover_the_dropped_event(open_calendar, client):
    client.put(event("Late", "20260309T140000", "20260309T150000", "RRULE:FREQ=DAILY"))
    calendar = open_calendar("/week/2026-03-11")
    late = day(calendar, "2026-03-11").get_by_role("button", name="Late")
    drag(calendar.page, centre(late), (0, 96))
    held = still(calendar.page.locator(".held.hours-event:not([hidden])"))
    assert is_apart(held, still(calendar.dialog))
    choice(calendar, "All events").click()
    expect(calendar.page.locator(".outlined, .held")).to_have_count(0)
    wait_for(client, "Late", ("20260309T1600", "20260309T1700"))


def test_all_day_occurrences_are_outlined_in_their_lane(open_calendar, client):
    client.put(event("Cleaning", "20260310", "20260311", "RRULE:FREQ=WEEKLY"))
    calendar = open_calendar("/days/2026-03-10")
    width = day(calendar, "2026-03-10").bounding_box()["width"]
    drag(calendar.page, centre(calendar.page.locator(".bars .bar").first), (width, 0))
    choice(calendar, "All events").hover()
    box = still(calendar.page.locator(".bars > .outlined"))
    assert abs(box["x"] - day(calendar, "2026-03-11").bounding_box()["x"]) < 8


def test_in_the_month_occurrences_are_outlined_on_their_days(open_calendar, client):
    client.put(event("Yoga", "20260303T180000", "20260303T190000", "RRULE:FREQ=WEEKLY;BYDAY=TU"))
    calendar = open_calendar("/month/2026-03-11")
    start, goal = centre(calendar.chips("Yoga").nth(1)), centre(calendar.day("2026-03-12"))
    drag(calendar.page, start, (goal[0] - start[0], goal[1] - start[1]))
    choice(calendar, "This and following events").hover()
    rows = calendar.page.locator(".week:has(.outlined)")
    eventually(rows.count, lambda count: count >= 3)
    assert set(outlined(calendar)) == {"3"}
    expect(rows.first.locator('[data-date="2026-03-12"]')).to_have_count(1)
    choice(calendar, "All events").hover()
    eventually(rows.count, lambda count: count >= 4)
    choice(calendar, "This event").hover()
    expect(rows).to_have_count(1)
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.locator(".outlined, .ghost, .held-chip")).to_have_count(0)


def test_on_a_phone_the_days_that_get_a_dot_are_outlined(open_calendar, client):
    client.put(event("Yoga", "20260303T180000", "20260303T190000", "RRULE:FREQ=WEEKLY;BYDAY=TU"))
    calendar = open_calendar("/month/2026-03-10", viewport=PHONE, has_touch=True, is_mobile=True)
    calendar.listed("Yoga").focus()
    for key in ("Space", "ArrowRight", "Enter"):
        calendar.page.keyboard.press(key)
    expect(choice(calendar, "This event")).to_be_focused()
    eventually(lambda: outlined(calendar), ["2"])
    choice(calendar, "All events").focus()
    eventually(lambda: len(outlined(calendar)), lambda count: count >= 4)
