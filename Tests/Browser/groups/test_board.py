"""A group's week: its members one below the other, and the time they have in common, over which one can drag."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import DESKTOP, PHONE
from support.people import side
from support.proposals import evening, propose


def zoned(day, start, end):
    return [f"DTSTART;TZID=Europe/Berlin:202603{day}T{start}00", f"DTEND;TZID=Europe/Berlin:202603{day}T{end}00"]


@pytest.fixture
def busy_choir(choir):
    """Both work from 9 to 18; on the 12th Anna has a meeting, and Ben is busy twice."""
    anna, ben, group = choir
    for each in (anna, ben):
        each.ask("PATCH", "/account", {"zone": "Europe/Berlin", "from": 540, "to": 1080})
    anna.put("meeting", *zoned(12, "0900", "1100"), "SUMMARY:Meeting")
    anna.put("call", *zoned(12, "1000", "1030"), "SUMMARY:Call")
    ben.put("secret", *zoned(12, "1300", "1400"), "SUMMARY:Dentist")
    propose(anna, group, evening(13))
    return choir


def board(page):
    return page.page.locator('[data-view="board"]')


def row(page, name):
    return board(page).get_by_role("row").filter(has=page.page.get_by_role("rowheader", name=re.compile(name)))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_week_of_a_group_is_a_view(busy_choir, size):
    anna, ben, group = busy_choir
    hers = anna.open("/month/2026-03-12", viewport=size)
    page = hers.page
    if size is PHONE:
        page.get_by_role("button", name="Calendars").click()
    side(hers).get_by_role("button", name="Board").click()
    expect(board(hers)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/board/2026-03-12$"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(board(hers).get_by_role("grid")).to_have_accessible_name("Board of Choir")
    # Of what Ben shows as times only there is no title; what is proposed is an outline.
    expect(row(hers, "Anna").get_by_role("button", name="Meeting, 9:00 to 11:00")).to_be_visible()
    expect(row(hers, "Ben Berg").get_by_role("button")).to_have_text("13:00–14:00")
    expect(row(hers, "Group calendar").locator(".proposed")).to_have_count(1)
    expect(row(hers, "Free time in common").locator('[data-date="2026-03-12"]').get_by_role("button")).to_have_count(2)
    assert findings_in_both_schemes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # The address says it all; the names stay at the side while the days are scrolled.
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile(r"/board/2026-03-19$"))
    expect(board(hers).locator('thead [data-date="2026-03-19"]')).to_be_visible()
    page.go_back()
    expect(row(hers, "Anna").get_by_role("button", name="Meeting")).to_be_visible()
    hers.reload()
    expect(row(hers, "Ben Berg").get_by_role("button")).to_be_visible()
    # The day of the address is seen at once, also where not all have room.
    expect(board(hers).locator('thead [data-date="2026-03-12"]')).to_be_in_viewport(ratio=1)
    board(hers).locator(".board-scroll").evaluate("(e) => { e.scrollLeft = 1000; }")
    assert abs(row(hers, "Anna").get_by_role("rowheader").bounding_box()["x"] - board(hers).bounding_box()["x"]) < 1
    page.keyboard.press("t")
    expect(board(hers).locator("thead .today")).to_be_in_viewport()

    # What Ben makes comes by itself; switched off he has an empty row.
    ben.put("more", *zoned(11, "0900", "0930"))
    expect(row(hers, "Ben Berg").get_by_role("button")).to_have_count(2)
    row(hers, "Anna").get_by_role("button", name="Call").click()
    expect(hers.dialog.get_by_label("Title")).to_have_value("Call")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    # The group is looked at for as long as its board is there.
    page.keyboard.press("m")
    expect(page.locator('[data-view="month"]')).to_be_visible()
    expect(page.get_by_text("Only Choir")).to_be_hidden()
    page.keyboard.press("b")
    expect(row(hers, "Ben Berg").get_by_role("button")).to_have_count(2)
    # By the start within the day: what goes on from the evening before comes first, and says until when.
    ben.put("night", "DTSTART;TZID=Europe/Berlin:20260312T220000", "DTEND;TZID=Europe/Berlin:20260313T060000", "RRULE:FREQ=DAILY;COUNT=2")
    ben.put("morning", *zoned(13, "0630", "0700"))
    friday = row(hers, "Ben Berg").locator('[data-date="2026-03-13"]').get_by_role("button")
    expect(friday).to_have_text(["until 6:00", "6:30–7:00", "22:00–0:00"])
    expect(friday.first).to_have_accessible_name("Busy, until 6:00, repeats")
    expect(board(hers).locator(".board-hours").first).to_have_text("8121620")
    if size is DESKTOP:
        side(hers).get_by_role("checkbox", name="Ben Berg").uncheck()
        expect(row(hers, "Ben Berg").get_by_role("button")).to_have_count(0)
        expect(row(hers, "Ben Berg")).to_contain_text("not shown")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(page.locator(".print-sheet h1")).to_have_text(re.compile("Board of Choir, .*9 March 2026"))


def test_the_board_by_keys(busy_choir):
    anna, _, _ = busy_choir
    hers = anna.open("/board/2026-03-12")
    page = hers.page
    # Nobody chose a group: it is looked at only as long as its board is there.
    expect(row(hers, "Anna").get_by_role("button", name="Meeting")).to_be_visible()
    focused = page.locator(":focus")
    row(hers, "Anna").get_by_role("button", name="Meeting").focus()
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_accessible_name(re.compile("^Call, 10:00"))
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_accessible_name(re.compile("Anna, Friday,? 13 March 2026, No events"))
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_accessible_name(re.compile("^Rehearsal, proposed, you said yes, 19:00"))
    page.keyboard.press("Enter")
    expect(hers.dialog.get_by_role("button", name="Open the proposal")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("PageDown")
    expect(page).to_have_url(re.compile(r"/board/2026-03-20$"))
    expect(focused).to_have_attribute("data-date", "2026-03-20")
    # On an empty day Enter asks for something new: for the group's calendar, or for all to answer.
    page.keyboard.press("Enter")
    hers.dialog.get_by_label("What and when").fill("Picnic")
    page.keyboard.press("Enter")
    expect(row(hers, "Group calendar").get_by_role("button", name="Picnic")).to_be_visible()
    page.keyboard.press("m")
    expect(hers.chips("Meeting")).to_have_count(1)
    expect(page.get_by_text("Only Choir")).to_be_hidden()


def test_time_in_common_is_seen_and_dragged_over(busy_choir):
    anna, _, group = busy_choir
    hers = anna.open("/days/2026-03-11")
    page = hers.page
    expect(page.locator(".common-line")).to_have_count(0)
    side(hers).get_by_role("button", name="Choir", exact=True).click()
    day = page.locator('.hours-day[data-date="2026-03-12"]')
    expect(day.locator(".common-line.all")).to_have_count(2)
    # Today begins now, at ten.
    expect(page.locator('.hours-day[data-date="2026-03-11"]')).to_contain_text("Everybody is free 10:00 to 18:00.")
    expect(day).to_contain_text("Everybody is free 11:00 to 13:00, 14:00 to 18:00.")
    assert findings_in_both_schemes(page) == []

    def draw(hour, hours):
        box, high = day.bounding_box(), page.evaluate("parseFloat(document.querySelector('.hours-scroller').style.getPropertyValue('--hour'))")
        x, y = box["x"] + box["width"] / 2, box["y"] + hour * high
        page.mouse.move(x, y + 1)
        page.mouse.down()
        page.mouse.move(x, y + hours * high, steps=6)
        page.mouse.up()
        expect(hers.dialog.get_by_label("What and when")).to_be_focused()
        page.keyboard.type("Rehearsal 2")

    # Where all are free Enter proposes it; elsewhere it goes into the group's calendar.
    draw(15, 1.5)
    page.keyboard.press("Enter")
    expect(hers.dialog.get_by_role("heading", name="Propose to Choir")).to_be_visible()
    expect(hers.dialog.get_by_label("Title")).to_have_value("Rehearsal 2")
    expect(hers.dialog.get_by_label("Start time")).to_have_value("15:00")
    expect(hers.dialog.get_by_label("End time")).to_have_value("16:30")
    hers.dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(day.locator(".proposed")).to_have_count(1)
    draw(12.5, 1)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    expect(day.get_by_role("button", name="Rehearsal 2").locator("visible=true")).to_have_count(2)
    expect(day.locator(".hours-event.held")).to_have_count(0)

    # The same by keys: an empty slot says who is free, and asks in the same way.
    day.get_by_role("button", name=re.compile("Rehearsal 2, .*15:00")).focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("14:30, free; Everybody is free$"))
    page.keyboard.press("Enter")
    expect(hers.dialog.get_by_role("button", name="Propose to Choir")).to_have_class("primary")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)

    # So does the sheet with all fields, and nothing typed is lost on the way.
    page.keyboard.press("n")
    hers.dialog.get_by_label("Title").fill("Trip")
    hers.dialog.get_by_label("Notes").fill("By train")
    hers.dialog.get_by_role("button", name="Propose to Choir").click()
    expect(hers.dialog.get_by_role("heading", name="Propose to Choir")).to_be_visible()
    expect(hers.dialog.get_by_label("Title")).to_have_value("Trip")
    expect(hers.dialog.get_by_label("Notes")).to_have_value("By train")
    page.keyboard.press("Escape")
    hers.dialog.get_by_role("button", name="Discard").click()
    expect(page.locator("dialog")).to_have_count(0)

    # What is only proposed makes no day of the year fuller.
    page.keyboard.press("y")
    expect(hers.day("2026-03-13")).to_have_accessible_name(re.compile("No events, 1 proposed time$"))
    expect(hers.day("2026-03-13")).to_have_class(re.compile("full-0.*proposed"))
    expect(hers.day("2026-03-12")).to_have_accessible_name(re.compile("4 events, 1 proposed time$"))
