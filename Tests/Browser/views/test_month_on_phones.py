"""The month on a phone: dots, rows of one height, the day's list, and sheets."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.events import wait_for
from support.pointer import Finger, centre

BUSY_DAY = "\n".join(
    f"""
BEGIN:VEVENT
UID:busy-{number}@example.org
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20260312T{9 + number:02}0000
DTEND;TZID=Europe/Berlin:20260312T{9 + number:02}3000
SUMMARY:Busy {number}
END:VEVENT
"""
    for number in range(6)
).replace("\n\n", "\n")


@pytest.fixture
def phone(open_calendar, client):
    client.import_file(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//T//T//EN{BUSY_DAY}END:VCALENDAR\n".encode())
    return open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)


def test_at_most_three_dots_a_day_and_rows_of_one_height(phone):
    expect(phone.day("2026-03-12")).to_have_accessible_name(re.compile("6 events"))
    expect(phone.chips("Busy").first).to_be_visible()
    phone.day("2026-03-12").tap()
    dots = phone.day("2026-03-12").locator(".dots > *")
    expect(dots.first).to_be_visible()
    assert 1 <= dots.count() <= 3
    expect(phone.day("2026-03-12").locator(".dots")).to_have_text("+")
    expect(phone.chips("Busy")).to_have_count(0)
    heights = phone.page.evaluate(
        "[...document.querySelectorAll('[role=gridcell]')].map((cell) => Math.round(cell.getBoundingClientRect().height))"
    )
    assert len(set(heights)) == 1, set(heights)


def test_the_menu_of_the_account_shows_all_its_entries_and_the_side_names_no_keys(phone):
    page = phone.page
    page.get_by_role("button", name="Calendars", exact=True).click()
    expect(page.get_by_text("A set shows some calendars and hides the others.", exact=True)).to_be_attached()
    page.get_by_role("button", name="settings and account").click()
    expect(page.get_by_role("menuitem", name="Sign out")).to_be_in_viewport(ratio=1)


def test_an_event_held_in_the_month_is_dragged_to_another_week(phone, client):
    chip = phone.chips("Busy 0")
    expect(chip).to_be_visible()
    finger, start, goal = Finger(phone.page), centre(chip), centre(phone.day("2026-03-25"))
    finger.send("touchStart", start)
    expect(phone.page.locator(".held-chip")).to_be_visible()
    finger.move(start, goal)
    finger.send("touchEnd")
    wait_for(client, "Busy 0", ("20260325T0900", "20260325T0930"))
    phone.undo()
    wait_for(client, "Busy 0", ("20260312T0900", "20260312T0930"))


def test_a_finger_held_beside_the_events_of_the_month_takes_none(phone):
    finger, (x, y) = Finger(phone.page), centre(phone.day("2026-03-11"))
    finger.send("touchStart", (x, y))
    phone.page.wait_for_timeout(600)
    finger.send("touchEnd")
    expect(phone.page.locator(".held-chip")).to_have_count(0)


def test_a_tap_selects_the_day_and_lists_its_events(phone):
    phone.day("2026-03-12").tap()
    expect(phone.day("2026-03-12")).to_have_attribute("aria-selected", "true")
    for number in range(6):
        expect(phone.listed(f"Busy {number}")).to_be_attached()
    phone.day("2026-03-13").tap()
    expect(phone.page.get_by_text("Nothing on this day yet.")).to_be_visible()


def test_a_press_on_the_day_that_is_listed_opens_it_and_back_returns_to_its_list(phone):
    phone.open("/month/2026-03-12/day")
    sheet = phone.page.get_by_role("region", name="12 March")
    expect(sheet).to_be_visible()
    phone.day("2026-03-12").tap()
    expect(phone.page).to_have_url(re.compile("/day/2026-03-12$"))
    phone.page.go_back()
    expect(sheet).to_be_visible()
    phone.day("2026-03-13").tap()
    expect(phone.page).to_have_url(re.compile("/month/2026-03-13/day$"))


def test_the_title_of_the_list_opens_the_day_by_finger_and_by_keys(phone):
    phone.open("/month/2026-03-12/day")
    title = phone.page.get_by_role("region").get_by_role("heading").get_by_role("button", name="Thursday 12 March 2026")
    title.tap()
    expect(phone.page).to_have_url(re.compile("/day/2026-03-12$"))
    phone.page.go_back()
    title.focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page).to_have_url(re.compile("/day/2026-03-12$"))


def test_the_titles_in_the_list_begin_right_after_the_times(phone):
    phone.day("2026-03-12").tap()
    title = phone.listed("Busy 0").locator("strong")
    expect(title).to_be_visible()
    assert title.bounding_box()["x"] < 90


def test_back_closes_the_days_sheet_and_forward_opens_it_again(phone):
    sheet = phone.page.get_by_role("region", name="12 March")
    phone.day("2026-03-12").tap()
    expect(sheet).to_be_visible()
    expect(phone.page).to_have_url(re.compile("/month/2026-03-12/day$"))
    phone.day("2026-03-11").tap()
    expect(phone.page).to_have_url(re.compile("/month/2026-03-11/day$"))
    phone.page.go_back()
    expect(phone.page.get_by_role("region", name="11 March")).to_be_hidden()
    expect(phone.page).to_have_url(re.compile("/month/2026-03-11$"))
    phone.page.go_forward()
    expect(phone.page.get_by_role("region", name="11 March")).to_be_visible()
    phone.page.get_by_role("region").get_by_role("button", name="Close").click()
    expect(phone.page.get_by_role("region", name="11 March")).to_be_hidden()
    expect(phone.page).to_have_url(re.compile("/month/2026-03-11$"))


def test_a_day_opened_by_its_address_has_the_month_behind_it(phone):
    phone.open("/month/2026-03-12/day")
    expect(phone.page.get_by_role("region", name="12 March")).to_be_visible()
    phone.page.go_back()
    expect(phone.page.get_by_role("region", name="12 March")).to_be_hidden()
    expect(phone.page).to_have_url(re.compile("/month/2026-03-12$"))


def test_an_event_is_made_in_the_sheet(phone):
    phone.day("2026-03-13").tap()
    phone.new_event("On the phone", start="09:00", end="10:00")
    expect(phone.listed("On the phone")).to_be_visible()


def test_nothing_is_wider_than_the_screen_and_the_title_is_whole(open_calendar):
    for width in (320, 390):
        page = open_calendar("/month/2026-03-11", viewport={"width": width, "height": 700}).page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        # What hangs below the line, as in "August", isn't cut off.
        assert page.locator(".title-text").evaluate("(title) => title.scrollHeight <= title.clientHeight"), width


def test_targets_are_large_enough_for_fingers(phone):
    small = phone.page.evaluate(
        """() => [...document.querySelectorAll('button, a[href], select, input')]
            .filter((e) => e.checkVisibility())
            .map((e) => [e.getAttribute('aria-label') || e.textContent.trim(), e.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
            .map(([name, box]) => `${name}: ${Math.round(box.width)}x${Math.round(box.height)}`)"""
    )
    assert small == []


def test_the_page_is_no_higher_than_the_screen(phone):
    higher = """() => [document.documentElement, ...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().bottom > innerHeight && !one.closest('.strip'))
        .map((one) => `${one.tagName} ${one.className} ${one.getBoundingClientRect().bottom}`)"""
    size = phone.page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert size[0] == size[1], phone.page.evaluate(higher)


def test_the_days_list_is_drawn_up_and_back_leads_to_the_month(phone):
    handle = phone.page.get_by_role("slider", name="The day’s list")
    box = handle.bounding_box()
    finger = Finger(phone.page)
    start = (195, box["y"] + 20)
    finger.send("touchStart", start)
    finger.move(start, (195, start[1] - 330))
    finger.send("touchEnd")
    expect(handle).not_to_have_attribute("aria-valuenow", "0")
    expect(phone.page).to_have_url(re.compile("/day$"))
    handle.press("End")
    expect(handle).to_have_attribute("aria-valuenow", "2")
    phone.page.go_back()
    expect(handle).to_have_attribute("aria-valuenow", "0")


def test_the_list_of_a_day_scrolls_to_an_event_made_there(phone):
    phone.day("2026-03-12").tap()
    phone.page.get_by_role("region", name="12 March").get_by_role("button", name="New event").tap()
    phone.fill_sheet(title="Late", start="21:00", end="22:00")
    phone.save()
    expect(phone.listed("Late")).to_be_in_viewport(ratio=1)
