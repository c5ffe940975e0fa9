"""Earlier events offered while the title of a new one is typed, and times in other zones."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings
from support.events import event
from support.pointer import drag
from support.timeline import HOUR, day
from support.waiting import wait_for_events

DENTIST = event("Dentist", "20260304T083000", "20260304T091500", "LOCATION:Main Street 4", "CATEGORIES:Teeth")


@pytest.fixture
def known(calendar, client):
    """A calendar with one earlier event, out of sight."""
    client.put(DENTIST)
    expect(calendar.chips("Dentist")).to_be_visible()
    return calendar


def offers(calendar):
    return calendar.page.get_by_role("listbox", name="Suggestions").get_by_role("option")


def new_event(client):
    """The text of the event that isn't the earlier one."""
    return next(record["ical"] for record in wait_for_events(client, 2) if "20260304" not in record["ical"])


def test_quick_add_takes_over_an_earlier_event(known, client):
    page = known.page
    page.keyboard.press("q")
    line = known.dialog.get_by_label("What and when")
    line.press_sequentially("den")
    expect(offers(known)).to_have_text(re.compile("Dentist.*45 minutes.*Main Street 4"))
    assert findings(page) == []
    page.keyboard.press("ArrowDown")
    expect(offers(known)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(line).to_have_value("Dentist ")
    expect(known.page.locator("#quick-preview")).to_contain_text("8:30 – 9:15")
    page.keyboard.type("fri 14:00")
    expect(known.page.locator("#quick-preview")).to_contain_text("14:00 – 14:45")
    page.keyboard.press("Enter")
    made = new_event(client)
    assert "DTSTART;TZID=Europe/Berlin:20260313T140000" in made and "T144500" in made
    assert "LOCATION:Main Street 4" in made and "CATEGORIES:Teeth" in made


def test_save_takes_one_press_while_earlier_events_are_offered(known, client):
    page = known.page
    page.keyboard.press("q")
    known.dialog.get_by_label("What and when").press_sequentially("Dentist fri 16:00")
    expect(offers(known)).to_have_count(1)
    known.dialog.get_by_role("button", name="Save").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert "T160000" in new_event(client)


def test_the_form_takes_over_an_earlier_event_but_not_its_day(known, client):
    page = known.page
    page.keyboard.press("n")
    title = known.dialog.get_by_label("Title")
    title.press_sequentially("den")
    expect(offers(known)).to_have_count(1)
    # Escape closes the list, and nothing else.
    page.keyboard.press("Escape")
    expect(offers(known)).to_have_count(0)
    expect(title).to_be_focused()
    title.press_sequentially("t")
    offers(known).click()
    expect(title).to_have_value("Dentist")
    expect(known.dialog.get_by_label("Location")).to_have_value("Main Street 4")
    assert findings(page) == []
    known.save()
    made = new_event(client)
    assert "DTSTART;TZID=Europe/Berlin:20260311T" in made and "T0845" not in made and "CATEGORIES:Teeth" in made


def test_an_event_named_where_it_was_drawn_keeps_its_times(open_calendar, client):
    client.put(DENTIST)
    week = open_calendar("/week/2026-03-11")
    page, column = week.page, day(week, "2026-03-12").bounding_box()
    drag(page, (column["x"] + 40, column["y"] + 13 * HOUR + 2), (0, 2 * HOUR))
    expect(week.page.get_by_label("Title")).to_be_focused()
    page.keyboard.type("dent")
    expect(offers(week)).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    made = new_event(client)
    assert "LOCATION:Main Street 4" in made and ":20260312T130000" in made and ":20260312T150000" in made


def test_a_time_elsewhere_is_saved_in_that_zone(calendar, client):
    page = calendar.page
    page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Call Kenji friday 18:00 in Tokyo")
    expect(page.locator("#quick-preview")).to_contain_text("Tokyo time; 10:00 – 11:00 your time")
    page.keyboard.press("Enter")
    [made] = wait_for_events(client, 1)
    assert "DTSTART;TZID=Asia/Tokyo:20260313T180000" in made["ical"] and "SUMMARY:Call Kenji\r" in made["ical"]
    expect(calendar.chips("Call Kenji")).to_have_attribute("data-time", "10:00")
