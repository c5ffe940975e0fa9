"""Scrolling the endless month far and fast, without blank rows and without adding elements."""

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.events import event
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
        for step in range(40):
            full_calendar.scroll_to(step / 40)
        full_calendar.page.get_by_role("button", name="Today", exact=True).click()
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
    full_calendar.page.get_by_role("button", name="Today", exact=True).click()
    expect(full_calendar.day("2026-03-11")).to_be_visible()
    rested(full_calendar.page)
    strip, today = full_calendar.scroller.bounding_box(), full_calendar.day("2026-03-11").bounding_box()
    assert strip["y"] - 1 <= today["y"] <= strip["y"] + strip["height"] / 3
    assert full_calendar.day("2026-03-11").get_attribute("aria-current") == "date"


def test_the_date_is_in_the_address_and_back_returns_to_it(open_calendar, filled):
    full_calendar = open_calendar("/month/1999-12-31")
    page = full_calendar.page
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
    full_calendar.dialog.get_by_role("button", name="Go to Thu, 28 Feb 2199").click()
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


# Scrolls the strip in late frames, for each [rows, count] by `rows` in each of `count` frames, and counts how the visible weeks
# are drawn after each: with their events, as blocks, or not at all.
LATE_FRAMES = """(parts) => new Promise((done) => {
    const strip = [...document.querySelectorAll('[role=rowgroup]')].at(-1), box = strip.getBoundingClientRect();
    const rowPx = document.querySelector('.week').offsetHeight;
    const steps = parts.flatMap(([rows, count], part) => Array(count).fill({ px: rows * rowPx, part }));
    const found = parts.map(() => ({ events: 0, blocks: 0, empty: 0 }));
    const look = (part) => {
        for (const week of document.querySelectorAll('.week')) {
            const { top, bottom } = week.getBoundingClientRect();
            if (bottom <= box.top || top >= box.bottom) continue;
            const layer = week.querySelector('.chips');
            const blocks = getComputedStyle(layer).backgroundImage.split('linear-gradient').length - 1;
            found[part][layer.childElementCount >= 14 ? 'events' : blocks >= 14 ? 'blocks' : 'empty'] += 1;
        }
    };
    let before = null;
    const step = () => {
        if (before) look(before.part);
        before = steps.shift();
        if (!before) return done(found);
        for (const startMs = performance.now(); performance.now() - startMs < 30;);
        strip.scrollTop += before.px;
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""


@pytest.fixture(params=["phone", "desktop"])
def crowded(request, open_calendar, client):
    """A month with two events on every day."""
    for number in range(2):
        client.put(event(f"Daily {number}", f"20250101T{7 + number:02}0000", f"20250101T{7 + number:02}4500", "RRULE:FREQ=DAILY"))
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if request.param == "phone" else {}
    calendar = open_calendar("/month/2026-03-11", **options)
    if options:
        calendar.pull_month_tall()
    expect(calendar.page.locator('.chip[data-start^="2026-03-11"]')).to_have_count(2)
    rested(calendar.page)
    return calendar


def expect_all_events(calendar):
    """No week is only sketched, and each has its events and its days' full names."""
    weeks = calendar.page.evaluate(
        """[...document.querySelectorAll('.week')].map((week) => [
            week.querySelectorAll('.chip').length, week.querySelectorAll('.rough').length,
            [...week.querySelectorAll('[role=gridcell]')].every((day) => day.ariaLabel.endsWith('2 events')),
        ])"""
    )
    assert all(week == [14, 0, True] for week in weeks), weeks


def test_weeks_scrolled_past_too_fast_to_draw_show_blocks_and_at_rest_all_their_events(crowded):
    # More weeks than are kept in memory.
    [seen] = crowded.page.evaluate(LATE_FRAMES, [[6, 60]])
    assert seen["blocks"] > 0 and seen["empty"] == 0, seen
    rested(crowded.page)
    assert int(crowded.heading.inner_text().split()[-1]) > 2030
    expect_all_events(crowded)
    # A jump has its events at once.
    crowded.page.get_by_role("button", name="Today", exact=True).click()
    expect(crowded.day("2026-03-11")).to_be_visible()
    rested(crowded.page)
    expect_all_events(crowded)


def test_weeks_scrolled_slowly_have_their_events_in_the_same_frame_even_if_frames_are_late(crowded):
    [seen] = crowded.page.evaluate(LATE_FRAMES, [[0.1, 30]])
    assert seen["events"] > 0 and seen["blocks"] == 0 and seen["empty"] == 0, seen


def test_blocks_become_events_while_one_still_scrolls_once_that_is_slow(crowded):
    # One row is drawn in each frame, so all of them in as many frames as there are rows.
    fast, _, slow = crowded.page.evaluate(LATE_FRAMES, [[6, 10], [0.1, 16], [0.1, 5]])
    assert fast["blocks"] > 0 and fast["empty"] == 0, fast
    assert slow["events"] > 0 and slow["blocks"] == 0 and slow["empty"] == 0, slow


def test_a_press_counts_when_the_strip_comes_to_rest_meanwhile(calendar, client):
    client.put(event("Lunch", "20260318T123000", "20260318T133000"))
    expect(calendar.chips("Lunch")).to_have_count(1)
    # When the strip rests, its rows are put in the order of their weeks again.
    x, y = calendar.scroller.evaluate(
        """(strip) => {
            strip.scrollTop -= 2 * strip.querySelector('.week').offsetHeight;
            const box = document.querySelector('[data-view] [data-uid]').getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    calendar.page.mouse.move(x, y)
    calendar.page.mouse.down()
    rested(calendar.page)
    calendar.page.mouse.up()
    expect(calendar.dialog).to_contain_text("Lunch")
