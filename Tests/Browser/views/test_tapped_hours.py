"""A finger in the hours: the first tap marks an hour, the second begins an event in it."""

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.timeline import day, expect_finger_scrolls

TABLET = {"width": 820, "height": 1180}


def tap(calendar, date, hour):
    """Taps into an hour of a day, a quarter of an hour after it begins."""
    page, column = calendar.page, day(calendar, date)
    box = column.bounding_box()
    hour_px = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.hours-scroller')).getPropertyValue('--hour'))")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + (hour + 0.75) * hour_px)


def marked(calendar):
    return calendar.page.locator(".hours-slot.marked")


@pytest.mark.parametrize(("size", "path"), [(PHONE, "/day/2026-03-11"), (TABLET, "/week/2026-03-11")], ids=["phone", "tablet"])
def test_a_second_tap_on_the_marked_hour_begins_an_event(open_calendar, size, path):
    calendar = open_calendar(path, viewport=size, has_touch=True, is_mobile=True)
    tap(calendar, "2026-03-11", 14)
    expect(marked(calendar)).to_be_visible()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    tap(calendar, "2026-03-11", 12)
    expect(marked(calendar)).to_have_attribute("style", "--from: 720;")
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    tap(calendar, "2026-03-11", 12)
    expect(calendar.dialog.get_by_label("Start time")).to_have_value("12:00")
    expect(calendar.dialog.get_by_label("End time")).to_have_value("13:00")


@pytest.mark.parametrize("way", ["button", "letters"])
def test_an_event_begins_at_the_marked_hour_and_takes_the_mark_away(open_calendar, way):
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    tap(calendar, "2026-03-11", 14)
    expect(marked(calendar)).to_be_visible()
    if way == "button":
        calendar.page.get_by_role("button", name="New event", exact=True).last.tap()
    else:
        calendar.page.keyboard.type("Tea", delay=40)
    expect(calendar.dialog.get_by_label("Start time")).to_have_value("14:00")
    expect(marked(calendar)).to_have_count(0)


def test_escape_takes_the_mark_away(open_calendar):
    calendar = open_calendar("/day/2026-03-11", viewport=TABLET, has_touch=True, is_mobile=True)
    tap(calendar, "2026-03-11", 14)
    expect(marked(calendar)).to_be_visible()
    calendar.page.keyboard.press("Escape")
    expect(marked(calendar)).to_have_count(0)
    expect(calendar.page.locator(".hours-slot")).not_to_be_focused()


def test_scrolling_marks_nothing(open_calendar):
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    expect_finger_scrolls(calendar.page, (250, 600))
    expect(marked(calendar)).to_have_count(0)
