"""The menu of a field with choices: keys, pointer, place."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.choices import choose, opened


@pytest.fixture
def theme(calendar):
    calendar.open_menu_item("Settings")
    return calendar.dialog.get_by_label("Theme")


def marked(field):
    """The words of the entry that Enter would take."""
    return field.evaluate("(field) => document.getElementById(field.getAttribute('aria-activedescendant'))?.textContent ?? ''")


def test_the_chosen_entry_lies_on_the_field_and_has_a_tick(theme):
    choose(theme, "Light")
    menu = opened(theme)
    chosen = menu.get_by_role("option", selected=True)
    expect(chosen).to_have_text("Light")
    expect(chosen.locator(".icon")).to_have_count(1)
    field, entry = theme.bounding_box(), chosen.bounding_box()
    assert abs(field["y"] + field["height"] / 2 - entry["y"] - entry["height"] / 2) <= 1
    words = [each.locator(".choice-text").bounding_box()["x"] for each in (theme, chosen)]
    assert abs(words[0] - words[1]) <= 1


def test_keys_open_walk_take_and_leave(calendar, theme):
    keys = calendar.page.keyboard
    theme.focus()
    keys.press("ArrowDown")
    expect(theme).to_have_attribute("aria-expanded", "true")
    assert marked(theme) == "System"
    keys.press("End")
    assert marked(theme) == "Dark"
    keys.press("ArrowDown")
    assert marked(theme) == "Dark", "the list ends"
    keys.press("ArrowUp")
    assert marked(theme) == "Light"
    keys.press("Escape")
    expect(theme).to_have_attribute("aria-expanded", "false")
    expect(theme).to_have_text("System")
    expect(theme).to_be_focused()

    keys.press("Enter")
    keys.press("End")
    keys.press("Enter")
    expect(theme).to_have_text("Dark")
    expect(calendar.page.locator("html")).to_have_attribute("data-theme", "dark")
    keys.press("Space")
    keys.press("Home")
    keys.press("Tab")
    expect(theme).to_have_text("System")
    expect(theme).not_to_be_focused()


def test_letters_lead_to_the_entry_that_begins_with_them(calendar, theme):
    start = calendar.dialog.get_by_label("Week starts on")
    start.focus()
    calendar.page.keyboard.type("sa")
    assert marked(start) == "Saturday"
    calendar.page.keyboard.press("Enter")
    expect(start).to_have_text("Saturday")
    # The letters were no commands of the page.
    expect(calendar.page.locator('[data-view="month"]')).to_be_visible()


def test_a_press_elsewhere_closes_only_the_menu(calendar, theme):
    menu = opened(theme)
    calendar.dialog.get_by_role("heading", name="Settings", exact=True).click()
    expect(menu).to_be_hidden()
    expect(theme).to_have_text("System")
    expect(calendar.dialog).to_be_visible()


@pytest.mark.parametrize(("section", "place"), (("Views", "Work starts"), ("General", "Language")))
def test_a_menu_stays_in_the_window(open_calendar, section, place):
    phone = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True)
    phone.open_settings(section)
    field = phone.dialog.get_by_label(place)
    menu = opened(field)
    box = menu.bounding_box()
    assert box["x"] >= 8 and box["x"] + box["width"] <= PHONE["width"] - 8
    assert box["y"] >= 8 and box["y"] + box["height"] <= PHONE["height"] - 8
    chosen = menu.get_by_role("option", selected=True)
    expect(chosen).to_be_in_viewport()
    assert chosen.bounding_box()["height"] >= 28


def test_the_calendars_have_their_colours(calendar, client):
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "green"})
    expect(calendar.page.get_by_role("checkbox", name="Work")).to_be_visible()
    calendar.page.get_by_role("button", name="New event").first.click()
    field = calendar.dialog.get_by_label("Calendar", exact=True)
    choose(field, "Work")
    expect(field).to_have_attribute("data-color", "green")
    expect(field).to_have_accessible_name(re.compile("^Calendar$"))
