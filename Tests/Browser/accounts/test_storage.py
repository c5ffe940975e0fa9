"""How much calendars hold: shown in the settings and to members of a group, said before they're full, and refused with a draft kept."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.choices import choose
from support.drafts import open_draft
from support.events import event
from support.people import add_account, choose_for_group, sent
from support.server import Client, on_copy
from support.waiting import frames

EVENTS_MAX = 10


@pytest.fixture
def server(tmp_path, furnished):
    """A server whose accounts and groups may have ten events."""
    settings = {"MEANTIME_ACCOUNT_EVENTS": str(EVENTS_MAX), "MEANTIME_GROUP_EVENTS": "2"}
    server = on_copy(furnished[0], tmp_path, settings=settings)
    yield server
    server.stop()


@pytest.fixture
def client(server, furnished):
    return Client(server, furnished[1])


def fill(client, count):
    for number in range(count):
        hour = f"{8 + number:02}"
        client.put(event(f"Event {number}", f"20260311T{hour}0000", f"20260311T{hour}3000"))


def remove_first(client):
    first = client.events()[0]
    path = f"/api/v1/calendars/{first['calendar']}/events/{first['href']}"
    assert client.request("DELETE", path, headers={"If-Match": "*"})[0] == 204


def storage(calendar):
    return calendar.dialog.get_by_role("meter", name="Storage")


@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_the_settings_show_how_much_is_used(open_calendar, client, size):
    fill(client, 3)
    calendar = open_calendar("/month/2026-03-11", **size)
    expect(calendar.announcement("nearly full")).to_have_count(0)
    calendar.open_settings("Account")
    expect(storage(calendar)).to_have_attribute("aria-valuenow", "30")
    expect(calendar.dialog.get_by_text(f"3 of {EVENTS_MAX} events")).to_be_visible()
    expect(calendar.dialog.get_by_text("of 1 GB")).to_be_visible()
    storage(calendar).scroll_into_view_if_needed()
    assert findings_in_both_schemes(calendar.page) == []


def test_it_is_said_once_that_little_room_is_left(open_calendar, client):
    fill(client, 9)
    calendar = open_calendar("/month/2026-03-11")
    expect(calendar.announcement("Your calendars are nearly full.")).to_be_visible()
    calendar.page.get_by_role("button", name="Show storage").click()
    expect(storage(calendar)).to_be_in_viewport()
    expect(storage(calendar)).to_have_attribute("aria-valuenow", "90")
    # Closing the settings takes the browser back, and a reload on the way may never end.
    calendar.open("/month/2026-03-11")
    expect(calendar.announcement("nearly full")).to_have_count(0)


def test_what_was_typed_is_kept_when_the_storage_is_full(open_calendar, client):
    fill(client, EVENTS_MAX)
    calendar = open_calendar("/month/2026-03-11")
    told = calendar.announcement("Your calendars are full. Delete events")
    expect(told).to_be_visible()
    calendar.page.context.witness.expected += ["507", "404"]
    calendar.new_event("Concert", date="2026-03-12", start="20:00", end="22:00", notes="Two tickets")
    refusal = calendar.announcement("“Concert”: Your calendars are full, so this wasn’t saved.")
    expect(refusal).to_be_visible()
    expect(told).to_have_count(0)
    expect(calendar.chips("Concert")).to_have_count(0)
    calendar.reload()
    open_draft(calendar, "Concert")
    expect(calendar.dialog.get_by_label("Notes")).to_have_value("Two tickets")
    remove_first(client)
    calendar.save()
    expect(calendar.chips("Concert")).to_be_visible()


def test_what_was_typed_is_kept_when_the_servers_disk_is_full(open_calendar):
    calendar = open_calendar("/month/2026-03-11")
    edits = "**/api/v1/edits"
    full = {"type": "/problems/disk-full", "detail": "The disk is full."}
    calendar.page.route(edits, lambda route: route.fulfill(status=507, json=full))
    calendar.page.context.witness.expected += ["507", "404"]
    calendar.new_event("Concert", date="2026-03-12", start="20:00", end="22:00", notes="Two tickets")
    expect(calendar.announcement("“Concert”: The server is out of space, so this wasn’t saved.")).to_be_visible()
    expect(calendar.chips("Concert")).to_have_count(0)
    calendar.page.unroute(edits)
    calendar.page.get_by_role("button", name="Open draft").click()
    expect(calendar.dialog.get_by_label("Notes")).to_have_value("Two tickets")
    calendar.save()
    expect(calendar.chips("Concert")).to_be_visible()


def test_a_full_calendar_of_a_group_is_told_to_who_runs_it_and_to_members_as_they_write(open_calendar, new_context, client, server):
    group = sent(client, "POST", "/groups", {"name": "Family"}, expecting=201)
    for number in range(2):
        client.put(event(f"Dinner {number}", "20260311T190000", "20260311T200000"), calendar=group["calendar"])
    ben = joined(client, server, group)
    calendar = open_calendar("/month/2026-03-11")
    expect(calendar.announcement("The calendar of Family is full.")).to_be_visible()
    calendar.page.get_by_role("button", name="Show storage").click()
    expect(calendar.dialog.get_by_role("heading", name="Family", exact=True)).to_be_visible()
    expect(storage(calendar)).to_be_in_viewport()
    expect(storage(calendar)).to_have_attribute("aria-valuenow", "100")
    calendar.page.keyboard.press("Escape")
    with calendar.page.expect_response(f"**/api/v1/groups/{group['id']}/storage"):
        calendar.reload()
    frames(calendar.page)
    expect(calendar.announcement("full")).to_have_count(0)

    context = new_context(server, ben.cookie)
    page = context.new_page()
    with page.expect_response("**/api/v1/account/storage"):
        his = CalendarPage(page, server).open("/month/2026-03-11")
    expect(his.chips("Dinner 0")).to_be_visible()
    frames(page)
    expect(his.announcement("full")).to_have_count(0)
    page.get_by_role("button", name="New event").first.click()
    note = his.dialog.get_by_text("The calendar of Family is full.")
    expect(note).to_have_count(0)
    choose(his.dialog.get_by_label("Calendar", exact=True), "Family")
    expect(note).to_be_visible()
    choose(his.dialog.get_by_label("Calendar", exact=True), "Personal")
    expect(note).to_be_hidden()
    page.keyboard.press("Escape")
    choose_for_group(his, "Family", "Propose")
    expect(note).to_be_visible()


def joined(client, server, group):
    """Ben, who is a member of a group."""
    token = sent(client, "POST", f"/groups/{group['id']}/invitations", {"uses": 1, "days": 7}, expecting=201)["token"]
    ben = add_account(server, "ben@example.org", "Ben Berg")
    sent(ben, "POST", f"/invitations/{token}", {"default": "busy", "calendars": {}})
    return ben


def test_members_see_how_much_a_group_uses(open_calendar, new_context, client, server):
    group = sent(client, "POST", "/groups", {"name": "Family"}, expecting=201)
    client.put(event("Dinner", "20260311T190000", "20260311T200000"), calendar=group["calendar"])
    calendar = open_calendar("/month/2026-03-11")
    choose_for_group(calendar, "Family", "Group settings")
    expect(storage(calendar)).to_have_attribute("aria-valuenow", "50")
    expect(calendar.dialog.get_by_text("1 of 2 events")).to_be_visible()

    ben = joined(client, server, group)
    his = CalendarPage(new_context(server, ben.cookie).new_page(), server).open("/month/2026-03-11")
    choose_for_group(his, "Family", "Group settings")
    expect(storage(his)).to_have_attribute("aria-valuenow", "50")
