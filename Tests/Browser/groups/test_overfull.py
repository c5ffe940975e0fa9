"""A member who shares more events than a page can load."""

import pytest
from playwright.sync_api import expect

from support.browser import DESKTOP, PHONE
from support.calendar_page import CalendarPage
from support.events import event
from support.people import Household, open_side, sent

MEBIBYTE = 1024 * 1024
SENTENCE = "Ben shares too many events. Some aren’t shown."


@pytest.fixture(scope="module")
def household(spare_servers, neighbours):
    """Ana and Ben, who shows her 33 events of nearly a mebibyte each."""
    server = spare_servers.take(neighbours)
    household = Household(server, ["ana", "ben"], level="full")
    ben = household.clients[1]
    notes = "DESCRIPTION:" + "n" * (MEBIBYTE - 500)
    for hour in range(33):
        day, time = 1 + hour // 20, 1 + hour % 20
        ben.put(event(f"Long {hour}", f"202603{day:02}T{time:02}0000", f"202603{day:02}T{time:02}3000", notes), calendar=household.own(1))
    household.clients[0].put(event("Dentist", "20260311T140000", "20260311T150000"), calendar=household.own(0))
    yield household
    server.stop()


def open_as_ana(household, new_context, viewport):
    ana = household.clients[0]
    context = new_context(ana.server, ana.cookie, viewport=viewport)
    return CalendarPage(context.new_page(), ana.server).open("/month/2026-03-11")


def test_the_page_says_that_not_everything_is_shown(household, new_context):
    page = open_as_ana(household, new_context, PHONE)
    expect(page.announcement(SENTENCE)).to_be_visible()
    expect(page.page.get_by_text("Dentist").first).to_be_visible()
    side = open_side(page)
    expect(side.get_by_role("img", name=SENTENCE)).to_be_visible()
    side.get_by_role("button", name="Find a time").click()
    expect(page.dialog.get_by_text("so people shown as free may be busy")).to_be_visible()


def test_an_open_page_says_so_when_it_becomes_too_much(household, new_context):
    ben = household.clients[1]
    shares = f"/groups/{household.group}/shares"
    sent(ben, "PUT", shares, {"calendars": {household.own(1): "hidden"}})
    page = open_as_ana(household, new_context, DESKTOP)
    side = open_side(page)
    expect(side.get_by_role("checkbox", name="Ben")).to_be_visible()
    expect(side.get_by_role("img", name=SENTENCE)).to_have_count(0)
    sent(ben, "PUT", shares, {"calendars": {household.own(1): "full"}})
    expect(side.get_by_role("img", name=SENTENCE)).to_be_visible()
    expect(page.page.get_by_text("Long 1", exact=True).first).to_be_visible()
