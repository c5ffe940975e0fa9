"""Stretching events by finger: the event touched last has handles that follow at once."""

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.events import event, stored, wait_for
from support.pointer import Finger, centre
from support.timeline import PHONE_HOUR, expect_finger_scrolls, hours, seen_days, top
from support.waiting import frames, rested, still


@pytest.fixture
def phone(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    client.put(event("Bell", "20260311T150000", "20260311T151500"))
    client.put(event("Next", "20260311T151500", "20260311T153000"))
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(hours(calendar, "Lunch")).to_be_visible()
    rested(calendar.page)
    return calendar


def handle(calendar, end):
    return calendar.page.locator(f".touch-handle.{end}")


def tap(calendar, title):
    """Opens the event's card and closes it."""
    calendar.page.touchscreen.tap(*centre(hours(calendar, title)))
    expect(calendar.dialog).to_be_visible()
    calendar.dialog.get_by_role("button", name="Close").first.tap()
    expect(calendar.dialog).to_have_count(0)


def pull(calendar, end, by):
    """Drags a handle as soon as the finger is down."""
    finger, start = Finger(calendar.page), centre(handle(calendar, end))
    finger.send("touchStart", start)
    finger.move(start, (start[0], start[1] + by))
    frames(calendar.page)
    finger.send("touchEnd")


def test_after_a_tap_its_handles_stretch_an_event_at_once_and_undo_takes_it_back(phone, client):
    expect(phone.page.locator(".touch-handle")).to_have_count(0)
    tap(phone, "Lunch")
    before = top(phone.page)
    pull(phone, "end", PHONE_HOUR)
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1400"))
    # It keeps its handles, and the day hasn't scrolled.
    pull(phone, "start", -PHONE_HOUR / 2)
    wait_for(client, "Lunch", ("20260311T1130", "20260311T1400"))
    assert top(phone.page) == before
    phone.page.locator("toast-stack").get_by_role("button", name="Undo").last.tap()
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1400"))
    expect(handle(phone, "end")).to_be_visible()


def test_a_handle_at_the_side_of_the_screen_does_not_turn_the_day(phone, client):
    tap(phone, "Lunch")
    finger, start = Finger(phone.page), centre(handle(phone, "end"))
    assert start[0] < still(hours(phone, "Lunch"))["x"] + 32
    finger.send("touchStart", start)
    finger.move(start, (start[0], start[1] + PHONE_HOUR))
    # Longer than an event has to be held at the side to turn the day.
    frames(phone.page, 60)
    assert seen_days(phone) == ["2026-03-11"]
    finger.send("touchEnd")
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1400"))


def test_a_finger_that_begins_on_the_event_itself_still_scrolls(phone, client):
    tap(phone, "Lunch")
    expect_finger_scrolls(phone.page, centre(hours(phone, "Lunch")))
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")
    expect(handle(phone, "end")).to_be_visible()


def test_the_handles_of_a_short_event_leave_taps_to_it_and_its_neighbours(phone):
    tap(phone, "Bell")
    bell, neighbour = still(hours(phone, "Bell")), still(hours(phone, "Next"))
    end = still(handle(phone, "end"))
    assert end["height"] >= 44 and end["width"] >= 44
    # The handle is over its neighbour, but most of the event is free.
    assert end["y"] + 5 > bell["y"] + bell["height"] / 2
    phone.page.touchscreen.tap(end["x"] + 22, neighbour["y"] + neighbour["height"] / 2)
    expect(phone.dialog.get_by_role("heading", name="Next")).to_be_visible()


def test_a_tap_on_empty_time_hides_the_handles(phone):
    tap(phone, "Lunch")
    box = still(hours(phone, "Lunch"))
    phone.page.touchscreen.tap(box["x"] + 100, box["y"] - 1.5 * PHONE_HOUR)
    expect(phone.page.locator(".touch-handle")).to_have_count(0)


def test_a_tap_that_ends_the_naming_of_a_new_event_opens_nothing_and_the_event_has_handles(phone, client):
    box = still(hours(phone, "Lunch"))
    finger, empty = Finger(phone.page), (box["x"] + 100, box["y"] - 1.5 * PHONE_HOUR)
    finger.send("touchStart", empty)
    expect(phone.page.locator(".held.hours-event:not([hidden])")).to_be_visible()
    finger.send("touchEnd")
    expect(phone.page.get_by_label("Title")).to_be_focused()
    phone.page.keyboard.type("Dentist")
    phone.page.touchscreen.tap(*centre(hours(phone, "Lunch")))
    wait_for(client, "Dentist", ("20260311T1030", "20260311T1130"))
    expect(phone.dialog).to_have_count(0)
    pull(phone, "start", -PHONE_HOUR / 2)
    wait_for(client, "Dentist", ("20260311T1000", "20260311T1130"))
