"""The month on a phone: low weeks with dots and lines, and the list of the chosen day below them."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.events import event, wait_for
from support.pointer import Finger, centre

TODAY = "20260311"
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


def pull(phone, px):
    """Pulls the list by its handle, by some pixels upwards."""
    box = phone.page.get_by_role("slider", name="The day’s list").bounding_box()
    finger, start = Finger(phone.page), (195, box["y"] + 6)
    finger.send("touchStart", start)
    finger.move(start, (195, start[1] - px))
    finger.send("touchEnd")


def test_six_low_weeks_stand_above_the_list_of_the_day(phone):
    page = phone.page
    listed = page.get_by_role("region", name="11 March").bounding_box()
    weeks = page.evaluate(
        """(top) => [...document.querySelectorAll('.week')].map((week) => week.getBoundingClientRect())
            .filter(({ y, bottom }) => bottom > document.querySelector('.strip').getBoundingClientRect().y + 1 && y < top - 1)
            .map(({ height }) => height)""",
        listed["y"],
    )
    assert len(weeks) == 6 and all(52 <= height <= 60 for height in weeks), weeks
    expect(phone.day("2026-03-01")).to_be_in_viewport(ratio=1)
    expect(phone.day("2026-04-05")).to_be_in_viewport(ratio=1)
    expect(page).to_have_url(re.compile("/month/2026-03-11$"))


def test_single_events_are_dots_and_longer_ones_lines(open_calendar, client):
    client.put(event("Trip", "20260309", "20260312"))
    client.put(event("Fair", "20260310", "20260311"))
    client.put(event("Lunch", "20260310T120000", "20260310T130000"))
    phone = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    day = phone.day("2026-03-10")
    expect(day.locator(".dots")).to_have_attribute("data-count", "1")
    expect(day.locator(".dots")).to_have_text("")
    trip, fair = (phone.chips(title).bounding_box() for title in ("Trip", "Fair"))
    assert trip["height"] == fair["height"] == 2
    assert trip["width"] > 2 * fair["width"] and trip["y"] != fair["y"]
    dot = day.locator(".dots").bounding_box()
    assert dot["y"] + dot["height"] < min(trip["y"], fair["y"])


def test_at_most_three_dots_a_day_and_rows_of_one_height(phone):
    expect(phone.day("2026-03-12")).to_have_accessible_name(re.compile("6 events"))
    dots = phone.day("2026-03-12").locator(".dots")
    expect(dots).to_have_attribute("data-count", re.compile("[123]"))
    expect(dots).to_have_text("+")
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


def test_an_event_held_in_the_tall_month_is_dragged_to_another_week(phone, client):
    phone.pull_month_tall()
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
    phone.pull_month_tall()
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
    listed = phone.page.get_by_role("region", name="12 March")
    phone.day("2026-03-12").tap()
    expect(listed).to_be_visible()
    phone.day("2026-03-12").tap()
    expect(phone.page).to_have_url(re.compile("/day/2026-03-12$"))
    phone.page.go_back()
    expect(listed).to_be_visible()
    phone.day("2026-03-13").tap()
    expect(phone.page.get_by_role("region", name="13 March")).to_be_visible()
    expect(phone.page).to_have_url(re.compile("/month/2026-03-13$"))


def test_the_title_of_the_list_opens_the_day_by_finger_and_by_keys(phone):
    phone.open("/month/2026-03-12")
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


def test_choosing_days_makes_no_steps_and_back_leaves_a_list_that_takes_the_screen(phone):
    page, handle = phone.page, phone.page.get_by_role("slider", name="The day’s list")
    before = page.evaluate("history.length")
    phone.day("2026-03-12").tap()
    expect(page).to_have_url(re.compile("/month/2026-03-12$"))
    assert page.evaluate("history.length") == before
    handle.press("End")
    expect(page).to_have_url(re.compile("/month/2026-03-12/day$"))
    expect(handle).to_have_attribute("aria-valuenow", "2")
    page.go_back()
    expect(handle).to_have_attribute("aria-valuenow", "1")
    expect(page).to_have_url(re.compile("/month/2026-03-12$"))
    page.go_forward()
    expect(handle).to_have_attribute("aria-valuenow", "2")
    expect(page.get_by_role("region", name="12 March")).to_be_visible()
    page.keyboard.press("Escape")
    expect(handle).to_have_attribute("aria-valuenow", "1")
    expect(page).to_have_url(re.compile("/month/2026-03-12$"))


def test_the_month_pulled_tall_stays_tall_until_a_day_is_pressed(phone):
    handle = phone.page.get_by_role("slider", name="The day’s list")
    pull(phone, -300)
    expect(handle).to_have_attribute("aria-valuenow", "0")
    expect(phone.chips("Busy 0")).to_be_visible()
    phone.show("week")
    phone.show("month")
    expect(handle).to_have_attribute("aria-valuenow", "0")
    phone.day("2026-03-12").tap()
    expect(handle).to_have_attribute("aria-valuenow", "1")
    expect(phone.listed("Busy 0")).to_be_visible()
    expect(phone.chips("Busy")).to_have_count(0)


def test_a_tall_month_is_tall_after_a_reload(phone):
    handle = phone.page.get_by_role("slider", name="The day’s list")
    pull(phone, -300)
    expect(handle).to_have_attribute("aria-valuenow", "0")
    phone.page.reload()
    expect(handle).to_have_attribute("aria-valuenow", "0")
    expect(phone.chips("Busy 0")).to_be_visible()
    phone.day("2026-03-12").tap()
    expect(handle).to_have_attribute("aria-valuenow", "1")
    phone.page.reload()
    expect(handle).to_have_attribute("aria-valuenow", "1")


def test_a_finger_pulls_the_list_over_the_month_and_to_the_next_day(phone):
    handle = phone.page.get_by_role("slider", name="The day’s list")
    pull(phone, 250)
    expect(handle).to_have_attribute("aria-valuenow", "2")
    finger = Finger(phone.page)
    finger.send("touchStart", (300, 600))
    finger.move((300, 600), (120, 600))
    finger.send("touchEnd")
    expect(phone.page.get_by_role("region", name="12 March")).to_be_visible()


# The lines of an element's text.
LINES = """(part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


@pytest.mark.parametrize(("locale", "lines"), [("de-DE", 1), ("en-GB", 2)])
def test_the_word_for_a_whole_day_is_broken_between_words_only(open_calendar, client, locale, lines):
    client.put(event("Trip", "20260311", "20260312"))
    phone = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True, locale=locale)
    assert phone.listed("Trip").locator(".occurrence-time").evaluate(LINES) == lines


def test_in_the_tall_month_the_title_of_a_tentative_event_fades(open_calendar, client):
    client.put(event("Rehearsal of the whole choir", "20260311T180000", "20260311T200000", "STATUS:TENTATIVE"))
    phone = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True).pull_month_tall()
    fade = "(chip) => getComputedStyle(chip, '::after').backgroundImage"
    assert "gradient" in phone.chips("Rehearsal").evaluate(fade)


def test_in_todays_list_what_goes_on_is_marked(open_calendar, client):
    client.put(event("Over", f"{TODAY}T060000", f"{TODAY}T070000"))
    client.put(event("Going", f"{TODAY}T000100", f"{TODAY}T235900"))
    client.put(event("Later", f"{TODAY}T235930", f"{TODAY}T235945"))
    phone = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(phone.listed("Going")).to_have_accessible_name(re.compile(", now$"))
    expect(phone.listed("Later")).not_to_have_accessible_name(re.compile("now"))


def test_on_a_phone_held_sideways_the_list_stands_beside_the_chosen_day(open_calendar, client):
    client.put(event("Lunch", "20260325T120000", "20260325T130000"))
    phone = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    phone.day("2026-03-25").tap()
    phone.page.set_viewport_size({"width": 844, "height": 390})
    expect(phone.listed("Lunch")).to_be_in_viewport(ratio=1)
    day, panel = phone.day("2026-03-25").bounding_box(), phone.page.locator("day-panel").bounding_box()
    assert day["x"] + day["width"] <= panel["x"] + 1
    expect(phone.day("2026-03-25").locator(".number")).to_be_in_viewport(ratio=1)


def test_a_day_opened_by_its_address_has_the_month_behind_it(phone):
    phone.open("/month/2026-03-12/day")
    handle = phone.page.get_by_role("slider", name="The day’s list")
    expect(handle).to_have_attribute("aria-valuenow", "2")
    phone.page.go_back()
    expect(handle).to_have_attribute("aria-valuenow", "1")
    expect(phone.page).to_have_url(re.compile("/month/2026-03-12$"))


def test_an_event_made_with_the_button_is_listed(phone):
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


def test_the_list_of_a_day_scrolls_to_an_event_made_there(phone):
    phone.day("2026-03-12").tap()
    phone.page.get_by_role("button", name="New event").first.tap()
    phone.fill_sheet(title="Late", start="21:00", end="22:00")
    phone.save()
    expect(phone.listed("Late")).to_be_in_viewport(ratio=1)
