"""Secret addresses: made, copied, read without an account, and revoked, in the dialogs of a calendar, a set and a group."""

import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.choices import choose
from support.events import event
from support.people import choose_for_group
from support.server import Client
from support.waiting import eventually, frames


def unfold(calendar):
    calendar.dialog.get_by_text("Secret address", exact=True).click()
    expect(calendar.dialog.get_by_label("Who it’s for")).to_be_visible()
    expect(calendar.dialog.get_by_text("No addresses yet.")).to_be_visible()
    return calendar.dialog


def of_a_calendar(calendar):
    calendar.page.get_by_role("button", name="Edit Personal").click()
    return unfold(calendar)


def make(dialog, name="Grandma", detail="Full details"):
    """Makes an address and returns it, as it's shown this once."""
    dialog.get_by_label("Who it’s for").fill(name)
    choose(dialog.get_by_label("What it shows"), detail)
    dialog.get_by_role("button", name="Create address").click()
    shown = dialog.get_by_role("textbox", name="Secret address")
    expect(shown).to_be_in_viewport(ratio=1)
    return shown.input_value()


def read(server, address):
    """What a program without an account gets."""
    assert address.startswith(server.url + "/secret/")
    status, headers, body = Client(server).request("GET", urllib.parse.urlparse(address).path)
    assert "Set-Cookie" not in headers
    return status, body.decode()


def test_an_address_is_made_copied_used_and_revoked(calendar, client, server):
    client.put(event("Choir", "20260311T190000", "20260311T210000", "LOCATION:Hall"))
    page = calendar.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = of_a_calendar(calendar)
    address = make(dialog)
    copy = dialog.get_by_role("button", name="Copy", exact=True)
    expect(copy).to_be_focused()
    expect(copy).to_have_accessible_description(re.compile("won’t be shown again"))
    copy.press("Enter")
    eventually(lambda: page.evaluate("navigator.clipboard.readText()"), address)
    expect(dialog.get_by_text(re.compile("^Full details, created .*, last used never$"))).to_be_visible()
    status, text = read(server, address)
    assert status == 200 and "SUMMARY:Choir" in text and "LOCATION:Hall" in text

    page.keyboard.press("Escape")
    calendar.page.get_by_role("button", name="Edit Personal").click()
    dialog.get_by_text("Secret address", exact=True).click()
    expect(dialog.get_by_text(re.compile("last used (?!never)"))).to_be_visible()
    expect(dialog.get_by_role("textbox", name="Secret address")).to_have_count(0)
    dialog.get_by_role("button", name="Revoke the address for Grandma").click()
    question = page.get_by_role("dialog", name="Revoke the address for “Grandma”?")
    expect(question.get_by_text("Apps that use it will stop updating")).to_be_visible()
    question.get_by_role("button", name="Revoke").click()
    expect(dialog.get_by_role("status").filter(has_text="The address no longer works.")).to_be_visible()
    expect(dialog.get_by_text("No addresses yet.")).to_be_visible()
    assert read(server, address)[0] == 404


def test_busy_only_says_so_and_gives_out_times(calendar, client, server):
    client.put(event("Choir", "20260311T190000", "20260311T210000", "LOCATION:Hall"))
    dialog = of_a_calendar(calendar)
    address = make(dialog, "Colleagues", "Busy only")
    expect(dialog.get_by_text(re.compile("^Busy only, created"))).to_be_visible()
    status, text = read(server, address)
    assert status == 200 and "DTSTART" in text
    assert not any(word in text for word in ("Choir", "Hall", "Personal", "Colleagues"))


def test_everything_works_by_keyboard(calendar, server):
    keyboard = calendar.page.keyboard
    edit = calendar.page.get_by_role("button", name="Edit Personal")
    edit.press("Enter")
    dialog = calendar.dialog
    dialog.get_by_text("Secret address", exact=True).press("Enter")
    keyboard.press("Tab")
    expect(dialog.get_by_label("Who it’s for")).to_be_focused()
    keyboard.type("Grandma")
    keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Copy", exact=True)).to_be_focused()
    keyboard.press("Tab")
    revoke = dialog.get_by_role("button", name="Revoke the address for Grandma")
    expect(revoke).to_be_focused()
    keyboard.press("Enter")
    expect(calendar.page.get_by_role("button", name="Cancel")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    # The pressed button is gone with its entry, so the nearest control has the focus.
    expect(revoke).to_have_count(0)
    expect(dialog.locator(":focus")).to_have_count(1)


def test_a_list_that_arrives_late_doesnt_hide_a_newer_one(calendar):
    page = calendar.page
    path = "**/api/v1/account/secret-addresses"
    held = []

    def hold_the_first(route):
        if route.request.method != "GET" or held:
            return route.continue_()
        held.append((route, route.fetch()))

    page.route(path, hold_the_first)
    page.get_by_role("button", name="Edit Personal").click()
    dialog = calendar.dialog
    dialog.get_by_text("Secret address", exact=True).click()
    eventually(lambda: page.evaluate("1") and len(held), 1)
    make(dialog)
    revoke = dialog.get_by_role("button", name="Revoke the address for Grandma")
    expect(revoke).to_be_visible()
    [(route, answer)] = held
    with page.expect_response(path):
        route.fulfill(response=answer)
    frames(page)
    expect(revoke).to_be_visible()
    expect(dialog.get_by_text("No addresses yet.")).to_be_hidden()


def test_a_set_gives_out_what_is_in_it(calendar, client, server):
    client.put(event("Choir", "20260311T190000", "20260311T210000"))
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    page = calendar.page
    page.get_by_role("button", name="Save shown calendars as a set").click()
    page.keyboard.type("Everything")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Edit set Everything").click()
    address = make(unfold(calendar))
    eventually(lambda: read(server, address)[0], 200)
    assert "SUMMARY:Choir" in read(server, address)[1]
    page.get_by_role("textbox", name="Name").fill("All of it")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Edit set All of it").click()
    calendar.dialog.get_by_text("Secret address", exact=True).click()
    expect(calendar.dialog.get_by_role("button", name="Revoke the address for Grandma")).to_be_visible()
    page.get_by_role("button", name="Delete set").click()
    eventually(lambda: read(server, address)[0], 404)


def open_group(person):
    calendar = person.open()
    choose_for_group(calendar, "Choir", "Group settings")
    expect(calendar.dialog.get_by_role("heading", name="Choir", exact=True)).to_be_visible()
    return calendar


def test_a_group_is_given_out_by_those_who_run_it(choir, server):
    anna, ben, group = choir
    address = make(unfold(open_group(anna)))
    assert "X-WR-CALNAME:Choir" in read(server, address)[1]
    calendar = open_group(ben)
    expect(calendar.dialog.get_by_text("Secret address", exact=True)).not_to_be_visible()
    anna.ask("PATCH", f"/groups/{group}/members/{ben.account}", {"role": "admin"})
    calendar.dialog.get_by_text("Secret address", exact=True).click()
    expect(calendar.dialog.get_by_text(re.compile("^Full details, by Anna, created"))).to_be_visible()
    calendar.dialog.get_by_role("button", name="Revoke the address for Grandma").click()
    calendar.page.get_by_role("button", name="Revoke", exact=True).last.click()
    eventually(lambda: read(server, address)[0], 404)


@pytest.mark.parametrize("width", [320, 390, 820, 1440])
def test_axe_finds_nothing_and_nothing_is_cut_off(open_calendar, width):
    calendar = open_calendar("/month/2026-03-11", viewport={"width": width, "height": 900})
    button = calendar.page.get_by_role("button", name="Calendars", exact=True)
    if not calendar.page.get_by_role("button", name="Edit Personal").is_visible():
        button.click()
    calendar.page.get_by_role("button", name="Edit Personal").click()
    dialog = calendar.page.get_by_role("dialog", name="Calendar", exact=True)
    dialog.get_by_text("Secret address", exact=True).click()
    make(dialog, "Somebody with a rather long name, for example a club and all its members")
    assert findings_in_both_schemes(calendar.page) == []
    assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")


def test_the_settings_list_all_addresses_and_make_one_for_a_calendar(open_calendar, client, server):
    calendar = open_calendar("/settings/calendars")
    settings = calendar.dialog
    expect(settings.get_by_text("No addresses yet.")).to_be_visible()
    settings.get_by_role("button", name="Create address…").click()
    expect(calendar.dialog).to_have_accessible_name("Personal")
    address = make(calendar.dialog)
    assert read(server, address)[0] == 200
    calendar.page.keyboard.press("Escape")
    expect(settings.get_by_text(re.compile("^Personal · Full details, created .*, last used"))).to_be_visible()
    expect(settings.get_by_text("No addresses yet.")).to_be_hidden()
    settings.get_by_role("button", name="Revoke the address for Grandma").click()
    calendar.dialog.get_by_role("button", name="Revoke").click()
    expect(settings.get_by_text("The address no longer works.")).to_be_visible()
    assert read(server, address)[0] == 404
