"""In a language written from right to left, every view runs that way, with its keys and drags."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings
from support.browser import DESKTOP, PHONE
from support.calendar_page import VIEWS
from support.events import SERIES
from support.pointer import centre
from support.waiting import eventually, still

TRIP = (
    "BEGIN:VEVENT\nUID:trip@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260312\n"
    "DTEND;VALUE=DATE:20260314\nSUMMARY:Trip\nEND:VEVENT"
)
LUNCH = (
    "BEGIN:VEVENT\nUID:lunch@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20260311T120000\n"
    "DTEND;TZID=Europe/Berlin:20260311T130000\nSUMMARY:Lunch\nEND:VEVENT"
)
HEBREW = LUNCH.replace("lunch@", "dinner@").replace("T12", "T14").replace("T13", "T15").replace("Lunch", "ארוחה")


@pytest.fixture(params=["ar", "he-IL"])
def locale(request):
    return request.param


@pytest.fixture
def open_local(open_calendar, client, locale):
    for event in (SERIES, TRIP, LUNCH, HEBREW):
        client.put(event)
    return lambda view: open_calendar(f"/{view}/2026-03-11", locale=locale)


def left(calendar, selector):
    return calendar.page.locator(selector).first.bounding_box()["x"]


def fits_the_page(calendar):
    return calendar.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_days_run_to_the_left_in_every_view(open_local):
    calendar = open_local("month")
    page = calendar.page
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    # The day and the agenda have no days side by side.
    for view in VIEWS.keys() - {"day", "agenda"}:
        calendar.open(f"/{view}/2026-03-11")
        day = '[data-view] [data-date="{}"]'.format
        assert left(calendar, day("2026-03-12")) < left(calendar, day("2026-03-11")), view
        assert fits_the_page(calendar), view
    # The title comes first in the header, so it's at the right.
    assert calendar.heading.bounding_box()["x"] > page.get_by_role("button", name="Today", exact=True).bounding_box()["x"]


def test_events_are_in_their_columns_whatever_direction_their_titles_have(open_local):
    calendar = open_local("week")
    page = calendar.page
    bar = page.locator('.bars [data-uid="trip@example.org"]')
    expect(bar).to_be_visible()
    box, last = bar.bounding_box(), page.locator('.hours-day[data-date="2026-03-13"]').bounding_box()
    assert abs(box["x"] - last["x"]) < 8
    assert abs(box["width"] - 2 * last["width"]) < 16
    for uid in ("lunch@example.org", "dinner@example.org"):
        event, day = (page.locator(found).bounding_box() for found in (f'.hours-event[data-uid="{uid}"]', '.hours-day[data-date="2026-03-11"]'))
        # The gap beside an event is at the end of the day's column, which is at the left.
        assert 0 < day["x"] + day["width"] - event["x"] - event["width"] < 4, uid
    expect(page.locator('.hours-event[data-uid="lunch@example.org"] span')).to_have_attribute("dir", "ltr")
    expect(page.locator('.hours-event[data-uid="dinner@example.org"] span')).to_have_attribute("dir", "rtl")


@pytest.mark.parametrize("view", ["month", "year"])
def test_the_left_arrow_goes_to_the_next_day(open_local, view):
    calendar = open_local(view)
    calendar.day("2026-03-11").focus()
    for key, date in [("ArrowLeft", "2026-03-12"), ("ArrowRight", "2026-03-11"), ("ArrowRight", "2026-03-10")]:
        calendar.page.keyboard.press(key)
        expect(calendar.day(date)).to_be_focused()


def test_in_the_week_the_left_arrow_goes_and_moves_events_to_the_next_day(open_local):
    calendar = open_local("week")
    page = calendar.page
    page.locator('.hours-event[data-uid="lunch@example.org"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.hours-day[data-date="2026-03-12"] :focus')).to_have_count(1)
    page.locator('.hours-event[data-uid="lunch@example.org"]').focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator('.hours-day[data-date="2026-03-12"] [data-uid="lunch@example.org"]')).to_be_visible()


@pytest.mark.parametrize("view", ["month", "week"])
def test_a_drag_to_the_left_goes_to_a_later_day(open_local, client, view):
    calendar = open_local(view)
    page = calendar.page
    event = page.locator('[data-view] [data-uid="lunch@example.org"]').first
    expect(event).to_be_visible()
    x, y = centre(event)
    step = left(calendar, '[data-view] [data-date="2026-03-11"]') - left(calendar, '[data-view] [data-date="2026-03-12"]')
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - step, y, steps=8)
    page.mouse.up()
    expect(calendar.announcement(re.compile("Lunch|Moved|moved")).first).to_be_visible()
    eventually(lambda: any("DTSTART;TZID=Europe/Berlin:20260312T120000" in stored["ical"] for stored in client.events()))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_and_everything_fits_the_page(open_calendar, client, size):
    client.put(SERIES)
    calendar = open_calendar("/month/2026-03-11", locale="ar", viewport=size)
    for view in VIEWS:
        calendar.show(view)
        assert findings(calendar.page) == [], view
        assert fits_the_page(calendar), view
    calendar.page.get_by_role("button", name="New event").first.click()
    expect(calendar.dialog).to_be_visible()
    assert fits_the_page(calendar)
    sheet = still(calendar.dialog)
    assert 0 <= sheet["x"] and sheet["x"] + sheet["width"] <= size["width"]
