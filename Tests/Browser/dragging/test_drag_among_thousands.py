"""Dragging an event among ten thousand others, with real mouse and touch input."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from support.browser import DESKTOP, PHONE
from support.events import event
from support.pointer import Finger, centre
from support.server import ROOT, Client, on_copy
from support.waiting import eventually, steady

NEEDLE = "needle@example.org"
QUARTER = 15
# How far the drop may be from the pointer: half a step of the grid, and about a pixel.
NEAR_MINUTES = 8


@pytest.fixture(scope="module")
def crowded(tmp_path_factory, furnished):
    """The furnished data with ten thousand imported events within one year, and the needle."""
    data, cookie = furnished
    command = [sys.executable, ROOT / "Fixtures/generate-large.py", "-", "--first", "2026-01-01", "--days", "365"]
    file = subprocess.run(command, check=True, capture_output=True).stdout
    server = on_copy(data, tmp_path_factory.mktemp("crowded"))
    client = Client(server, cookie)
    answer = client.import_file(file, calendar=client.calendars()[0]["id"])[-1]
    assert answer["added"] == 10_000
    client.put(event("needle", "20260311T120000", "20260311T130000"))
    server.stop()
    return server.data


@pytest.fixture
def server(crowded, tmp_path_factory):
    server = on_copy(crowded, tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def client(client):
    client.home = client.calendars()[0]["id"]
    return client


class Mouse:
    """The mouse, with the same methods as Touch."""

    def __init__(self, page):
        self.page = page

    def lift(self, at):
        self.page.mouse.move(*at)
        self.page.mouse.down()
        self.page.mouse.move(at[0] + 3, at[1] + 5)

    def move(self, _, end):
        self.page.mouse.move(*end, steps=6)

    def drop(self):
        self.page.mouse.up()


class Touch(Finger):
    def lift(self, at):
        self.send("touchStart", at)
        expect(self.page.locator(".held:not([hidden]), .held-chip").first).to_be_visible()

    def drop(self):
        self.send("touchEnd")


POINTERS = {"mouse": (Mouse, {"viewport": DESKTOP}, "/week/"), "finger": (Touch, {"viewport": PHONE, "has_touch": True, "is_mobile": True}, "/day/")}


@pytest.fixture(params=POINTERS)
def calendar_and_pointer(request, open_calendar):
    """The timeline scrolled to the needle, and the pointer to drag it with."""
    make, options, path = POINTERS[request.param]
    calendar = open_calendar(path + "2026-03-11", **options)
    needle(calendar).scroll_into_view_if_needed()
    calendar.page.locator(".hours-scroller").evaluate("(scroller) => { scroller.scrollTop = 9 * parseFloat(scroller.style.getPropertyValue('--hour')); }")
    settled(calendar)
    return calendar, make(calendar.page)


def needle(calendar):
    return calendar.page.locator(f'.hours-event:not(.held)[data-uid="{NEEDLE}"]')


def settled(calendar):
    """Waits until the timeline has stopped scrolling, and returns its geometry."""
    return steady(calendar.page, lambda: calendar.page.evaluate(STATE))


STATE = """() => {
    const scroller = document.querySelector('.hours-scroller');
    const box = scroller.getBoundingClientRect();
    return { top: scroller.scrollTop, hour: parseFloat(scroller.style.getPropertyValue('--hour')),
        y: box.y + parseFloat(scroller.style.getPropertyValue('--head')), bottom: box.bottom, max: scroller.scrollHeight - scroller.clientHeight };
}"""
TOPS = """(frames) => new Promise((done) => {
    const scroller = document.querySelector('.hours-scroller, .strip');
    const seen = [];
    const step = () => { seen.push(scroller.scrollTop); seen.length < frames ? requestAnimationFrame(step) : done(seen); };
    requestAnimationFrame(step);
})"""


def stored(client):
    """The stored local start and end of the needle."""
    status, _, octets = client.request("GET", f"/api/v1/calendars/{client.home}/events/{NEEDLE}.ics")
    assert status == 200, octets
    return tuple(re.search(rf"{name}[^:\r]*:(\d+T\d+)", octets.decode()).group(1) for name in ("DTSTART", "DTEND"))


def changed(client, before):
    return eventually(lambda: stored(client), lambda now: now != before)


def minutes_of_day(local):
    return int(local[9:11]) * 60 + int(local[11:13])


def test_a_still_pointer_keeps_scrolling_in_the_edge_zone_and_beyond_it(calendar_and_pointer):
    calendar, pointer = calendar_and_pointer
    at, state = centre(needle(calendar)), settled(calendar)
    pointer.lift(at)
    pointer.move(at, (at[0], state["bottom"] - 20))
    within = calendar.page.evaluate(TOPS, 14)
    assert within == sorted(within) and within[-1] > within[4] > state["top"], within
    beyond = (at[0], state["bottom"] + 40)
    pointer.move((at[0], state["bottom"] - 20), beyond)
    first = calendar.page.evaluate(TOPS, 10)
    assert first[-1] > first[0] or first[-1] >= state["max"] - 1, first
    calendar.page.keyboard.press("Escape")
    pointer.drop()
    eventually(lambda: settled(calendar)["top"], pytest.approx(state["top"], abs=1))


def test_the_drop_is_near_the_pointer_and_keys_make_the_same_event(calendar_and_pointer, client):
    calendar, pointer = calendar_and_pointer
    page, before = calendar.page, stored(client)
    at, state = centre(needle(calendar)), settled(calendar)
    grab_minutes = (at[1] - state["y"] + state["top"]) / state["hour"] * 60 - minutes_of_day(before[0])
    pointer.lift(at)
    edge = (at[0], state["bottom"] - 12)
    pointer.move(at, edge)
    eventually(lambda: page.evaluate(STATE)["top"], lambda top: top > state["top"] + 60)
    goal = (at[0], state["y"] + (state["bottom"] - state["y"]) * 0.6)
    pointer.move(edge, goal)
    # Outside the edge zone, scrolling stops; that position decides where the event is dropped.
    scrolled = settled(calendar)
    assert scrolled["top"] > state["top"] + 40
    pointer.drop()
    after = changed(client, before)
    expected = (goal[1] - scrolled["y"] + scrolled["top"]) / scrolled["hour"] * 60 - grab_minutes
    start, end = (minutes_of_day(time) for time in after)
    assert abs(start - expected) <= NEAR_MINUTES, (after, expected)
    assert start % QUARTER == 0 and end - start == 60
    calendar.undo()
    assert changed(client, after) == before
    needle(calendar).focus()
    page.keyboard.press("Space")
    for _ in range((start - minutes_of_day(before[0])) // QUARTER):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert changed(client, before) == after


def test_in_the_month_an_event_is_dropped_on_the_day_under_the_pointer(open_calendar, client):
    calendar = open_calendar("/month/2026-03-11")
    page, before = calendar.page, stored(client)
    # From the day's list, as the month has no room for the needle.
    page.get_by_role("button", name="Show all").click()
    item = calendar.listed("needle")
    # At once: a list that is drawn again meanwhile would take the item out of the page.
    item.evaluate("(item) => item.scrollIntoView({ block: 'center' })")
    box, at = calendar.scroller.bounding_box(), centre(item)
    mouse = Mouse(page)
    mouse.lift(at)
    middle, edge = (box["x"] + 300, box["y"] + 300), (box["x"] + 300, box["y"] + box["height"] - 5)
    mouse.move(at, middle)
    mouse.move(middle, edge)
    tops = page.evaluate(TOPS, 14)
    assert tops == sorted(tops) and tops[-1] > tops[0], tops
    mouse.move(edge, middle)
    page.evaluate(TOPS, 3)
    under = page.evaluate("([x, y]) => document.elementsFromPoint(x, y).find((e) => e.matches('.day')).dataset.date", middle)
    mouse.drop()
    after = changed(client, before)
    assert (after[0][:8], after[0][9:]) == (under.replace("-", ""), "120000")
