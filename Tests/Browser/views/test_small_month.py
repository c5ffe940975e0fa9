"""The small month in the sidebar: it follows the view, and leads to a day."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import event, stored, wait_for
from support.pointer import centre, drag


@pytest.fixture
def calendar(open_calendar, client):
    client.put(event("Lunch", "20260312T120000", "20260312T130000"))
    return open_calendar("/week/2026-03-11")


def month(calendar):
    return calendar.page.locator("small-month")


def button(calendar, name):
    return month(calendar).get_by_role("button", name=name, exact=True)


def test_it_follows_the_view(calendar):
    expect(month(calendar).get_by_role("heading")).to_have_text("March 2026")
    calendar.page.keyboard.press("m")
    calendar.page.keyboard.press("j")
    expect(month(calendar).get_by_role("heading")).to_have_text("April 2026")


def test_a_day_pressed_shows_it_in_the_view(calendar):
    button(calendar, "25 March 2026").click()
    expect(calendar.page).to_have_url(re.compile("/week/2026-03-25$"))
    expect(month(calendar).get_by_role("gridcell", selected=True)).to_have_text("25")
    button(calendar, "Next month").click()
    button(calendar, "7 April 2026").click()
    expect(calendar.page).to_have_url(re.compile("/week/2026-04-07$"))


def test_keys_move_through_the_days_and_into_other_months(calendar):
    keys = calendar.page.keyboard
    button(calendar, "11 March 2026").focus()
    keys.press("ArrowDown")
    expect(button(calendar, "18 March 2026")).to_be_focused()
    keys.press("PageDown")
    expect(button(calendar, "18 April 2026")).to_be_focused()
    expect(month(calendar).get_by_role("heading")).to_have_text("April 2026")
    # The view stays until a day is chosen.
    expect(calendar.page).to_have_url(re.compile("/week/2026-03-11$"))
    keys.press("Enter")
    expect(calendar.page).to_have_url(re.compile("/week/2026-04-18$"))


@pytest.mark.parametrize("view", ["month", "week"])
def test_an_event_dropped_on_a_day_moves_there_and_keeps_its_time(calendar, client, view):
    page = calendar.page
    calendar.show(view)
    shown = calendar.chips("Lunch") if view == "month" else page.locator(".hours-event").filter(has_text="Lunch")
    start, goal = centre(shown), centre(button(calendar, "25 March 2026"))
    drag(page, start, (goal[0] - start[0], goal[1] - start[1]), drop=False)
    expect(page.locator(".held-chip")).to_contain_text("Lunch")
    expect(month(calendar).locator(".drop-day")).to_have_text("25")
    page.mouse.up()
    wait_for(client, "Lunch", ("20260325T1200", "20260325T1300"))
    expect(page.locator(".held-chip, .drop-day")).to_have_count(0)
    calendar.undo()
    wait_for(client, "Lunch", ("20260312T1200", "20260312T1300"))


def test_an_event_put_back_over_the_small_month_stays(calendar, client):
    page = calendar.page
    start, goal = centre(page.locator(".hours-event").filter(has_text="Lunch")), centre(button(calendar, "25 March 2026"))
    drag(page, start, (goal[0] - start[0], goal[1] - start[1]), drop=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".held-chip, .drop-day")).to_have_count(0)
    assert stored(client, "Lunch")[0].startswith("20260312T12")
    expect(calendar.page).to_have_url(re.compile("/week/2026-03-11$"))


def test_on_a_phone_it_is_in_the_menu_and_closes_it(open_calendar):
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE)
    expect(month(calendar)).to_be_hidden()
    calendar.page.get_by_role("button", name="Calendars", exact=True).click()
    button(calendar, "25 March 2026").click()
    expect(calendar.page).to_have_url(re.compile("/day/2026-03-25$"))
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)


def test_axe_finds_nothing(calendar):
    assert findings_in_both_schemes(calendar.page) == []
