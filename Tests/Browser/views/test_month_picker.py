"""The title opens a year's months, and a press on one goes there."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import DESKTOP, PHONE


def open_months(calendar):
    calendar.heading.get_by_role("button").click()
    expect(calendar.dialog).to_have_accessible_name("Choose a month")
    return calendar.dialog


def test_a_press_on_a_month_of_another_year_goes_there(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    months = open_months(calendar)
    expect(months.get_by_role("button", name="March 2026")).to_have_attribute("aria-pressed", "true")
    expect(months.get_by_role("button", name="March 2026")).to_have_attribute("aria-current", "date")
    months.get_by_role("button", name="Next year").tap()
    months.get_by_role("button", name="August 2027").tap()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    expect(calendar.heading).to_have_text("August 2027")
    expect(calendar.page).to_have_url(re.compile("/month/2027-08-01$"))


def test_the_month_of_today_goes_to_today(open_calendar):
    calendar = open_calendar("/day/2026-11-24")
    open_months(calendar).get_by_role("button", name="March 2026").click()
    expect(calendar.page).to_have_url(re.compile("/day/2026-03-11$"))


def test_keys_go_through_months_and_years_and_escape_returns(calendar):
    title = calendar.heading.get_by_role("button")
    title.focus()
    calendar.page.keyboard.press("Enter")
    months = calendar.dialog
    expect(months.get_by_role("button", name="March 2026")).to_be_focused()
    for key, month in [("ArrowRight", "April 2026"), ("ArrowDown", "July 2026"), ("PageUp", "July 2025"), ("Home", "January 2025"), ("ArrowLeft", "December 2024")]:
        calendar.page.keyboard.press(key)
        expect(months.get_by_role("button", name=month)).to_be_focused()
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    expect(title).to_be_focused()
    expect(calendar.heading).to_have_text("March 2026")


def test_a_typed_name_leads_to_the_next_such_month_and_shows_its_year(open_calendar):
    calendar = open_calendar("/month/2026-11-24")
    months = open_months(calendar)
    calendar.page.keyboard.type("mar")
    expect(months.get_by_role("button", name="March 2027")).to_be_focused()
    expect(months.locator(".months-year")).to_have_text("2027")
    calendar.page.keyboard.press("Enter")
    expect(calendar.page).to_have_url(re.compile("/month/2027-03-01$"))
    open_months(calendar)
    for name in ["June 2027", "July 2027", "January 2028"]:
        calendar.page.keyboard.press("j")
        expect(months.get_by_role("button", name=name)).to_be_focused()


def test_a_second_press_on_the_title_closes_it_and_so_does_one_elsewhere(calendar):
    open_months(calendar)
    calendar.heading.get_by_role("button").click()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    open_months(calendar)
    calendar.page.mouse.click(1200, 700)
    expect(calendar.page.get_by_role("dialog", name="Choose a month")).to_have_count(0)


def test_an_exact_date_can_still_be_typed(calendar):
    open_months(calendar).get_by_role("button", name="Go to date").click()
    expect(calendar.dialog.get_by_role("textbox", name="Date")).to_be_focused()


def test_the_button_says_in_which_year_a_typed_date_is(calendar):
    calendar.open_jump()
    calendar.page.keyboard.type("3 Feb")
    calendar.dialog.get_by_role("button", name="Go to Wed, 3 Feb 2027").click()
    expect(calendar.page).to_have_url(re.compile("/month/2027-02-03$"))


def test_a_month_alone_is_its_first_day(calendar):
    calendar.open_jump()
    calendar.page.keyboard.type("feb")
    calendar.dialog.get_by_role("button", name="Go to Mon, 1 Feb 2027").click()
    expect(calendar.page).to_have_url(re.compile("/month/2027-02-01$"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE, {"width": 320, "height": 640}], ids=["desktop", "phone", "narrow"])
def test_axe_finds_nothing(open_calendar, size):
    calendar = open_calendar("/month/2026-03-11", viewport=size)
    months = open_months(calendar)
    box = months.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    assert findings_in_both_schemes(calendar.page) == []
