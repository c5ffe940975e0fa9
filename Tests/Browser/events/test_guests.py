"""Guests in the form of an event: added by name or address, told, answered, and let go again."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.choices import choose
from support.events import event
from support.people import Household
from support.waiting import eventually


@pytest.fixture
def household(spare_servers, neighbours):
    """Ana and Ben, who share a group, and Dan, who is in none."""
    server = spare_servers.take(neighbours)
    household = Household(server, ["ana", "ben"])
    household.add("dan")
    yield household
    server.stop()


@pytest.fixture
def open_as(household, new_context):
    def open_as(index, path="/week/2026-03-11", **options):
        client = household.clients[index]
        context = new_context(client.server, client.cookie, **{"viewport": {"width": 1440, "height": 900}, **options})
        return CalendarPage(context.new_page(), client.server).open(path)

    return open_as


def stored(client, title):
    """The lines about people in somebody's copy of an event, unfolded; empty without a copy."""
    for record in client.events():
        if f"SUMMARY:{title}" in record["ical"]:
            return [line for line in record["ical"].replace("\r\n ", "").splitlines() if line.startswith(("ORGANIZER", "ATTENDEE"))]
    return []


def field(calendar):
    return calendar.dialog.get_by_role("combobox", name="Add guests")


def guest(calendar, name):
    return calendar.dialog.get_by_role("listitem").filter(has_text=name)


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "has_touch": True}], ids=["desktop", "phone"])
def test_a_new_event_invites_a_fellow_member_and_an_address(household, open_as, options):
    ana, ben, dan = household.clients
    calendar = open_as(0, "/new?title=Lunch&start=2026-03-11T12:00:00", **options)
    field(calendar).fill("be")
    calendar.dialog.get_by_role("option", name=re.compile("Ben.*Family")).click()
    expect(guest(calendar, "Ben")).to_be_visible()
    field(calendar).fill("dan@example.org")
    field(calendar).press("Enter")
    expect(guest(calendar, "dan@example.org")).to_be_visible()
    expect(calendar.dialog.get_by_text("People without an account here aren’t told yet.")).to_be_visible()
    guest(calendar, "dan@example.org").get_by_role("button", name="dan@example.org: Required").click()
    expect(guest(calendar, "dan@example.org").get_by_role("button", name="dan@example.org: Optional")).to_be_focused()
    assert findings_in_both_schemes(calendar.page) == []
    calendar.dialog.get_by_role("button", name="Send to 2 guests").click()
    expect(calendar.dialog).to_have_count(0)
    eventually(lambda: len(stored(ana, "Lunch")), 4)
    assert any("ROLE=OPT-PARTICIPANT" in line and "SCHEDULE-STATUS=1.2" in line for line in stored(ana, "Lunch"))
    for client in (ben, dan):
        assert any(line.startswith("ORGANIZER;CN=Ana:mailto:ana@example.org") for line in stored(client, "Lunch"))


def test_an_answer_is_seen_in_the_form_and_stays_when_somebody_else_is_added(household, open_as):
    ana, ben, dan = household.clients
    people = ["ORGANIZER:mailto:ana@example.org", "ATTENDEE;CN=Ben;RSVP=TRUE:mailto:ben@example.org"]
    ana.put(event("Lunch", "20260311T120000", "20260311T130000", *people))
    guests_page = open_as(1)
    guests_page.page.locator("[data-uid]").filter(has_text="Lunch", visible=True).first.click()
    guests_page.dialog.get_by_role("button", name="No", exact=True).click()
    comment = guests_page.dialog.get_by_role("textbox", name="Comment")
    comment.fill("At the dentist")
    comment.press("Enter")
    expect(guests_page.dialog.get_by_text("Comment saved")).to_be_visible()
    eventually(lambda: any("DECLINED" in line and "At the dentist" in line for line in stored(ana, "Lunch")))
    calendar = open_as(0)
    edit(calendar, "Lunch")
    expect(guest(calendar, "Ben")).to_contain_text("No")
    expect(calendar.dialog.get_by_role("button", name="Save", exact=True)).to_be_visible()
    field(calendar).fill("dan@example.org,")
    expect(guest(calendar, "dan@example.org")).to_be_visible()
    calendar.dialog.get_by_role("button", name="Send to 2 guests").click()
    eventually(lambda: bool(stored(dan, "Lunch")))
    assert any("DECLINED" in line for line in stored(ana, "Lunch"))


def test_the_last_guest_leaves_and_undo_invites_again(household, open_as):
    ana, ben, _ = household.clients
    people = ["ORGANIZER:mailto:ana@example.org", "ATTENDEE;CN=Ben;RSVP=TRUE:mailto:ben@example.org"]
    ana.put(event("Lunch", "20260311T120000", "20260311T130000", *people))
    calendar = open_as(0)
    edit(calendar, "Lunch")
    guest(calendar, "Ben").get_by_role("button", name="Remove Ben").click()
    expect(field(calendar)).to_be_focused()
    calendar.dialog.get_by_role("button", name="Send to 1 guest").click()
    eventually(lambda: stored(ana, "Lunch"), [])
    calendar.page.keyboard.press("Control+z")
    eventually(lambda: any("mailto:ben@example.org" in line for line in stored(ana, "Lunch")))
    eventually(lambda: bool(stored(ben, "Lunch")))


def test_the_form_says_who_is_busy_at_its_time(household, open_as):
    _, ben, _ = household.clients
    ben.put(event("Dentist", "20260311T120000", "20260311T123000"))
    calendar = open_as(0, "/new?title=Lunch&start=2026-03-11T12:00:00")
    field(calendar).fill("Ben")
    field(calendar).press("Enter")
    expect(calendar.dialog.get_by_text("Ben is busy then")).to_be_visible()
    start = calendar.dialog.get_by_role("combobox", name="Start time")
    start.fill("15:00")
    start.press("Tab")
    expect(calendar.dialog.get_by_text("Ben is busy then")).to_have_count(0)


def test_earlier_guests_are_offered(household, open_as):
    ana, _, dan = household.clients
    mine = ["ORGANIZER:mailto:ana@example.org", "ATTENDEE;CN=Carla Conti:mailto:carla@example.com"]
    ana.put(event("Lunch", "20260301T120000", "20260301T130000", *mine))
    theirs = ["ORGANIZER:mailto:dan@example.org", "ATTENDEE:mailto:ana@example.org", "ATTENDEE;CN=Carla Conti:mailto:evil@example.com"]
    dan.put(event("Trap", "20260302T120000", "20260302T130000", *theirs))
    eventually(lambda: bool(stored(ana, "Trap")))
    calendar = open_as(0, "/new?title=Lunch&start=2026-03-11T12:00:00")
    field(calendar).fill("cont")
    offers = calendar.dialog.get_by_role("option")
    expect(offers).to_have_count(1)
    expect(offers).to_contain_text("carla@example.com")
    field(calendar).press("Enter")
    expect(guest(calendar, "Carla Conti")).to_contain_text("carla@example.com")


def test_what_is_nobodys_address_is_said_and_not_saved(household, open_as):
    calendar = open_as(0, "/new?title=Lunch&start=2026-03-11T12:00:00")
    field(calendar).fill("Somebody")
    calendar.page.keyboard.press("Control+s")
    expect(calendar.dialog.get_by_text("“Somebody” isn’t an e-mail address.")).to_be_visible()
    expect(field(calendar)).to_be_focused()
    assert stored(household.clients[0], "Lunch") == []
    # An address that is typed counts, also if it isn't finished by a key.
    field(calendar).fill("Ben <ben@example.org>")
    calendar.page.keyboard.press("Control+s")
    expect(calendar.dialog).to_have_count(0)
    eventually(lambda: any("CN=Ben" in line for line in stored(household.clients[0], "Lunch")))


def test_more_guests_than_an_event_can_have_are_refused_together(household, open_as):
    calendar = open_as(0, "/new?title=Lunch&start=2026-03-11T12:00:00")
    many = " ".join(f"guest{number}@example.org" for number in range(201))
    field(calendar).fill(many)
    field(calendar).press("Enter")
    expect(calendar.dialog.get_by_text("An event can have 200 guests.")).to_be_visible()
    expect(field(calendar)).to_have_value(many)
    field(calendar).fill(many.removesuffix(" guest200@example.org"))
    field(calendar).press("Enter")
    calendar.dialog.get_by_role("button", name="Send to 200 guests").click()
    eventually(lambda: len(stored(household.clients[0], "Lunch")), 202)


def test_only_ones_own_events_have_guests(household, open_as):
    ana, ben, _ = household.clients
    ana.put(event("Lunch", "20260311T120000", "20260311T130000", "ORGANIZER:mailto:ana@example.org", "ATTENDEE;RSVP=TRUE:mailto:ben@example.org"))
    calendar = open_as(1)
    edit(calendar, "Lunch")
    expect(field(calendar)).to_have_count(0)
    expect(calendar.dialog.get_by_role("region", name="Answers")).to_be_visible()
    calendar.page.keyboard.press("Escape")
    calendar.open("/new?title=Choir&start=2026-03-11T12:00:00")
    expect(field(calendar)).to_be_visible()
    choose_calendar(calendar, "Family")
    expect(field(calendar)).to_have_count(0)


def test_guests_are_added_and_removed_by_keyboard(household, open_as):
    calendar = open_as(0, "/new?title=Lunch&start=2026-03-11T12:00:00")
    field(calendar).focus()
    calendar.page.keyboard.type("ben")
    calendar.page.keyboard.press("ArrowDown")
    calendar.page.keyboard.press("Enter")
    expect(guest(calendar, "Ben")).to_be_visible()
    expect(field(calendar)).to_be_focused()
    calendar.page.keyboard.press("Backspace")
    expect(guest(calendar, "Ben")).to_have_count(0)
    expect(calendar.dialog.get_by_role("button", name="Save", exact=True)).to_be_visible()


def edit(calendar, title):
    """Opens the form of an event from its card."""
    calendar.page.locator("[data-uid]").filter(has_text=title, visible=True).first.click()
    calendar.dialog.get_by_role("button", name="Edit", exact=True).click()
    expect(calendar.dialog.get_by_label("Title")).to_be_visible()


def choose_calendar(calendar, name):
    choose(calendar.dialog.get_by_label("Calendar", exact=True), name)
