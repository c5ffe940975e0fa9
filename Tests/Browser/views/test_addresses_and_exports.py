"""Addresses that open something, files to download, and links to other calendars."""

import pathlib
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from support.events import SERIES, event
from support.timeline import day


def saved(page, click):
    """The name and the text of the file that `click` downloads."""
    with page.expect_download() as download:
        click()
    return download.value.suggested_filename, pathlib.Path(download.value.path()).read_text()


def uids(text):
    return sorted(re.findall(r"^UID:(\S+)", text, re.MULTILINE))


@pytest.fixture
def three(client):
    """Three calendars with one event each, all in the same zone."""
    ids = {"Personal": client.calendars()[0]["id"]}
    for name in ("Work", "Club"):
        client.request("POST", "/api/v1/calendars", {"name": name, "color": "red"})
        ids[name] = client.calendars()[-1]["id"]
    for name, calendar in ids.items():
        client.put(event(name, "20260311T120000", "20260311T130000"), calendar=calendar)
    return ids


@pytest.mark.parametrize(("path", "label"), [("/search", "Search"), ("/settings", "Settings")])
def test_the_search_and_the_settings_have_an_address(open_calendar, path, label):
    calendar = open_calendar(path)
    expect(calendar.page.get_by_role("dialog", name=label)).to_be_visible()
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    expect(calendar.page).to_have_url(re.compile(r"/month/2026-03-11$"))


def test_an_unknown_address_says_so_and_leads_home(open_calendar, server):
    page = open_calendar("/month/2026-03-11").page
    page.context.witness.expected = ["404", "preloaded"]
    answer = page.goto(server.url + "/no/such/page")
    assert answer.status == 404
    expect(page.get_by_role("heading", name="There’s nothing here")).to_be_focused()
    page.get_by_role("button", name="Go to my calendar").click()
    expect(page).to_have_url(re.compile("/month/2026-03-11$"))


def test_a_program_gets_an_error_at_an_unknown_address(open_calendar, server):
    request = open_calendar("/month/2026-03-11").page.request
    for path, accept in [("/no/such/page", "application/json"), ("/api/v1/nothing", "text/html"), ("/assets/x/y.js", "text/html")]:
        answer = request.get(server.url + path, headers={"Accept": accept})
        assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")


def test_a_day_has_an_address(open_calendar, client):
    client.put(event("Lunch", "20261121T120000", "20261121T130000"))
    calendar = open_calendar("/day/2026-11-21")
    expect(calendar.heading).to_have_text("November 2026")
    expect(day(calendar, "2026-11-21").get_by_text("Lunch")).to_be_visible()


def test_a_new_event_has_an_address(open_calendar, client):
    query = urllib.parse.urlencode(
        {"title": "Dinner & talk", "start": "2026-03-14T19:00:00", "end": "2026-03-14T21:30:00", "location": "Luigi’s", "allDay": "0"}
    )
    calendar = open_calendar("/new?" + query)
    sheet = calendar.dialog
    for label, value in {"Title": "Dinner & talk", "Location": "Luigi’s"}.items():
        expect(sheet.get_by_label(label)).to_have_value(value)
    for label, value in {"Start date": "2026-03-14", "Start time": "19:00", "End time": "21:30"}.items():
        expect(sheet.get_by_label(label)).to_have_attribute("data-value", value)
    assert client.events() == []
    calendar.save()
    expect(calendar.chips("Dinner & talk")).to_have_count(1)
    expect(calendar.page).to_have_url(calendar.server.url + "/month/2026-03-14")


def test_the_address_of_a_new_event_may_leave_out_or_garble_its_times(calendar):
    for number, (query, times) in enumerate({
        "start=2026-03-14T19:00": ("2026-03-14", "19:00", "2026-03-14", "20:00"),
        "start=2026-03-14": ("2026-03-14", None, "2026-03-14", None),
        "start=2026-03-14&end=2026-03-16": ("2026-03-14", None, "2026-03-16", None),
        "start=tomorrow&end=x": ("2026-03-11", "11:00", "2026-03-11", "12:00"),
        "start=2026-03-14T19:00&end=2026-03-13T08:00": ("2026-03-14", "19:00", "2026-03-14", "20:00"),
    }.items()):
        calendar.open(f"/new?title=Number+{number}&{query}")
        sheet = calendar.dialog
        expect(sheet.get_by_label("Title")).to_have_value(f"Number {number}")
        for label, value in zip(("Start date", "Start time", "End date", "End time"), times):
            if value is None:
                expect(sheet.get_by_label(label), query).to_be_hidden()
            else:
                expect(sheet.get_by_label(label), query).to_have_attribute("data-value", value)
        expect(sheet.get_by_role("button", name="Save")).to_be_enabled()


def test_a_calendar_a_set_and_everything_can_be_exported(three, open_calendar, client):
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    page.get_by_role("button", name="Edit Work").click()
    name, text = saved(page, calendar.dialog.get_by_role("link", name="Export as a file").click)
    assert (name, uids(text)) == ("Work.ics", ["Work@example.org"])
    page.keyboard.press("Escape")
    page.get_by_role("checkbox", name="Personal").uncheck()
    page.get_by_role("button", name="Save shown calendars as a set").click()
    page.keyboard.type("Out & about")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Edit set Out & about").click()
    name, text = saved(page, calendar.dialog.get_by_role("link", name="Export as a file").click)
    assert (name, uids(text)) == ("Out-about.ics", ["Club@example.org", "Work@example.org"])
    assert "X-WR-CALNAME:Out & about" in text
    page.keyboard.press("Escape")
    calendar.open_menu_item("Settings")
    name, text = saved(page, calendar.dialog.get_by_role("link", name="Export everything").click)
    assert (name, uids(text)) == ("Meantime.ics", ["Club@example.org", "Personal@example.org", "Work@example.org"])
    assert text.count("BEGIN:VTIMEZONE") == text.count("TZID:Europe/Berlin") == 1


def test_an_event_can_be_added_to_google_and_apple_calendars(open_calendar, client):
    client.put(SERIES)
    calendar = open_calendar("/month/2026-03-11")
    calendar.edit(calendar.chips("Stand-up").first)
    google = calendar.dialog.get_by_role("link", name="Open in Google Calendar")
    address = urllib.parse.urlparse(google.get_attribute("href"))
    assert (address.scheme, address.netloc) == ("https", "calendar.google.com")
    query = dict(urllib.parse.parse_qsl(address.query))
    assert query["text"] == "Stand-up" and query["ctz"] == "Europe/Berlin"
    assert query["dates"] == "20260303T091500/20260303T093000"
    assert google.get_attribute("rel") == "noreferrer"
    name, text = saved(calendar.page, calendar.dialog.get_by_role("link", name="Add to Apple Calendar").click)
    assert name.endswith(".ics") and uids(text) == ["standup@example.org"]
    assert "RRULE:FREQ=WEEKLY;COUNT=4" in text and text.count("BEGIN:VTIMEZONE") == 1
