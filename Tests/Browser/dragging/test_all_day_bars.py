"""All-day bars: stretched by their ends, moved, and counted when there are too many lanes."""

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.events import event, wait_for
from support.pointer import Finger, centre, drag
from support.timeline import day, hours, top
from support.waiting import eventually, rested, still


@pytest.fixture
def trip(open_calendar, client):
    client.put(event("Trip", "20260310", "20260313"))
    calendar = open_calendar("/week/2026-03-11")
    expect(bar(calendar, "Trip")).to_be_visible()
    return calendar


def bar(calendar, title):
    return calendar.page.locator(".bars .bar").filter(has_text=title)


@pytest.mark.parametrize(
    ("edge", "days", "expected"),
    [
        ("end", -3, ("20260309", "20260311")),
        ("start", -1, ("20260309", "20260313")),
    ],
)
def test_both_ends_of_a_bar_stretch_it_by_days(trip, client, edge, days, expected):
    page, box, width = trip.page, still(bar(trip, "Trip")), day(trip, "2026-03-11").bounding_box()["width"]
    x = box["x"] + 3 if edge == "start" else box["x"] + box["width"] - 3
    # The pointer also moves down over the hours, which must not matter.
    drag(page, (x, box["y"] + 8), (days * width, 120), drop=False)
    expect(page.locator(".held.bar")).to_be_visible()
    page.mouse.up()
    wait_for(client, "Trip", expected)
    trip.undo()
    wait_for(client, "Trip", ("20260310", "20260313"))


def test_a_bar_dragged_by_its_middle_moves(trip, client):
    width = day(trip, "2026-03-11").bounding_box()["width"]
    drag(trip.page, centre(bar(trip, "Trip")), (width, 0))
    expect(trip.announcement("“Trip” is now Wed 11 Mar – Fri 13 Mar")).to_be_visible()
    wait_for(client, "Trip", ("20260311", "20260314"))


def test_a_finger_stretches_a_bar_by_its_end(open_calendar, client):
    client.put(event("Trip", "20260311", "20260312"))
    calendar = open_calendar("/days/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    width = day(calendar, "2026-03-11").bounding_box()["width"]
    finger, middle = Finger(calendar.page), centre(bar(calendar, "Trip"))
    # A lift without a move shows the handles at the ends, which then follow at once.
    finger.send("touchStart", middle)
    expect(calendar.page.locator(".held.bar")).to_be_visible()
    finger.send("touchEnd")
    expect(calendar.page.locator(".held")).to_have_count(0)
    start = centre(calendar.page.locator(".touch-handle.end"))
    finger.send("touchStart", start)
    finger.move(start, (start[0] + width, start[1]))
    expect(calendar.page.locator(".held.bar")).to_be_visible()
    finger.send("touchEnd")
    wait_for(client, "Trip", ("20260311", "20260313"))


def test_lanes_that_do_not_fit_are_counted_and_can_be_opened(open_calendar, client):
    for number in range(7):
        client.put(event(f"Bar {number}", "20260311", "20260312"))
    client.put(event("Trip", "20260310", "20260313"))
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    more = page.get_by_role("button", name="5 more on Wednesday, 11 March 2026")
    expect(more).to_have_text("+5")
    expect(page.locator(".bars .bar")).to_have_count(3)
    hour = still(page.locator(".hour-label").first)["y"]
    more.click()
    expect(page.locator(".bars .bar")).to_have_count(8)
    expect(more).to_have_count(0)
    eventually(lambda: page.locator(".hour-label").first.bounding_box()["y"], lambda y: y > hour + 60)
    page.get_by_role("button", name="Show fewer all-day events").click()
    expect(more).to_be_visible()


def test_a_full_day_hides_a_bar_of_several_days_on_that_day_alone(open_calendar, client):
    for number in range(5):
        client.put(event(f"Fair {number}", "20260311", "20260312"))
    client.put(event("Trip", "20260309", "20260314"))
    # Longer events come first, so this one leaves the trip the last of four lanes.
    for number in range(3):
        client.put(event(f"Tour {number}", "20260307", "20260315"))
    calendar = open_calendar("/week/2026-03-11")
    pieces = bar(calendar, "Trip")
    expect(pieces).to_have_count(2)
    width = day(calendar, "2026-03-11").bounding_box()["width"]
    first, second = (pieces.nth(n).bounding_box() for n in range(2))
    assert first["width"] < 2 * width and second["width"] < 2 * width
    assert second["x"] - first["x"] > 2.9 * width
    expect(calendar.page.get_by_role("button", name="6 more on Wednesday, 11 March 2026")).to_be_visible()
    # Each piece has the focus on days of its own, and leads to the same event.
    pieces.nth(1).click()
    expect(calendar.page.get_by_role("dialog")).to_contain_text("Trip")
    calendar.page.keyboard.press("Escape")
    expect(pieces.nth(1)).to_be_focused()


def test_a_day_with_too_many_bars_leads_to_the_list_of_them(open_calendar, client):
    for number in range(30):
        client.put(event(f"Bar {number}", "20260311", "20260312"))
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    page.get_by_role("button", name="27 more on").click()
    page.get_by_role("button", name="more on").click()
    expect(page.locator('[data-view="day"]')).to_be_visible()
    # Playwright scrolls to what it's going to click, and until then the button may be where it was in the week.
    rested(page)
    page.get_by_role("button", name="more on").click()
    expect(page.locator('[data-view="month"]')).to_be_visible()
    expect(calendar.listed("Bar").nth(19)).to_be_visible()


def test_an_event_moved_by_keys_into_full_lanes_is_shown_and_focused(open_calendar, client):
    for number in range(6):
        client.put(event(f"Bar {number}", "20260311", "20260312"))
    client.put(event("Zoo", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Zoo").focus()
    for key in ("Space", "a", "Enter"):
        calendar.page.keyboard.press(key)
    expect(bar(calendar, "Zoo")).to_be_focused()
    wait_for(client, "Zoo", ("20260311", "20260312"))


@pytest.mark.parametrize(
    ("title", "edge", "goal", "expected"),
    [
        ("Trip", "end", "2026-03-26", ("20260317", "20260327")),
        ("Fair", "end", "2026-03-14", ("20260312T1000", "20260314T1600")),
    ],
)
def test_in_the_month_both_ends_of_a_bar_stretch_it(open_calendar, client, title, edge, goal, expected):
    client.put(event("Trip", "20260317", "20260320"))
    client.put(event("Fair", "20260312T100000", "20260313T160000"))
    calendar = open_calendar("/month/2026-03-11")
    box = still(calendar.chips(title))
    start = (box["x"] + 3 if edge == "start" else box["x"] + box["width"] - 3, box["y"] + 8)
    end = centre(calendar.day(goal))
    drag(calendar.page, start, (end[0] - start[0], end[1] - start[1]), drop=False)
    expect(calendar.page.locator(f'.day.range[data-date="{goal}"]')).to_be_visible()
    calendar.page.mouse.up()
    wait_for(client, title, expected)
    expect(calendar.page.locator(".day.range")).to_have_count(0)


def test_in_the_month_of_a_tablet_a_finger_stretches_a_bar(open_calendar, client):
    client.put(event("Trip", "20260317", "20260320"))
    calendar = open_calendar("/month/2026-03-11", viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    box, goal = still(calendar.chips("Trip")), centre(calendar.day("2026-03-21"))
    finger, start = Finger(calendar.page), (box["x"] + box["width"] - 10, box["y"] + 9)
    finger.send("touchStart", start)
    expect(calendar.page.locator(".held-chip")).to_be_visible()
    finger.move(start, goal)
    expect(calendar.page.locator(".held-chip")).to_have_attribute("data-day", "Tue 17 Mar – Sat 21 Mar")
    finger.send("touchEnd")
    wait_for(client, "Trip", ("20260317", "20260322"))


def test_a_long_event_shows_in_a_week_where_it_is_alone(open_calendar, client):
    client.put(event("Voyage", "20280202", "20280221"))
    client.put(event("Fair", "20280208", "20280211"))
    calendar = open_calendar("/week/2028-02-02")
    expect(bar(calendar, "Voyage")).to_be_in_viewport()
    expect(calendar.page.locator(".bars-more:visible")).to_have_count(0)
    calendar.page.keyboard.press("j")
    expect(bar(calendar, "Fair")).to_be_in_viewport()
    expect(bar(calendar, "Voyage")).to_be_in_viewport()


def test_the_hours_stay_where_they_are_when_a_whole_day_is_saved(open_calendar):
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    before = top(page)
    assert before > 0
    box, width = page.locator(".hours-head").bounding_box(), day(calendar, "2026-03-11").bounding_box()["width"]
    x = day(calendar, "2026-03-11").bounding_box()["x"] + width / 2
    drag(page, (x, box["y"] + box["height"] - 6), (width, 0))
    expect(page.locator("#event-form .event-title")).to_be_focused()
    page.keyboard.type("Fair")
    page.keyboard.press("Enter")
    expect(bar(calendar, "Fair")).to_be_visible()
    rested(page)
    assert top(page) == before
