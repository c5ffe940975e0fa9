"""Typing dates and times, and choosing them from the month and the list."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings
from support.browser import PHONE
from support.waiting import wait_for_events


def sheet_of(calendar):
    calendar.open("/new?title=Tea&start=2026-03-12T19:00&end=2026-03-12T20:00")
    sheet = calendar.dialog
    return sheet, *(sheet.get_by_label(name) for name in ("Start date", "Start time", "End date", "End time"))


def test_dates_and_times_are_typed_as_one_likes(calendar, client):
    _, date, time, end_date, end = sheet_of(calendar)
    date.fill("fri 9")
    date.press("Tab")
    expect(date).to_have_attribute("data-value", "2026-03-13")
    expect(time).to_have_attribute("data-value", "09:00")
    expect(end).to_have_attribute("data-value", "10:00")
    date.fill("in 2 weeks")
    time.fill("half past 3")
    expect(date).to_have_attribute("data-value", "2026-03-25")
    time.press("Tab")
    expect(time).to_have_attribute("data-value", "15:30")
    expect(end_date).to_have_attribute("data-value", "2026-03-25")
    date.press("ArrowUp")
    end.press("ArrowUp")
    calendar.save()
    [event] = wait_for_events(client, 1)
    assert re.search(r"DTSTART\S*:20260326T153000", event["ical"]), event["ical"]
    assert re.search(r"DTEND\S*:20260326T164500", event["ical"]), event["ical"]


def test_text_that_cannot_be_read_stays_and_is_not_saved(calendar, client):
    sheet, date, time, *_ = sheet_of(calendar)
    date.fill("someday")
    date.press("Tab")
    expect(date).to_have_value("someday")
    expect(date).to_have_accessible_description(re.compile("Enter a date"))
    time.fill("18:00")
    sheet.get_by_role("button", name="Save").click()
    expect(date).to_be_focused()
    assert client.events() == []
    date.fill("+1")
    time.focus()
    expect(date).to_have_attribute("data-value", "2026-03-12")
    expect(date).not_to_have_attribute("aria-invalid", "true")
    expect(time).to_have_attribute("data-value", "18:00")


def test_a_day_is_chosen_in_the_month_by_keys(calendar):
    sheet, date, *_ = sheet_of(calendar)
    date.press("Alt+ArrowDown")
    expect(sheet.get_by_role("button", name="12 March 2026")).to_be_focused()
    assert findings(calendar.page) == []
    calendar.page.keyboard.press("PageDown")
    calendar.page.keyboard.press("ArrowRight")
    calendar.page.keyboard.press("Enter")
    expect(date).to_be_focused()
    expect(date).to_have_attribute("data-value", "2026-04-13")
    date.press("Alt+ArrowDown")
    calendar.page.keyboard.press("Escape")
    expect(date).to_be_focused()
    expect(sheet).to_be_visible()


def test_the_list_of_ends_has_the_lengths_and_goes_past_midnight(calendar):
    sheet, _, _, end_date, end = sheet_of(calendar)
    end.click()
    expect(end).to_have_attribute("aria-expanded", "true")
    expect(sheet.locator("time-field [aria-selected=true]")).to_have_text(re.compile(r"20:00 \(1 h"))
    assert findings(calendar.page) == []
    sheet.locator('time-field [data-time="01:00"]').click()
    expect(end).to_have_attribute("data-value", "01:00")
    expect(end_date).to_have_attribute("data-value", "2026-03-13")
    end.press("Alt+ArrowDown")
    end.press("ArrowDown")
    end.press("Enter")
    expect(end).to_have_attribute("data-value", "01:15")
    expect(sheet).to_be_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_tap_on_a_date_opens_the_month_and_another_one_is_for_typing(open_calendar, motion):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion=motion)
    sheet_of(calendar)
    # The month is a dialog in a dialog.
    date = calendar.page.get_by_label("Start date")
    month = calendar.page.get_by_role("dialog", name="Choose")
    date.tap()
    expect(month).to_be_visible()
    expect(date).not_to_be_focused()
    month.get_by_role("button", name="20 March 2026").tap()
    expect(month).to_be_hidden()
    expect(date).to_have_attribute("data-value", "2026-03-20")
    expect(date).not_to_be_focused()
    date.tap()
    date.tap()
    expect(month).to_be_hidden()
    expect(date).to_be_focused()


def test_the_day_is_not_said_twice(calendar):
    calendar.page.keyboard.press("n")
    same, end = calendar.dialog.get_by_text("same day"), calendar.dialog.get_by_label("End date")
    expect(same).to_be_visible()
    end.focus()
    expect(same).to_be_hidden()
    calendar.page.keyboard.press("ArrowUp")
    calendar.dialog.get_by_label("Start time").focus()
    expect(same).to_be_hidden()
