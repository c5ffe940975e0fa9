"""Forms stand on the page as cards, which leave it bright and usable."""

import pytest
from playwright.sync_api import expect

from support.browser import DESKTOP, PHONE
from support.events import event

ASK = "([name, detail]) => document.dispatchEvent(new CustomEvent(name, { detail }))"
IS_MODAL = "(dialog) => dialog.matches(':modal')"
DIMS = "(dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor !== 'rgba(0, 0, 0, 0)'"
FORMS = [
    ("calendar-edit", {"id": None}),
    ("set-edit", {"index": None}),
    ("group-edit", {"id": None}),
    ("command", {"name": "subscribe"}),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form[1].get("name", form[0]))
def test_the_page_beside_a_form_can_be_used(open_calendar, form):
    calendar = open_calendar("/month/2026-03-11", viewport=DESKTOP)
    calendar.page.evaluate(ASK, list(form))
    expect(calendar.dialog).to_be_visible()
    assert not calendar.dialog.evaluate(IS_MODAL)
    calendar.day("2026-03-02").click(position={"x": 8, "y": 60})
    expect(calendar.page.locator("dialog")).to_have_count(0)
    expect(calendar.day("2026-03-02")).to_have_attribute("aria-selected", "true")


def test_a_form_stands_beside_the_button_that_opened_it(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=DESKTOP)
    button = calendar.page.get_by_role("button", name="New calendar")
    button.click()
    card, pressed = calendar.dialog.bounding_box(), button.bounding_box()
    assert card["x"] >= pressed["x"] + pressed["width"]
    assert card["y"] <= pressed["y"] <= card["y"] + card["height"]


def test_an_import_stays_open_while_the_page_is_used(calendar, tmp_path):
    file = tmp_path / "choir.ics"
    rehearsal = event("Rehearsal", "20260312T190000", "20260312T210000")
    file.write_text(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//EN\n{rehearsal}\nEND:VCALENDAR\n")
    calendar.choose_file(file)
    expect(calendar.dialog.get_by_text("Rehearsal")).to_be_visible()
    assert not calendar.dialog.evaluate(IS_MODAL)
    calendar.day("2026-03-02").click(position={"x": 8, "y": 60})
    expect(calendar.day("2026-03-02")).to_have_attribute("aria-selected", "true")
    expect(calendar.dialog.get_by_role("button", name="Import", exact=True)).to_be_enabled()
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.locator("dialog")).to_have_count(0)


def test_a_form_over_the_drawer_of_a_phone_can_be_used_and_dims_nothing(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True)
    page = calendar.page
    page.get_by_role("button", name="Calendars", exact=True).tap()
    page.get_by_role("button", name="New calendar").tap()
    expect(calendar.dialog.get_by_label("Name")).to_be_focused()
    assert calendar.dialog.evaluate(IS_MODAL) and not calendar.dialog.evaluate(DIMS)
    save = calendar.dialog.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    calendar.dialog.get_by_label("Name").fill("Choir")
    box = save.bounding_box()
    assert box["height"] >= 44 and box["y"] + box["height"] > PHONE["height"] - 60
    save.tap()
    expect(page.get_by_role("checkbox", name="Choir")).to_be_visible()
