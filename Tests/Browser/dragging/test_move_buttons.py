"""The buttons of the event sheet that move an event, for people who can't drag."""

import pytest
from playwright.sync_api import expect

from support.events import event, stored, wait_for
from support.timeline import day, hours


@pytest.fixture
def sheet(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    calendar.edit(hours(calendar, "Lunch"))
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Lunch")
    return calendar


def press(calendar, *names):
    for name in names:
        calendar.dialog.get_by_role("group", name="Move").get_by_role("button", name=name, exact=True).click()


def test_the_buttons_move_an_event_and_keep_what_was_typed(sheet, client):
    sheet.dialog.get_by_label("Title").fill("Late lunch")
    press(sheet, "+15 mins", "+15 mins", "−15 mins", "+1 day", "+1 day", "−1 day")
    expect(sheet.dialog.get_by_label("Start time")).to_have_attribute("data-value", "12:15")
    expect(sheet.dialog.get_by_label("End time")).to_have_attribute("data-value", "13:15")
    expect(sheet.dialog.get_by_role("status").filter(has_text="Moved")).to_have_text("Moved to 12:15 to 13:15, Thursday 12 March")
    assert stored(client, "Lunch") == ("20260311T1200", "20260311T1300")
    sheet.save()
    wait_for(client, "Late lunch", ("20260312T1215", "20260312T1315"))
    sheet.undo()
    wait_for(client, "Lunch", ("20260311T1200", "20260311T1300"))


def test_an_end_that_is_still_being_typed_moves_along(sheet, client):
    sheet.dialog.get_by_label("End time").fill("14:30")
    press(sheet, "+1 day")
    sheet.save()
    wait_for(client, "Lunch", ("20260312T1200", "20260312T1430"))


def test_an_all_day_event_has_no_buttons_for_minutes(sheet, client):
    sheet.dialog.get_by_label("All day").check()
    expect(sheet.dialog.get_by_role("button", name="+15 mins")).to_be_hidden()
    press(sheet, "−1 day")
    sheet.save()
    wait_for(client, "Lunch", ("20260310", "20260311"))


def test_a_repeating_event_that_was_moved_by_buttons_asks_when_it_is_saved(open_calendar, client):
    client.put(event("Weekly", "20260310T120000", "20260310T130000", "RRULE:FREQ=WEEKLY;BYDAY=TU"))
    calendar = open_calendar("/week/2026-03-11")
    calendar.edit(day(calendar, "2026-03-10").get_by_role("button", name="Weekly"))
    press(calendar, "+1 day")
    calendar.dialog.get_by_role("button", name="Save").click()
    calendar.dialog.get_by_role("button", name="All events").click()
    expect(day(calendar, "2026-03-11").get_by_role("button", name="Weekly")).to_be_visible()


def test_a_new_event_has_nothing_to_move(calendar):
    calendar.page.get_by_role("button", name="New event").first.click()
    expect(calendar.dialog.get_by_label("Title")).to_be_visible()
    expect(calendar.dialog.get_by_role("group", name="Move")).to_have_count(0)
