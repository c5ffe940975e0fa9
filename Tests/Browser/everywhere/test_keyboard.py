"""The month by keys: moving around, accessible names, focus, shortcuts, and creating and deleting events."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.events import SERIES
from support.waiting import frames, wait_for_events

FOCUSED_DATE = "document.activeElement.closest('[data-date]')?.dataset.date"


def focus_on(calendar, date):
    calendar.open(f"/month/{date}")
    calendar.day(date).focus()
    assert calendar.page.evaluate(FOCUSED_DATE) == date


def test_the_grid_is_one_tab_stop(calendar):
    stops = calendar.page.locator('[role="gridcell"][tabindex="0"]')
    expect(stops).to_have_count(1)
    assert stops.get_attribute("data-date") == "2026-03-11"


def test_keys_move_by_days_weeks_months_and_years(calendar):
    focus_on(calendar, "2026-03-11")
    for key, date in [
        ("ArrowRight", "2026-03-12"),
        ("ArrowDown", "2026-03-19"),
        ("ArrowLeft", "2026-03-18"),
        ("ArrowUp", "2026-03-11"),
        ("Home", "2026-03-09"),
        ("End", "2026-03-15"),
        ("PageDown", "2026-04-15"),
        ("PageUp", "2026-03-15"),
        ("Shift+PageDown", "2027-03-15"),
        ("Shift+PageUp", "2026-03-15"),
    ]:
        calendar.page.keyboard.press(key)
        expect(calendar.day(date), key).to_be_focused()
        expect(calendar.day(date), key).to_be_in_viewport()


def test_a_day_has_its_date_and_event_count_as_its_name(calendar, client):
    client.put(SERIES.replace("20260303", "20260311"))
    expect(calendar.chips("Stand-up").first).to_be_visible()
    expect(calendar.day("2026-03-11")).to_have_accessible_name(
        re.compile(r"Wednesday,? 11 March 2026, today, 1 event")
    )
    expect(calendar.day("2026-03-12")).to_have_accessible_name(re.compile(r"Thursday,? 12 March 2026"))
    assert calendar.day("2026-03-11").get_attribute("aria-current") == "date"
    assert calendar.grid.get_attribute("aria-labelledby") == "month-title"
    assert int(calendar.grid.get_attribute("aria-rowcount")) >= 15_705


def test_an_event_is_created_and_undone_by_keys_alone(calendar, client):
    page = calendar.page
    focus_on(calendar, "2026-03-12")
    page.keyboard.press("n")
    expect(calendar.dialog.get_by_label("Title")).to_be_focused()
    page.keyboard.type("By keys")
    expect(calendar.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2026-03-12")
    page.keyboard.press("Enter")
    expect(calendar.dialog).to_have_count(0)
    expect(calendar.chips("By keys")).to_have_count(1)
    wait_for_events(client, 1)
    page.keyboard.press("Control+z")
    expect(calendar.chips("By keys")).to_have_count(0)
    wait_for_events(client, 0)


def test_enter_on_an_empty_day_begins_an_event_whose_title_is_typed_at_once(calendar, client):
    page = calendar.page
    focus_on(calendar, "2026-03-12")
    page.keyboard.press("Enter")
    expect(calendar.dialog.get_by_label("Title")).to_be_focused()
    page.keyboard.type("By Enter")
    page.keyboard.press("Enter")
    expect(calendar.chips("By Enter")).to_have_count(1)
    wait_for_events(client, 1)
    # Now there's something to open.
    focus_on(calendar, "2026-03-12")
    page.keyboard.press("Enter")
    expect(calendar.listed("By Enter")).to_be_focused()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)


def test_escape_closes_a_sheet_and_the_focus_goes_back(calendar):
    focus_on(calendar, "2026-03-12")
    calendar.page.keyboard.press("n")
    expect(calendar.dialog).to_be_visible()
    calendar.page.keyboard.press("Escape")
    expect(calendar.dialog).to_have_count(0)
    expect(calendar.day("2026-03-12")).to_be_focused()


@pytest.mark.parametrize("view", ["month", "year"])
def test_the_focus_stays_where_it_is_when_the_window_gets_another_size(calendar, view):
    page = calendar.page
    calendar.open(f"/{view}/2026-03-12")
    place = page.locator('[data-view] [tabindex="0"]').first
    place.focus()
    before = page.evaluate("document.activeElement.ariaLabel")
    for width, height in [(1200, 700), (820, 1180), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        frames(page, 3)
        assert page.evaluate("document.activeElement.ariaLabel") == before


def test_the_focus_stays_within_an_open_sheet(calendar):
    focus_on(calendar, "2026-03-12")
    calendar.page.keyboard.press("n")
    expect(calendar.dialog).to_be_visible()
    for _ in range(40):
        calendar.page.keyboard.press("Tab")
        inside = calendar.page.evaluate(
            "document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))"
        )
        assert inside


def test_single_letters_typed_into_a_field_are_not_shortcuts(calendar):
    focus_on(calendar, "2026-03-12")
    calendar.page.keyboard.press("n")
    title = calendar.dialog.get_by_label("Title")
    title.press_sequentially("tnm?/")
    expect(title).to_have_value("tnm?/")
    expect(calendar.dialog).to_have_count(1)


def test_a_question_mark_lists_the_shortcuts(calendar):
    focus_on(calendar, "2026-03-12")
    calendar.page.keyboard.press("?")
    expect(calendar.dialog.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()


def test_a_change_is_announced_politely(calendar):
    calendar.new_event("Heard", date="2026-03-12", start="09:00", end="10:00")
    polite = calendar.page.locator('[aria-live="polite"], [role="status"]').filter(has_text="“Heard” added")
    expect(polite.first).to_be_attached()


def test_the_delete_key_deletes_the_focused_event_and_undo_brings_it_back(open_calendar, client):
    client.put(SERIES.replace("20260303", "20260311"))
    calendar = open_calendar("/day/2026-03-11")
    page = calendar.page
    event = page.locator(".hours-event").filter(has_text="Stand-up")
    event.focus()
    page.keyboard.press("Delete")
    calendar.dialog.get_by_role("button", name="This event").click()
    expect(event).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(event).to_have_count(1)
    calendar.open("/month/2026-03-11")
    # In a field, the key deletes letters; in the day's list, the focused event.
    calendar.new_event("Once", date="2026-03-11", start="15:00", end="16:00")
    calendar.edit(calendar.listed("Once"))
    page.keyboard.press("Backspace")
    expect(calendar.dialog.get_by_label("Title")).to_have_value("")
    calendar.dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Discard").click()
    expect(page.locator("dialog")).to_have_count(0)
    calendar.listed("Once").focus()
    page.keyboard.press("Backspace")
    expect(calendar.announcement("“Once” deleted")).to_be_visible()
    expect(calendar.listed("Once")).to_have_count(0)


@pytest.mark.parametrize("has_touch", [False, True], ids=["keyboard", "touch"])
def test_the_menu_has_the_list_of_keys_where_there_are_keys(open_calendar, has_touch):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=has_touch)
    calendar.page.get_by_role("button", name="Calendars", exact=True).click()
    calendar.page.locator(".account-button").click()
    expect(calendar.page.get_by_role("menuitem", name="Settings", exact=True)).to_be_visible()
    expect(calendar.page.get_by_role("menuitem", name="Keyboard shortcuts")).to_be_visible(visible=not has_touch)
