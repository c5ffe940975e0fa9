"""Search over all time: results while typing, upcoming first, past on request, usable by keys alone."""

import re

import pytest
from playwright.sync_api import expect

from support.choices import choose
from support.events import event

EVENTS = [("20251224", "Café with Zoë"), ("20260401", "Cafe plan"), ("20260520", "CAFÉ opening"), ("20260312", "Other")]


@pytest.fixture
def cafes(open_calendar, client):
    for day, title in EVENTS:
        client.put(
            f"BEGIN:VEVENT\nUID:{day}@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:{day}T090000\n"
            f"DTEND;TZID=Europe/Berlin:{day}T100000\nSUMMARY:{title}\n{'COLOR:green' if day == '20260520' else 'PRIORITY:5'}\nEND:VEVENT"
        )
    return open_calendar("/month/2026-03-11")


def options(calendar):
    # Not the <option>s of the calendar and colour filters.
    return calendar.dialog.locator("li[role=option]")


def test_upcoming_events_come_first_and_past_ones_at_once_if_few_are_coming(cafes):
    page = cafes.page
    page.keyboard.press("/")
    expect(cafes.dialog.get_by_label("Search all events")).to_be_focused()
    page.keyboard.type("cafe")
    expect(options(cafes)).to_have_text([re.compile("Cafe plan"), re.compile("CAFÉ opening"), re.compile("Café with Zoë")])
    expect(cafes.dialog.get_by_role("status")).to_have_text("2 upcoming, 1 past")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(cafes.heading).to_contain_text("December 2025")
    expect(cafes.day("2025-12-24")).to_be_in_viewport()
    # The event that was found is open beside its day.
    expect(cafes.dialog).to_have_accessible_name("Café with Zoë")


def test_beside_many_upcoming_events_past_ones_are_shown_on_request(cafes, client):
    for month in (6, 7, 8):
        client.put(event(f"Cafe {month}", f"20260{month}01T090000", f"20260{month}01T100000"))
    cafes.reload()
    page = cafes.page
    page.keyboard.press("/")
    expect(cafes.dialog.get_by_label("Search all events")).to_be_focused()
    page.keyboard.type("cafe")
    expect(options(cafes)).to_have_count(6)
    expect(options(cafes).last).to_have_text("Show 1 past event")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(options(cafes).last).to_contain_text("Café with Zoë")
    expect(options(cafes).last).to_have_attribute("aria-selected", "true")


def test_what_is_stored_meanwhile_is_found_and_the_chosen_result_stays_chosen(cafes, client):
    cafes.page.keyboard.press("/")
    cafes.page.keyboard.type("cafe")
    expect(options(cafes)).to_have_count(3)
    cafes.page.keyboard.press("ArrowDown")
    client.put(event("new", "20260320T120000", "20260320T130000").replace("SUMMARY:new", "SUMMARY:New café"))
    expect(options(cafes)).to_have_text([re.compile(each) for each in ("New café", "Cafe plan", "CAFÉ opening", "Café with")])
    expect(cafes.dialog.locator("[role=option][aria-selected=true]")).to_contain_text("CAFÉ opening")


def test_results_can_be_filtered_by_colour_and_an_empty_result_says_so(cafes):
    cafes.page.keyboard.press("/")
    cafes.dialog.get_by_label("Search all events").fill("cafe")
    choose(cafes.dialog.get_by_label("Colour"), "Green")
    expect(options(cafes)).to_have_text([re.compile("CAFÉ opening")])
    cafes.dialog.get_by_label("Search all events").fill("nowhere to be found")
    expect(cafes.dialog.get_by_text("Nothing found")).to_be_visible()


def test_a_slash_typed_into_a_field_does_not_open_the_search(cafes):
    cafes.page.keyboard.press("n")
    title = cafes.dialog.get_by_label("Title")
    title.press_sequentially("a/b")
    expect(title).to_have_value("a/b")
