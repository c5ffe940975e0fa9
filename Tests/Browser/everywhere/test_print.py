"""Printing: a month, week, day or year fits on one page, without the page's bars and with all its events."""

import re

import pytest
from playwright.sync_api import expect

from support.events import SERIES
from support.waiting import eventually, frames

TRIP = (
    "BEGIN:VEVENT\nUID:trip@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260330\n"
    "DTEND;VALUE=DATE:20260403\nSUMMARY:Trip\nCOLOR:green\nEND:VEVENT"
)
EARLY = (
    "BEGIN:VEVENT\nUID:early@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20260311T053000\n"
    "DTEND;TZID=Europe/Berlin:20260311T070000\nSUMMARY:Milking\nEND:VEVENT"
)
A4, LETTER = (11.69, 8.27), (11, 8.5)


@pytest.fixture
def calendar(open_calendar, client):
    for event in (SERIES, TRIP, EARLY):
        client.put(event)
    return open_calendar("/month/2026-03-11", color_scheme="dark")


@pytest.fixture
def paper(calendar):
    """Opens a path in print, and returns the sheet that is printed."""

    def put(path):
        calendar.open(path)
        # The printing code is loaded after the page.
        calendar.wait_until("customElements.get('year-view') !== undefined")
        calendar.page.emulate_media(media="print")
        calendar.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        sheet = calendar.page.locator(".print-sheet")
        expect(sheet).to_be_visible()
        expect(calendar.page.locator("app-shell")).to_be_hidden()
        return sheet

    return put


def pages(page, size):
    """The size of each page in the PDF, in points."""
    width, height = size
    octets = page.pdf(prefer_css_page_size=True, print_background=True, width=f"{width}in", height=f"{height}in")
    assert len(re.findall(rb"/Type\s*/Page\b", octets)) == len(re.findall(rb"/MediaBox", octets))
    return [tuple(map(float, box.split()[2:])) for box in re.findall(rb"/MediaBox\s*\[([^]]*)\]", octets)]


@pytest.mark.parametrize("path", ["/month/2026-03-11", "/month/2026-05-01", "/week/2026-03-11", "/day/2026-03-11", "/year/2026-03-11"])
def test_it_prints_on_one_page_in_the_right_orientation(calendar, path):
    calendar.open(path)
    calendar.wait_until("customElements.get('year-view') !== undefined")
    for size in (A4, LETTER):
        (page,) = pages(calendar.page, size)
        assert (page[0] > page[1]) == ("year" not in path), page
        expect(calendar.page.locator(".print-sheet")).to_have_count(0)
        expect(calendar.page.locator("html")).not_to_have_attribute("data-theme", "light")


@pytest.mark.parametrize("month, weeks, first, last", [("2026-03", 6, "2026-02-23", "2026-04-05"), ("2026-02", 5, "2026-01-26", "2026-03-01"), ("2021-02", 4, "2021-02-01", "2021-02-28")])
def test_a_month_prints_just_its_own_weeks(calendar, paper, month, weeks, first, last):
    sheet = paper(f"/month/{month}-11")
    days = sheet.locator("[data-date]")
    expect(sheet.locator(".week")).to_have_count(weeks)
    expect(days.first).to_have_attribute("data-date", first)
    expect(days.last).to_have_attribute("data-date", last)
    box = sheet.bounding_box()
    foot = sheet.locator(".week").last.bounding_box()
    assert foot["y"] + foot["height"] <= box["y"] + box["height"] < 190 / 25.4 * 96
    if month == "2026-03":
        expect(sheet.locator("h1")).to_have_text("March 2026")
        expect(sheet.get_by_text("Stand-up").first).to_be_visible()
        expect(sheet.get_by_text("Trip").first).to_be_visible()
        expect(sheet.get_by_text("Milking")).to_be_visible()


def test_it_prints_black_on_white_in_dark_mode_too(calendar, paper):
    sheet = paper("/month/2026-03-11")
    black = "rgb(0, 0, 0)"
    expect(sheet.locator("h1")).to_have_css("color", black)
    expect(sheet.get_by_text("Milking")).to_have_css("color", black)
    expect(calendar.page.locator("html")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(sheet).to_have_css("print-color-adjust", "exact")
    calendar.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(sheet).to_have_count(0)


def test_a_week_prints_all_hours_that_have_events(calendar, paper):
    sheet = paper("/week/2026-03-11")
    expect(sheet.locator(".hours-day")).to_have_count(7)
    window, event = sheet.locator(".print-window").bounding_box(), sheet.get_by_role("button", name="Milking").bounding_box()
    assert window["y"] <= event["y"] and event["height"] > 40
    day = sheet.locator('.hours-day[data-date="2026-03-11"]').bounding_box()
    assert day["x"] <= event["x"] and event["x"] + event["width"] <= day["x"] + day["width"] + 1
    assert abs(day["width"] * 7 - sheet.locator(".hours-head").bounding_box()["width"]) < 2
    expect(sheet.get_by_text("5:00", exact=True)).to_be_in_viewport()


def test_a_year_prints_twelve_months(calendar, paper):
    sheet = paper("/year/2026-03-11")
    expect(sheet.locator(".year-month")).to_have_count(12)
    expect(sheet.locator("h1")).to_have_text("2026")
    # The paper inside its margins, as upright A4 and Letter: the lengths of the page depend on it.
    for width, height in ((718, 1047), (740, 980)):
        calendar.page.set_viewport_size({"width": width, "height": height})
        box, last = sheet.bounding_box(), sheet.get_by_text("31", exact=True).last.bounding_box()
        assert last["y"] + last["height"] <= box["y"] + box["height"] <= height


def test_the_first_print_is_made_for_paper_however_early(open_calendar):
    calendar = open_calendar(
        "/month/2026-03-11",
        script="""window.print = () => {
          dispatchEvent(new Event('beforeprint'));
          window.printed = document.querySelectorAll('.print-sheet .week').length;
          dispatchEvent(new Event('afterprint'));
        }""",
    )
    page, held = calendar.page, []
    page.route("**/lazy-parts.js", lambda route: held.append(route))
    page.reload(wait_until="commit")
    expect(page.locator("body:not(.page-still) > app-shell")).to_be_visible()
    page.keyboard.press("Control+p")
    # Requests come in while the page is asked something.
    eventually(lambda: (frames(page), len(held))[1], 1)
    held[0].continue_()
    calendar.wait_until("window.printed > 0")
    page.evaluate("window.printed = 0")
    calendar.open_menu_item("Print")
    calendar.wait_until("window.printed > 0")


def test_the_agenda_prints_the_days_that_follow(calendar, paper):
    sheet = paper("/agenda/2026-03-11")
    expect(sheet.locator("h2").first).to_contain_text("11 March 2026")
    assert sheet.locator("h2").all_text_contents()[-1].endswith("2 April 2026")
    expect(sheet.get_by_text("Milking")).to_be_visible()
    expect(sheet.get_by_text("Stand-up")).to_have_count(2)
    expect(calendar.page.locator(".print-sheet .agenda")).to_have_count(0)
    calendar.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert len(pages(calendar.page, A4)) == 1


def test_the_dot_of_an_event_is_a_circle_on_paper(calendar, paper):
    """A gradient is printed as coarse squares; and it shone through the letter of another person's event."""
    chip = paper("/month/2026-03-11").locator(".timed").filter(has_text="Milking")
    expect(chip).to_have_css("background-image", "none")
    dot = chip.evaluate("(chip) => { const { width, borderRadius } = getComputedStyle(chip, '::after'); return [width, borderRadius]; }")
    assert dot == ["6px", "50%"]
