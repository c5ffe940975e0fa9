"""Two windows on the same account."""

from playwright.sync_api import expect

from test_events import SERIES


def test_what_one_window_changes_shows_in_the_other(open_calendar):
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    here.new_event("Lunch", date="2026-03-12", start="12:30", end="13:30")
    expect(there.chips("Lunch")).to_have_count(1)
    there.chips("Lunch").click()
    there.fill_sheet(title="Late lunch")
    there.save()
    expect(here.chips("Late lunch")).to_have_count(1)
    here.chips("Late lunch").click()
    here.dialog.get_by_role("button", name="Delete").click()
    expect(there.chips("Late lunch")).to_have_count(0)


def test_what_another_program_stores_shows_within_a_second(calendar, client):
    client.put(SERIES)
    expect(calendar.chips("Stand-up")).to_have_count(4, timeout=1000)


def test_a_window_that_lost_the_server_catches_up(calendar, client, server):
    calendar.page.context.witness.expected = ["ERR_", "Failed to load resource"]
    server.stop()
    server.start()
    client.put(SERIES)
    expect(calendar.chips("Stand-up")).to_have_count(4, timeout=20_000)


def test_an_open_editor_is_not_overwritten(open_calendar, client):
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    here.page.context.witness.expected = ["412"]
    here.new_event("Draft", date="2026-03-12", start="12:30", end="13:30")
    expect(there.chips("Draft")).to_have_count(1)
    here.chips("Draft").click()
    here.dialog.get_by_label("Title").fill("Mine")
    there.chips("Draft").click()
    there.fill_sheet(title="Theirs")
    there.save()
    expect(here.chips("Theirs")).to_have_count(1)
    expect(here.dialog.get_by_label("Title")).to_have_value("Mine")
