"""The versions of an event, and bringing back what was deleted."""

import pytest
from playwright.sync_api import expect

from support.accounts import sent
from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import event, stored, wait_for
from support.timeline import hours
from support.waiting import eventually

LUNCH = ("20260311T1200", "20260311T1300")


def change(client, text):
    """Replaces the only event."""
    [record] = client.events()
    body = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Meantime//Tests//EN\n" + text + "\nEND:VCALENDAR\n"
    headers = {"Content-Type": "text/calendar", "If-Match": "*"}
    status, *_ = client.request("PUT", path_of(record), body.replace("\n", "\r\n").encode(), headers)
    assert status == 200


def path_of(record):
    return f"/api/v1/calendars/{record['calendar']}/events/{record['href']}"


@pytest.fixture
def history(open_calendar, client):
    """The history of a lunch that was moved, and then got a place."""
    client.put(event("Lunch", "20260310T100000", "20260310T110000"))
    change(client, event("Lunch", "20260311T120000", "20260311T130000"))
    change(client, event("Lunch", "20260311T120000", "20260311T130000", "LOCATION:Luigi’s"))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Lunch").click()
    calendar.dialog.get_by_role("button", name="More", exact=True).click()
    calendar.dialog.get_by_role("menuitem", name="History").click()
    expect(calendar.dialog.get_by_text("Created")).to_be_visible()
    return calendar


def test_it_says_what_changed_and_who_did_it(history):
    expect(history.dialog).to_have_accessible_name("History of “Lunch”")
    versions = history.dialog.locator("summary")
    expect(versions).to_have_count(3)
    expect(versions.nth(0)).to_contain_text("Changed: Location")
    expect(versions.nth(0)).to_contain_text("You · now · Current version")
    expect(versions.nth(1)).to_contain_text("Moved from Tue 10 Mar 10:00 – 11:00 to Wed 11 Mar 12:00 – 13:00")
    assert findings_in_both_schemes(history.page) == []


def test_an_earlier_version_is_shown_and_restored_and_that_is_undone(history, client):
    page = history.page
    history.dialog.locator("summary").nth(2).focus()
    page.keyboard.press("Enter")
    expect(history.dialog.get_by_text("Tuesday 10 March 10:00 – 11:00")).to_be_visible()
    page.keyboard.press("Tab")
    expect(history.dialog.get_by_role("button", name="Restore this version")).to_be_focused()
    page.keyboard.press("Enter")
    expect(history.announcement("“Lunch” restored")).to_be_visible()
    wait_for(client, "Lunch", ("20260310T1000", "20260310T1100"))
    history.undo()
    wait_for(client, "Lunch", LUNCH)


def test_a_deleted_event_comes_back_from_the_bin(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Lunch").click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    eventually(client.events, [])
    calendar.open_menu_item("Bin")
    expect(calendar.dialog.get_by_text("Wed, 11 Mar 2026, 12:00 · Personal")).to_be_visible()
    expect(calendar.dialog.get_by_text("Deleted now")).to_be_visible()
    assert findings_in_both_schemes(calendar.page) == []
    calendar.dialog.get_by_role("button", name="Restore “Lunch”").click()
    expect(calendar.dialog.get_by_text("“Lunch” restored")).to_be_visible()
    expect(hours(calendar, "Lunch")).to_have_count(1)
    assert stored(client, "Lunch") == LUNCH


def test_what_is_deleted_for_good_is_asked_about_first(open_calendar, client):
    for title in ("Lunch", "Dinner"):
        client.put(event(title, "20260311T120000", "20260311T130000"))
    for record in client.events():
        client.request("DELETE", path_of(record), headers={"If-Match": "*"})
    calendar = open_calendar("/week/2026-03-11", viewport=PHONE, has_touch=True)
    calendar.open_menu_item("Bin")
    calendar.dialog.get_by_role("button", name="Delete “Lunch” for good").click()
    expect(calendar.dialog).to_have_accessible_name("Delete “Lunch” for good?")
    calendar.dialog.get_by_role("button", name="Delete for good").click()
    expect(calendar.dialog.get_by_role("listitem")).to_have_count(1)
    calendar.dialog.get_by_role("button", name="Empty the bin").click()
    calendar.dialog.get_by_role("button", name="Empty the bin").click()
    expect(calendar.dialog.get_by_text("The bin is empty.")).to_be_visible()
    expect(calendar.dialog.locator(".dialog-foot")).to_be_hidden()
    assert b'"events":[]' in client.request("GET", "/api/v1/bin/events")[2]


def in_bin(client):
    return [each["title"] for each in sent(client, "GET", "/bin/events")["events"]]


def test_what_was_undone_leaves_no_copy_in_the_bin_and_begins_anew_when_redone(open_calendar, client):
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    calendar.new_event("Dentist", date="2026-03-12", start="09:00", end="10:00")
    eventually(lambda: len(client.events()), 1)
    page.keyboard.press("Control+z")
    expect(calendar.announcement("“Dentist” removed")).to_be_visible()
    eventually(lambda: (len(client.events()), in_bin(client)), (0, []))
    page.keyboard.press("Control+Shift+z")
    eventually(lambda: len(client.events()), 1)
    calendar.chips("Dentist").click()
    calendar.dialog.get_by_role("button", name="More", exact=True).click()
    calendar.dialog.get_by_role("menuitem", name="History").click()
    versions = calendar.dialog.locator("summary")
    expect(versions).to_have_count(1)
    expect(versions).to_contain_text("Created")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    # What is deleted, on the other hand, can be brought back.
    calendar.chips("Dentist").click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    eventually(lambda: in_bin(client), ["Dentist"])


def test_a_deleted_calendar_comes_back_by_undo_and_from_the_bin(open_calendar, client):
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    client.put(event("Lunch", "20260311T120000", "20260311T130000"), calendar=client.calendars()[1]["id"])
    calendar = open_calendar("/week/2026-03-11")
    edit = calendar.page.get_by_role("button", name="Edit Work")

    def delete():
        edit.click()
        calendar.dialog.get_by_role("button", name="Delete calendar").click()
        calendar.dialog.get_by_role("button", name="Delete calendar").click()
        expect(edit).to_have_count(0)
        expect(hours(calendar, "Lunch")).to_have_count(0)

    delete()
    calendar.page.locator("toast-stack").get_by_role("button", name="Undo").click()
    expect(edit).to_have_count(1)
    expect(hours(calendar, "Lunch")).to_have_count(1)
    delete()
    calendar.open_menu_item("Bin")
    expect(calendar.dialog.get_by_text("1 event")).to_be_visible()
    calendar.dialog.get_by_role("button", name="Restore “Work”").click()
    expect(calendar.dialog.get_by_text("The bin is empty.")).to_have_count(0)
    expect(hours(calendar, "Lunch")).to_have_count(1)
