"""The views are words in the bar; where there's no room for all, the rarer ones are in a menu."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import DESKTOP, PHONE

NARROW, SMALL_TABLET, TABLET = {"width": 320, "height": 640}, {"width": 744, "height": 1133}, {"width": 820, "height": 1180}


def words(calendar):
    return calendar.page.get_by_role("group", name="View").get_by_role("button")


@pytest.mark.parametrize("size", [NARROW, PHONE, SMALL_TABLET, TABLET], ids=["narrow", "phone", "small tablet", "tablet"])
def test_a_press_on_a_word_shows_a_view_and_a_menu_has_the_others(open_calendar, size):
    calendar = open_calendar("/month/2026-03-11", viewport=size, has_touch=True, is_mobile=True)
    expect(words(calendar)).to_have_text(["Day", "Week", "Month", "Year", ""])
    words(calendar).filter(has_text="Week").tap()
    expect(calendar.page).to_have_url(re.compile("/week/"))
    expect(words(calendar).filter(has_text="Week")).to_have_attribute("aria-pressed", "true")
    calendar.page.get_by_role("button", name="Other views").tap()
    expect(calendar.page.get_by_role("menuitemradio")).to_have_text(["3 days", "Agenda"])
    calendar.page.get_by_role("menuitemradio", name="Agenda").tap()
    expect(calendar.page).to_have_url(re.compile("/agenda/"))
    expect(calendar.page.get_by_role("button", name="View: Agenda")).to_be_visible()
    # Every word is whole, and nothing is pushed out of the bar.
    for each in [*words(calendar).all(), calendar.page.get_by_role("button", name="New event").first]:
        box = each.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] + 0.5
    assert calendar.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert calendar.page.locator(".top-bar").bounding_box()["height"] < 60


@pytest.mark.parametrize("has_touch", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize("width", [600, 639, 640, 679, 680, 799])
def test_the_bar_of_a_small_tablet_is_one_line_with_the_longest_month(open_calendar, width, has_touch):
    calendar = open_calendar("/week/2026-09-16", viewport={"width": width, "height": 900}, has_touch=has_touch)
    bar = calendar.page.locator(".top-bar")
    expect(bar.locator(".title-text")).to_have_text("September 2026")
    assert bar.bounding_box()["height"] < 60
    assert bar.locator(".title-text").evaluate("(title) => title.scrollWidth <= title.clientWidth")


def test_on_a_desktop_all_views_are_words(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=DESKTOP)
    expect(words(calendar)).to_have_text(["Day", "3 days", "Week", "Month", "Year", "Agenda"])


def test_the_menu_is_opened_and_left_by_keys(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE)
    menu = calendar.page.get_by_role("button", name="Other views")
    menu.focus()
    calendar.page.keyboard.press("ArrowDown")
    expect(calendar.page.get_by_role("menuitemradio", name="3 days")).to_be_focused()
    calendar.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
