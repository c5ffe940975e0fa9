"""What hands do besides the plain drag: by buttons alone, over the days of a bar, out of a day's sheet, and while it is asked."""

import urllib.parse

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from test_drag import Finger, centre, drag, stored, wait_for
from test_timeline import day, event, hours
from waiting import eventually, settled, still, wait_for_text


# By pointer alone


@pytest.fixture
def sheet(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Lunch").click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Lunch")
    return calendar


def press(calendar, *names):
    for name in names:
        calendar.dialog.get_by_role("group", name="Move").get_by_role("button", name=name, exact=True).click()


def test_the_sheet_moves_an_event_by_buttons_and_loses_nothing_that_is_typed(sheet, client):
    sheet.dialog.get_by_label("Title").fill("Late lunch")
    press(sheet, "+15 mins", "+15 mins", "−15 mins", "Next day", "Next day", "Previous day")
    expect(sheet.dialog.get_by_label("Start time")).to_have_value("12:15")
    expect(sheet.dialog.get_by_label("End time")).to_have_value("13:15")
    expect(sheet.dialog.get_by_role("status").filter(has_text="Moved")).to_have_text("Moved to 12:15 to 13:15, Thursday 12 March")
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")
    sheet.save()
    wait_for(client, "Late lunch", ("20260312T1215", "20260312T1315"))
    sheet.undo()
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1300"))


def test_an_end_that_is_still_being_typed_moves_along(sheet, client):
    sheet.dialog.get_by_label("End time").fill("14:30")
    press(sheet, "Next day")
    sheet.save()
    wait_for(client, "Lunch", ("20260312T1200", "20260312T1430"))


def test_whole_days_have_no_minutes_to_move_by(sheet, client):
    sheet.dialog.get_by_label("All day").check()
    expect(sheet.dialog.get_by_role("button", name="+15 mins")).to_be_hidden()
    press(sheet, "Previous day")
    sheet.save()
    wait_for(client, "Lunch", ("20260310", "20260311"))


def test_a_repeating_event_that_was_moved_by_buttons_asks_when_it_is_saved(open_calendar, client):
    client.put(event("Weekly", "20260310T120000", "20260310T130000", "RRULE:FREQ=WEEKLY;BYDAY=TU"))
    calendar = open_calendar("/week/2026-03-11")
    day(calendar, "2026-03-10").get_by_role("button", name="Weekly").click()
    press(calendar, "Next day")
    calendar.dialog.get_by_role("button", name="Save").click()
    calendar.dialog.get_by_role("button", name="All events").click()
    expect(day(calendar, "2026-03-11").get_by_role("button", name="Weekly")).to_be_visible()


def test_a_new_event_has_nothing_to_move(calendar):
    calendar.page.get_by_role("button", name="New event").first.click()
    expect(calendar.dialog.get_by_label("Title")).to_be_visible()
    expect(calendar.dialog.get_by_role("group", name="Move")).to_have_count(0)


# Over the days of a bar


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
        ("end", 1, ("20260310", "20260314")),
        ("end", -3, ("20260309", "20260311")),
        ("start", 1, ("20260311", "20260313")),
        ("start", -1, ("20260309", "20260313")),
    ],
)
def test_both_ends_of_a_bar_stretch_it_by_days(trip, client, edge, days, expected):
    page, box, width = trip.page, still(bar(trip, "Trip")), day(trip, "2026-03-11").bounding_box()["width"]
    x = box["x"] + 3 if edge == "start" else box["x"] + box["width"] - 3
    # The hours below are not meant, however far down the pointer gets on its way.
    drag(page, (x, box["y"] + 8), (days * width, 120), drop=False)
    expect(page.locator(".held.bar")).to_be_visible()
    page.mouse.up()
    wait_for(client, "Trip", expected)
    trip.undo()
    wait_for(client, "Trip", ("20260310", "20260313"))


def test_a_bar_that_is_held_in_its_middle_moves(trip, client):
    width = day(trip, "2026-03-11").bounding_box()["width"]
    drag(trip.page, centre(bar(trip, "Trip")), (width, 0))
    wait_for(client, "Trip", ("20260311", "20260314"))


def test_a_finger_stretches_a_bar_by_its_end(open_calendar, client):
    client.put(event("Trip", "20260311", "20260312"))
    calendar = open_calendar("/days/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    box, width = still(bar(calendar, "Trip")), day(calendar, "2026-03-11").bounding_box()["width"]
    finger, middle = Finger(calendar.page), centre(bar(calendar, "Trip"))
    # Lifted and put back, it shows its ends, which reach beyond it.
    finger.send("touchStart", middle)
    expect(calendar.page.locator(".held.bar")).to_be_visible()
    finger.send("touchEnd")
    expect(calendar.page.locator(".gripped")).to_have_count(1)
    expect(calendar.page.locator(".held")).to_have_count(0)
    start = (box["x"] + box["width"] + 6, box["y"] + 10)
    finger.send("touchStart", start)
    expect(calendar.page.locator(".held.bar")).to_be_visible()
    finger.move(start, (start[0] + width, start[1]))
    finger.send("touchEnd")
    wait_for(client, "Trip", ("20260311", "20260313"))


def test_lanes_that_do_not_fit_are_counted_and_open(open_calendar, client):
    for number in range(7):
        client.put(event(f"Bar {number}", "20260311", "20260312"))
    client.put(event("Trip", "20260310", "20260313"))
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    more = page.get_by_role("button", name="5 more on Wednesday, 11 March 2026")
    expect(more).to_have_text("+5")
    expect(page.locator(".bars .bar")).to_have_count(3)
    hour = page.locator(".hour-label").first.bounding_box()["y"]
    more.click()
    expect(page.locator(".bars .bar")).to_have_count(8)
    expect(more).to_have_count(0)
    eventually(lambda: page.locator(".hour-label").first.bounding_box()["y"], lambda y: y > hour + 60)
    page.get_by_role("button", name="Show fewer all-day events").click()
    expect(more).to_be_visible()


def test_a_day_with_more_than_its_lanes_can_hold_leads_to_the_list_of_it_all(open_calendar, client):
    for number in range(30):
        client.put(event(f"Bar {number}", "20260311", "20260312"))
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    page.get_by_role("button", name="27 more on").click()
    page.get_by_role("button", name="more on").click()
    expect(page.locator('[data-view="day"]')).to_be_visible()
    page.get_by_role("button", name="more on").click()
    expect(page.locator('[data-view="month"]')).to_be_visible()
    expect(calendar.listed("Bar").nth(19)).to_be_visible()


def test_what_keys_drop_into_a_full_lane_is_shown_and_keeps_the_focus(open_calendar, client):
    for number in range(6):
        client.put(event(f"Bar {number}", "20260311", "20260312"))
    client.put(event("Zoo", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Zoo").focus()
    for key in ("m", "a", "Enter"):
        calendar.page.keyboard.press(key)
    expect(bar(calendar, "Zoo")).to_be_focused()
    wait_for(client, "Zoo", ("20260311", "20260312"))


@pytest.mark.parametrize(
    ("title", "edge", "goal", "expected"),
    [
        ("Trip", "end", "2026-03-26", ("20260317", "20260327")),
        ("Trip", "start", "2026-03-12", ("20260312", "20260320")),
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


# Out of the sheet of a day


@pytest.fixture
def phone(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    calendar.day("2026-03-11").tap()
    expect(calendar.listed("Lunch")).to_be_visible()
    settled(calendar.page)
    return calendar


def lift(calendar, title):
    finger, start = Finger(calendar.page), centre(calendar.listed(title))
    finger.send("touchStart", start)
    expect(calendar.page.locator(".held-chip")).to_be_visible()
    expect(calendar.page.locator("day-panel")).not_to_be_in_viewport()
    return finger, start


def test_on_a_phone_an_event_is_taken_from_the_list_of_its_day_to_another(phone, client):
    goal = centre(phone.day("2026-03-19"))
    finger, start = lift(phone, "Lunch")
    finger.move(start, goal)
    finger.send("touchEnd")
    wait_for(client, "Lunch", ("20260319T1200", "20260319T1300"))
    expect(phone.page.locator(".held-chip, .goal-day")).to_have_count(0)
    expect(phone.listed("Lunch")).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Thursday")).to_be_visible()
    phone.undo()
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1300"))


def test_on_a_phone_the_strip_goes_on_under_what_was_taken_from_the_list(phone, client):
    box = phone.scroller.bounding_box()
    top = phone.scroller.evaluate("(strip) => strip.scrollTop")
    finger, start = lift(phone, "Lunch")
    finger.move(start, (200, box["y"] + 200))
    finger.move((200, box["y"] + 200), (200, box["y"] + box["height"] - 5))
    phone.wait_until("(top) => document.querySelector('.strip').scrollTop > top + 500", top)
    finger.move((200, box["y"] + box["height"] - 5), (200, box["y"] + 300))
    finger.send("touchEnd")
    expect(phone.page.locator(".held-chip")).to_have_count(0)
    expect(phone.page.locator("toast-stack").get_by_role("button", name="Undo")).to_be_visible()
    shown = phone.page.locator('.day.selected').get_attribute("data-date").replace("-", "")
    assert shown > "20260412"
    wait_for(client, "Lunch", (f"{shown}T1200", f"{shown}T1300"))


def test_on_a_phone_a_second_finger_puts_the_event_and_its_list_back(phone, client):
    finger, start = lift(phone, "Lunch")
    finger.move(start, (200, 300))
    finger.send("touchStart", (200, 300), (260, 300))
    expect(phone.page.locator(".held-chip")).to_have_count(0)
    expect(phone.listed("Lunch")).to_be_in_viewport()
    finger.send("touchEnd")
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


def test_on_a_phone_the_list_stays_away_from_the_outlines_until_it_is_answered(open_calendar, client):
    client.put(event("Yoga", "20260303T180000", "20260303T190000", "RRULE:FREQ=WEEKLY;BYDAY=TU"))
    calendar = open_calendar("/month/2026-03-10", viewport=PHONE, has_touch=True, is_mobile=True)
    panel = calendar.page.locator("day-panel")
    calendar.day("2026-03-10").tap()
    expect(calendar.listed("Yoga")).to_be_visible()
    settled(calendar.page)
    goal = centre(calendar.day("2026-03-12"))
    finger, start = lift(calendar, "Yoga")
    finger.move(start, goal)
    finger.send("touchEnd")
    choice(calendar, "All events").focus()
    eventually(lambda: len(outlined(calendar)), lambda count: count >= 4)
    settled(calendar.page)
    expect(panel).not_to_be_in_viewport()
    calendar.page.keyboard.press("Escape")
    expect(panel).to_be_in_viewport()
    expect(calendar.listed("Yoga")).to_be_in_viewport()


def test_beside_the_month_the_mouse_takes_events_from_the_list_and_a_click_still_opens_them(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    start, goal = centre(calendar.listed("Lunch")), centre(calendar.day("2026-03-19"))
    drag(calendar.page, start, (goal[0] - start[0], goal[1] - start[1]))
    wait_for(client, "Lunch", ("20260319T1200", "20260319T1300"))
    expect(calendar.dialog).to_have_count(0)
    calendar.listed("Lunch").click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Lunch")


# While it is asked how much of a repeating event is meant


STANDUP = event("Standup", "20260309T090000", "20260309T093000", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")


def outlined(calendar):
    """The outlines, as the day and the minute they begin."""
    return calendar.page.evaluate(
        """() => [...document.querySelectorAll('.outlined')].map((e) => {
            const day = e.closest('[data-date]')?.dataset.date;
            return day ? `${day} ${e.style.getPropertyValue('--from')}` : e.style.getPropertyValue('--column');
        }).sort()"""
    )


def choice(calendar, name):
    return calendar.dialog.get_by_role("button", name=name)


def is_apart(a, b):
    return a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"] or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


def test_the_others_are_outlined_where_each_answer_would_put_them(open_calendar, client):
    client.put(STANDUP)
    calendar = open_calendar("/week/2026-03-11")
    page, standup = calendar.page, day(calendar, "2026-03-11").get_by_role("button", name="Standup")
    drag(page, centre(standup), (0, 96))
    choice(calendar, "All events").hover()
    eventually(lambda: outlined(calendar), [f"2026-03-{n:02} 660" for n in range(9, 14)])
    expect(page.locator(".hours-event.ghost")).to_have_count(5)
    choice(calendar, "This and following events").focus()
    eventually(lambda: outlined(calendar), [f"2026-03-{n:02} 660" for n in range(11, 14)])
    choice(calendar, "This one").focus()
    eventually(lambda: outlined(calendar), ["2026-03-11 660"])
    expect(page.locator(".hours-event.ghost")).to_have_count(1)
    held = still(page.locator(".held.hours-event:not([hidden])"))
    assert is_apart(held, still(calendar.dialog))
    page.keyboard.press("Escape")
    expect(page.locator(".outlined, .ghost, .held")).to_have_count(0)
    assert stored(client, "Standup") == ("20260309T0900", "20260309T0930")


def test_they_are_outlined_for_a_change_in_the_sheet_too(open_calendar, client):
    client.put(STANDUP)
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    day(calendar, "2026-03-11").get_by_role("button", name="Standup").click()
    calendar.fill_sheet(start="11:00")
    calendar.dialog.get_by_role("button", name="Save").click()
    choice(calendar, "All events").hover()
    eventually(lambda: outlined(calendar), [f"2026-03-{n:02} 660" for n in range(9, 14)])
    expect(page.locator(".dialog.sheet")).to_have_css("opacity", "0")
    page.keyboard.press("Escape")
    expect(page.locator(".outlined, .ghost")).to_have_count(0)
    expect(page.locator(".dialog.sheet")).to_have_css("opacity", "1")
    expect(calendar.dialog.get_by_label("Start time")).to_have_value("11:00")
    # Where nothing moves there is nothing to see behind it.
    calendar.fill_sheet(start="09:00", title="Daily")
    calendar.dialog.get_by_role("button", name="Save").click()
    choice(calendar, "All events").hover()
    expect(page.locator(".outlined, .stepped-back")).to_have_count(0)


def test_the_question_stands_above_when_the_event_was_dropped_below(open_calendar, client):
    client.put(event("Late", "20260309T140000", "20260309T150000", "RRULE:FREQ=DAILY"))
    calendar = open_calendar("/week/2026-03-11")
    late = day(calendar, "2026-03-11").get_by_role("button", name="Late")
    drag(calendar.page, centre(late), (0, 96))
    held = still(calendar.page.locator(".held.hours-event:not([hidden])"))
    assert is_apart(held, still(calendar.dialog))
    choice(calendar, "All events").click()
    expect(calendar.page.locator(".outlined, .held")).to_have_count(0)
    wait_for(client, "Late", ("20260309T1600", "20260309T1700"))


def test_whole_days_are_outlined_in_their_lane(open_calendar, client):
    client.put(event("Cleaning", "20260310", "20260311", "RRULE:FREQ=WEEKLY"))
    calendar = open_calendar("/days/2026-03-10")
    width = day(calendar, "2026-03-10").bounding_box()["width"]
    drag(calendar.page, centre(calendar.page.locator(".bars .bar").first), (width, 0))
    choice(calendar, "All events").hover()
    box = still(calendar.page.locator(".bars > .outlined"))
    assert abs(box["x"] - day(calendar, "2026-03-11").bounding_box()["x"]) < 8


def test_in_the_month_they_are_outlined_on_their_days(open_calendar, client):
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
    choice(calendar, "This one").hover()
    expect(rows).to_have_count(1)
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.locator(".outlined, .ghost, .held-chip")).to_have_count(0)


def test_on_a_phone_the_days_that_get_a_dot_are_outlined(open_calendar, client):
    client.put(event("Yoga", "20260303T180000", "20260303T190000", "RRULE:FREQ=WEEKLY;BYDAY=TU"))
    calendar = open_calendar("/month/2026-03-10", viewport=PHONE, has_touch=True, is_mobile=True)
    calendar.day("2026-03-10").tap()
    calendar.listed("Yoga").focus()
    for key in ("m", "ArrowRight", "Enter"):
        calendar.page.keyboard.press(key)
    expect(choice(calendar, "This one")).to_be_focused()
    eventually(lambda: outlined(calendar), ["2"])
    choice(calendar, "All events").focus()
    eventually(lambda: len(outlined(calendar)), lambda count: count >= 4)


# What goes away meanwhile


def remove(calendar, client):
    """Another device deletes the only event; waits until the page has heard of it."""
    record = client.events()[0]
    path = f"/api/v1/calendars/{record['calendar']}/events/{urllib.parse.quote(record['href'], safe='')}"
    status, _, answer = client.request("DELETE", path, headers={"If-Match": record["etag"]})
    assert status == 204, (status, answer)
    # What is held is not drawn anew, but the side is, with what came after.
    client.request("POST", "/api/v1/calendars", {"name": "Later", "color": "red"})
    expect(calendar.page.get_by_role("checkbox", name="Later")).to_be_visible()


@pytest.mark.parametrize("view", ["week", "month"])
def test_what_was_deleted_elsewhere_while_it_was_held_is_gone_and_the_view_goes_on(open_calendar, client, view):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar(f"/{view}/2026-03-11")
    lunch = hours(calendar, "Lunch") if view == "week" else calendar.chips("Lunch")
    drag(calendar.page, centre(lunch), (0, 96), drop=False)
    remove(calendar, client)
    calendar.page.mouse.up()
    expect(calendar.announcement("This event no longer exists.")).to_be_visible()
    expect(calendar.page.locator(".held, .held-chip, .goal-day, .ghost")).to_have_count(0)
    expect(lunch).to_have_count(0)
    client.put(event("Tea", "20260311T120000", "20260311T130000"))
    tea = hours(calendar, "Tea") if view == "week" else calendar.chips("Tea")
    drag(calendar.page, centre(tea), (day(calendar, "2026-03-12").bounding_box()["width"] if view == "week" else 0, 0 if view == "week" else 96))
    expect(calendar.announcement("“Tea” changed")).to_be_visible()


def test_what_was_deleted_elsewhere_while_it_was_asked_is_told(open_calendar, client):
    client.put(STANDUP)
    calendar = open_calendar("/week/2026-03-11")
    drag(calendar.page, centre(day(calendar, "2026-03-11").get_by_role("button", name="Standup")), (0, 96))
    choice(calendar, "All events").hover()
    eventually(lambda: len(outlined(calendar)), 5)
    remove(calendar, client)
    choice(calendar, "This one").hover()
    eventually(lambda: outlined(calendar), [])
    choice(calendar, "This one").click()
    expect(calendar.announcement("This event no longer exists.")).to_be_visible()
    expect(calendar.page.locator(".held, .ghost, .hours-event")).to_have_count(0)


def test_what_could_not_be_asked_without_a_network_goes_back(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.context.witness.expected += ["ERR_", "Failed to load resource"]
    calendar.page.route("**/more.js*", lambda route: route.abort())
    calendar.reload()
    # The second time shows that the hand is free again.
    for _ in range(2):
        drag(calendar.page, centre(calendar.chips("Lunch")), (0, 96), drop=False)
        expect(calendar.page.locator(".held-chip")).to_be_visible()
        calendar.page.mouse.up()
        expect(calendar.announcement("This couldn’t be loaded.")).to_be_visible()
        expect(calendar.page.locator(".held-chip, .goal-day, .ghost")).to_have_count(0)
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


# Durations are real


def test_over_a_change_of_the_clock_the_wall_time_is_kept_and_the_real_length_is_said(open_calendar, client):
    client.put(event("Shift", "20261024T010000", "20261024T040000"))
    calendar = open_calendar("/week/2026-10-24")
    page, width = calendar.page, day(calendar, "2026-10-24").bounding_box()["width"]
    calendar.page.locator(".hours-scroller").evaluate("(scroller) => { scroller.scrollTop = 0; }")
    drag(page, centre(hours(calendar, "Shift")), (width, 0), drop=False)
    expect(page.locator(".held.hours-event:not([hidden])").first).to_have_attribute("data-time", "1:00 – 4:00 · 4 hrs")
    page.mouse.up()
    wait_for(client, "Shift", ("20261025T0100", "20261025T0400"))


def test_what_ends_as_the_clock_is_set_back_has_its_length_and_keeps_it_when_it_moves(open_calendar, client):
    lines = ["BEGIN:VEVENT", "UID:fold@example.org", "DTSTAMP:20260101T000000Z", "DTSTART:20261025T000000Z", "DTEND:20261025T010000Z",
             "SUMMARY:Fold", "END:VEVENT"]
    client.put("\n".join(lines))
    calendar = open_calendar("/week/2026-10-25")
    fold = hours(calendar, "Fold")
    calendar.page.locator(".hours-scroller").evaluate("(scroller) => { scroller.scrollTop = 0; }")
    assert abs(still(fold)["height"] - 47) < 2
    width = day(calendar, "2026-10-24").bounding_box()["width"]
    drag(calendar.page, centre(fold), (-width, 0))
    expect(day(calendar, "2026-10-24").get_by_role("button", name="Fold")).to_be_visible()
    moved = wait_for_text(client, "20261024T")["ical"]
    assert "20261024T000000Z" in moved and "20261024T010000Z" in moved
