"""Copying, cutting and pasting events, by keys and from menus."""

import re

import pytest
from playwright.sync_api import expect

from support.events import SERIES, event, stored, wait_for
from support.timeline import HOUR, day, hours
from support.waiting import eventually, still

NOON, LATER = ("20260311T1200", "20260311T1300"), ("20260310T0930", "20260310T1030")


@pytest.fixture
def week(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000", "LOCATION:Da Luigi"))
    calendar = open_calendar("/week/2026-03-11")
    calendar.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(hours(calendar, "Lunch")).to_be_visible()
    return calendar


def place(calendar, date, hour):
    box = still(day(calendar, date))
    return box["x"] + box["width"] / 2, box["y"] + hour * HOUR + 4


def clipboard(page):
    return page.evaluate("navigator.clipboard.readText()")


def expect_both(client, *expected):
    eventually(lambda: sorted(stored(client, "Lunch", 2)), sorted(expected))


def test_a_copy_of_the_open_event_is_pasted_at_the_time_that_is_pressed(week, client):
    page = week.page
    hours(week, "Lunch").click()
    expect(week.dialog).to_have_accessible_name("Lunch")
    page.keyboard.press("Control+c")
    expect(week.announcement("“Lunch” copied")).to_be_visible()
    assert clipboard(page) == "Lunch\nWednesday, 11 March 2026, 12:00 – 13:00\nDa Luigi"
    expect(page.locator("dialog")).to_have_count(0)
    page.mouse.click(*place(week, "2026-03-10", 9.5))
    expect(week.dialog.get_by_label("Title")).to_be_focused()
    page.keyboard.press("Control+v")
    expect_both(client, NOON, LATER)
    week.undo()
    wait_for(client, "Lunch", NOON)


def test_it_is_pasted_into_the_form_that_a_press_has_just_opened(week, client):
    page = week.page
    hours(week, "Lunch").focus()
    page.keyboard.press("Control+c")
    page.mouse.click(*place(week, "2026-03-10", 9.5))
    expect(week.dialog.get_by_label("Title")).to_be_focused()
    page.keyboard.press("Control+v")
    expect(page.locator("dialog, .being-made")).to_have_count(0)
    expect_both(client, NOON, LATER)


@pytest.mark.parametrize("taken", ["c", "x"])
def test_what_was_pasted_gets_the_focus(week, taken):
    page = week.page
    hours(week, "Lunch").focus()
    page.keyboard.press(f"Control+{taken}")
    for key in ("ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name=re.compile("10 March 2026.*11:30, free"))).to_be_focused()
    page.keyboard.press("Control+v")
    pasted = page.locator('[data-date="2026-03-10"] .hours-event')
    expect(pasted).to_be_focused()
    page.keyboard.press("Enter")
    expect(week.dialog).to_have_accessible_name("Lunch")


def test_what_was_copied_elsewhere_since_is_pasted_as_text(week, client):
    page = week.page
    hours(week, "Lunch").focus()
    page.keyboard.press("Control+c")
    expect(week.announcement("“Lunch” copied")).to_be_visible()
    page.evaluate("navigator.clipboard.writeText('Dentist')")
    page.mouse.click(*place(week, "2026-03-10", 9.5))
    expect(week.dialog.get_by_label("Title")).to_be_focused()
    page.keyboard.press("Control+v")
    expect(week.dialog.get_by_label("Title")).to_have_value("Dentist")
    page.keyboard.press("Enter")
    wait_for(client, "Dentist", LATER)
    wait_for(client, "Lunch", NOON)


def test_what_is_cut_moves_only_when_it_is_pasted(week, client):
    page = week.page
    hours(week, "Lunch").focus()
    page.keyboard.press("Control+x")
    expect(hours(week, "Lunch")).to_have_css("opacity", "0.45")
    assert stored(client, "Lunch") == NOON
    for key in ("ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name=re.compile("10 March 2026.*11:30, free"))).to_be_focused()
    page.keyboard.press("Control+v")
    wait_for(client, "Lunch", ("20260310T1130", "20260310T1230"))
    expect(hours(week, "Lunch")).to_have_css("opacity", "1")
    # It's moved, so there's nothing left to paste.
    page.mouse.click(*place(week, "2026-03-13", 15), button="right")
    expect(page.get_by_role("menuitem", name="New event")).to_be_visible()
    expect(page.get_by_role("menuitem", name=re.compile("Paste"))).to_have_count(0)
    page.keyboard.press("Escape")
    week.undo()
    wait_for(client, "Lunch", NOON)


def test_escape_leaves_what_was_cut_where_it_is(week):
    page = week.page
    hours(week, "Lunch").focus()
    page.keyboard.press("Control+x")
    expect(hours(week, "Lunch")).to_have_css("opacity", "0.45")
    page.keyboard.press("Escape")
    expect(hours(week, "Lunch")).to_have_css("opacity", "1")


def test_selected_events_keep_their_distance(week, client):
    client.put(event("Walk", "20260312T150000", "20260312T153000"))
    page = week.page
    for title in ("Lunch", "Walk"):
        hours(week, title).click(modifiers=["Control"])
    page.keyboard.press("Control+c")
    expect(week.announcement("2 events copied")).to_be_visible()
    # A press on nothing ends the selection, and chooses the time.
    page.mouse.click(*place(week, "2026-03-10", 9.5))
    expect(page.get_by_role("toolbar")).to_have_count(0)
    page.keyboard.press("Control+v")
    expect_both(client, NOON, LATER)
    eventually(lambda: sorted(stored(client, "Walk", 2)), [("20260311T1230", "20260311T1300"), ("20260312T1500", "20260312T1530")])


def test_in_the_month_a_date_of_a_series_is_pasted_on_the_chosen_day_at_its_time(open_calendar, client):
    client.put(SERIES)
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    calendar.chips("Stand-up").first.click()
    expect(calendar.dialog).to_have_accessible_name("Stand-up")
    page.keyboard.press("Control+c")
    expect(calendar.announcement("“Stand-up” copied")).to_be_visible()
    page.keyboard.press("Escape")
    calendar.day("2026-03-19").click(position={"x": 60, "y": 60})
    expect(calendar.day("2026-03-19")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Control+v")
    eventually(lambda: sorted(stored(client, "Stand-up", 2)), [("20260303T0915", "20260303T0930"), ("20260319T0915", "20260319T0930")])


def test_what_was_pasted_in_the_month_has_the_focus_in_the_list_of_its_day(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    calendar.chips("Lunch").click(button="right")
    page.get_by_role("menuitem", name="Copy").click()
    calendar.day("2026-03-17").click(button="right", position={"x": 60, "y": 60})
    page.get_by_role("menuitem", name="Paste “Lunch”").click()
    listed = page.locator("day-panel [data-uid]")
    expect(listed.and_(page.locator('[data-start="2026-03-17T12:00:00"]'))).to_be_focused()
    # The keys go on from the day that was pasted into.
    page.keyboard.press("ArrowRight")
    expect(calendar.day("2026-03-18")).to_be_focused()
    page.keyboard.press("Control+v")
    expect(listed.and_(page.locator('[data-start="2026-03-18T12:00:00"]'))).to_be_focused()
    expect_both(client, NOON, ("20260317T1200", "20260317T1300"), ("20260318T1200", "20260318T1300"))
    page.keyboard.press("Delete")
    expect_both(client, NOON, ("20260317T1200", "20260317T1300"))


def test_in_the_month_without_a_list_the_day_that_was_pasted_into_has_the_focus(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    page.get_by_role("region", name="11 March").get_by_role("button", name="Close").click()
    calendar.chips("Lunch").click(button="right")
    page.get_by_role("menuitem", name="Copy").click()
    calendar.day("2026-03-17").click(button="right", position={"x": 60, "y": 60})
    page.get_by_role("menuitem", name="Paste “Lunch”").click()
    expect(calendar.day("2026-03-17")).to_be_focused()
    expect_both(client, NOON, ("20260317T1200", "20260317T1300"))


def test_what_was_pasted_has_the_focus_in_the_agenda(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    client.put(event("Dinner", "20260320T190000", "20260320T210000"))
    calendar = open_calendar("/agenda/2026-03-11")
    page = calendar.page
    rows = page.locator('[data-view="agenda"] [data-uid]')
    rows.filter(has_text="Lunch").focus()
    page.keyboard.press("Control+c")
    expect(calendar.announcement("“Lunch” copied")).to_be_visible()
    rows.filter(has_text="Dinner").focus()
    page.keyboard.press("Control+v")
    pasted = page.locator('[data-view="agenda"] [data-start="2026-03-20T12:00:00"]')
    expect(pasted).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.filter(has_text="Dinner")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    expect_both(client, NOON)


def test_what_was_pasted_has_the_focus_on_the_board(choir):
    anna, _, _ = choir
    anna.put("lunch", "DTSTART;TZID=Europe/Berlin:20260311T120000", "DTEND;TZID=Europe/Berlin:20260311T130000", "SUMMARY:Lunch")
    hers = anna.open("/board/2026-03-11")
    page = hers.page
    lunch = page.locator(".board-event").filter(has_text="Lunch")
    lunch.focus()
    page.keyboard.press("Control+c")
    expect(hers.announcement("“Lunch” copied")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Control+v")
    expect(page.locator('.board-event[data-start="2026-03-12T12:00:00"]')).to_be_focused()


def test_the_menus_copy_and_paste_too(week, client):
    page = week.page
    hours(week, "Lunch").click(button="right")
    page.get_by_role("menuitem", name="Copy").click()
    eventually(lambda: clipboard(page), lambda text: text.startswith("Lunch"))
    page.mouse.click(*place(week, "2026-03-10", 9.5), button="right")
    page.get_by_role("menuitem", name="Paste “Lunch”").click()
    expect_both(client, NOON, LATER)


def test_text_that_is_selected_is_copied_as_text(week):
    page = week.page
    hours(week, "Lunch").click()
    week.dialog.get_by_text("Da Luigi").select_text()
    page.keyboard.press("Control+c")
    eventually(lambda: clipboard(page).strip(), "Da Luigi")
    expect(week.announcement("copied")).to_have_count(0)


def test_what_is_cut_from_an_open_card_can_be_pasted_at_once(calendar, client):
    page = calendar.page
    calendar.new_event("Review", date="2026-03-12", start="09:00", end="10:00")
    calendar.chips("Review").click()
    expect(page.locator("#event-view")).to_be_visible()
    page.keyboard.press("Control+x")
    expect(page.locator("#event-view")).to_have_count(0)
    calendar.day("2026-03-18").click(button="right")
    expect(page.get_by_role("menuitem", name="Paste")).to_be_visible()
    page.keyboard.press("Escape")
    calendar.day("2026-03-19").click()
    page.keyboard.press("Control+v")
    wait_for(client, "Review", ("20260319T0900", "20260319T1000"))
