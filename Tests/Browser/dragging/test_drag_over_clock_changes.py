"""Dragging an event across a clock change."""

from playwright.sync_api import expect

from support.events import event, wait_for
from support.pointer import centre, drag
from support.timeline import day, hours
from support.waiting import still, wait_for_text


def test_across_a_clock_change_the_local_times_are_kept_and_the_real_length_is_shown(open_calendar, client):
    client.put(event("Shift", "20261024T010000", "20261024T040000"))
    calendar = open_calendar("/week/2026-10-24")
    page, width = calendar.page, day(calendar, "2026-10-24").bounding_box()["width"]
    calendar.page.locator(".hours-scroller").evaluate("(scroller) => { scroller.scrollTop = 0; }")
    drag(page, centre(hours(calendar, "Shift")), (width, 0), drop=False)
    held = page.locator(".held.hours-event:not([hidden])").first
    expect(held).to_have_attribute("data-time", "1:00 – 4:00")
    expect(held).to_have_attribute("data-length", "4 hrs")
    page.mouse.up()
    wait_for(client, "Shift", ("20261025T0100", "20261025T0400"))


def test_an_event_that_ends_as_the_clock_is_set_back_keeps_its_length_when_moved(open_calendar, client):
    lines = ["BEGIN:VEVENT", "UID:fold@example.org", "DTSTAMP:20260101T000000Z", "DTSTART:20261025T000000Z", "DTEND:20261025T010000Z",
             "SUMMARY:Fold", "END:VEVENT"]
    client.put("\n".join(lines))
    calendar = open_calendar("/week/2026-10-25")
    fold = hours(calendar, "Fold")
    calendar.page.locator(".hours-scroller").evaluate("(scroller) => { scroller.scrollTop = 0; }")
    assert abs(still(fold)["height"] - 47) < 2
    width = day(calendar, "2026-10-24").bounding_box()["width"]
    drag(calendar.page, centre(fold), (-width, 0))
    expect(day(calendar, "2026-10-24").get_by_role("button", name="Fold")).to_be_visible()
    moved = wait_for_text(client, "20261024T")["ical"]
    assert "20261024T000000Z" in moved and "20261024T010000Z" in moved
