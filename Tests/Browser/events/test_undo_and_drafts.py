"""Nothing gets lost: every edit can be undone or is confirmed first, typed text stays, and refused edits come back.

Refused drags are in test_drag.py, refused saves of the event sheet in test_events.py.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from support.events import SERIES
from support.pointer import centre, drag
from support.timeline import HOUR, hours
from support.waiting import eventually, frames, wait_for_events, wait_for_text


def test_every_edit_can_be_undone_and_redone(open_calendar, client):
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    times = lambda start, end: re.compile(f"Dentist.*{start} to {end}")

    def shows(name):
        expect(hours(calendar, "Dentist")).to_have_accessible_name(name)

    calendar.new_event("Dentist", date="2026-03-12", start="09:00", end="10:00")
    calendar.undo()
    expect(hours(calendar, "Dentist")).to_have_count(0)
    page.keyboard.press("Control+Shift+z")
    shows(times("9:00", "10:00"))
    drag(page, centre(hours(calendar, "Dentist")), (0, HOUR))
    shows(times("10:00", "11:00"))
    page.mouse.move(*centre(hours(calendar, "Dentist")))
    drag(page, centre(page.locator(".grip.end")), (0, HOUR))
    shows(times("10:00", "12:00"))
    calendar.edit(hours(calendar, "Dentist"))
    calendar.fill_sheet(title="Dentist again", date="2026-03-13")
    calendar.save()
    shows(re.compile("Dentist again, Friday"))
    hours(calendar, "Dentist").click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    expect(hours(calendar, "Dentist")).to_have_count(0)
    wait_for_events(client, 0)
    states = [re.compile("Dentist again, Friday"), times("10:00", "12:00"), times("10:00", "11:00"), times("9:00", "10:00")]
    for name in states:
        page.keyboard.press("Control+z")
        shows(name)
    page.keyboard.press("Control+z")
    expect(hours(calendar, "Dentist")).to_have_count(0)
    wait_for_events(client, 0)
    for name in reversed(states):
        page.keyboard.press("Control+Shift+z")
        shows(name)
    page.keyboard.press("Control+y")
    expect(hours(calendar, "Dentist")).to_have_count(0)
    wait_for_events(client, 0)
    # What was done again can be undone from its message, as it could the first time.
    calendar.undo()
    shows(states[0])


def test_deleting_a_calendar_is_confirmed_first(open_calendar, client):
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.get_by_role("button", name="Edit Work").click()
    calendar.dialog.get_by_role("button", name="Delete calendar").click()
    expect(calendar.page.get_by_text("Its events will be deleted too. You can bring it back from the bin for 30 days.")).to_be_visible()
    calendar.page.keyboard.press("Escape")
    assert len(client.calendars()) == 2


@pytest.mark.parametrize("name", ["New calendar", "Save shown calendars as a set", "New group", "Subscribe to a calendar"])
def test_nothing_typed_is_lost_by_a_click_outside(open_calendar, client, name):
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    field = calendar.dialog.locator("input[type=text]").first

    def open_form():
        # The first steps may offer it too.
        page.get_by_role("complementary").get_by_role("button", name=name, exact=True).last.click()
        expect(field).to_be_focused()

    open_form()
    page.mouse.click(2, 700)
    # Before the next frame, opening the dialog again would be taken for a double click.
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("toast-stack").get_by_role("button", name="Keep editing")).to_have_count(0)
    open_form()
    field.fill("Half a thought")
    page.mouse.click(2, 700)
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("toast-stack").get_by_role("button", name="Keep editing").click()
    expect(field).to_have_value("Half a thought")
    expect(field).to_be_focused()
    # Without the message, the form itself still has it.
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    open_form()
    expect(field).to_have_value("Half a thought")
    calendar.dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Discard").click()
    expect(page.locator("dialog")).to_have_count(0)
    open_form()
    expect(field).to_have_value("")


@pytest.mark.parametrize("name", ["New calendar", "New group", "Subscribe to a calendar"])
def test_a_form_that_was_left_is_there_after_a_reload_until_its_person_signs_out(open_calendar, name):
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    field = calendar.dialog.locator("input[type=text]").first
    kept = "Object.keys(sessionStorage).filter((name) => name.startsWith('meantime.forms')).length"

    def open_form():
        page.get_by_role("complementary").get_by_role("button", name=name, exact=True).last.click()
        expect(field).to_be_focused()

    open_form()
    field.fill("Half a thought")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator("html[data-complete]")).to_be_attached()
    open_form()
    expect(field).to_have_value("Half a thought")
    expect(calendar.dialog.locator("button.primary")).to_be_enabled()
    # It's typed text again: the close button asks before it's lost.
    calendar.dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Keep editing").click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.evaluate(kept) == 1
    calendar.sign_out()
    expect(calendar.dialog).to_contain_text("Sign out and lose 1 draft?")
    calendar.dialog.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("E-mail")).to_be_visible()
    assert page.evaluate(kept) == 0


def test_escape_always_gets_out_of_the_form_and_loses_nothing(calendar):
    keys = calendar.page.keyboard
    keys.press("n")
    expect(calendar.page.locator("#event-form .event-title")).to_be_focused()
    keys.type("Important thing")
    keys.press("Escape")
    expect(calendar.page.locator("dialog")).to_have_count(0)
    keys.press("Escape")
    calendar.page.locator("toast-stack").get_by_role("button", name="Open draft").click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Important thing")


@pytest.mark.parametrize("way", ["dblclick", "Enter"])
def test_saving_twice_makes_one_event_and_one_calendar(calendar, client, way):
    page = calendar.page
    page.keyboard.press("n")
    calendar.fill_sheet(title="Once", date="2026-03-12", start="09:00", end="10:00")
    calendar.dialog.get_by_label("Title").focus()

    def save():
        if way == "dblclick":
            return calendar.dialog.get_by_role("button", name="Save").dblclick()
        for _ in range(2):
            page.keyboard.press("Enter")

    save()
    expect(calendar.announcement("“Once” added")).to_be_visible()
    page.get_by_role("button", name="New calendar").click()
    calendar.dialog.get_by_label("Name").fill("Only one")
    save()
    expect(page.get_by_role("checkbox", name="Only one")).to_have_count(1)
    # A second save would be sent with the next frame.
    frames(page)
    wait_for_events(client, 1)
    assert [one["name"] for one in client.calendars()].count("Only one") == 1


def refuse(calendar, status=422, problem="not-valid"):
    """Answers every write of an event with a problem, before it reaches the server."""
    calendar.page.context.witness.expected += [str(status), "404"]
    calendar.page.route("**/api/v1/edits", lambda route: route.fulfill(
        status=status, content_type="application/problem+json",
        body=json.dumps({"type": f"/problems/{problem}", "status": status, "detail": "It is Sunday"}),
    ))


def test_a_refused_new_event_disappears_and_the_message_has_the_reason_and_the_draft(calendar, client):
    refuse(calendar)
    calendar.new_event("Refused", date="2026-03-12", start="09:00", end="10:00", place="Here")
    expect(calendar.announcement("It is Sunday")).to_be_visible()
    expect(calendar.chips("Refused")).to_have_count(0)
    calendar.page.locator("toast-stack").get_by_role("button", name="Open draft").click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Refused")
    expect(calendar.dialog.get_by_label("Location")).to_have_value("Here")
    calendar.page.unroute("**/api/v1/edits")
    calendar.save()
    wait_for_text(client, "LOCATION:Here")


def test_a_refused_deletion_brings_the_event_back_and_says_why(calendar, client):
    client.put(SERIES)
    expect(calendar.chips("Stand-up")).to_have_count(4)
    refuse(calendar)
    calendar.chips("Stand-up").first.click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    calendar.dialog.get_by_role("button", name="All events").click()
    expect(calendar.announcement("It is Sunday")).to_be_visible()
    expect(calendar.chips("Stand-up")).to_have_count(4)


def test_a_deletion_waits_while_the_database_is_locked(calendar, client):
    client.put(SERIES)
    expect(calendar.chips("Stand-up")).to_have_count(4)
    refuse(calendar, 503, "storage")
    calendar.chips("Stand-up").first.click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    calendar.dialog.get_by_role("button", name="All events").click()
    expect(calendar.page.get_by_text("1 change is waiting.")).to_be_visible()
    expect(calendar.chips("Stand-up")).to_have_count(0)
    assert len(client.events()) == 1
    calendar.page.unroute("**/api/v1/edits")
    wait_for_events(client, 0)
    expect(calendar.announcement("Your change is saved now")).to_be_visible()


def test_another_colour_of_a_calendar_is_kept_without_save(open_calendar, client):
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.get_by_role("button", name="Edit Work").click()
    calendar.dialog.get_by_role("radio", name="Green").check()
    eventually(lambda: [each["color"] for each in client.calendars() if each["name"] == "Work"], ["green"])
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.locator("dialog")).to_have_count(0)


def test_the_form_opens_with_the_changes_that_were_left_in_it(calendar):
    page = calendar.page
    calendar.new_event("Review", date="2026-03-12", start="09:00", end="10:00")
    calendar.edit(calendar.chips("Review"))
    calendar.fill_sheet(title="Review of the plan")
    page.keyboard.press("Escape")
    expect(page.locator("#event-form")).to_have_count(0)
    calendar.edit(calendar.chips("Review"))
    title = page.locator("#event-form .event-title")
    expect(title).to_have_value("Review of the plan")
    expect(calendar.dialog.get_by_text("You left changes here")).to_be_visible()
    calendar.dialog.get_by_role("button", name="Discard").click()
    expect(title).to_have_value("Review")
    expect(calendar.dialog.get_by_text("You left changes here")).to_have_count(0)
    page.keyboard.press("Escape")
    calendar.edit(calendar.chips("Review"))
    expect(title).to_have_value("Review")
