"""What the page leaves out until it's asked for: the list of a day, and the sentences about empty parts."""

import re

from playwright.sync_api import expect

from support.browser import DESKTOP
from support.events import event


def test_the_list_of_a_day_stays_closed_until_a_number_or_enter_asks_for_it(open_calendar, client):
    client.put(event("Lunch", "20260312T120000", "20260312T130000"))
    calendar = open_calendar("/month/2026-03-11", viewport=DESKTOP)
    page, panel = calendar.page, calendar.page.locator("day-panel")
    expect(panel).to_be_visible()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    calendar.reload()
    expect(panel).to_be_hidden()
    # A press beside the number only selects the day.
    cell = calendar.day("2026-03-12")
    cell.click()
    expect(cell).to_have_attribute("aria-selected", "true")
    expect(panel).to_be_hidden()
    cell.locator(".number").click()
    expect(panel.get_by_role("button", name="Lunch")).to_be_visible()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    cell.focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("button", name="Lunch")).to_be_focused()


def test_a_sentence_about_an_empty_part_can_be_sent_away(open_calendar):
    calendar = open_calendar("/week/2026-03-11", viewport=DESKTOP)
    page = calendar.page
    hint = page.get_by_text("A group shows its members’ calendars")
    expect(hint).to_be_visible()
    page.get_by_role("button", name="Hide this hint: Groups").click()
    expect(hint).to_have_count(0)
    new_group = page.locator("[data-for=new][title='New group']")
    expect(new_group).to_have_accessible_name("New group")
    expect(new_group).to_be_focused()
    calendar.reload()
    expect(new_group).to_be_visible()
    expect(hint).to_have_count(0)


def test_in_the_year_a_line_runs_under_the_days_of_a_trip(open_calendar, client):
    client.put(event("Trip", "20260309", "20260312"))
    client.put(event("Fair", "20260320", "20260321"))
    calendar = open_calendar("/year/2026-03-11", viewport=DESKTOP)
    lined = calendar.page.locator(".year-day.lined")
    expect(lined).to_have_text(["9", "10", "11"])
    expect(lined.first).to_have_class(re.compile("line-first"))
    expect(lined.last).to_have_class(re.compile("line-last"))


def test_a_long_count_stays_on_one_line(open_calendar, client):
    for number in range(12):
        client.put(event(f"Talk {number}", "20260311T100000", "20260311T120000"))
    calendar = open_calendar("/week/2026-03-11", viewport=DESKTOP)
    count = calendar.page.locator(".hours-more")
    expect(count).to_be_visible()
    lines = count.evaluate(
        """(button) => {
            button.textContent = '+1,529';
            const range = document.createRange();
            range.selectNodeContents(button);
            const box = button.getBoundingClientRect();
            return [range.getClientRects().length, range.getBoundingClientRect().width <= box.width];
        }"""
    )
    assert lines == [1, True]
