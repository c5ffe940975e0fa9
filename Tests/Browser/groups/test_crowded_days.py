"""A member whose events happen so often that there is no room for anything else; one's own are shown all the same."""

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.events import event
from support.people import Household

OWN = ("Board", "Dentist", "Lunch", "Piano", "School")
SENTENCE = "Some events from Ben repeat too often to show every time."


@pytest.fixture
def household(spare_servers, neighbours):
    """Ana, with five events on a day, and Ben, who shows her events of whole days that begin each second or minute."""
    server = spare_servers.take(neighbours)
    household = Household(server, ["ana", "ben"], level="full")
    for number, title in enumerate(OWN):
        start = f"20260311T{14 + number}"
        household.clients[0].put(event(title, f"{start}0000", f"{start}3000"), calendar=household.own(0))
    for number in range(30):
        rule = "RRULE:FREQ=SECONDLY" if number == 0 else "RRULE:FREQ=MINUTELY"
        household.clients[1].put(event(f"Crowd {number}", "20260301T000000", "20260302T000000", rule), calendar=household.own(1))
    yield household
    server.stop()


@pytest.mark.parametrize("options", [{"viewport": {"width": 1440, "height": 900}}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_ones_own_events_are_shown_in_every_view(household, new_context, options):
    ana = household.clients[0]
    page = CalendarPage(new_context(ana.server, ana.cookie, **options).new_page(), ana.server)
    for view in ("week", "day", "agenda"):
        page.open(f"/{view}/2026-03-11")
        for title in OWN:
            expect(page.page.locator(f'[data-view="{view}"] [data-uid]').filter(has_text=title).first, f"{title} in {view}").to_be_visible()
    page.open("/month/2026-03-11")
    expect(page.page.get_by_role("status").filter(has_text=SENTENCE)).to_be_visible()
    if options["viewport"] != PHONE:
        own = page.page.locator('[data-view="month"] [data-uid]').filter(has_text="Board")
        expect(own.first).to_be_visible()


def test_the_widget_shows_ones_own_first(household, new_context):
    ana = household.clients[0]
    page = new_context(ana.server, ana.cookie, viewport={"width": 400, "height": 600}).new_page()
    page.goto(ana.server.url + "/widget")
    for title in OWN:
        expect(page.locator(".widget-today [data-uid]").filter(has_text=title)).to_be_visible()
