"""The hours panel: how much time went where, beside the week and the month."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import event
from support.timeline import hours


@pytest.fixture
def events(client):
    client.put(event("Training", "20260310T180000", "20260310T193000", "CATEGORIES:Sport"))
    client.put(event("Match", "20260313T180000", "20260313T200000", "CATEGORIES:Sport"))
    client.put(event("Review", "20260311T100000", "20260311T110000"))
    client.put(event("Earlier training", "20260303T180000", "20260303T190000", "CATEGORIES:Sport"))


def opened(calendar):
    calendar.open_menu_item("Hours")
    return calendar.page.get_by_role("complementary", name="Hours")


def test_the_hours_of_the_week_follow_the_view(open_calendar, events):
    calendar = open_calendar("/week/2026-03-11")
    panel = opened(calendar)
    expect(panel.get_by_role("heading")).to_contain_text("4h 30m")
    row = panel.get_by_role("button", name="Personal")
    expect(row).to_contain_text("3h 30m more than the week before")
    assert findings_in_both_schemes(calendar.page) == []
    calendar.page.get_by_role("button", name="Previous", exact=True).click()
    expect(panel.get_by_role("heading")).to_contain_text(": 1h")
    calendar.page.keyboard.press("Escape")


def test_the_month_stays_the_same_beside_the_panel(open_calendar, events):
    calendar = open_calendar("/month/2026-03-26", viewport={"width": 1440, "height": 900})
    expect(calendar.heading).to_have_text("March 2026")
    panel = opened(calendar)
    expect(panel.get_by_role("heading")).to_contain_text("March 2026")
    expect(calendar.heading).to_have_text("March 2026")


def test_a_press_on_a_category_dims_the_other_events(open_calendar, events):
    calendar = open_calendar("/week/2026-03-11")
    panel = opened(calendar)
    panel.get_by_role("radio", name="Category").check()
    sport = panel.get_by_role("button", name="Sport")
    expect(sport).to_contain_text("3h 30m")
    sport.click()
    expect(sport).to_have_attribute("aria-pressed", "true")
    expect(hours(calendar, "Review")).to_have_css("opacity", "0.2")
    expect(hours(calendar, "Match")).to_have_css("opacity", "1")
    sport.press("Escape")
    expect(hours(calendar, "Review")).to_have_css("opacity", "1")
    sport.press("Escape")
    expect(panel).to_have_count(0)


def test_on_a_phone_it_is_a_sheet(open_calendar, events):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True)
    calendar.open_menu_item("Hours")
    expect(calendar.dialog.get_by_role("heading", name="March 2026: 5h 30m")).to_be_visible()
    expect(calendar.dialog.get_by_role("button", name="Personal")).to_be_visible()
    assert findings_in_both_schemes(calendar.page) == []
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
