"""Zones: a second one beside the hours, the times of events elsewhere, and days that the user spends elsewhere."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import event
from support.timeline import hours
from support.waiting import eventually


@pytest.fixture
def week(open_calendar, client):
    client.put(event("Call", "20260311T140000", "20260311T150000"))
    return open_calendar("/week/2026-03-11")


def choose(calendar, city):
    calendar.dialog.get_by_label("Search for a city or region").fill(city)
    calendar.dialog.get_by_role("option", name=city.capitalize()).first.click()


def travel(calendar, city, first, last):
    calendar.open_settings("Time zones and travel")
    sheet = calendar.dialog
    sheet.get_by_role("button", name="Choose a city").click()
    choose(calendar, city)
    for label, day in (("First day", first), ("Last day", last)):
        sheet.get_by_label(label).fill(day)
        sheet.get_by_label(label).press("Tab")
    sheet.get_by_role("button", name="Add trip").click()
    return sheet


def test_a_second_zone_is_chosen_once_and_then_takes_one_press(week):
    page = week.page
    page.get_by_role("button", name="Show a second time zone").click()
    choose(week, "tokyo")
    hide = page.get_by_role("button", name="Hide the hours of Tokyo")
    expect(hide).to_have_text("TokyoBerlin")
    expect(page.locator(".hour-label.second").nth(9)).to_have_text("17:00")
    hide.click()
    expect(page.locator(".hour-label.second")).to_have_count(0)
    page.get_by_role("button", name="Show a second time zone").click()
    expect(page.locator(".hour-label.second").nth(9)).to_have_text("17:00")


def test_days_elsewhere_are_shown_and_written_by_the_clock_there(week, client):
    client.put(event("Talk", "20260311T080000", "20260311T100000"))
    sheet = travel(week, "tokyo", "10 March 2026", "12 March 2026")
    expect(sheet.get_by_role("listitem").filter(has_text="Tokyo, Tue 10 Mar")).to_be_visible()
    assert findings_in_both_schemes(week.page) == []
    week.page.keyboard.press("Escape")
    expect(hours(week, "Call")).to_have_attribute("data-time", re.compile("^22:00"))
    expect(week.page.locator(".day-name-cell", has_text="Tokyo")).to_have_count(3)
    expect(hours(week, "Talk")).to_have_attribute("data-third", "8:00 in Berlin")
    expect(hours(week, "Talk")).to_have_accessible_name(re.compile("16:00 to 18:00, 8:00 in Berlin$"))
    hours(week, "Call").click()
    expect(week.dialog).to_contain_text("14:00 – 15:00 in Berlin")
    week.page.keyboard.press("Escape")
    week.open("/day/2026-03-11")
    week.page.keyboard.press("n")
    week.fill_sheet(title="Breakfast", start="08:00", end="09:00")
    week.save()
    expect(hours(week, "Breakfast")).to_have_attribute("data-time", re.compile("^8:00"))
    eventually(lambda: any("DTSTART;TZID=Asia/Tokyo:20260311T080000" in record["ical"] for record in client.events()))


def test_the_hours_that_a_journey_skips_say_where_it_goes(week):
    travel(week, "tokyo", "10 March 2026", "12 March 2026")
    week.page.keyboard.press("Escape")
    skipped = week.page.locator('[data-date="2026-03-10"] .missing-band')
    expect(skipped).to_have_text("On the way to Tokyo")
    expect(week.page.get_by_text("doesn’t exist")).to_have_count(0)


def test_the_journey_home_is_named_too(week):
    travel(week, "new york", "10 March 2026", "12 March 2026")
    week.page.keyboard.press("Escape")
    expect(week.page.locator('[data-date="2026-03-13"] .missing-band')).to_have_text("On the way home")


def test_a_stay_can_be_removed_again(open_calendar, client):
    client.put(event("Call", "20260311T140000", "20260311T150000"))
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True)
    sheet = travel(calendar, "tokyo", "10 March 2026", "12 March 2026")
    sheet.get_by_role("button", name="Remove Tokyo").click()
    expect(sheet.get_by_role("button", name="Remove Tokyo")).to_have_count(0)
    expect(sheet.get_by_role("button", name="Choose a city")).to_be_focused()
    calendar.page.keyboard.press("Escape")
    expect(hours(calendar, "Call")).to_have_attribute("data-time", re.compile("^14:00"))


def test_windows_name_of_ones_own_zone_is_no_second_time(open_calendar, client):
    for title, day, zone in [("Lunch", 11, "W. Europe Standard Time"), ("Call", 12, "Tokyo Standard Time")]:
        client.put(event(title, f"202603{day}T120000", f"202603{day}T130000", zone=zone))
    calendar = open_calendar("/month/2026-03-11")
    for title, is_elsewhere in [("Lunch", False), ("Call", True)]:
        calendar.edit(calendar.chips(title))
        expect(calendar.dialog.get_by_label("Title")).to_have_value(title)
        hint = calendar.dialog.locator(".zone-hint")
        if is_elsewhere:
            expect(hint).to_contain_text("your time")
        else:
            expect(hint).to_be_hidden()
        calendar.page.keyboard.press("Escape")
