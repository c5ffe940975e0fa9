"""The whole way in the browser: Google's question, the calendars found, an event changed, and what isn't sent yet."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import signed_in_context
from support.calendar_page import CalendarPage
from support.people import open_side
from support.waiting import eventually


@pytest.fixture
def calendar(browser, anna, furnished):
    """The page in a browser that may also go to the stand-in for Google."""
    context = signed_in_context(browser, anna.server, furnished[1])
    yield CalendarPage(context.new_page(), anna.server).open("/month/2026-03-11")
    context.close()


def others(calendar):
    open_side(calendar)
    return calendar.page.locator("section.subscribed")


def test_a_calendar_at_google_is_added_and_written(calendar, anna):
    google = anna.google.calendar()
    start = {"dateTime": "2026-03-11T09:00:00", "timeZone": "Europe/Berlin"}
    google.add("a", summary="Standup", start=start, end=start | {"dateTime": "2026-03-11T10:00:00"})
    page = calendar.page
    others(calendar).get_by_role("button", name="Add from another service").click()
    calendar.dialog.get_by_role("link", name="Continue with Google").click()
    expect(page.get_by_role("heading", name="anna@gmail.com")).to_be_visible()
    page.get_by_role("button", name="Continue").click()
    calendar.ready()
    calendar.dialog.get_by_role("button", name="Add 1 calendar").click()
    expect(calendar.chips("Standup")).to_be_visible()
    # Only looking, until that is allowed as well.
    others(calendar).get_by_role("button", name="Edit anna@gmail.com").click()
    calendar.dialog.get_by_role("link", name="Allow changes").click()
    page.get_by_role("button", name="Continue").click()
    calendar.ready()
    expect(calendar.dialog.get_by_text("are sent right away")).to_be_visible()
    calendar.dialog.get_by_role("button", name="Close").click()
    # Google can't be reached meanwhile.
    for _ in range(3):
        anna.google.fail_next("PATCH", 500, "backendError")
    # The server gets the change only once the event has been opened again.
    held = []
    page.route("**/api/v1/edits", lambda route: held.append(route), times=1)
    calendar.chips("Standup").click()
    calendar.dialog.get_by_role("button", name="Edit").click()
    calendar.dialog.get_by_label("Title").fill("Stand-up")
    calendar.dialog.get_by_role("button", name="Save").click()
    expect(calendar.chips("Stand-up")).to_be_visible()
    with page.expect_response(re.compile("/waiting$")):
        calendar.chips("Stand-up").click()
    held[0].continue_()
    expect(calendar.dialog.get_by_text("hasn’t been sent to the other service yet")).to_be_visible()
    anna.google.faults.clear()
    anna.calendar = anna.ask("GET", "/sources")["sources"][0]["calendar"]
    eventually(lambda: anna.refresh().get("waiting"), lambda waiting: waiting == 0)
    assert google.get("a")["summary"] == "Stand-up"
