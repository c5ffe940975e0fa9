"""Two windows on the same account."""

import json

import pytest
from playwright.sync_api import expect

from support.choices import choose
from support.events import SERIES, event
from support.pointer import drag
from support.timeline import HOUR, day, hours
from support.waiting import eventually, frames, still, wait_for_text

# The page checks every 300 ms whether it can switch to another language; this is longer than two checks.
TWO_CHECKS_MS = 700


def test_changes_in_one_window_show_in_the_other(open_calendar):
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    here.new_event("Lunch", date="2026-03-12", start="12:30", end="13:30")
    expect(there.chips("Lunch")).to_have_count(1)
    there.edit(there.chips("Lunch"))
    there.fill_sheet(title="Late lunch")
    there.save()
    expect(here.chips("Late lunch")).to_have_count(1)
    here.chips("Late lunch").click()
    here.dialog.get_by_role("button", name="Delete").click()
    expect(there.chips("Late lunch")).to_have_count(0)


def test_an_event_stored_by_another_program_shows_at_once(calendar, client):
    client.put(SERIES)
    expect(calendar.chips("Stand-up")).to_have_count(4)


def test_a_window_catches_up_after_a_restart_of_the_server(calendar, client, server):
    calendar.page.context.witness.expected = ["ERR_", "Failed to load resource"]
    server.stop()
    server.start()
    client.put(SERIES)
    expect(calendar.chips("Stand-up")).to_have_count(4)


def test_an_open_editor_is_not_overwritten(open_calendar, client):
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    here.page.context.witness.expected = ["412"]
    here.new_event("Draft", date="2026-03-12", start="12:30", end="13:30")
    expect(there.chips("Draft")).to_have_count(1)
    here.edit(here.chips("Draft"))
    here.dialog.get_by_label("Title").fill("Mine")
    there.edit(there.chips("Draft"))
    there.fill_sheet(title="Theirs")
    there.save()
    expect(here.chips("Theirs")).to_have_count(1)
    expect(here.dialog.get_by_label("Title")).to_have_value("Mine")


def choose_setting(calendar, label, option):
    calendar.open_menu_item("Settings")
    choose(calendar.dialog.get_by_label(label), option)
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.locator("dialog")).to_have_count(0)


def test_settings_and_hidden_calendars_follow_in_other_windows_at_once(open_calendar, client):
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    choose_setting(here, "Theme", "Dark")
    expect(there.page.locator("html")).to_have_attribute("data-theme", "dark")
    there.page.get_by_role("checkbox", name="Work").uncheck()
    expect(here.page.get_by_role("checkbox", name="Work")).not_to_be_checked()
    there.page.get_by_role("button", name="Save shown calendars as a set").click()
    there.page.keyboard.type("Mine")
    there.page.keyboard.press("Enter")
    expect(here.page.get_by_role("button", name="Mine", exact=True)).to_be_visible()


def test_a_window_that_was_offline_catches_up_on_settings(open_calendar, client):
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    there.page.context.witness.expected = ["ERR_"]
    there.page.context.set_offline(True)
    choose_setting(here, "Density", "Compact")
    expect(here.page.locator("html")).to_have_attribute("data-density", "compact")
    eventually(lambda: settings(client).get("density"), "compact")
    expect(there.page.locator("html")).to_have_attribute("data-density", "comfortable")
    there.page.context.set_offline(False)
    expect(there.page.locator("html")).to_have_attribute("data-density", "compact")


def test_a_page_that_slept_opens_a_new_live_stream(calendar):
    page = calendar.page

    def streams():
        frames(page)
        return sum("/api/v1/live" in address for address in page.context.witness.requests)

    before = streams()
    for seconds, more in ((60, 0), (200, 1)):
        page.evaluate(
            """(seconds) => {
                const now = Date.now() + seconds * 1000;
                Date.now = () => now;
                document.dispatchEvent(new Event('visibilitychange'));
            }""",
            seconds,
        )
        eventually(streams, before + more)


def test_a_focused_setting_is_only_updated_when_the_focus_leaves_it(open_calendar):
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    there.open_menu_item("Settings")
    held, other = there.dialog.get_by_label("Density"), there.dialog.get_by_label("Theme")
    held.focus()
    choose_setting(here, "Density", "Compact")
    expect(there.page.locator("html")).to_have_attribute("data-density", "compact")
    expect(held).to_have_text("Comfortable")
    expect(held).to_be_focused()
    there.dialog.get_by_role("button", name="Close").focus()
    expect(held).to_have_text("Compact")
    choose_setting(here, "Theme", "Dark")
    expect(other).to_have_text("Dark")


def test_another_language_waits_until_nothing_is_being_typed(open_calendar):
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    there.page.get_by_role("button", name="New event").first.click()
    there.dialog.get_by_label("Title").fill("Half a thought")
    requests = there.page.context.witness.requests
    before = len(requests)
    here.open_menu_item("Settings")
    choose(here.dialog.get_by_label("Language"), "Deutsch")
    expect(here.page.get_by_role("button", name="Heute", exact=True)).to_be_visible()
    eventually(lambda: frames(there.page) or any("/api/v1/settings" in address for address in requests[before:]))
    there.page.wait_for_timeout(TWO_CHECKS_MS)
    expect(there.dialog.get_by_label("Title")).to_have_value("Half a thought")
    there.save()
    expect(there.page.get_by_role("button", name="Heute", exact=True)).to_be_visible()
    expect(there.chips("Half a thought")).to_have_count(1)


def settings(client):
    return json.loads(client.request("GET", "/api/v1/settings")[2])


def choose_elsewhere(client, **values):
    """Changes settings as another device would, all at once."""
    # Of an empty calendar, the page stores by itself that it's a new one, and shouldn't do so at the same moment.
    if not client.events():
        eventually(lambda: "isStarting" in settings(client))
    assert client.request("PUT", "/api/v1/settings", {**settings(client), **values}, {"If-Match": "*"})[0] == 200


def test_another_language_waits_until_a_drawn_event_has_been_named(open_calendar, client):
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    column = still(day(calendar, "2026-03-10"))
    drag(page, (column["x"] + 40, column["y"] + 13 * HOUR + 2), (0, HOUR), drop=False)
    # The theme, set together with the language, changes at once; that proves the settings have arrived.
    choose_elsewhere(client, language="de", theme="dark", firstWeekday=7)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_timeout(TWO_CHECKS_MS)
    page.mouse.up()
    title = page.get_by_label("Title")
    expect(title).to_be_focused()
    page.keyboard.type("Half a thought")
    page.wait_for_timeout(TWO_CHECKS_MS)
    expect(title).to_have_value("Half a thought")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Heute", exact=True)).to_be_visible()
    expect(hours(calendar, "Half a thought")).to_be_visible()


def test_another_language_waits_while_an_event_is_moved_by_keys(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    calendar.listed().first.focus()
    page.keyboard.press("Space")
    expect(calendar.page.get_by_role("status").get_by_text("picked up")).to_be_attached()
    choose_elsewhere(client, language="de", theme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_timeout(TWO_CHECKS_MS)
    expect(page.get_by_role("button", name="Today", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Heute", exact=True)).to_be_visible()


def test_other_settings_do_not_wait_for_the_language(open_calendar, client):
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    page.get_by_role("button", name="New event").first.click()
    calendar.dialog.get_by_label("Title").fill("Half a thought")
    personal = client.calendars()[0]["id"]
    choose_elsewhere(client, language="de", firstWeekday=7, hiddenCalendars=[personal])
    expect(page.locator('[role="columnheader"]').first).to_have_accessible_name("Sunday")
    expect(page.locator("calendar-list input")).not_to_be_checked()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Half a thought")


def two_editors(open_calendar):
    """Two windows with one event, which is open in the sheet of the first."""
    here, there = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    here.new_event("Dinner", date="2026-03-12", start="19:00", end="21:00")
    expect(there.chips("Dinner")).to_have_count(1)
    here.edit(here.chips("Dinner"))
    return here, there


def change_there(there, **fields):
    there.edit(there.chips("Dinner"))
    there.fill_sheet(**fields)
    there.save()


def test_changes_of_different_fields_are_merged(open_calendar, client):
    here, there = two_editors(open_calendar)
    here.dialog.get_by_label("Location").fill("Kitchen")
    change_there(there, title="Late dinner")
    expect(here.dialog.get_by_role("status").filter(has_text="You changed this in another window")).to_contain_text("Title")
    here.save()
    stored = wait_for_text(client, "Kitchen")["ical"]
    assert "SUMMARY:Late dinner" in stored


@pytest.mark.parametrize("choice,title", [("This window", "Mine"), ("The other one", "Their dinner")])
def test_a_conflict_in_the_same_field_asks_which_version_to_keep(open_calendar, client, choice, title):
    here, there = two_editors(open_calendar)
    here.dialog.get_by_label("Title").fill("Mine")
    here.dialog.get_by_label("Location").fill("Kitchen")
    change_there(there, title="Their dinner")
    expect(here.dialog.get_by_role("status").filter(has_text="You changed this in another window")).to_be_visible()
    here.dialog.get_by_role("button", name="Save").click()
    question = here.page.get_by_role("dialog", name="Changed in two places")
    expect(question).to_contain_text("Their dinner")
    question.get_by_role("radio", name=choice).check()
    question.get_by_role("button", name="Save").click()
    expect(here.page.get_by_role("dialog")).to_have_count(0)
    stored = wait_for_text(client, "Kitchen")["ical"]
    assert f"SUMMARY:{title}" in stored


def test_start_and_end_count_as_one_field_in_a_conflict(open_calendar, client):
    here, there = two_editors(open_calendar)
    here.dialog.get_by_label("End time").fill("22:30")
    change_there(there, start="18:00")
    expect(here.dialog.get_by_role("status").filter(has_text="You changed this in another window")).to_contain_text("Time")
    here.dialog.get_by_role("button", name="Save").click()
    here.page.get_by_role("dialog", name="Changed in two places").get_by_role("button", name="Save").click()
    stored = wait_for_text(client, "T223000")["ical"]
    assert "T190000" in stored and "T180000" not in stored


def test_an_untouched_sheet_shows_the_newer_version_on_demand(open_calendar):
    here, there = two_editors(open_calendar)
    change_there(there, title="Late dinner")
    here.dialog.get_by_role("button", name="Show the newer version").click()
    expect(here.dialog.get_by_label("Title")).to_have_value("Late dinner")
