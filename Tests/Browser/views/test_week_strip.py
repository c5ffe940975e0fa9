"""On a phone and a tablet, the week stands above the hours of a day."""

import re
import time

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import DESKTOP, PHONE
from support.events import event
from support.pointer import Finger

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def strip(calendar):
    return calendar.page.locator(".week-strip")


def chosen(calendar):
    """The one day that the strip says is on the screen."""
    return strip(calendar).get_by_role("button", pressed=True)


@pytest.fixture
def day(open_calendar, client):
    client.put(event("Lunch", "20260312T120000", "20260312T130000"))
    return open_calendar("/day/2026-03-11", **TOUCH)


def test_it_shows_seven_days_today_and_which_have_events(day):
    expect(strip(day)).to_have_accessible_name("Week of 9 March 2026")
    expect(strip(day).get_by_role("button")).to_have_count(7)
    expect(chosen(day)).to_have_accessible_name(re.compile("Wednesday,? 11 March 2026, today"))
    expect(chosen(day)).to_have_attribute("aria-current", "date")
    dots = lambda date: strip(day).get_by_role("button", name=re.compile(date)).locator(".dots")
    expect(dots("12 March")).to_have_attribute("data-count", "1")
    expect(dots("12 March")).to_have_css("background-image", re.compile("gradient"))
    expect(dots("13 March")).to_have_attribute("data-count", "0")


def test_a_press_goes_to_a_day_and_the_strip_follows_the_hours(day):
    strip(day).get_by_role("button", name=re.compile("13 March")).tap()
    expect(day.page).to_have_url(re.compile("/day/2026-03-13$"))
    expect(chosen(day)).to_have_accessible_name(re.compile("Friday,? 13 March 2026"))
    for _ in range(3):
        day.page.keyboard.press("j")
    expect(chosen(day)).to_have_accessible_name(re.compile("Monday,? 16 March 2026"))
    expect(strip(day)).to_have_accessible_name("Week of 16 March 2026")


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_a_swipe_turns_the_week_and_keeps_the_weekday(open_calendar, locale):
    day = open_calendar("/day/2026-03-11", **TOUCH, locale=locale)
    # What a finger does: the next week comes from the end of the line.
    day.page.evaluate("""() => {
        const pages = document.querySelector('.week-pages');
        pages.scrollBy({ left: (document.dir === 'rtl' ? -1 : 1) * pages.clientWidth, behavior: 'smooth' });
    }""")
    expect(day.page).to_have_url(re.compile("/day/2026-03-18$"))
    expect(chosen(day)).to_have_attribute("data-for", "2026-03-18")
    expect(chosen(day)).to_be_in_viewport()


def test_arrow_keys_go_through_days_and_turn_the_week(day):
    chosen(day).focus()
    for key, date in [("ArrowRight", "2026-03-12"), ("End", "2026-03-15"), ("ArrowRight", "2026-03-16"), ("ArrowUp", "2026-03-09"), ("PageDown", "2026-04-09")]:
        day.page.keyboard.press(key)
        expect(strip(day).locator(f'[data-for="{date}"]')).to_be_focused()
        expect(strip(day).locator(f'[data-for="{date}"]')).to_be_in_viewport()
    day.page.keyboard.press("Enter")
    expect(day.page).to_have_url(re.compile("/day/2026-04-09$"))


def test_where_there_is_room_for_a_small_month_there_is_no_strip(open_calendar):
    calendar = open_calendar("/day/2026-03-11", viewport=DESKTOP)
    expect(strip(calendar)).to_be_hidden()
    expect(calendar.page.locator(".day-name-cell.today")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 640}, {"width": 820, "height": 1180}], ids=["phone", "narrow", "tablet"])
def test_axe_finds_nothing(open_calendar, size):
    calendar = open_calendar("/day/2026-03-11", viewport=size)
    expect(strip(calendar)).to_be_visible()
    assert findings_in_both_schemes(calendar.page) == []
    assert calendar.page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize(
    ("far", "pause", "expected"),
    [(-270, 0, "18"), (270, 0, "04"), (-80, 0, "18"), (-150, 60, "18"), (-60, 60, "11")],
    ids=["quick", "back", "short flick", "slow", "short and slow"],
)
def test_a_swipe_turns_one_week_or_none(day, far, pause, expected):
    box = strip(day).bounding_box()
    finger, start = Finger(day.page), (box["x"] + (320 if far < 0 else 60), box["y"] + box["height"] / 2)
    # How fast a finger is must not depend on how busy the machine is.
    begun, steps = time.time(), 8 if pause else 3
    at = lambda step: None if pause else begun + step * 0.016
    finger.send("touchStart", start, at=at(0))
    for step in range(1, steps + 1):
        finger.send("touchMove", (start[0] + far * step / steps, start[1]), at=at(step))
        day.page.wait_for_timeout(pause)
    if pause:
        day.page.wait_for_timeout(200)
        finger.send("touchMove", (start[0] + far, start[1]))
    finger.send("touchEnd", at=at(steps + 1))
    day.page.wait_for_timeout(800)
    expect(day.page).to_have_url(re.compile(f"/day/2026-03-{expected}$"))
    expect(chosen(day)).to_be_in_viewport()
