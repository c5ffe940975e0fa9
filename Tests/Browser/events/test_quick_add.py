"""Quick add: an event from one line of text, with a preview while typing; and naming a new event in place."""

import re

import pytest
from playwright.sync_api import expect

from support.waiting import wait_for_events


def preview(calendar):
    return calendar.page.locator("#quick-preview")


def test_a_line_makes_an_event_and_is_previewed_while_typing(calendar, client):
    page = calendar.page
    page.keyboard.press("q")
    line = calendar.dialog.get_by_label("What and when")
    expect(line).to_be_focused()
    line.press_sequentially("Lunch with Ana")
    expect(preview(calendar)).to_contain_text("Lunch with Ana")
    line.press_sequentially(" Friday 12:30-13:30 at Luigi's")
    expect(preview(calendar)).to_contain_text(re.compile("Fri,? 13 Mar · 12:30 – 13:30"))
    expect(preview(calendar)).to_contain_text("Luigi's")
    page.keyboard.press("Enter")
    expect(calendar.chips("Lunch with Ana")).to_have_attribute("data-time", "12:30")
    [event] = wait_for_events(client, 1)
    assert "LOCATION:Luigi's" in event["ical"] and "DTSTART;TZID=Europe/Berlin:20260313T123000" in event["ical"]
    page.keyboard.press("Control+z")
    expect(calendar.chips("Lunch with Ana")).to_have_count(0)


def test_a_repeating_line_is_previewed_in_words_and_saved_once(calendar, client):
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("standup every weekday 9:15")
    expect(preview(calendar)).to_contain_text("Every weekday")
    calendar.dialog.get_by_role("button", name="Save").dblclick()
    [event] = wait_for_events(client, 1)
    assert "BYDAY=MO,TU,WE,TH,FR" in event["ical"]


@pytest.mark.parametrize("way", ["click", "Escape", "reload"])
def test_a_line_that_is_left_is_there_again_the_next_time(calendar, way):
    page = calendar.page
    page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Tea tomorrow at 16")
    if way == "click":
        page.mouse.click(2, 700)
    else:
        page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    if way == "reload":
        calendar.reload()
    page.keyboard.press("q")
    expect(calendar.dialog.get_by_label("What and when")).to_have_value("Tea tomorrow at 16")
    expect(preview(calendar)).to_contain_text("Tea")
    # Typing replaces it.
    page.keyboard.type("Coffee")
    expect(calendar.dialog.get_by_label("What and when")).to_have_value("Coffee")
    page.keyboard.press("Enter")
    expect(calendar.announcement("“Coffee” added")).to_be_visible()
    page.keyboard.press("q")
    expect(calendar.dialog.get_by_label("What and when")).to_have_value("")


def test_a_typed_line_is_carried_over_to_the_sheet(calendar):
    page = calendar.page
    page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Tea tomorrow at 16")
    calendar.dialog.get_by_role("button", name="More options").click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Tea")
    expect(calendar.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2026-03-12")
    expect(calendar.dialog.get_by_label("Start time")).to_have_attribute("data-value", "16:00")


def test_the_help_has_examples_that_fill_in_the_line(calendar):
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_text("What can I type?").click()
    calendar.dialog.get_by_role("button", name="Rent every month").click()
    expect(preview(calendar)).to_contain_text("every month")


def test_an_event_named_in_place_is_on_the_days_that_were_clicked_or_dragged_over(calendar, client):
    page = calendar.page
    calendar.day("2026-03-18").dblclick(position={"x": 60, "y": 90})
    expect(calendar.dialog.get_by_label("What and when")).to_be_focused()
    page.keyboard.type("Dentist 8:30")
    page.keyboard.press("Enter")
    [event] = wait_for_events(client, 1)
    assert "DTSTART;TZID=Europe/Berlin:20260318T083000" in event["ical"]
    start, end = calendar.day("2026-03-24").bounding_box(), calendar.day("2026-03-26").bounding_box()
    page.mouse.move(start["x"] + 50, start["y"] + 90)
    page.mouse.down()
    page.mouse.move(end["x"] + 50, end["y"] + 90, steps=5)
    page.mouse.up()
    expect(calendar.dialog.get_by_label("What and when")).to_be_focused()
    page.keyboard.type("Fair")
    page.keyboard.press("Enter")
    events = wait_for_events(client, 2)
    assert any("DTSTART;VALUE=DATE:20260324" in event["ical"] and "DTEND;VALUE=DATE:20260327" in event["ical"] for event in events)


def test_a_line_names_the_calendar_and_has_a_link(open_calendar, client):
    client.request("POST", "/api/v1/calendars", {"name": "Choir", "color": "red"})
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Practice /cho fri 19:30 https://meet.example/choir")
    expect(preview(calendar)).to_contain_text("Choir")
    calendar.page.keyboard.press("Enter")
    [event] = wait_for_events(client, 1)
    choir = next(each["id"] for each in client.calendars() if each["name"] == "Choir")
    assert event["calendar"] == choir
    assert "SUMMARY:Practice\r" in event["ical"] and "URL:https://meet.example/choir" in event["ical"]


def test_the_preview_names_categories_beside_their_sign(calendar, client):
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Run tomorrow 18:00 #sport #park")
    expect(preview(calendar).locator(".row").filter(has_text=re.compile("^sport, park$")).locator("svg")).to_be_visible()
    calendar.page.keyboard.press("Enter")
    [event] = wait_for_events(client, 1)
    assert "CATEGORIES:sport,park" in event["ical"]
