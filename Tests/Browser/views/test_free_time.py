"""What a press on free time does: in the hours, and in the row above them for whole days."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import event, wait_for
from support.pointer import drag
from support.timeline import HOUR, PHONE_HOUR, day, hours
from support.waiting import frames, still


@pytest.fixture
def week(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    expect(hours(calendar, "Lunch")).to_be_visible()
    return calendar


def place(calendar, date, hour, hour_px=HOUR):
    box = still(day(calendar, date))
    return box["x"] + box["width"] / 2, box["y"] + hour * hour_px + 4


def all_day(calendar, date):
    box, lanes = still(day(calendar, date)), still(calendar.page.locator(".bars"))
    return box["x"] + box["width"] / 2, lanes["y"] + lanes["height"] - 4


def expect_times(calendar, start, end):
    expect(calendar.dialog.get_by_label("Start time")).to_have_attribute("data-value", start)
    expect(calendar.dialog.get_by_label("End time")).to_have_attribute("data-value", end)


def drafts(page):
    return page.evaluate("Object.keys(localStorage).filter((name) => name.includes('draft')).map((name) => localStorage[name])")


def test_one_press_begins_an_event_there_that_stands_in_the_grid(week, client):
    page = week.page
    page.mouse.click(*place(week, "2026-03-10", 9.5))
    expect(week.dialog.get_by_label("Title")).to_be_focused()
    expect_times(week, "09:30", "10:30")
    expect(page.locator(".being-made")).to_have_text("New event")
    page.keyboard.type("Coffee")
    expect(page.locator(".being-made")).to_have_text("Coffee")
    page.keyboard.press("Enter")
    wait_for(client, "Coffee", ("20260310T0930", "20260310T1030"))


def test_it_is_as_long_as_the_settings_say(open_calendar, client):
    client.request("PUT", "/api/v1/settings", {"defaultMinutes": 30}, {"If-Match": "*"})
    calendar = open_calendar("/week/2026-03-11")
    calendar.page.mouse.click(*place(calendar, "2026-03-10", 9))
    expect_times(calendar, "09:00", "09:30")


def test_a_press_elsewhere_only_closes_it_and_leaves_nothing_behind(week):
    page = week.page
    before = drafts(page)
    page.mouse.click(*place(week, "2026-03-11", 9))
    expect(page.locator(".being-made")).to_have_count(1)
    page.mouse.click(*place(week, "2026-03-10", 10))
    expect(page.locator("dialog, .being-made, .toast")).to_have_count(0)
    assert drafts(page) == before
    # The keys go on from there, and the next press begins another event.
    expect(page.get_by_role("button", name=re.compile("10 March 2026.*10:00, free"))).to_be_focused()
    page.mouse.click(*place(week, "2026-03-13", 11))
    expect_times(week, "11:00", "12:00")


def test_a_double_click_opens_one_form_and_leaves_it_open(week):
    week.page.mouse.dblclick(*place(week, "2026-03-10", 9))
    expect_times(week, "09:00", "10:00")
    expect(week.page.locator("dialog")).to_have_count(1)
    expect(week.page.locator(".being-made")).to_have_count(1)


def test_a_press_that_ends_something_begins_nothing(week):
    page = week.page
    hours(week, "Lunch").click()
    expect(week.dialog).to_have_accessible_name("Lunch")
    page.mouse.click(*place(week, "2026-03-12", 10))
    expect(page.locator("dialog")).to_have_count(0)
    hours(week, "Lunch").click(button="right")
    expect(page.get_by_role("menu")).to_be_visible()
    page.mouse.click(*place(week, "2026-03-12", 10))
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(page.locator("dialog")).to_have_count(0)
    hours(week, "Lunch").click(modifiers=["Shift"])
    expect(page.get_by_role("toolbar")).to_be_visible()
    page.mouse.click(*place(week, "2026-03-12", 10))
    expect(page.get_by_role("toolbar")).to_have_count(0)
    expect(page.locator("dialog")).to_have_count(0)
    page.mouse.click(*place(week, "2026-03-12", 10))
    expect_times(week, "10:00", "11:00")


def test_a_tap_begins_nothing(open_calendar):
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    page, at = calendar.page, place(calendar, "2026-03-11", 10, PHONE_HOUR)
    page.touchscreen.tap(*at)
    frames(page)
    expect(page.locator("dialog")).to_have_count(0)


def test_a_press_in_the_row_above_begins_an_event_of_that_day(week, client):
    page = week.page
    page.mouse.click(*all_day(week, "2026-03-12"))
    expect(week.dialog.get_by_label("Title")).to_be_focused()
    expect(week.dialog.get_by_label("All day")).to_be_checked()
    expect(page.locator(".bars .being-made")).to_have_text("New event")
    page.keyboard.type("Day off")
    page.keyboard.press("Enter")
    wait_for(client, "Day off", ("20260312", "20260313"))


@pytest.mark.parametrize(("first", "last"), [("2026-03-10", "2026-03-12"), ("2026-03-12", "2026-03-10")], ids=["onwards", "backwards"])
def test_dragging_there_draws_an_event_over_several_days(week, client, first, last):
    page, start, end = week.page, all_day(week, first), all_day(week, last)
    # The pointer also goes down over the hours, which must not matter.
    drag(page, start, (end[0] - start[0], 120), drop=False)
    expect(page.locator(".held.bar")).to_contain_text("New event")
    page.mouse.up()
    expect(week.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2026-03-10")
    expect(week.dialog.get_by_label("End date")).to_have_attribute("data-value", "2026-03-12")
    expect(page.locator(".held")).to_have_count(0)
    page.keyboard.type("Trip")
    page.keyboard.press("Enter")
    wait_for(client, "Trip", ("20260310", "20260313"))


def test_escape_takes_back_what_is_drawn_there(week):
    page, start, end = week.page, all_day(week, "2026-03-10"), all_day(week, "2026-03-12")
    drag(page, start, (end[0] - start[0], 0), drop=False)
    expect(page.locator(".held.bar")).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".held, dialog")).to_have_count(0)


# The menu of free time and of days


def menu_at(week, name):
    return week.page.get_by_role("menu", name=re.compile(name))


def test_a_right_press_offers_what_can_be_done_at_that_time(week):
    page = week.page
    page.mouse.click(*place(week, "2026-03-10", 9.5), button="right")
    menu = menu_at(week, "10 March 2026, 9:30")
    expect(menu.get_by_role("menuitem")).to_have_text(["New event", "New all-day event", "Open the day"])
    assert findings_in_both_schemes(page) == []
    menu.get_by_role("menuitem", name="New event").click()
    expect_times(week, "09:30", "10:30")
    page.keyboard.press("Escape")
    page.mouse.click(*place(week, "2026-03-10", 9.5), button="right")
    menu.get_by_role("menuitem", name="New all-day event").click()
    expect(week.dialog.get_by_label("All day")).to_be_checked()
    page.keyboard.press("Escape")
    page.mouse.click(*all_day(week, "2026-03-12"), button="right")
    menu_at(week, "12 March 2026$").get_by_role("menuitem", name="Open the day").click()
    expect(page.locator('[data-view="day"]')).to_be_visible()


def test_the_menu_key_opens_it_where_the_focus_is(week):
    keys = week.page.keyboard
    week.page.mouse.click(*place(week, "2026-03-10", 9.5))
    expect(week.dialog).to_be_visible()
    keys.press("Escape")
    keys.press("ArrowDown")
    keys.press("Shift+F10")
    expect(menu_at(week, "10 March 2026, 10:00").get_by_role("menuitem", name="New event")).to_be_focused()
    keys.press("Escape")
    expect(week.page.get_by_role("menu")).to_have_count(0)
    expect(week.page.get_by_role("button", name=re.compile("10 March 2026.*10:00, free"))).to_be_focused()


def test_a_day_of_the_month_has_it_too(calendar):
    calendar.open("/month/2026-03-11")
    calendar.day("2026-03-19").click(button="right", position={"x": 60, "y": 60})
    expect(calendar.day("2026-03-19")).to_have_attribute("aria-selected", "true")
    menu_at(calendar, "19 March 2026").get_by_role("menuitem", name="New event").click()
    expect(calendar.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2026-03-19")
    calendar.page.keyboard.press("Escape")
    calendar.day("2026-03-19").focus()
    calendar.page.keyboard.press("Shift+F10")
    expect(menu_at(calendar, "19 March 2026").get_by_role("menuitem", name="New event")).to_be_focused()


def test_in_a_group_a_time_can_be_proposed(choir):
    anna, _, _ = choir
    calendar = anna.open("/week/2026-03-11")
    calendar.page.mouse.click(*place(calendar, "2026-03-10", 9.5), button="right")
    calendar.page.get_by_role("menuitem", name=re.compile("Propose to")).click()
    expect(calendar.dialog.get_by_label("Start time").first).to_have_attribute("data-value", "09:30")
