"""A member who shares more events than a page can load."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.events import event
from support.people import Household, open_side

SENTENCE = "Ben shares too many events. Some aren’t shown."


@pytest.fixture
def household(spare_servers, neighbours):
    """Ana and Ben, who shows her 65 events of nearly a mebibyte each; a page has room for 64 MiB."""
    server = spare_servers.take(neighbours)
    household = Household(server, ["ana", "ben"], level="full")
    household.clients[0].put(event("Dentist", "20260311T140000", "20260311T150000"), calendar=household.own(0))
    bens, notes = household.own(1), "DESCRIPTION:" + "n" * (1024 * 1024 - 500)
    for number in range(65):
        day, hour = 1 + number // 20, 1 + number % 20
        household.clients[1].put(event(f"Long {number}", f"202603{day:02}T{hour:02}0000", f"202603{day:02}T{hour:02}3000", notes), calendar=bens)
    yield household
    server.stop()


def test_the_page_says_of_whom_not_everything_is_shown(household, new_context):
    ana = household.clients[0]
    context = new_context(ana.server, ana.cookie, viewport=PHONE)
    page = CalendarPage(context.new_page(), ana.server).open("/month/2026-03-11")
    expect(page.announcement(SENTENCE)).to_be_visible()
    expect(page.page.get_by_text("Dentist").first).to_be_visible()
    side = open_side(page)
    expect(side.get_by_role("img", name=SENTENCE)).to_be_visible()
    side.get_by_role("button", name="Find a time").click()
    expect(page.dialog.get_by_text("so people shown as free may be busy")).to_be_visible()
    page.dialog.get_by_role("button", name="Close").click()
    open_side(page).get_by_role("button", name="Family", exact=True).click()
    expect(page.page.get_by_role("img", name=re.compile("people shown as free may be busy"))).to_be_visible()
