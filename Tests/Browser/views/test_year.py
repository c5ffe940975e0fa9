"""The year in its three layouts: what it shows, getting around by key and pointer, and creating events."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.events import SERIES
from support.pointer import Finger
from support.waiting import passed, wait_for_events

TRIP = (
    "BEGIN:VEVENT\nUID:trip@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260330\n"
    "DTEND;VALUE=DATE:20260403\nSUMMARY:Trip\nCOLOR:green\nEND:VEVENT"
)


@pytest.fixture
def year(open_calendar, client):
    client.put(SERIES)
    client.put(TRIP)
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.keyboard.press("y")
    expect(calendar.page.locator('[data-view="year"] [role="gridcell"]')).to_have_count(365)
    passed(calendar.page)
    return calendar


def layout(calendar, name):
    calendar.page.get_by_role("radio", name=name).check(force=True)


def title(calendar, text):
    expect(calendar.heading).to_have_text(text)


def test_a_day_has_its_event_count_in_both_layouts_of_days(year):
    for name in ("Months", "Rows"):
        layout(year, name)
        expect(year.day("2026-03-11")).to_have_accessible_name(re.compile("Wednesday,? 11 March 2026, today, No events"))
        expect(year.day("2026-03-31")).to_have_accessible_name(re.compile("31 March 2026, 1 event"))
        expect(year.day("2026-03-17")).to_have_class(re.compile("full-1"))
        expect(year.day("2026-03-11")).to_have_attribute("aria-current", "date")
        expect(year.page.locator('[role="gridcell"][tabindex="0"]')).to_have_count(1)
        expect(year.day("2026-03-11")).to_have_attribute("aria-selected", "true")


def test_a_band_continues_in_the_next_month(year):
    layout(year, "Rows")
    bands = year.page.locator(".year-band")
    expect(bands).to_have_count(2)
    expect(bands.first).to_have_class(re.compile("starts"))
    expect(bands.last).to_have_class(re.compile("ends"))
    first, day = bands.first.bounding_box(), year.day("2026-03-30").bounding_box()
    assert abs(first["x"] - day["x"]) < 3
    bands.last.click()
    expect(year.dialog).to_have_accessible_name("Trip")


def test_keys_walk_through_the_year_and_beyond(year):
    page = year.page
    year.day("2026-03-11").focus()
    for key, date in [
        ("ArrowRight", "2026-03-12"), ("ArrowDown", "2026-03-19"), ("Home", "2026-03-16"), ("PageDown", "2026-04-16"),
        ("Shift+PageDown", "2027-04-16"), ("Shift+PageUp", "2026-04-16"),
    ]:
        page.keyboard.press(key)
        expect(year.day(date), key).to_be_focused()
        title(year, date[:4])
    layout(year, "Rows")
    year.day("2026-04-16").focus()
    page.keyboard.press("ArrowDown")
    expect(year.day("2026-05-16")).to_be_focused()
    page.keyboard.press("End")
    expect(year.day("2026-05-31")).to_be_focused()
    page.keyboard.press("j")
    title(year, "2027")
    expect(page).to_have_url(re.compile("/year/2027"))
    page.evaluate("history.back()")
    title(year, "2026")


def test_a_day_lists_its_events_and_a_month_name_opens_the_month(year):
    page = year.page
    year.day("2026-03-17").click()
    meeting = year.dialog.get_by_role("button", name="Stand-up")
    expect(meeting.locator(".occurrence-time")).to_have_text("9:15 9:30")
    meeting.click()
    expect(year.dialog).to_have_count(1)
    expect(year.dialog).to_have_accessible_name("Stand-up")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    year.day("2026-03-18").focus()
    page.keyboard.press("Enter")
    expect(year.dialog.get_by_text("Nothing on this day yet.")).to_be_visible()
    year.dialog.get_by_role("button", name="New event").click()
    expect(year.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2026-03-18")
    page.keyboard.press("Escape")
    page.locator('.year-month-name[data-open="2026-08-01"]').click()
    expect(year.heading).to_contain_text("August 2026")
    expect(page.locator('[data-view="month"]')).to_be_visible()


def test_dragging_over_days_makes_an_event_and_hiding_its_calendar_shows_at_once(year, client):
    page = year.page
    start, end = year.day("2026-06-08").bounding_box(), year.day("2026-06-11").bounding_box()
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 10, steps=6)
    page.mouse.up()
    expect(year.dialog.get_by_label("What and when")).to_be_focused()
    page.keyboard.type("Retreat")
    page.keyboard.press("Enter")
    assert any("DTSTART;VALUE=DATE:20260608" in event["ical"] for event in wait_for_events(client, 3))
    expect(year.day("2026-06-10")).to_have_class(re.compile("full-[123]"))
    page.get_by_role("checkbox", name="Personal").uncheck()
    expect(year.day("2026-06-10")).to_have_class(re.compile("full-0"))


def test_the_list_names_what_lasts_a_day_or_longer(year, client):
    fair = TRIP.replace("trip@", "fair@").replace("0330", "0501").replace("0403", "0502").replace("Trip", "Fair")
    client.put(fair)
    page = year.page
    layout(year, "List")
    months = page.locator(".year-list").get_by_role("group")
    expect(months.get_by_role("heading")).to_have_text(["March", "May"])
    trip = months.get_by_role("button", name="Trip, Mon 30 Mar – Thu 2 Apr, 4 days")
    expect(trip).to_have_attribute("tabindex", "0")
    trip.focus()
    page.keyboard.press("ArrowDown")
    expect(months.get_by_role("button", name="Fair, Fri 1 May")).to_be_focused()
    page.keyboard.press("Enter")
    expect(year.dialog.get_by_role("heading", name="Fair")).to_be_visible()
    page.keyboard.press("Escape")
    expect(months.get_by_role("button", name="Fair, Fri 1 May")).to_be_focused()
    months.get_by_role("heading", name="May").click()
    expect(page).to_have_url(re.compile("/month/2026-05-01$"))
    page.goto(re.sub("/month/.*", "/year/2031", page.url))
    expect(page.get_by_text("Nothing in 2031 lasts a whole day or longer.")).to_be_visible()


def test_the_layout_is_remembered(year):
    layout(year, "List")
    year.page.reload()
    expect(year.page.get_by_role("radio", name="List")).to_be_checked()


def test_a_year_full_of_events_is_drawn_quickly(open_calendar, filled):
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.keyboard.press("y")
    expect(calendar.page.locator('[data-view="year"] [role="gridcell"]')).to_have_count(365)
    protocol = calendar.page.context.new_cdp_session(calendar.page)
    protocol.send("Performance.enable")
    # The CPU time of the page's thread, so that other work on the machine doesn't count.
    cpu_seconds = lambda: next(metric["value"] for metric in protocol.send("Performance.getMetrics")["metrics"] if metric["name"] == "ThreadTime")
    took = []
    for year in (2027, 2026, 2025, 2026, 2027):
        before = cpu_seconds()
        calendar.page.evaluate("(date) => { const view = document.querySelector('year-view'); view.goTo(date); view.offsetHeight; }", f"{year}-03-11")
        took.append((cpu_seconds() - before) * 1000)
    print(f"a year: {sorted(took)[2]:.1f} ms")
    # The goal is 33 ms, two frames, on an idle machine; the limit allows for a slow and busy one.
    assert sorted(took)[2] < 120, took


def test_a_year_is_chosen_from_the_title(year):
    page = year.page
    year.day("2026-03-17").focus()
    year.heading.get_by_role("button").click()
    years = year.dialog.get_by_role("listbox", name="Year")
    expect(years.get_by_role("option")).to_have_count(301)
    expect(years.get_by_role("option", name="2026")).to_be_focused()
    expect(years.get_by_role("option", selected=True)).to_have_text("2026")
    expect(years.get_by_role("option", name="2026")).to_be_in_viewport()
    page.keyboard.type("1987")
    expect(years.get_by_role("option", name="1987")).to_be_focused()
    for key, chosen in [("ArrowRight", "1988"), ("ArrowUp", "1983"), ("PageDown", "1993"), ("End", "2200"), ("Home", "1900")]:
        page.keyboard.press(key)
        expect(years.get_by_role("option", name=chosen)).to_be_focused()
    page.keyboard.press("Enter")
    expect(year.dialog).to_have_count(0)
    title(year, "1900")
    expect(page).to_have_url(re.compile("/year/1900-03-17$"))
    year.heading.get_by_role("button").click()
    years.get_by_role("option", name="1904").click()
    title(year, "1904")
    expect(year.day("1904-03-17")).to_have_attribute("aria-selected", "true")


def test_the_years_hang_from_the_title_and_dim_nothing(year):
    year.heading.get_by_role("button").click()
    expect(year.dialog).to_have_accessible_name("Choose a year")
    assert not year.dialog.evaluate("(dialog) => dialog.matches(':modal')")
    year.heading.get_by_role("button").click()
    expect(year.dialog).to_have_count(0)
    year.heading.get_by_role("button").click()
    year.page.mouse.click(1200, 780)
    expect(year.dialog).to_have_count(0)


def test_a_reload_and_every_layout_keep_the_year_and_the_day(year):
    page = year.page
    year.open("/year/2027-05-14")
    for name in ("List", "Months", "Rows"):
        layout(year, name)
        title(year, "2027")
        if name == "List":
            continue
        expect(year.day("2027-05-14")).to_have_attribute("aria-selected", "true")
        expect(year.day("2027-05-14")).to_be_in_viewport()
    year.reload()
    expect(year.day("2027-05-14")).to_have_attribute("aria-selected", "true")
    year.day("2027-08-02").click()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/year/2027-08-02$"))
    year.reload()
    expect(year.day("2027-08-02")).to_have_attribute("aria-selected", "true")
    # An address may have only a year.
    year.open("/year/2031")
    title(year, "2031")


def test_a_phone_turns_the_year_by_swipe_and_button(open_calendar):
    calendar = open_calendar("/year/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    finger = Finger(calendar.page)
    for start, end, shown in [((320, 500), (80, 500), "2027"), ((80, 500), (320, 500), "2026"), ((200, 500), (200, 700), "2026")]:
        finger.send("touchStart", start)
        finger.move(start, end)
        finger.send("touchEnd")
        title(calendar, shown)
    calendar.page.get_by_role("button", name="Previous year").tap()
    title(calendar, "2025")
    calendar.page.get_by_role("button", name="Next year").tap()
    title(calendar, "2026")
    expect(calendar.day("2026-03-11")).to_have_attribute("aria-selected", "true")


def test_on_a_phone_it_opens_at_the_chosen_day(open_calendar):
    phone = open_calendar("/month/2026-11-24", viewport=PHONE, has_touch=True, is_mobile=True)
    phone.page.get_by_role("group", name="View").get_by_role("button", name="Year").tap()
    expect(phone.page.locator('[data-view="year"] [data-date="2026-11-24"]')).to_be_in_viewport()
