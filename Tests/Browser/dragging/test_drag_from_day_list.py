"""Dragging events out of a day's list, on a phone and from the list beside the month."""

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.change_preview import choice, outlined
from support.events import event, stored, wait_for
from support.pointer import Finger, centre, drag
from support.waiting import eventually, settled


@pytest.fixture
def phone(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(calendar.listed("Lunch")).to_be_visible()
    settled(calendar.page)
    return calendar


def lift(calendar, title):
    finger, start = Finger(calendar.page), centre(calendar.listed(title))
    finger.send("touchStart", start)
    expect(calendar.page.locator(".held-chip")).to_be_visible()
    expect(calendar.page.locator("day-panel")).not_to_be_in_viewport()
    return finger, start


def test_on_a_phone_an_event_is_dragged_from_the_list_of_its_day_to_another_day(phone, client):
    goal = centre(phone.day("2026-03-19"))
    finger, start = lift(phone, "Lunch")
    finger.move(start, goal)
    finger.send("touchEnd")
    wait_for(client, "Lunch", ("20260319T1200", "20260319T1300"))
    expect(phone.page.locator(".held-chip, .goal-day")).to_have_count(0)
    expect(phone.listed("Lunch")).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Thursday")).to_be_visible()
    phone.undo()
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1300"))


def test_on_a_phone_the_month_scrolls_under_an_event_dragged_from_the_list(phone, client):
    box = phone.scroller.bounding_box()
    top = phone.scroller.evaluate("(strip) => strip.scrollTop")
    finger, start = lift(phone, "Lunch")
    finger.move(start, (200, box["y"] + 200))
    finger.move((200, box["y"] + 200), (200, box["y"] + box["height"] - 5))
    phone.wait_until("(top) => document.querySelector('.strip').scrollTop > top + 500", top)
    finger.move((200, box["y"] + box["height"] - 5), (200, box["y"] + 300))
    finger.send("touchEnd")
    expect(phone.page.locator(".held-chip")).to_have_count(0)
    expect(phone.page.locator("toast-stack").get_by_role("button", name="Undo")).to_be_visible()
    shown = phone.page.locator('.day.selected').get_attribute("data-date").replace("-", "")
    assert shown > "20260412"
    wait_for(client, "Lunch", (f"{shown}T1200", f"{shown}T1300"))


def test_on_a_phone_a_second_finger_puts_the_event_and_its_list_back(phone, client):
    finger, start = lift(phone, "Lunch")
    finger.move(start, (200, 300))
    finger.send("touchStart", (200, 300), (260, 300))
    expect(phone.page.locator(".held-chip")).to_have_count(0)
    expect(phone.listed("Lunch")).to_be_in_viewport()
    finger.send("touchEnd")
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")


def test_on_a_phone_the_list_stays_hidden_until_the_question_is_answered(open_calendar, client):
    client.put(event("Yoga", "20260303T180000", "20260303T190000", "RRULE:FREQ=WEEKLY;BYDAY=TU"))
    calendar = open_calendar("/month/2026-03-10", viewport=PHONE, has_touch=True, is_mobile=True)
    panel = calendar.page.locator("day-panel")
    expect(calendar.listed("Yoga")).to_be_visible()
    settled(calendar.page)
    goal = centre(calendar.day("2026-03-12"))
    finger, start = lift(calendar, "Yoga")
    finger.move(start, goal)
    finger.send("touchEnd")
    choice(calendar, "All events").focus()
    eventually(lambda: len(outlined(calendar)), lambda count: count >= 4)
    settled(calendar.page)
    expect(panel).not_to_be_in_viewport()
    calendar.page.keyboard.press("Escape")
    expect(panel).to_be_in_viewport()
    expect(calendar.listed("Yoga")).to_be_in_viewport()


def test_beside_the_month_the_mouse_drags_events_from_the_list_and_a_click_still_opens_them(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    start, goal = centre(calendar.listed("Lunch")), centre(calendar.day("2026-03-19"))
    drag(calendar.page, start, (goal[0] - start[0], goal[1] - start[1]))
    wait_for(client, "Lunch", ("20260319T1200", "20260319T1300"))
    expect(calendar.dialog).to_have_count(0)
    calendar.edit(calendar.listed("Lunch"))
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Lunch")
