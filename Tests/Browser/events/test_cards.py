"""Cards stand on the page without dimming it: the page stays usable, and a press elsewhere does what it always does."""

import pytest
from playwright.sync_api import expect

from support.events import event
from support.timeline import hours


@pytest.fixture
def week(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    client.put(event("Dentist", "20260313T120000", "20260313T130000"))
    return open_calendar("/week/2026-03-11")


def open_card(week, title="Lunch"):
    hours(week, title).click()
    expect(week.dialog).to_have_accessible_name(title)
    return week.dialog


def test_no_card_dims_the_page(week):
    page = week.page
    for show in (lambda: open_card(week), lambda: page.keyboard.press("n"), lambda: page.keyboard.press("q")):
        show()
        expect(page.locator("dialog[open]")).to_have_count(1)
        expect(page.locator("dialog:modal")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_a_press_elsewhere_closes_the_card_and_does_what_it_always_does(week):
    open_card(week)
    open_card(week, "Dentist")
    expect(week.page.get_by_role("dialog")).to_have_count(1)
    week.page.get_by_role("button", name="Month", exact=True).click()
    expect(week.page.locator('[data-view="month"]')).to_be_visible()
    expect(week.page.get_by_role("dialog")).to_have_count(0)
    week.day("2026-03-18").click(position={"x": 40, "y": 60})
    expect(week.day("2026-03-18")).to_have_attribute("aria-selected", "true")


def test_a_press_on_the_event_itself_leaves_its_card_open(week):
    card = open_card(week)
    card.evaluate("(dialog) => { dialog.dataset.same = 'yes'; }")
    hours(week, "Lunch").click()
    expect(week.page.get_by_role("dialog")).to_have_attribute("data-same", "yes")


def test_dragging_the_event_takes_it_out_from_under_its_card(week):
    open_card(week)
    box = hours(week, "Lunch").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    week.page.mouse.move(x, y)
    week.page.mouse.down()
    week.page.mouse.move(x, y + 100, steps=5)
    expect(week.page.get_by_role("dialog")).to_have_count(0)
    week.page.mouse.up()
    expect(week.announcement("“Lunch” is now")).to_be_visible()


def test_another_event_opens_over_a_form_whose_text_is_kept(week):
    week.page.keyboard.press("n")
    week.dialog.get_by_label("Title").fill("Half a thought")
    open_card(week)
    expect(week.announcement("“Half a thought” is saved as a draft.")).to_be_visible()


def test_escape_closes_one_thing_at_a_time(week):
    page = week.page
    open_card(week)
    hours(week, "Lunch").click(button="right")
    expect(page.get_by_role("menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_focus_goes_into_the_card_round_it_and_back_to_the_event(week):
    page = week.page
    hours(week, "Lunch").focus()
    page.keyboard.press("Enter")
    expect(week.dialog).to_have_accessible_name("Lunch")
    inside = "() => Boolean(document.activeElement.closest('dialog'))"
    for key in ["Tab"] * 24 + ["Shift+Tab"] * 24:
        page.keyboard.press(key)
        assert page.evaluate(inside)
    page.keyboard.press("Escape")
    expect(hours(week, "Lunch")).to_be_focused()


def test_keys_of_the_page_do_nothing_while_the_focus_is_in_a_card(week):
    card = open_card(week)
    card.get_by_role("heading").click()
    week.page.keyboard.press("m")
    week.page.keyboard.press("Tab")
    expect(week.page.locator('[data-view="week"]')).to_be_visible()
    expect(week.page.get_by_role("dialog")).to_have_count(1)


@pytest.mark.parametrize("way", ["focused", "open"])
def test_e_edits_the_event(week, way):
    if way == "focused":
        hours(week, "Lunch").focus()
    else:
        hours(week, "Lunch").click()
        expect(week.dialog).to_have_accessible_name("Lunch")
    week.page.keyboard.press("e")
    expect(week.dialog.get_by_label("Title")).to_have_value("Lunch")
    expect(week.page.locator("dialog")).to_have_count(1)
