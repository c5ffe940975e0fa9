"""What is open or being made is marked in the grid."""

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.choices import choose
from support.events import event
from support.timeline import hours
from support.waiting import eventually

# The colour as the browser writes it, to compare it with the token.
SOLID = """(part) => {
  const probe = document.createElement('i');
  probe.style.color = getComputedStyle(part).getPropertyValue('--solid');
  document.body.append(probe);
  const solid = getComputedStyle(probe).color;
  probe.remove();
  return getComputedStyle(part).backgroundColor === solid;
}"""
TINTED = SOLID.replace("'--solid'", "'--tint'")


@pytest.fixture
def lunch(client, open_calendar):
    def show(view, **options):
        client.put(event("Lunch", "20260311T120000", "20260311T130000"))
        client.put(event("Dentist", "20260312T120000", "20260312T130000"))
        return open_calendar(f"/{view}/2026-03-11", **options)

    return show


def marked(part, is_marked, how):
    eventually(lambda: part.evaluate(how), is_marked)


@pytest.mark.parametrize("view", ["week", "day", "month", "agenda"])
def test_the_open_event_is_marked_until_its_card_is_closed(lunch, view):
    calendar = lunch(view)
    page = calendar.page
    part, how = {
        "month": (calendar.chips("Lunch"), SOLID),
        "agenda": (page.locator('[data-view="agenda"] .occurrence').filter(has_text="Lunch"), TINTED),
    }.get(view, (hours(calendar, "Lunch"), SOLID))
    part = part.first
    marked(part, False, how)
    part.click()
    expect(calendar.dialog).to_have_accessible_name("Lunch")
    marked(part, True, how)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    marked(part, False, how)


def test_the_mark_goes_on_with_the_form_and_moves_with_the_card(lunch):
    calendar = lunch("week")
    calendar.edit(hours(calendar, "Lunch"))
    marked(hours(calendar, "Lunch"), True, SOLID)
    hours(calendar, "Dentist").click()
    marked(hours(calendar, "Dentist"), True, SOLID)
    marked(hours(calendar, "Lunch"), False, SOLID)


def being_made(calendar):
    return calendar.page.locator("[data-view] .being-made")


def test_the_event_being_made_stands_in_the_grid_and_follows_the_form(lunch, client):
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    calendar = lunch("week")
    page = calendar.page
    page.keyboard.press("n")
    block = being_made(calendar)
    expect(block).to_have_count(1)
    calendar.fill_sheet(title="Picnic", date="2026-03-13", start="10:00", end="12:00")
    expect(block).to_have_text("Picnic")
    expect(block).to_have_attribute("data-time", "10:00 – 12:00")
    at, dentist = block.bounding_box(), hours(calendar, "Dentist").bounding_box()
    assert at["x"] > dentist["x"] and at["y"] + at["height"] <= dentist["y"]
    choose(calendar.dialog.get_by_label("Calendar", exact=True), "Work")
    expect(block).to_have_attribute("data-color", "red")
    calendar.dialog.get_by_label("All day").check()
    expect(page.locator(".hours-head .being-made")).to_have_text("Picnic")
    calendar.save()
    expect(block).to_have_count(0)


def test_the_card_does_not_cover_the_event_being_made(lunch):
    calendar = lunch("week")
    for view in ("week", "month"):
        calendar.show(view)
        for key in ("n", "q"):
            calendar.page.keyboard.press(key)
            expect(being_made(calendar).first).to_be_visible()
            at, card = being_made(calendar).first.bounding_box(), calendar.dialog.bounding_box()
            assert card["x"] >= at["x"] + at["width"] or card["x"] + card["width"] <= at["x"]
            calendar.page.keyboard.press("Escape")
            expect(calendar.page.locator("dialog")).to_have_count(0)


def test_a_line_of_quick_add_stands_in_the_grid(lunch):
    calendar = lunch("month")
    calendar.page.keyboard.press("q")
    calendar.page.keyboard.type("Tea friday 16:00")
    expect(being_made(calendar)).to_have_text("Tea")
    calendar.page.keyboard.press("Escape")
    expect(being_made(calendar)).to_have_count(0)


def test_the_event_being_made_stays_on_its_day_while_the_grid_is_scrolled(lunch):
    calendar = lunch("month")
    calendar.page.keyboard.press("n")
    calendar.fill_sheet(title="Picnic", date="2026-03-13")
    expect(being_made(calendar)).to_have_text("Picnic")
    calendar.scroller.evaluate("(strip) => { strip.scrollTop += 6000; }")
    expect(being_made(calendar)).to_have_count(0)
    calendar.scroller.evaluate("(strip) => { strip.scrollTop -= 6000; }")
    expect(being_made(calendar)).to_have_text("Picnic")


def test_the_new_time_of_an_event_is_outlined_while_its_form_is_open(lunch):
    calendar = lunch("week")
    calendar.edit(hours(calendar, "Lunch"))
    outlined = calendar.page.locator("[data-view] .outlined")
    expect(outlined).to_have_count(0)
    calendar.fill_sheet(start="15:00")
    calendar.dialog.get_by_label("Start time").blur()
    expect(outlined).to_have_attribute("data-time", "15:00 – 16:00")
    calendar.page.keyboard.press("Escape")
    expect(outlined).to_have_count(0)


def test_on_a_phone_the_day_of_the_new_event_is_marked(lunch):
    calendar = lunch("month", viewport=PHONE, has_touch=True)
    calendar.page.keyboard.press("q")
    expect(being_made(calendar)).to_have_count(1)
    expect(calendar.page.locator("dialog:modal")).to_have_count(0)


@pytest.mark.parametrize("view, pseudo", [("week", "::before"), ("month", "::after")])
def test_the_letter_on_another_persons_open_event_is_as_legible_as_its_title(choir, view, pseudo):
    anna, ben, _ = choir
    anna.client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    his = ben.open(f"/{view}/2026-03-11")
    part = (his.chips("Lunch") if view == "month" else hours(his, "Lunch")).first
    part.click()
    expect(his.dialog).to_have_accessible_name("Lunch")
    colors = """(part, pseudo) => {
      const letter = getComputedStyle(part.querySelector('[data-who]') ?? part, pseudo);
      const { color, backgroundColor } = getComputedStyle(part);
      return [letter.color === backgroundColor, letter.backgroundColor === color];
    }"""
    eventually(lambda: part.evaluate(colors, pseudo), [True, True])
