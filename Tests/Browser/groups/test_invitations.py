"""Invitations of people whom one shares no group with: answering those that wait, and blocking whoever sends them."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.events import event
from support.people import Household, inbox, open_side, sent
from support.server import on_copy
from support.waiting import eventually


def invite(host, title, *lines):
    """Invites Ana to something on 11 March."""
    people = ["ORGANIZER;CN=Dan:mailto:dan@example.org", "ATTENDEE;RSVP=TRUE:mailto:ana@example.org"]
    host.put(event(title, "20260311T180000", "20260311T190000", *people, *lines))


def answers(host, title):
    return [line.split(":")[0] for record in host.events() if f"SUMMARY:{title}" in record["ical"]
            for line in record["ical"].replace("\r\n ", "").splitlines() if line.startswith("ATTENDEE")]


@pytest.fixture
def waiting(neighbours, tmp_path):
    """Ana, and Dan whom she shares no group with, on a server where strangers' invitations wait."""
    server = on_copy(neighbours, tmp_path, {"MEANTIME_STRANGERS_INVITATIONS": "inbox"})
    household = Household(server, ["ana"])
    household.add("dan")
    yield household
    server.stop()


@pytest.fixture
def household(spare_servers, neighbours):
    server = spare_servers.take(neighbours)
    household = Household(server, ["ana"])
    household.add("dan")
    yield household
    server.stop()


@pytest.mark.parametrize("options", [{"viewport": {"width": 1440, "height": 900}}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_what_waits_is_answered_from_the_list(waiting, new_context, options):
    ana, dan = waiting.clients
    page = CalendarPage(new_context(ana.server, ana.cookie, **options).new_page(), ana.server).open("/week/2026-03-11")
    # They arrive while the page is open.
    for title in ("Salsa", "Tango", "Waltz"):
        invite(dan, title)
    expect(page.page.locator(".side-button[data-waiting]")).to_have_count(1)
    expect(page.page.locator("[data-uid]").filter(has_text="Salsa")).to_have_count(0)
    open_side(page)
    inbox(page).click()
    salsa = page.dialog.get_by_role("region", name="Salsa")
    expect(salsa.get_by_text("Dan (dan@example.org)")).to_be_visible()
    expect(salsa.get_by_text("11 March")).to_be_visible()
    assert findings_in_both_schemes(page.page) == []
    salsa.get_by_role("button", name="Yes").click()
    expect(salsa).to_have_count(0)
    page.dialog.get_by_role("region", name="Tango").get_by_role("button", name="No", exact=True).click()
    expect(page.dialog.get_by_role("region", name="Tango")).to_have_count(0)
    page.dialog.get_by_role("region", name="Waltz").get_by_role("button", name="Block Dan…").click()
    page.page.get_by_role("button", name="Block", exact=True).click()
    expect(page.dialog).to_have_count(0)
    expect(page.page.locator("[data-uid]").filter(has_text="Salsa").first).to_be_visible()
    eventually(lambda: [any("ACCEPTED" in each for each in answers(dan, "Salsa")), any("DECLINED" in each for each in answers(dan, "Tango"))], [True, True])
    invite(dan, "Polka")
    assert "SCHEDULE-STATUS=5.1" in answers(dan, "Polka")[0]


def test_a_sender_is_blocked_on_the_card_and_unblocked_in_the_settings(household, new_context):
    ana, dan = household.clients
    invite(dan, "Salsa")
    invite(dan, "Tango")
    page = CalendarPage(new_context(ana.server, ana.cookie, viewport={"width": 1440, "height": 900}).new_page(), ana.server).open("/week/2026-03-11")
    chip = page.page.locator("[data-uid]").filter(has_text="Salsa").first
    chip.click()
    page.dialog.get_by_role("button", name="Block Dan…").click()
    assert findings_in_both_schemes(page.page) == []
    page.page.get_by_role("button", name="Block", exact=True).click()
    # Elements of what was shown may be kept for later, without a place on the screen.
    for title in ("Salsa", "Tango"):
        expect(page.page.locator("[data-uid]").filter(has_text=title, visible=True)).to_have_count(0)
    expect(page.announcement("Dan is blocked. 2 unanswered invitations were removed.")).to_be_visible()
    page.open("/settings")
    page.dialog.get_by_role("button", name="Unblock Dan").click()
    expect(page.dialog.get_by_text("You haven’t blocked anybody.")).to_be_visible()
    assert sent(ana, "GET", "/account/blocked") == {"blocked": []}
