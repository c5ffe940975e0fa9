"""Dragging events with the mouse, by touch and by keys, in the timeline and the month."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.events import event, stored, wait_for
from support.pointer import Finger, centre, drag
from support.timeline import HOUR, PHONE_HOUR, day, expect_finger_scrolls, hours, seen_days, top
from support.waiting import eventually, frames, rested, still, wait_for_text


@pytest.fixture
def week(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    expect(hours(calendar, "Lunch")).to_be_visible()
    rested(calendar.page)
    return calendar


@pytest.fixture
def phone(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(hours(calendar, "Lunch")).to_be_visible()
    rested(calendar.page)
    return calendar


def frame(page):
    return page.locator(".hours-scroller").bounding_box()


# Records in every frame its time and how far the timeline is scrolled.
TOPS = """() => {
    const scroller = document.querySelector('.hours-scroller');
    window.tops = [];
    const step = (now) => { window.tops.push([now, scroller.scrollTop]); requestAnimationFrame(step); };
    requestAnimationFrame(step);
}"""


def scroll_hours(page, top):
    page.evaluate("(top) => { document.querySelector('.hours-scroller').scrollTop = top; }", top)
    rested(page)


def test_an_event_moves_by_the_quarter_hour_and_undo_brings_it_back(week, client):
    drag(week.page, centre(hours(week, "Lunch")), (0, HOUR * 1.3))
    wait_for(client, "Lunch", ("20260311T1315", "20260311T1415"))
    week.undo()
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1300"))


def test_with_shift_it_moves_by_five_minutes(week, client):
    page = week.page
    page.keyboard.down("Shift")
    drag(page, centre(hours(week, "Lunch")), (0, HOUR * 0.42))
    page.keyboard.up("Shift")
    wait_for(client, "Lunch", ("20260311T1225", "20260311T1325"))


def test_a_drag_sideways_moves_to_another_day_and_shows_the_time(week, client):
    width = day(week, "2026-03-11").bounding_box()["width"]
    drag(week.page, centre(hours(week, "Lunch")), (width * 2, HOUR), drop=False)
    held = week.page.locator(".held.hours-event:not([hidden])")
    expect(held).to_have_attribute("data-time", "13:00 – 14:00")
    # The day is too narrow for one line, and the block too low for two: a label has both.
    label = held.evaluate("(e) => { const { content, bottom } = getComputedStyle(e, '::after'); return [content, parseFloat(bottom) >= e.clientHeight] }")
    assert label == ['"13:00 – 14:00 · 1 hr"', True]
    assert abs(held.bounding_box()["x"] - day(week, "2026-03-13").bounding_box()["x"]) < 6
    expect(week.page.locator(".ghost")).to_have_count(1)
    week.page.mouse.up()
    wait_for(client, "Lunch", ("20260313T1300", "20260313T1400"))
    expect(week.page.locator(".held")).to_have_count(0)


@pytest.mark.parametrize(
    ("side", "by", "expected"),
    [
        ("end", -2, ("20260311T1100", "20260311T1200")),
        ("start", -1.5, ("20260311T1030", "20260311T1300")),
    ],
)
def test_both_ends_can_be_dragged_even_past_each_other(week, client, side, by, expected):
    page = week.page
    page.mouse.move(*centre(hours(week, "Lunch")))
    drag(page, centre(page.locator(f".grip.{side}")), (0, HOUR * by))
    wait_for(client, "Lunch", expected)


def test_escape_puts_it_back(week, client):
    drag(week.page, centre(hours(week, "Lunch")), (40, HOUR), drop=False)
    week.page.keyboard.press("Escape")
    week.page.mouse.up()
    expect(week.page.locator(".held, .ghost")).to_have_count(0)
    frames(week.page)
    expect(week.dialog).to_have_count(0)
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


def test_with_alt_it_is_copied(week, client):
    page = week.page
    page.keyboard.down("Alt")
    drag(page, centre(hours(week, "Lunch")), (0, HOUR * 3))
    page.keyboard.up("Alt")
    expect(hours(week, "Lunch")).to_have_count(2)
    eventually(lambda: sorted(stored(client, "Lunch", 2)), [("20260311T1200", "20260311T1300"), ("20260311T1500", "20260311T1600")])


def test_an_event_can_be_dragged_to_the_all_day_lane_and_back(week, client):
    page = week.page
    lane = page.locator(".bars").bounding_box()
    at = centre(hours(week, "Lunch"))
    drag(page, at, (0, lane["y"] + lane["height"] / 2 - at[1]))
    bar = page.locator(".bars .bar").filter(has_text="Lunch")
    expect(bar).to_be_visible()
    wait_for(client, "Lunch", ("20260311", "20260312"))
    expect(page.locator(".held")).to_have_count(0)
    column = day(week, "2026-03-12").bounding_box()
    drag(page, (still(bar)["x"] + 20, centre(bar)[1]), (column["width"], HOUR * 5))
    expect(hours(week, "Lunch")).to_be_visible()
    eventually(lambda: stored(client, "Lunch")[0], lambda start: start.startswith("20260312T"))


def test_dragging_over_empty_time_makes_an_event_that_is_named_in_place(week, client):
    column = day(week, "2026-03-10").bounding_box()
    drag(week.page, (column["x"] + 40, column["y"] + 13 * HOUR + 2), (0, HOUR * 1.5))
    expect(week.page.get_by_label("Title")).to_be_focused()
    week.page.keyboard.type("Drawn")
    week.page.keyboard.press("Enter")
    expect(hours(week, "Drawn")).to_be_focused()
    wait_for(client, "Drawn", ("20260310T1300", "20260310T1430"))
    # The arrow keys go on from the new event.
    week.page.keyboard.press("ArrowDown")
    expect(week.page.get_by_role("button", name=re.compile("10 March 2026.*14:30, free"))).to_be_focused()


def test_a_drawn_event_without_a_title_is_dropped_and_one_with_a_title_survives_a_click(week, client):
    column = day(week, "2026-03-10").bounding_box()
    drag(week.page, (column["x"] + 40, column["y"] + 13 * HOUR + 2), (0, HOUR))
    expect(week.page.get_by_label("Title")).to_be_focused()
    week.page.keyboard.press("Escape")
    expect(week.page.locator(".held")).to_have_count(0)
    expect(week.page.get_by_role("button", name=re.compile("10 March 2026.*13:00, free"))).to_be_focused()
    drag(week.page, (column["x"] + 40, column["y"] + 15 * HOUR + 2), (0, HOUR))
    expect(week.page.get_by_label("Title")).to_be_focused()
    week.page.keyboard.type("Kept")
    week.page.mouse.click(column["x"] + 40, column["y"] + 12 * HOUR)
    wait_for(client, "Kept", ("20260310T1500", "20260310T1600"))


def test_dragging_a_repeating_event_asks_and_says_what_each_answer_would_do(open_calendar, client):
    client.put(event("Weekly", "20260310T120000", "20260310T130000", "RRULE:FREQ=WEEKLY;BYDAY=TU"))
    calendar = open_calendar("/week/2026-03-11")
    page, width = calendar.page, day(calendar, "2026-03-11").bounding_box()["width"]
    drag(page, centre(day(calendar, "2026-03-10").get_by_role("button", name="Weekly")), (width, 0))
    expect(calendar.dialog.get_by_text(re.compile("on Tuesday becomes every week on Wednesday", re.I)).first).to_be_visible()
    expect(page.locator(".held.hours-event:not([hidden])")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog, .held, .ghost")).to_have_count(0)
    expect(day(calendar, "2026-03-10").get_by_role("button", name="Weekly")).to_be_visible()
    drag(page, centre(day(calendar, "2026-03-10").get_by_role("button", name="Weekly")), (width, 0))
    calendar.dialog.get_by_role("button", name="All events").click()
    expect(day(calendar, "2026-03-11").get_by_role("button", name="Weekly")).to_be_visible()
    wait_for_text(client, "BYDAY=WE")


def test_a_refused_move_goes_back_and_says_why(week, client):
    week.page.context.witness.expected.append("500")
    week.page.route("**/api/v1/edits", lambda route: route.fulfill(
        status=422, content_type="application/problem+json", body='{"type":"/problems/not-valid","detail":"It is Sunday"}'))
    week.page.context.witness.expected.append("422")
    drag(week.page, centre(hours(week, "Lunch")), (0, HOUR * 2))
    expect(week.announcement("It is Sunday")).to_be_visible()
    expect(hours(week, "Lunch")).to_have_accessible_name(re.compile("12:00 to 13:00"))


def test_at_the_edge_the_timeline_scrolls_steadily(week):
    page, box = week.page, frame(week.page)
    scroll_hours(page, 0)
    start = centre(hours(week, "Lunch"))
    bottom = box["y"] + box["height"]
    page.evaluate(TOPS)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], bottom - 4, steps=4)
    # Skip the first 12 frames, during which the scrolling accelerates.
    moving = eventually(lambda: [(at, top) for at, top in page.evaluate("window.tops") if top > 0], lambda all: len(all) > 24)[12:]
    page.keyboard.press("Escape")
    page.mouse.up()
    most = moving[-1][1]
    pairs = [(a, b) for a, b in zip(moving, moving[1:]) if b[1] < most] or [moving[:2]]
    # A frame that takes long counts as 50 ms.
    seconds = sum(min(b[0] - a[0], 50) for a, b in pairs) / 1000
    assert (pairs[-1][1][1] - pairs[0][0][1]) / seconds > 250, moving


def test_scrolling_stops_when_the_pointer_leaves_the_edge_and_the_drop_is_under_it(week, client):
    page, box = week.page, frame(week.page)
    scroll_hours(page, 200)
    start = centre(hours(week, "Lunch"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], box["y"] + box["height"] - 8, steps=5)
    eventually(lambda: top(page), lambda px: px > 240)
    page.mouse.move(start[0], box["y"] + box["height"] - 200, steps=2)
    frames(page)
    first = top(page)
    frames(page)
    assert first == top(page) > 200
    held = still(page.locator(".held.hours-event:not([hidden])"))
    middle = held["y"] + held["height"] / 2
    assert abs(middle - (box["y"] + box["height"] - 200)) <= 8 / 60 * HOUR + 1
    page.mouse.up()
    eventually(lambda: centre(hours(week, "Lunch"))[1], lambda dropped: abs(dropped - middle) < 3)


def test_at_the_side_the_view_moves_on_by_days(week, client):
    page, box = week.page, frame(week.page)
    start = centre(hours(week, "Lunch"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 10, start[1], steps=5)
    # The first day after 0.6 s, the next one 0.8 s later.
    last = eventually(lambda: seen_days(week)[-1], lambda date: date >= "2026-03-17")
    page.mouse.up()
    start, _ = eventually(lambda: stored(client, "Lunch"), lambda times: times[0] != "20260311T1200")
    assert start[:8] >= last.replace("-", "") and start[8:] == "T1200"


def test_an_event_can_be_dragged_past_midnight(week, client):
    page = week.page
    scroll_hours(page, 9999)
    start = still(hours(week, "Lunch"))
    box = frame(page)
    drag(page, (start["x"] + 20, start["y"] + 20), (0, box["y"] + box["height"] - 30 - start["y"] - 20), drop=False)
    expect(page.locator(".held.hours-event:not([hidden])")).to_have_count(2)
    page.mouse.up()
    eventually(lambda: stored(client, "Lunch"), lambda times: times[0].startswith("20260311T23") and times[1].startswith("20260312T00"))


# By touch, with events as a touch screen sends them


def test_in_the_narrow_days_of_a_phone_the_time_is_above_the_dragged_event(open_calendar, client):
    # On the first and the last day, it mustn't leave the screen.
    for weekday in (9, 11, 15):
        client.put(event(f"Lunch {weekday}", f"202603{weekday:02}T120000", f"202603{weekday:02}T140000"))
    calendar = open_calendar("/week/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    # Held within 32 px of a side, the days turn after 0.6 s, and the event is beyond the side for a moment.
    for weekday, inwards in ((9, 15), (11, 0), (15, -15)):
        finger, (x, y) = Finger(calendar.page), centre(hours(calendar, f"Lunch {weekday}"))
        finger.send("touchStart", (x + inwards, y))
        held = calendar.page.locator(".narrow .held.hours-event:not([hidden])")
        expect(held).to_be_visible()
        shown = held.evaluate(
            """(e) => {
                const { display, content, bottom, left, width } = getComputedStyle(e, '::after');
                const from = e.getBoundingClientRect().left + parseFloat(left);
                return [display, content, parseFloat(bottom) >= e.clientHeight, from >= 0, from + parseFloat(width) <= innerWidth];
            }"""
        )
        assert shown == ["block", '"12:00 – 14:00 · 2 hrs"', True, True, True], weekday
        finger.send("touchCancel")
        expect(calendar.page.locator(".held")).to_have_count(0)


def test_after_a_long_press_the_finger_moves_the_event(phone, client):
    finger, start = Finger(phone.page), centre(hours(phone, "Lunch"))
    finger.send("touchStart", start)
    expect(phone.page.locator(".held.hours-event:not([hidden])")).to_be_visible()
    finger.move(start, (start[0], start[1] + PHONE_HOUR * 1.5))
    frames(phone.page)
    finger.send("touchEnd")
    wait_for(client, "Lunch", ("20260311T1330", "20260311T1430"))
    expect(phone.dialog).to_have_count(0)


def test_a_touch_that_moves_at_once_scrolls_even_on_an_event(phone, client):
    expect_finger_scrolls(phone.page, centre(hours(phone, "Lunch")))
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


def test_a_second_finger_puts_it_back(phone, client):
    finger, start = Finger(phone.page), centre(hours(phone, "Lunch"))
    finger.send("touchStart", start)
    expect(phone.page.locator(".held.hours-event:not([hidden])")).to_be_visible()
    finger.move(start, (start[0], start[1] + 100))
    finger.send("touchStart", (start[0], start[1] + 100), (start[0] + 60, start[1]))
    expect(phone.page.locator(".held, .ghost")).to_have_count(0)
    finger.send("touchEnd")
    # A drop would be sent with the next frame.
    frames(phone.page)
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


def test_an_event_held_at_the_edge_by_a_finger_scrolls_the_timeline(phone, client):
    page = phone.page
    finger, start, box = Finger(page), centre(hours(phone, "Lunch")), frame(page)
    before = top(page)
    finger.send("touchStart", start)
    expect(page.locator(".held.hours-event:not([hidden])")).to_be_visible()
    finger.move(start, (start[0], box["y"] + box["height"] - 12))
    eventually(lambda: top(page), lambda px: px > before + 60)
    finger.send("touchCancel")
    eventually(lambda: top(page), pytest.approx(before, abs=2))
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


def test_a_pinch_zooms_the_timeline(phone):
    box = frame(phone.page)
    x, y = box["x"] + 200, box["y"] + 300
    before = hours(phone, "Lunch").bounding_box()["height"]
    finger = Finger(phone.page)
    finger.send("touchStart", (x, y - 40), (x, y + 40))
    for step in range(1, 9):
        finger.send("touchMove", (x, y - 40 - step * 6), (x, y + 40 + step * 6))
        frames(phone.page, 1)
    finger.send("touchEnd")
    eventually(lambda: still(hours(phone, "Lunch"))["height"], lambda height: height > before * 1.5)


# By keys


def test_keys_move_and_stretch_an_event_and_the_result_is_announced(week, client):
    page = week.page
    hours(week, "Lunch").focus()
    page.keyboard.press("Space")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Shift+ArrowDown", "Alt+Shift+ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator("live-region")).to_have_text("Moved to 12:15 to 13:45, Thursday 12 March")
    page.keyboard.press("Enter")
    wait_for(client, "Lunch", ("20260312T1215", "20260312T1345"))
    expect(hours(week, "Lunch")).to_be_focused()


def test_escape_cancels_a_move_by_keys(week, client):
    page = week.page
    hours(week, "Lunch").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator(".held, .ghost")).to_have_count(0)
    # A drop would be sent, or another view shown, with the next frame.
    frames(page)
    expect(page.locator('[data-view="week"]')).to_be_visible()
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


def test_keys_make_an_event_all_day(week, client):
    hours(week, "Lunch").focus()
    for key in ("Space", "a", "Enter"):
        week.page.keyboard.press(key)
    wait_for(client, "Lunch", ("20260311", "20260312"))


# In the month


@pytest.fixture
def month(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    client.put(event("Trip", "20260317", "20260320"))
    calendar = open_calendar("/month/2026-03-11")
    expect(calendar.chips("Lunch")).to_be_visible()
    expect(calendar.chips("Trip").first).to_be_visible()
    return calendar


def test_in_the_month_an_event_moves_to_another_day_and_keeps_its_times(month, client):
    # Closing the event's sheet leaves the focus on its day; dragging has to work from there.
    for _ in range(2):
        month.edit(month.chips("Lunch"))
        expect(month.dialog.get_by_label("Title")).to_have_value("Lunch")
        month.page.keyboard.press("Escape")
        expect(month.page.locator("dialog")).to_have_count(0)
        expect(month.day("2026-03-11")).to_be_focused()
    start, goal = centre(month.chips("Lunch")), centre(month.day("2026-03-26"))
    drag(month.page, start, (goal[0] - start[0], goal[1] - start[1]))
    wait_for(client, "Lunch", ("20260326T1200", "20260326T1300"))
    expect(month.page.locator(".held-chip, .goal-day")).to_have_count(0)
    month.undo()
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1300"))


def test_in_the_month_an_event_of_several_days_moves_relative_to_the_day_it_is_held_by(month, client):
    start, goal = centre(month.chips("Trip")), centre(month.day("2026-03-12"))
    drag(month.page, start, (goal[0] - start[0], goal[1] - start[1]))
    wait_for(client, "Trip", ("20260311", "20260314"))


def test_in_the_month_holding_an_event_at_the_edge_scrolls(month, client):
    page, box = month.page, month.scroller.bounding_box()
    start = centre(month.chips("Lunch"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], box["y"] + box["height"] - 6, steps=5)
    goal = (start[0], box["y"] + box["height"] - 106)

    def under():
        return page.evaluate("([x, y]) => document.elementsFromPoint(x, y).find((e) => e.matches('.day')).dataset.date", goal)

    eventually(under, lambda date: date >= "2026-05-01")
    page.mouse.move(*goal)
    frames(page)
    date = under().replace("-", "")
    page.mouse.up()
    wait_for(client, "Lunch", (f"{date}T1200", f"{date}T1300"))


def test_in_the_month_escape_puts_it_back(month, client):
    drag(month.page, centre(month.chips("Lunch")), (200, 200), drop=False)
    expect(month.page.locator(".held-chip")).to_be_visible()
    month.page.keyboard.press("Escape")
    month.page.mouse.up()
    expect(month.page.locator(".held-chip, .goal-day, .ghost")).to_have_count(0)
    # A drop would be sent with the next frame.
    frames(month.page)
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


def test_in_the_month_keys_move_an_event_from_the_list_of_its_day(month, client):
    month.day("2026-03-11").click()
    month.listed("Lunch").focus()
    for key in ("Space", "ArrowDown", "ArrowRight", "Enter"):
        month.page.keyboard.press(key)
    wait_for(client, "Lunch", ("20260319T1200", "20260319T1300"))


def test_alt_and_an_arrow_move_the_focused_event_by_a_quarter_of_an_hour(week, client):
    hours(week, "Lunch").focus()
    week.page.keyboard.press("Alt+ArrowDown")
    wait_for(client, "Lunch", ("20260311T1215", "20260311T1315"))
    expect(hours(week, "Lunch")).to_be_focused()
    week.page.keyboard.press("Alt+ArrowUp")
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1300"))
