"""Dragging an event that another device deletes meanwhile, or without a network."""

import urllib.parse

import pytest
from playwright.sync_api import expect

from support.change_preview import STANDUP, choice, outlined
from support.events import event, stored
from support.pointer import centre, drag
from support.timeline import day, hours
from support.waiting import eventually


def remove(calendar, client):
    """Deletes the only event as another device would, and waits until the page knows."""
    record = client.events()[0]
    path = f"/api/v1/calendars/{record['calendar']}/events/{urllib.parse.quote(record['href'], safe='')}"
    status, _, answer = client.request("DELETE", path, headers={"If-Match": record["etag"]})
    assert status == 204, (status, answer)
    # The view isn't redrawn during a drag, but the sidebar is, so wait for a calendar that is added after the deletion.
    client.request("POST", "/api/v1/calendars", {"name": "Later", "color": "red"})
    expect(calendar.page.get_by_role("checkbox", name="Later")).to_be_visible()


@pytest.mark.parametrize("view", ["week", "month"])
def test_an_event_deleted_elsewhere_during_a_drag_is_gone_and_the_view_still_works(open_calendar, client, view):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar(f"/{view}/2026-03-11")
    lunch = hours(calendar, "Lunch") if view == "week" else calendar.chips("Lunch")
    drag(calendar.page, centre(lunch), (0, 96), drop=False)
    remove(calendar, client)
    calendar.page.mouse.up()
    expect(calendar.announcement("This event no longer exists.")).to_be_visible()
    expect(calendar.page.locator(".held, .held-chip, .goal-day, .ghost")).to_have_count(0)
    expect(lunch).to_have_count(0)
    client.put(event("Tea", "20260311T120000", "20260311T130000"))
    tea = hours(calendar, "Tea") if view == "week" else calendar.chips("Tea")
    drag(calendar.page, centre(tea), (day(calendar, "2026-03-12").bounding_box()["width"] if view == "week" else 0, 0 if view == "week" else 96))
    expect(calendar.announcement("“Tea” is now")).to_be_visible()


def test_an_event_deleted_elsewhere_during_the_question_gives_a_message(open_calendar, client):
    client.put(STANDUP)
    calendar = open_calendar("/week/2026-03-11")
    drag(calendar.page, centre(day(calendar, "2026-03-11").get_by_role("button", name="Standup")), (0, 96))
    choice(calendar, "All events").hover()
    eventually(lambda: len(outlined(calendar)), 5)
    remove(calendar, client)
    choice(calendar, "This event").hover()
    eventually(lambda: outlined(calendar), [])
    choice(calendar, "This event").click()
    expect(calendar.announcement("This event no longer exists.")).to_be_visible()
    expect(calendar.page.locator(".held, .ghost, .hours-event")).to_have_count(0)


def test_a_drag_goes_back_if_the_question_can_not_be_loaded(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.context.witness.expected += ["ERR_", "Failed to load resource"]
    calendar.page.route("**/lazy-parts.js*", lambda route: route.abort())
    calendar.reload()
    # The second round shows that dragging still works.
    for _ in range(2):
        drag(calendar.page, centre(calendar.chips("Lunch")), (0, 96), drop=False)
        expect(calendar.page.locator(".held-chip")).to_be_visible()
        calendar.page.mouse.up()
        expect(calendar.announcement("This couldn’t be loaded.")).to_be_visible()
        expect(calendar.page.locator(".held-chip, .goal-day, .ghost")).to_have_count(0)
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")
