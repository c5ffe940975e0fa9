"""The menu of an event, at a right click and at the menu key, in every view."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.events import SERIES, event, wait_for
from support.timeline import hours


@pytest.fixture
def week(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    return open_calendar("/week/2026-03-11")


def menu(calendar):
    return calendar.page.get_by_role("menu", name="Lunch")


def test_an_event_goes_into_another_calendar_by_two_presses(week):
    hours(week, "Lunch").click(button="right")
    expect(menu(week).get_by_role("menuitem", name="Edit")).to_be_focused()
    assert findings_in_both_schemes(week.page) == []
    menu(week).get_by_role("menuitemradio", name="Work").click()
    expect(hours(week, "Lunch")).to_have_attribute("data-color", "red")
    expect(menu(week)).to_have_count(0)
    week.undo()
    expect(hours(week, "Lunch")).not_to_have_attribute("data-color", "red")


@pytest.mark.parametrize(("has_touch", "height"), [(False, 28), (True, 44)])
def test_its_rows_are_low_for_a_mouse_and_high_for_a_finger(open_calendar, client, has_touch, height):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11", has_touch=has_touch, is_mobile=has_touch)
    hours(calendar, "Lunch").focus()
    calendar.page.keyboard.press("Shift+F10")
    edit = menu(calendar).get_by_role("menuitem", name="Edit")
    expect(edit).to_be_focused()
    assert edit.evaluate("item => item.offsetHeight") == height


def test_the_menu_key_opens_it_and_the_arrows_choose_a_colour(week):
    keys = week.page.keyboard
    hours(week, "Lunch").focus()
    keys.press("Shift+F10")
    expect(menu(week).get_by_role("menuitem", name="Edit")).to_be_focused()
    keys.press("Escape")
    expect(menu(week)).to_have_count(0)
    expect(hours(week, "Lunch")).to_be_focused()
    keys.press("Shift+F10")
    keys.press("g")
    expect(menu(week).get_by_role("menuitemradio", name="Green")).to_be_focused()
    keys.press("ArrowRight")
    expect(menu(week).get_by_role("menuitemradio", name="Teal")).to_be_focused()
    keys.press("Enter")
    expect(hours(week, "Lunch")).to_have_attribute("data-color", "teal")


def test_it_saves_an_event_as_a_file(week):
    hours(week, "Lunch").click(button="right")
    with week.page.expect_download() as download:
        menu(week).get_by_role("menuitem", name="Export as a file").click()
    assert download.value.suggested_filename == "Lunch.ics"
    with open(download.value.path(), encoding="utf-8") as file:
        assert "SUMMARY:Lunch" in file.read()


def test_it_edits_duplicates_and_deletes(week, client):
    hours(week, "Lunch").click(button="right")
    menu(week).get_by_role("menuitem", name="Edit").click()
    expect(week.dialog.get_by_label("Title")).to_have_value("Lunch")
    week.page.keyboard.press("Escape")
    hours(week, "Lunch").click(button="right")
    menu(week).get_by_role("menuitem", name="Duplicate").click()
    expect(week.dialog.get_by_label("Title")).to_have_value("Lunch")
    week.dialog.get_by_role("button", name="Close").click()
    week.page.get_by_role("button", name="Discard").click()
    hours(week, "Lunch").click(button="right")
    menu(week).get_by_role("menuitem", name="Delete").click()
    expect(hours(week, "Lunch")).to_have_count(0)
    week.undo()
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1300"))


def test_in_the_month_it_asks_which_dates_and_is_whole_on_the_screen(open_calendar, client):
    client.put(SERIES)
    calendar = open_calendar("/month/2026-03-11", viewport={"width": 1000, "height": 500})
    calendar.chips("Stand-up").last.click(button="right")
    shown = calendar.page.get_by_role("menu", name="Stand-up")
    expect(shown.get_by_role("menuitem", name="Delete")).to_be_in_viewport(ratio=1)
    shown.get_by_role("menuitemradio", name="Green").click()
    calendar.dialog.get_by_role("button", name="All events").click()
    green = calendar.page.locator('[data-view="month"] [data-uid][data-color="green"]')
    expect(green).to_have_count(calendar.chips("Stand-up").count())
