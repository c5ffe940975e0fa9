"""Scrolling the endless month far and fast, without blank rows and without adding elements."""

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from support.waiting import frames, rested

ELEMENTS_MAX = 900

# The dates drawn in the visible part of the strip, every 20 pixels; null where nothing is drawn.
VISIBLE_DATES = """(strip) => {
    const box = strip.getBoundingClientRect();
    const dates = [];
    for (let y = box.top + 4; y < box.bottom - 4; y += 20) {
        const hit = document.elementsFromPoint(box.left + box.width / 2, y).find((e) => e.closest('[data-date]'));
        dates.push(hit ? hit.closest('[data-date]').dataset.date : null);
    }
    return dates;
}"""


@pytest.fixture
def full_calendar(open_calendar, filled):
    return open_calendar("/month/2026-03-11")


def test_from_1900_to_2200_no_row_is_blank_and_nothing_grows(full_calendar):
    counts = {}
    for part in (0, 0.05, 0.2, 0.35, 0.42, 0.5, 0.65, 0.8, 0.95, 1):
        full_calendar.scroll_to(part)
        dates = full_calendar.scroller.evaluate(VISIBLE_DATES)
        assert None not in dates, f"blank rows at {part}: {dates}"
        assert dates == sorted(dates)
        counts[part] = full_calendar.element_count()
    assert max(counts.values()) <= ELEMENTS_MAX, counts
    full_calendar.scroll_to(0)
    expect(full_calendar.day("1900-01-01")).to_be_visible()
    full_calendar.scroll_to(1)
    expect(full_calendar.day("2200-12-31")).to_be_visible()


def test_scrolling_far_and_back_does_not_add_elements(full_calendar):
    counts = []
    for _ in range(3):
        for step in range(100):
            full_calendar.scroll_to(step / 100)
        full_calendar.page.get_by_role("button", name="Today").click()
        expect(full_calendar.day("2026-03-11")).to_be_visible()
        expect(full_calendar.chips().first).to_be_visible()
        rested(full_calendar.page)
        counts.append(full_calendar.element_count())
    assert max(counts) - min(counts) <= 10, counts


def test_the_wheel_scrolls_and_the_header_names_the_month_that_fills_the_screen(full_calendar):
    expect(full_calendar.heading).to_have_text("March 2026")
    full_calendar.scroller.hover()
    for _ in range(10):
        full_calendar.page.mouse.wheel(0, 600)
        frames(full_calendar.page)
        assert None not in full_calendar.scroller.evaluate(VISIBLE_DATES)
    expect(full_calendar.heading).not_to_have_text("March 2026")
    assert "2027" in full_calendar.heading.inner_text() or "2026" in full_calendar.heading.inner_text()


def test_the_today_button_shows_today_in_the_upper_third(full_calendar):
    full_calendar.scroll_to(0.9)
    full_calendar.page.get_by_role("button", name="Today").click()
    expect(full_calendar.day("2026-03-11")).to_be_visible()
    rested(full_calendar.page)
    strip, today = full_calendar.scroller.bounding_box(), full_calendar.day("2026-03-11").bounding_box()
    assert strip["y"] - 1 <= today["y"] <= strip["y"] + strip["height"] / 3
    assert full_calendar.day("2026-03-11").get_attribute("aria-current") == "date"


def test_the_date_is_in_the_address_and_back_returns_to_it(full_calendar):
    page = full_calendar.page
    full_calendar.open("/month/1999-12-31")
    expect(full_calendar.day("1999-12-31")).to_be_visible()
    expect(full_calendar.heading).to_have_text("December 1999")
    full_calendar.open("/month/2026-03-11")
    page.go_back()
    full_calendar.ready()
    expect(full_calendar.day("1999-12-31")).to_be_visible()
    full_calendar.reload()
    expect(full_calendar.day("1999-12-31")).to_be_visible()


def test_the_jump_dialog_goes_to_any_date(full_calendar):
    full_calendar.open_jump()
    full_calendar.dialog.get_by_label("Date", exact=True).fill("2199-02-28")
    full_calendar.dialog.get_by_role("button", name="Go", exact=True).click()
    expect(full_calendar.day("2199-02-28")).to_be_visible()
    expect(full_calendar.heading).to_have_text("February 2199")


def test_far_from_the_selected_day_a_new_event_and_another_view_use_the_month_on_screen(calendar):
    page = calendar.page
    calendar.open("/month/2026-03-20")
    calendar.scroll_to(0.42)
    rested(page)
    month = calendar.heading.inner_text()
    first = datetime.strptime(f"1 {month}", "%d %B %Y").date().isoformat()
    page.keyboard.press("n")
    expect(calendar.dialog.get_by_label("Start date")).to_have_attribute("data-value", first)
    page.keyboard.press("Escape")
    expect(calendar.dialog).to_have_count(0)
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile(f"/day/{first}"))
    # While the selected day is on screen, a new event is on that day.
    calendar.open("/month/2026-03-20")
    page.keyboard.press("n")
    expect(calendar.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2026-03-20")
