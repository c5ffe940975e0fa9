"""A member who shares more events than a page can load."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.events import event
from support.people import Household, choose_for_group, open_side

SENTENCE = "Ben shares too many events. Some aren’t shown."


@pytest.fixture
def household(spare_servers, neighbours):
    """Ana with an event, and Ben, who shares everything with her."""
    server = spare_servers.take(neighbours)
    household = Household(server, ["ana", "ben"], level="full")
    household.clients[0].put(event("Dentist", "20260311T140000", "20260311T150000"), calendar=household.own(0))
    yield household
    server.stop()


def leave_out(route, calendar):
    """Adds to what the page loads that events of a calendar were left out, as if Ben shared more than 64 MiB."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.body() + json.dumps({"type": "left-out", "calendar": calendar}).encode() + b"\n")


def test_the_page_says_of_whom_not_everything_is_shown(household, new_context):
    ana = household.clients[0]
    context = new_context(ana.server, ana.cookie, viewport=PHONE)
    context.route("**/api/v1/sync*", lambda route: leave_out(route, household.own(1)))
    page = CalendarPage(context.new_page(), ana.server).open("/month/2026-03-11")
    expect(page.announcement(SENTENCE)).to_be_visible()
    expect(page.page.get_by_text("Dentist").first).to_be_visible()
    side = open_side(page)
    expect(side.get_by_role("img", name=SENTENCE)).to_be_visible()
    choose_for_group(page, "Family", "Find a time")
    expect(page.dialog.get_by_text("so people shown as free may be busy")).to_be_visible()
    page.dialog.get_by_role("button", name="Close").click()
    open_side(page).get_by_role("button", name="Family", exact=True).click()
    expect(page.page.get_by_role("img", name=re.compile("people shown as free may be busy"))).to_be_visible()
