"""Several events at once: selecting them, and moving, copying or deleting all of them."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import SERIES, event, stored, wait_for
from support.pointer import centre, drag
from support.timeline import HOUR, day, hours
from support.waiting import eventually, frames, rested, still

TITLES = ("Breakfast", "Lunch", "Supper")


@pytest.fixture
def furnished_client(client):
    client.put(event("Breakfast", "20260310T090000", "20260310T100000"))
    client.put(event("Lunch", "20260311T120000", "20260311T130000", "LOCATION:Kitchen"))
    client.put(event("Supper", "20260312T143000", "20260312T153000", "LOCATION:Kitchen"))
    return client


@pytest.fixture
def week(open_calendar, furnished_client):
    calendar = open_calendar("/week/2026-03-11")
    for title in TITLES:
        expect(hours(calendar, title)).to_be_visible()
    rested(calendar.page)
    return calendar


def bar(calendar):
    return calendar.page.get_by_role("region", name="Selected events")


def select(calendar, *titles):
    for title in titles:
        hours(calendar, title).first.click(modifiers=["Shift"])
    expect(bar(calendar)).to_contain_text(f"{len(titles)} event")


def starts(client):
    return [stored(client, title)[0] for title in TITLES]


def test_three_events_move_by_a_day_and_one_undo_brings_all_back(week, furnished_client):
    select(week, *TITLES)
    bar(week).get_by_role("button", name="Move…").click()
    week.dialog.get_by_role("button", name="1 day later").click()
    expect(week.dialog.get_by_role("status")).to_have_text("Moves 3 events 1 day later.")
    week.dialog.get_by_role("button", name="Move", exact=True).click()
    expect(week.announcement("3 events moved")).to_be_visible()
    expect(bar(week)).to_have_count(0)
    eventually(lambda: starts(furnished_client), ["20260311T0900", "20260312T1200", "20260313T1430"])
    week.undo()
    eventually(lambda: starts(furnished_client), ["20260310T0900", "20260311T1200", "20260312T1430"])


def test_dragging_one_selected_event_moves_the_others_as_far(week, furnished_client):
    select(week, "Breakfast", "Lunch")
    before, width = still(hours(week, "Breakfast")), day(week, "2026-03-11").bounding_box()["width"]
    at = centre(hours(week, "Lunch"))
    drag(week.page, at, (width, HOUR), drop=False)
    # The other one is seen where it will be.
    other = week.page.locator(".held-others > .hours-event").bounding_box()
    assert (other["x"] - before["x"], other["y"] - before["y"]) == pytest.approx((width, HOUR), abs=3)
    expect(week.page.locator(".ghost")).to_have_count(2)
    week.page.mouse.move(at[0], at[1] + HOUR)
    frames(week.page)
    week.page.mouse.up()
    expect(week.page.locator(".held-others")).to_have_count(0)
    eventually(lambda: starts(furnished_client), ["20260310T1000", "20260311T1300", "20260312T1430"])


def test_a_rectangle_over_the_hours_selects_what_it_touches(week):
    page = week.page
    from_x, from_y = centre(hours(week, "Breakfast"), dy=-HOUR)
    to_x, to_y = centre(hours(week, "Lunch"), dy=HOUR)
    page.keyboard.down("Shift")
    drag(page, (from_x - 30, from_y), (to_x + 10 - from_x + 30, to_y - from_y))
    page.keyboard.up("Shift")
    expect(bar(week)).to_contain_text("2 events selected")
    expect(week.dialog).to_have_count(0)
    page.keyboard.press("Escape")
    expect(bar(week)).to_have_count(0)


def test_a_rectangle_over_the_month_selects_whole_days(open_calendar, furnished_client):
    calendar = open_calendar("/month/2026-03-11")
    start, end = (centre(calendar.day(date), dy=30) for date in ("2026-03-10", "2026-03-11"))
    calendar.page.keyboard.down("Shift")
    drag(calendar.page, start, (end[0] - start[0], end[1] - start[1]))
    calendar.page.keyboard.up("Shift")
    expect(bar(calendar)).to_contain_text("2 events selected")


def test_deleting_says_that_other_dates_of_a_series_stay(open_calendar, furnished_client):
    furnished_client.put(SERIES)
    calendar = open_calendar("/week/2026-03-11")
    select(calendar, "Stand-up", "Supper")
    calendar.page.keyboard.press("Delete")
    expect(calendar.dialog).to_contain_text("Deletes 2 events. 1 is one date of a repeating event; its other dates stay.")
    calendar.dialog.get_by_role("button", name="Delete").click()
    expect(calendar.announcement("2 events deleted")).to_be_visible()
    eventually(lambda: "EXDATE" in "".join(record["ical"] for record in furnished_client.events()))


def test_the_keyboard_alone_selects_moves_and_comes_back(week, furnished_client):
    page = week.page
    hours(week, "Breakfast").focus()
    page.keyboard.press("Control+Space")
    expect(bar(week)).to_contain_text("1 event selected")
    hours(week, "Lunch").focus()
    page.keyboard.press("Control+Space")
    expect(bar(week)).to_contain_text("2 events selected")
    page.keyboard.press("Control+Enter")
    expect(bar(week).get_by_role("button", name="Move…")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(bar(week).get_by_role("button", name="Copy…")).to_be_focused()
    page.keyboard.press("Escape")
    expect(bar(week)).to_have_count(0)
    expect(hours(week, "Lunch")).to_be_focused()
    # Picked up, one selected event takes the others along.
    page.keyboard.press("Control+Space")
    hours(week, "Supper").focus()
    page.keyboard.press("Control+Space")
    expect(bar(week)).to_contain_text("2 events selected")
    for key in ("Space", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    eventually(lambda: starts(furnished_client), ["20260310T0900", "20260312T1200", "20260313T1430"])


def test_search_results_are_selected_together_and_change_their_colour(week, furnished_client):
    page = week.page
    page.keyboard.press("/")
    week.dialog.get_by_role("combobox").first.fill("Kitchen")
    week.dialog.get_by_role("button", name="Select all").click()
    expect(bar(week)).to_contain_text("2 events selected")
    bar(week).get_by_role("button", name="Colour").click()
    week.dialog.get_by_role("radio", name="Red").check()
    week.dialog.get_by_role("button", name="Change").click()
    eventually(lambda: sum("COLOR:" in record["ical"] for record in furnished_client.events()), 2)


def test_on_a_phone_the_card_begins_a_selection_and_taps_go_on(open_calendar, furnished_client):
    calendar = open_calendar("/agenda/2026-03-10", viewport=PHONE, has_touch=True, is_mobile=True)
    listed = calendar.page.locator('[data-view="agenda"] .occurrence:visible')
    listed.filter(has_text="Breakfast").first.tap()
    calendar.dialog.get_by_role("button", name="More", exact=True).tap()
    calendar.dialog.get_by_role("menuitem", name="Select").tap()
    expect(bar(calendar)).to_contain_text("1 event selected")
    listed.filter(has_text="Lunch").first.tap()
    expect(bar(calendar)).to_contain_text("2 events selected")
    wide = "document.documentElement.scrollWidth > innerWidth"
    assert not calendar.page.evaluate(wide)
    bar(calendar).get_by_role("button", name="Clear selection").tap()
    expect(bar(calendar)).to_have_count(0)


def test_the_bar_and_its_dialogs_have_no_findings(week):
    select(week, "Breakfast", "Lunch")
    assert findings_in_both_schemes(week.page) == []
    for name in ("Move…", "Colour"):
        bar(week).get_by_role("button", name=name).click()
        assert findings_in_both_schemes(week.page) == []
        week.page.keyboard.press("Escape")
