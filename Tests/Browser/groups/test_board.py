"""A group's board: a row per member, and the time they have in common, from which one can propose."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import DESKTOP, PHONE
from support.people import choose_for_group, side
from support.proposals import evening, propose


def zoned(day, start, end):
    return [f"DTSTART;TZID=Europe/Berlin:202603{day}T{start}00", f"DTEND;TZID=Europe/Berlin:202603{day}T{end}00"]


@pytest.fixture
def busy_choir(choir):
    """Both work from 9 to 18; on the 12th Anna has a meeting, and Ben is busy twice."""
    anna, ben, group = choir
    for each in (anna, ben):
        each.ask("PATCH", "/account", {"zone": "Europe/Berlin", "from": 540, "to": 1080})
    assert anna.client.request("PUT", "/api/v1/settings", {"workHours": [9, 18]}, {"If-Match": "*"})[0] == 200
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
def test_the_board_shows_a_groups_week(busy_choir, size):
    anna, ben, group = busy_choir
    hers = anna.open("/month/2026-03-12", viewport=size)
    page = hers.page
    if size is PHONE:
        page.get_by_role("button", name="Calendars", exact=True).click()
    choose_for_group(hers, "Choir", "Board")
    expect(board(hers)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/board/2026-03-12$"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(board(hers).get_by_role("grid")).to_have_accessible_name("Board of Choir")
    # Ben shares only when he is busy, so his events have no titles. Proposals are outlined.
    expect(row(hers, "Anna").get_by_role("button", name="Meeting, 9:00 to 11:00")).to_be_visible()
    expect(row(hers, "Ben Berg").get_by_role("button")).to_have_text("13:00–14:00")
    expect(row(hers, "Group calendar").locator(".proposed")).to_have_count(1)
    expect(row(hers, "Free time in common").locator('[data-date="2026-03-12"]').get_by_role("button")).to_have_count(2)
    assert findings_in_both_schemes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # The address has the week, and the names stay at the side while the days scroll.
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile(r"/board/2026-03-19$"))
    expect(board(hers).locator('thead [data-date="2026-03-19"]')).to_be_visible()
    page.go_back()
    expect(row(hers, "Anna").get_by_role("button", name="Meeting")).to_be_visible()
    hers.reload()
    expect(row(hers, "Ben Berg").get_by_role("button")).to_be_visible()
    # The day in the address is scrolled into view if not all days fit.
    expect(board(hers).locator('thead [data-date="2026-03-12"]')).to_be_in_viewport(ratio=1)
    board(hers).locator(".board-scroll").evaluate("(e) => { e.scrollLeft = 1000; }")
    assert abs(row(hers, "Anna").get_by_role("rowheader").bounding_box()["x"] - board(hers).bounding_box()["x"]) < 1
    page.keyboard.press("t")
    expect(board(hers).locator("thead .today")).to_be_in_viewport()

    # Ben's new event appears by itself.
    ben.put("more", *zoned(11, "0900", "0930"))
    expect(row(hers, "Ben Berg").get_by_role("button")).to_have_count(2)
    row(hers, "Anna").get_by_role("button", name="Call").click()
    expect(hers.dialog).to_have_accessible_name("Call")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    # The group is shown by itself only while its board is open.
    page.keyboard.press("m")
    expect(page.locator('[data-view="month"]')).to_be_visible()
    expect(page.get_by_text("Only Choir")).to_be_hidden()
    page.keyboard.press("b")
    expect(row(hers, "Ben Berg").get_by_role("button")).to_have_count(2)
    # Sorted by the start within the day; an event from the evening before comes first, with its end.
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


def test_the_board_can_be_used_by_keys(busy_choir):
    anna, _, _ = busy_choir
    hers = anna.open("/board/2026-03-12")
    page = hers.page
    # No group was chosen, so this one is shown by itself only while its board is open.
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
    # On an empty day, Enter creates an event in the group's calendar.
    page.keyboard.press("Enter")
    hers.dialog.get_by_label("What and when").fill("Picnic")
    page.keyboard.press("Enter")
    expect(row(hers, "Group calendar").get_by_role("button", name="Picnic")).to_be_visible()
    page.keyboard.press("m")
    expect(hers.chips("Meeting")).to_have_count(1)
    expect(page.get_by_text("Only Choir")).to_be_hidden()


def test_who_never_set_working_hours_sees_free_time_from_8_to_22_on_all_days(choir):
    anna, ben, _ = choir
    ben.put("secret", *zoned(14, "1300", "1400"), "SUMMARY:Dentist")
    hers = anna.open("/month/2026-03-14")
    choose_for_group(hers, "Choir", "Board")
    saturday = row(hers, "Free time in common").locator('[data-date="2026-03-14"]').get_by_role("button")
    expect(saturday).to_have_text([re.compile("8:00.*13:00"), re.compile("14:00.*22:00")])


def test_time_in_common_is_shown_and_proposed_by_dragging_over_it(busy_choir):
    anna, _, group = busy_choir
    hers = anna.open("/days/2026-03-11")
    page = hers.page
    expect(page.locator(".common-line")).to_have_count(0)
    side(hers).get_by_role("button", name="Choir", exact=True).click()
    day = page.locator('.hours-day[data-date="2026-03-12"]')
    expect(day.locator(".common-line.all")).to_have_count(2)
    # Today, free time begins now, at ten.
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

    # If everybody is free, Enter proposes the time; otherwise it creates an event in the group's calendar.
    draw(15, 1.5)
    page.keyboard.press("Enter")
    expect(hers.dialog.get_by_role("heading", name="Propose to Choir")).to_be_visible()
    expect(hers.dialog.get_by_label("Title")).to_have_value("Rehearsal 2")
    expect(hers.dialog.get_by_label("Start time")).to_have_attribute("data-value", "15:00")
    expect(hers.dialog.get_by_label("End time")).to_have_attribute("data-value", "16:30")
    hers.dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(day.locator(".proposed")).to_have_count(1)
    draw(12.5, 1)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    expect(day.get_by_role("button", name="Rehearsal 2").locator("visible=true")).to_have_count(2)
    expect(day.locator(".hours-event.held")).to_have_count(0)

    # The same by keys: an empty slot says who is free, and Enter opens the same form.
    day.get_by_role("button", name=re.compile("Rehearsal 2, .*15:00")).focus()
    page.keyboard.press("ArrowUp")
    # Until the proposed time, which takes the time of whoever proposed it, half an hour is too short.
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).to_have_accessible_name(re.compile("14:00, free; Everybody is free$"))
    page.keyboard.press("Enter")
    expect(hers.dialog.get_by_role("button", name="Propose to Choir")).to_have_class("primary")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)

    # The event sheet can propose as well, and keeps what was typed.
    page.keyboard.press("n")
    hers.dialog.get_by_label("Title").fill("Trip")
    hers.dialog.get_by_label("Notes").fill("By train")
    hers.dialog.get_by_role("button", name="Propose to Choir").click()
    expect(hers.dialog.get_by_role("heading", name="Propose to Choir")).to_be_visible()
    expect(hers.dialog.get_by_label("Title")).to_have_value("Trip")
    expect(hers.dialog.get_by_label("Notes")).to_have_value("By train")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("toast-stack").get_by_role("button", name="Keep editing").click()
    expect(hers.dialog.get_by_label("Title")).to_have_value("Trip")
    hers.dialog.get_by_role("button", name="Close").click()
    hers.dialog.get_by_role("button", name="Discard").click()
    expect(page.locator("dialog")).to_have_count(0)

    # In the year, proposals don't count towards how full a day is.
    page.keyboard.press("y")
    expect(hers.day("2026-03-13")).to_have_accessible_name(re.compile("No events, 1 proposed time$"))
    expect(hers.day("2026-03-13")).to_have_class(re.compile("full-0.*proposed"))
    expect(hers.day("2026-03-12")).to_have_accessible_name(re.compile("4 events, 1 proposed time$"))
