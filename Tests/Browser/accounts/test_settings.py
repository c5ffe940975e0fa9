"""Settings and sets of calendars: they take effect at once, belong to the account, and appear on other devices."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.choices import choose
from support.events import SERIES, event
from support.timeline import hours
from support.waiting import eventually


@pytest.fixture
def settings(calendar):
    calendar.open_menu_item("Settings")
    expect(calendar.dialog.get_by_text("New events")).to_be_visible()
    return calendar


def link(calendar, section):
    """The entry of a section in the list of sections."""
    return calendar.dialog.get_by_role("navigation", name="Sections").get_by_role("link", name=section)


def stored(client):
    return json.loads(client.request("GET", "/api/v1/settings")[2])


def wait_for_stored(client, **values):
    eventually(lambda: stored(client), lambda there: values.items() <= there.items())


def test_settings_take_effect_at_once_and_on_other_devices(settings, client, open_calendar):
    client.put(SERIES)
    page, dialog = settings.page, settings.dialog
    expect(settings.chips("Stand-up").first).to_have_attribute("data-time", "9:15")
    choose(dialog.get_by_label("Time format"), "12-hour")
    choose(dialog.get_by_label("Theme"), "Dark")
    choose(dialog.get_by_label("Density"), "Compact")
    choose(dialog.get_by_label("Week starts on"), "Sunday")
    choose(dialog.get_by_label("Work starts"), "8")
    dialog.get_by_label("Week numbers").check()
    page.keyboard.press("Escape")
    expect(settings.chips("Stand-up").first).to_have_attribute("data-time", re.compile("9:15 ?am"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(settings.grid.get_by_role("columnheader").first).to_have_accessible_name(re.compile("Sun"))
    wait_for_stored(client, theme="dark", hours="12", density="compact", firstWeekday=7, workHours=[8, 17], weekNumbers=True)
    other = open_calendar("/month/2026-03-11")
    expect(other.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(other.page.locator("html")).to_have_attribute("data-density", "compact")
    expect(other.grid.get_by_role("columnheader").first).to_have_accessible_name(re.compile("Sun"))


def test_a_new_event_has_the_default_duration_and_reminder(settings):
    choose(settings.dialog.get_by_label("Default duration"), "45 minutes")
    choose(settings.dialog.get_by_label("Default reminder", exact=True), "10 minutes before")
    settings.page.keyboard.press("Escape")
    settings.page.get_by_role("button", name="New event").first.click()
    sheet = settings.dialog
    expect(sheet.get_by_label("Start time")).to_have_attribute("data-value", "11:00")
    expect(sheet.get_by_label("End time")).to_have_attribute("data-value", "11:45")
    expect(sheet.get_by_label("Reminder", exact=True)).to_have_text("10 minutes before")


def test_another_language_takes_effect_at_once(settings, client):
    choose(settings.dialog.get_by_label("Language"), "Deutsch")
    expect(settings.page.get_by_role("button", name="Heute", exact=True)).to_be_visible()
    expect(settings.page.locator("html")).to_have_attribute("lang", "de")
    assert stored(client)["language"] == "de"
    expect(settings.heading).to_contain_text("März")


def test_two_devices_do_not_overwrite_each_others_settings(settings, client):
    settings.page.context.witness.expected = ["412"]
    choose(settings.dialog.get_by_label("Theme"), "Dark")
    wait_for_stored(client, theme="dark")
    there = {**stored(client), "weekNumbers": True, "fromALaterVersion": [1]}
    client.request("PUT", "/api/v1/settings", there, {"If-Match": "*"})
    choose(settings.dialog.get_by_label("Density"), "Compact")
    wait_for_stored(client, theme="dark", density="compact", weekNumbers=True, fromALaterVersion=[1])


def test_sets_of_calendars_are_saved_switched_renamed_and_deleted(open_calendar, client):
    for name in ("Work", "Family"):
        client.request("POST", "/api/v1/calendars", {"name": name, "color": "red"})
    client.put(SERIES)
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    page.get_by_role("checkbox", name="Personal").uncheck()
    expect(calendar.chips("Stand-up")).to_have_count(0)
    page.get_by_role("button", name="Save shown calendars as a set").click()
    page.keyboard.type("Others")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Show all").click()
    expect(calendar.chips("Stand-up")).to_have_count(4)
    calendar.day("2026-03-11").focus()
    page.keyboard.press("1")
    expect(calendar.chips("Stand-up")).to_have_count(0)
    chosen = page.get_by_role("button", name="Others", exact=True)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Edit set Others").click()
    page.get_by_role("textbox", name="Name").fill("Not mine")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Not mine", exact=True)).to_be_visible()
    eventually(lambda: [one["name"] for one in stored(client).get("sets", [])], ["Not mine"])
    other = open_calendar("/month/2026-03-11")
    expect(other.page.get_by_role("button", name="Not mine", exact=True)).to_be_visible()
    expect(other.chips("Stand-up")).to_have_count(0)
    page.get_by_role("button", name="Edit set Not mine").click()
    page.get_by_role("button", name="Delete set").click()
    expect(page.get_by_role("button", name="Not mine", exact=True)).to_have_count(0)


def test_another_clock_changes_the_hours_at_the_side_and_the_times_of_drawn_events(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11", locale="en-US")
    label = calendar.page.locator(".hour-label").nth(13)
    for format, hour, time in (("24-hour", "13:00", "12:00"), ("12-hour", "1 PM", "12"), ("24-hour", "13:00", "12:00")):
        calendar.page.keyboard.press(",")
        choose(calendar.dialog.get_by_label("Time format"), format)
        calendar.page.keyboard.press("Escape")
        expect(label).to_have_text(hour)
        expect(hours(calendar, "Lunch")).to_have_attribute("data-time", re.compile(f"^{time}(:00)? ?(PM )?–|^{time}(pm)?–"))


def test_the_settings_are_open_again_after_a_change_of_the_language(settings):
    choose(settings.dialog.get_by_label("Language"), "Deutsch")
    expect(settings.page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
    settings.page.keyboard.press("Escape")
    # The browser goes back to the address of the view a moment later.
    expect(settings.page).not_to_have_url(re.compile("/settings"))
    settings.reload()
    expect(settings.page.get_by_role("dialog")).to_have_count(0)


def test_the_list_of_sections_leads_to_a_section(settings):
    page, dialog = settings.page, settings.dialog
    page.set_viewport_size({"width": 1100, "height": 500})
    expect(dialog.get_by_role("button", name="Manage account")).not_to_be_in_viewport()
    link(settings, "Account").click()
    expect(dialog.get_by_role("group", name="Account")).to_be_focused()
    expect(link(settings, "Account")).to_have_attribute("aria-current", "true")
    expect(dialog.get_by_role("button", name="Manage account")).to_be_in_viewport()
    dialog.get_by_role("button", name="Manage account").click()
    expect(page.get_by_role("dialog", name="Account")).to_be_visible()


def test_the_address_and_the_mark_follow_the_section_that_is_read(settings):
    page = settings.page
    page.set_viewport_size({"width": 1100, "height": 500})
    expect(page).to_have_url(re.compile("/settings$"))
    expect(page).to_have_title("Settings · Meantime")
    expect(link(settings, "General")).to_have_attribute("aria-current", "true")
    page.mouse.move(700, 300)
    page.mouse.wheel(0, 10_000)
    expect(link(settings, "Account")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile("/settings/account$"))
    page.mouse.wheel(0, -10_000)
    expect(link(settings, "General")).to_have_attribute("aria-current", "true")
    expect(link(settings, "Account")).not_to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile("/settings/general$"))


def test_back_leaves_the_settings_and_forward_opens_them_at_the_section(settings):
    page = settings.page
    link(settings, "Time zones and travel").click()
    expect(page).to_have_url(re.compile("/settings/time-zones$"))
    page.go_back()
    expect(settings.page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("/month/2026-03-11$"))
    expect(page).to_have_title(re.compile("^March 2026"))
    page.go_forward()
    expect(link(settings, "Time zones and travel")).to_have_attribute("aria-current", "true")
    settings.reload()
    expect(link(settings, "Time zones and travel")).to_have_attribute("aria-current", "true")
    # Back closes what is open over the settings, and not these.
    settings.dialog.get_by_role("button", name="Choose a city").click()
    expect(page.get_by_role("dialog")).to_have_count(2)
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(page).to_have_url(re.compile("/settings/time-zones$"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("/month/2026-03-11$"))


def test_settings_that_were_closed_are_no_step_of_back(open_calendar):
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    page.keyboard.press("w")
    expect(page).to_have_url(re.compile("/week/2026-03-11$"))
    page.keyboard.press(",")
    expect(calendar.dialog).to_be_visible()
    # Right after closing, while the browser still makes the step back.
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/week/2026-03-11$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/month/2026-03-11$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_link_opens_a_section_over_the_view(open_calendar):
    calendar = open_calendar("/settings/account")
    page = calendar.page
    expect(link(calendar, "Account")).to_have_attribute("aria-current", "true")
    expect(calendar.dialog.get_by_role("button", name="Manage account")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("/settings/account$"))
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("/month/2026-03-11$"))


def test_on_a_phone_each_section_is_a_screen_with_a_way_back(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    page, dialog = calendar.page, calendar.dialog
    calendar.open_menu_item("Settings")
    expect(dialog.get_by_label("Theme")).to_be_hidden()
    link(calendar, "Views").tap()
    expect(page.get_by_role("dialog", name="Views")).to_be_visible()
    expect(dialog.get_by_label("Week starts on")).to_be_visible()
    expect(dialog.get_by_label("Theme")).to_be_hidden()
    expect(page).to_have_url(re.compile("/settings/views$"))
    dialog.get_by_role("button", name="Settings").tap()
    expect(link(calendar, "Views")).to_be_focused()
    expect(page).to_have_url(re.compile("/settings$"))
    link(calendar, "Account").tap()
    page.go_back()
    expect(link(calendar, "Account")).to_be_visible()
    dialog.get_by_role("searchbox").fill("theme")
    expect(dialog.get_by_label("Theme")).to_be_visible()
    expect(link(calendar, "Views")).to_be_hidden()
    dialog.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("dialog", name="Settings")).to_have_count(0)
    expect(page).to_have_url(re.compile("/month/2026-03-11$"))


def test_the_page_opens_with_the_view_used_last_or_with_a_chosen_one(open_calendar):
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    calendar.show("week")
    calendar.open("/")
    expect(page.locator('[data-view="week"]')).to_be_visible()
    expect(page).to_have_url(re.compile("/week/2026-03-11$"))
    calendar.open_settings("Views")
    expect(calendar.dialog.get_by_label("Default view")).to_have_text("Last used")
    choose(calendar.dialog.get_by_label("Default view"), "Agenda")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/week/2026-03-11$"))
    calendar.open("/")
    expect(page.locator('[data-view="agenda"]')).to_be_visible()
    # An address that names a view still opens it.
    calendar.open("/month/2026-03-11")
    expect(page.locator('[data-view="month"]')).to_be_visible()


def test_a_search_shows_the_rows_with_the_words_and_a_section_ends_it(settings):
    dialog = settings.dialog
    search = dialog.get_by_role("searchbox", name="Search settings")
    search.fill("numbers WEEK")
    expect(dialog.get_by_label("Week numbers")).to_be_visible()
    expect(dialog.get_by_label("Tint weekends")).to_be_hidden()
    expect(dialog.get_by_label("Theme")).to_be_hidden()
    search.fill("quagga")
    expect(dialog.get_by_text("Nothing found")).to_be_visible()
    link(settings, "General").click()
    expect(search).to_have_value("")
    expect(dialog.get_by_label("Theme")).to_be_visible()
    expect(dialog.get_by_text("Nothing found")).to_be_hidden()


def test_the_search_finds_other_words_in_both_languages_and_says_how_many_fit(open_calendar):
    calendar = open_calendar("/settings", locale="de-DE")
    dialog = calendar.dialog
    search, said = dialog.get_by_role("searchbox"), dialog.get_by_role("navigation").locator("xpath=preceding-sibling::*[@role='status']")
    for typed, label, count in (
        ("dark mode", "Farbschema", "1 Ergebnis"),
        ("Nachtmodus", "Farbschema", "1 Ergebnis"),
        ("hide weekends", "Wochenenden ausblenden", "1 Ergebnis"),
        ("new events", "Standarddauer", "2 Ergebnisse"),
    ):
        search.fill(typed)
        expect(dialog.get_by_label(label)).to_be_visible()
        expect(said).to_have_text(count)
    expect(dialog.get_by_label("Farbschema")).to_be_hidden()
    search.fill("Benachrichtigung")
    expect(dialog.get_by_role("group", name="Benachrichtigungen")).to_be_visible()
    expect(said).to_have_text("4 Ergebnisse")
    expect(dialog.get_by_label("Standarderinnerung")).to_be_visible()
    search.fill("export everything")
    expect(dialog.get_by_role("link", name="Alles exportieren")).to_be_visible()
    search.fill("")
    expect(said).to_be_empty()
    expect(dialog.get_by_label("Farbschema")).to_be_visible()


def test_working_hours_are_chosen_in_quarters_for_each_weekday(open_calendar, client):
    calendar = open_calendar("/week/2026-03-11")
    page, dialog = calendar.page, calendar.dialog

    def shown(date):
        return page.locator(f'.hours-day[data-date="{date}"]').evaluate("(day) => [day.style.getPropertyValue('--work'), day.style.getPropertyValue('--rest')]")

    assert shown("2026-03-11") == ["9", "17"]
    assert shown("2026-03-14") == ["0", "24"], "a day off has no hours outside of work"
    calendar.open_settings("Views")
    choose(dialog.get_by_label("Work starts"), "8:15")
    dialog.get_by_label("Different hours by weekday").check()
    wednesday = dialog.get_by_role("group", name="Wednesday")
    expect(wednesday.get_by_label("Work starts")).to_have_text("8:15")
    choose(wednesday.get_by_label("Work ends"), "13:45")
    choose(dialog.get_by_role("group", name="Friday").get_by_label("Work starts"), "Off")
    expect(dialog.get_by_role("group", name="Friday").get_by_label("Work ends")).to_be_hidden()
    choose(dialog.get_by_role("group", name="Saturday").get_by_label("Work starts"), "10:30")
    expected = {"3": [8.25, 13.75], "5": None, "6": [10.5, 17]}
    wait_for_stored(client, workHours=[8.25, 17], weekdayHours=expected)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [shown(f"2026-03-{day}") for day in (10, 11, 13, 14)] == [["8.25", "17"], ["8.25", "13.75"], ["0", "24"], ["10.5", "17"]]
    calendar.open_settings("Views")
    expect(dialog.get_by_role("group", name="Friday").get_by_label("Work starts")).to_have_text("Off")
    dialog.get_by_label("Different hours by weekday").uncheck()
    expect(dialog.get_by_role("group", name="Friday")).to_have_count(0)
    wait_for_stored(client, weekdayHours={})
