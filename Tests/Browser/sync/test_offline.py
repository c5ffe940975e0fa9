"""Offline, the page says so, loaded events stay readable, and edits wait until they can be saved."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.choices import choose
from support.events import event, stored
from support.pointer import centre, drag
from support.timeline import HOUR, hours
from support.waiting import eventually, frames, still, wait_for_events

KEPT = ("20260311T1200", "20260311T1300")
BANNER = "You’re offline. Changes to events will be saved later."


@pytest.fixture
def cut_off(open_calendar, client):
    """Opens a path, waits until all views are loaded, and goes offline."""
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))

    def open_page(path):
        calendar = open_calendar(path)
        calendar.wait_until("customElements.get('year-view') !== undefined")
        calendar.page.context.witness.expected = ["ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_NETWORK_CHANGED"]
        calendar.page.context.set_offline(True)
        expect(calendar.page.get_by_text(BANNER)).to_be_visible()
        return calendar

    return open_page


@pytest.mark.parametrize("width,height", [(390, 844), (820, 1180), (1440, 900)])
def test_the_banner_moves_nothing_and_lets_no_press_through(open_calendar, client, width, height):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    calendar.page.set_viewport_size({"width": width, "height": height})
    before = still(hours(calendar, "Lunch"))
    calendar.page.context.witness.expected = ["ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_NETWORK_CHANGED"]
    calendar.page.context.set_offline(True)
    banner = calendar.page.get_by_text(BANNER)
    expect(banner).to_be_visible()
    assert hours(calendar, "Lunch").bounding_box() == before
    at = "([x, y]) => document.elementFromPoint(x, y).closest('.hours-scroller') === null"
    assert calendar.page.evaluate(at, centre(banner)), "a press on the banner isn't one on what lies below it"


def expect_waiting(calendar, text="1 change is waiting."):
    expect(calendar.page.get_by_text(f"You’re offline. {text}")).to_be_visible()


def drag_in_week(calendar):
    drag(calendar.page, centre(hours(calendar, "Lunch")), (0, HOUR * 2))


def move_by_keys(calendar):
    hours(calendar, "Lunch").focus()
    for key in ("Space", "ArrowDown", "ArrowRight", "Enter"):
        calendar.page.keyboard.press(key)


def change_in_editor(calendar):
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(title="Dinner")
    calendar.save()


@pytest.mark.parametrize(
    "path,edit,title,time",
    [
        ("/month/2026-03-11", change_in_editor, "Dinner", KEPT),
        ("/week/2026-03-11", drag_in_week, "Lunch", ("20260311T1400", "20260311T1500")),
        ("/day/2026-03-11", move_by_keys, "Lunch", ("20260312T1215", "20260312T1315")),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_an_edit_waits_until_there_is_a_network(cut_off, client, path, edit, title, time):
    calendar = cut_off(path)
    edit(calendar)
    expect_waiting(calendar)
    assert stored(client, "Lunch") == KEPT
    calendar.page.context.set_offline(False)
    expect(calendar.announcement("Your change is saved now")).to_be_visible()
    expect(calendar.page.locator(".banner")).to_be_hidden()
    assert stored(client, title) == time


def test_an_edit_that_waits_can_be_undone(cut_off, client):
    calendar = cut_off("/week/2026-03-11")
    drag_in_week(calendar)
    expect_waiting(calendar)
    calendar.page.locator("toast-stack").get_by_role("button", name="Undo").click()
    # Nothing is left to send.
    expect(calendar.page.get_by_text("1 change is waiting.")).to_have_count(0)
    expect(hours(calendar, "Lunch")).to_have_accessible_name(re.compile("Lunch.*12:00.*13:00"))
    calendar.page.context.set_offline(False)
    expect(calendar.page.locator(".banner")).to_be_hidden()
    assert stored(client, "Lunch") == KEPT


def make_in_editor(calendar):
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")


def draw_in_week(calendar):
    x, y = centre(calendar.page.locator('section[data-date="2026-03-12"]'))
    scroller = calendar.page.locator(".hours-scroller").bounding_box()
    drag(calendar.page, (x, scroller["y"] + 200), (0, HOUR))
    calendar.page.keyboard.type("Walk")
    calendar.page.keyboard.press("Enter")


@pytest.mark.parametrize(
    "path,make",
    [("/month/2026-03-11", make_in_editor), ("/week/2026-03-11", draw_in_week)],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_new_event_is_shown_and_waits(cut_off, client, path, make):
    calendar = cut_off(path)
    make(calendar)
    expect_waiting(calendar)
    expect(calendar.page.locator("[data-uid]").filter(has_text="Walk").first).to_be_visible()
    assert len(client.events()) == 1
    calendar.page.context.set_offline(False)
    wait_for_events(client, 2)
    expect(calendar.page.get_by_text("change is waiting.")).to_have_count(0)


def test_everything_loaded_stays_readable(cut_off):
    calendar = cut_off("/month/2026-03-11")
    page = calendar.page
    expect(calendar.chips("Lunch")).to_have_count(1)
    page.keyboard.press("w")
    expect(hours(calendar, "Lunch")).to_be_visible()
    page.keyboard.press("y")
    expect(calendar.day("2026-03-11")).to_have_accessible_name(re.compile("1 event"))
    page.keyboard.press("a")
    expect(calendar.listed("Lunch")).to_be_visible()
    page.keyboard.press("m")
    page.keyboard.press("/")
    calendar.dialog.get_by_role("combobox").first.fill("lunch")
    expect(calendar.dialog.get_by_role("option", name="Lunch")).to_be_visible()


def test_a_setting_chosen_offline_takes_effect_at_once_and_is_sent_later(cut_off, client):
    calendar = cut_off("/month/2026-03-11")
    requests = calendar.page.context.witness.requests
    before = len(requests)
    calendar.open_menu_item("Settings")
    choose(calendar.dialog.get_by_label("Theme"), "Dark")
    expect(calendar.page.locator("html")).to_have_attribute("data-theme", "dark")
    # Wait for the first attempt to send it, which fails.
    eventually(lambda: frames(calendar.page) or any("/api/v1/settings" in address for address in requests[before:]))
    calendar.page.context.set_offline(False)
    eventually(lambda: json.loads(client.request("GET", "/api/v1/settings")[2]).get("theme"), "dark")


def test_a_calendar_can_not_be_created_offline(cut_off, client):
    calendar = cut_off("/month/2026-03-11")
    calendar.page.get_by_role("button", name="New calendar").click()
    calendar.dialog.get_by_label("Name").fill("Never")
    calendar.dialog.get_by_role("button", name="Save").click()
    expect(calendar.dialog.get_by_role("alert")).to_contain_text("offline")
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.get_by_role("checkbox", name="Never")).to_have_count(0)
    assert len(client.calendars()) == 1
