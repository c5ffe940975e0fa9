"""The card beside an event: what it says, and what can be done there without opening the sheet."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import EMAIL, PHONE
from support.events import SERIES, event, wait_for
from support.people import add_account, sent
from support.timeline import hours
from support.waiting import eventually, still

LINES = "LOCATION:Luigi’s\nDESCRIPTION:Bring the plans\nURL:https://example.org/plans"


@pytest.fixture
def lunch(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000", LINES))
    return open_calendar("/week/2026-03-11")


@pytest.fixture
def card(lunch):
    hours(lunch, "Lunch").click()
    expect(lunch.dialog).to_have_accessible_name("Lunch")
    return lunch.dialog


def recolour(card, name):
    card.get_by_role("button", name="Colour").click()
    card.get_by_role("menuitemradio", name=name).click()


def test_it_stands_beside_the_event_and_says_what_it_is(lunch, card):
    box, at = card.bounding_box(), hours(lunch, "Lunch").bounding_box()
    assert box["x"] >= at["x"] + at["width"] or box["x"] + box["width"] <= at["x"]
    for text in ("Wednesday 11 March 12:00 – 13:00", "Luigi’s", "Bring the plans"):
        expect(card.get_by_text(text)).to_be_visible()
    expect(card.get_by_role("link", name="https://example.org/plans")).to_be_visible()
    assert findings_in_both_schemes(lunch.page) == []


def test_long_notes_show_their_beginning_and_200_links_until_all_are_asked_for(open_calendar, client):
    notes = "DESCRIPTION:" + " ".join(f"https://zoom.us/x/{number:04}" for number in range(2000)) + " the end"
    client.put(event("Lunch", "20260311T120000", "20260311T130000", notes))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Lunch").click()
    expect(calendar.dialog.get_by_role("link")).to_have_count(200)
    expect(calendar.dialog).not_to_contain_text("the end")
    calendar.dialog.get_by_role("button", name="Show all").click()
    expect(calendar.dialog).to_contain_text("the end")
    expect(calendar.dialog.get_by_role("link")).to_have_count(200)
    expect(calendar.dialog.get_by_role("button", name="Show all")).to_have_count(0)


def test_on_a_phone_it_rises_from_below(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000", LINES))
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True)
    hours(calendar, "Lunch").tap()
    expect(calendar.dialog.get_by_role("button", name="Edit", exact=True)).to_be_focused()
    box = calendar.dialog.evaluate(
        """async (dialog) => {
          await Promise.all(dialog.getAnimations().map(({ finished }) => finished));
          const { left, right, bottom } = dialog.getBoundingClientRect();
          return [left, innerWidth - right, innerHeight - bottom].map(Math.round);
        }"""
    )
    assert box == [0, 0, 0]


@pytest.mark.parametrize("is_phone", [True, False], ids=["phone", "desktop"])
def test_the_actions_are_at_the_foot_on_a_phone_and_at_the_top_on_a_desktop(open_calendar, client, is_phone):
    client.put(event("Lunch", "20260311T120000", "20260311T130000", LINES))
    calendar = open_calendar("/day/2026-03-11", **({"viewport": PHONE, "has_touch": True} if is_phone else {}))
    hours(calendar, "Lunch").click()
    edit, title = calendar.dialog.get_by_role("button", name="Edit", exact=True), calendar.dialog.get_by_role("heading", name="Lunch")
    expect(edit).to_be_focused()
    assert (still(edit)["y"] > title.bounding_box()["y"]) == is_phone
    assert findings_in_both_schemes(calendar.page) == []


def test_on_a_phone_the_event_comes_into_sight_above_its_card(open_calendar, client):
    client.put(event("Late", "20260311T120000", "20260311T123000", LINES))
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True)
    late = hours(calendar, "Late")
    low = "(block) => { const strip = block.closest('.hours-scroller'); strip.scrollTop -= innerHeight - 120 - block.getBoundingClientRect().bottom; }"
    late.evaluate(low)
    late.tap()
    expect(calendar.dialog).to_have_accessible_name("Late")
    above = "(block) => block.getBoundingClientRect().bottom <= innerHeight - document.querySelector('dialog').offsetHeight"
    eventually(lambda: late.evaluate(above), True)


def test_enter_opens_the_sheet(lunch, card):
    lunch.page.keyboard.press("Enter")
    expect(lunch.dialog.get_by_label("Title")).to_have_value("Lunch")


def test_a_colour_is_one_press_and_can_be_undone(lunch, card):
    recolour(card, "Green")
    expect(hours(lunch, "Lunch")).to_have_attribute("data-color", "green")
    expect(card).to_have_attribute("data-color", "green")
    lunch.page.keyboard.press("Escape")
    lunch.undo()
    expect(hours(lunch, "Lunch")).not_to_have_attribute("data-color", "green")


def test_a_repeating_event_asks_which_dates_to_colour(open_calendar, client):
    client.put(SERIES)
    calendar = open_calendar("/month/2026-03-11")
    calendar.chips("Stand-up").first.click()
    recolour(calendar.dialog, "Green")
    calendar.dialog.get_by_role("button", name="All events").click()
    green = calendar.page.locator('[data-view="month"] [data-uid][data-color="green"]')
    expect(green).to_have_count(calendar.chips("Stand-up").count())


def test_it_moves_to_another_calendar(lunch, client, open_calendar):
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    lunch.reload()
    hours(lunch, "Lunch").click()
    lunch.dialog.get_by_role("button", name="Calendar: Personal").click()
    expect(lunch.page.get_by_role("menuitemradio", name="Personal")).to_have_attribute("aria-checked", "true")
    lunch.page.get_by_role("menuitemradio", name="Work").click()
    expect(lunch.dialog).to_have_count(0)
    expect(hours(lunch, "Lunch")).to_have_attribute("data-color", "red")


@pytest.mark.parametrize("key", ["Delete", "Backspace"])
def test_a_key_deletes_the_event(lunch, card, key):
    lunch.page.keyboard.press(key)
    expect(lunch.announcement("“Lunch” deleted")).to_be_visible()
    expect(hours(lunch, "Lunch")).to_have_count(0)


def test_it_is_duplicated(lunch, card, client):
    card.get_by_role("button", name="Duplicate").click()
    lunch.fill_sheet(title="Second lunch", date="2026-03-12")
    lunch.save()
    wait_for(client, "Second lunch", ("20260312T1200", "20260312T1300"))
    expect(hours(lunch, "Second lunch")).to_be_visible()


def test_it_follows_a_change_made_elsewhere_and_closes_when_the_event_is_gone(lunch, card, open_calendar):
    there = open_calendar("/week/2026-03-11")
    there.edit(hours(there, "Lunch"))
    there.fill_sheet(title="Late lunch")
    there.save()
    expect(lunch.dialog).to_have_accessible_name("Late lunch")
    hours(there, "Late lunch").click()
    there.dialog.get_by_role("button", name="Delete").click()
    expect(lunch.page.get_by_role("dialog")).to_have_count(0)


def test_a_very_long_title_leaves_room_for_the_rest(open_calendar, client):
    client.put(event("x" * 100, "20260311T120000", "20260311T130000", LINES))
    calendar = open_calendar("/week/2026-03-11", viewport={"width": 320, "height": 640})
    hours(calendar, "xxx").first.click()
    expect(calendar.dialog.get_by_role("button", name="Delete")).to_be_in_viewport()
    expect(calendar.dialog.get_by_text("Luigi’s")).to_be_visible()
    assert calendar.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}], ids=["phone", "desktop"])
def test_a_title_longer_than_the_screen_takes_two_lines_of_a_list_and_leaves_a_message_its_buttons(open_calendar, client, size):
    client.put(event("Long", "20260311T120000", "20260311T130000").replace("SUMMARY:", "SUMMARY:" + 1000 * "W"))
    calendar = open_calendar("/month/2026-03-11", viewport=size)
    row = calendar.page.locator("day-panel .occurrence")
    expect(row).to_be_visible()
    assert row.bounding_box()["height"] < 90
    row.click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    toast = calendar.page.locator(".toast")
    expect(toast).to_contain_text("…” deleted")
    for name in ["Undo", "Close"]:
        expect(toast.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


LONG_NAME = "Maximilian-Alexander Featherstonehaugh-Cholmondeley of the Department of Agriculture"
INVITED = "\n".join(
    [
        f"ORGANIZER:mailto:{EMAIL}",
        "ATTENDEE;CN=Ben Berg:mailto:ben@example.org",
        f"ATTENDEE;CN={LONG_NAME}:mailto:nobody@example.org",
        f"ATTENDEE:mailto:{'long' * 30}@example.org",
    ]
)
UNDELIVERED = "Invitation not delivered: this address isn’t known here."


SIZES = pytest.mark.parametrize(
    "options",
    [{"viewport": PHONE, "has_touch": True}, {"viewport": {"width": 820, "height": 1180}}, {"viewport": {"width": 1440, "height": 900}}],
    ids=["phone", "tablet", "desktop"],
)


@SIZES
def test_a_guest_whom_the_invitation_did_not_reach_is_told_from_the_others(open_calendar, client, options):
    client.put(event("Lunch", "20260311T120000", "20260311T130000", INVITED))
    calendar = open_calendar("/day/2026-03-11", **options)
    hours(calendar, "Lunch").click()
    for opened in ("card", "sheet"):
        place = calendar.dialog.get_by_role("region", name="Answers") if opened == "card" else calendar.dialog.get_by_role("list", name="Guests")
        guests = place.get_by_role("listitem")
        expect(guests).to_have_count(3)
        expect(guests.filter(has_text=UNDELIVERED)).to_have_count(2)
        expect(guests.filter(has_text="Ben Berg")).not_to_contain_text("not delivered")
        expect(guests.filter(has_text=LONG_NAME)).to_contain_text(UNDELIVERED)
        for guest in guests.all():
            assert guest.evaluate("(item) => item.scrollWidth <= item.clientWidth"), f"too wide in the {opened}"
        guests.last.scroll_into_view_if_needed()
        assert findings_in_both_schemes(calendar.page) == []
        if opened == "card":
            calendar.dialog.get_by_role("button", name="Edit", exact=True).click()
            expect(calendar.dialog.get_by_label("Title")).to_have_value("Lunch")


@SIZES
def test_a_guest_whose_answer_did_not_reach_the_organizer_is_told(open_calendar, client, server, options):
    add_account(server, "ben@example.org", "Ben")
    # Ben doesn't have the event any more, so he can't be told that Anna comes.
    lines = f"ORGANIZER;CN={LONG_NAME}:mailto:ben@example.org\nATTENDEE;PARTSTAT=ACCEPTED:mailto:{EMAIL}"
    client.put(event("Lunch", "20260311T120000", "20260311T130000", lines))
    calendar = open_calendar("/day/2026-03-11", **options)
    hours(calendar, "Lunch").click()
    for opened in ("card", "sheet"):
        note = calendar.dialog.get_by_text(f"Your answer couldn’t be delivered to {LONG_NAME}. They may have deleted the event")
        expect(note).to_be_in_viewport()
        email = calendar.dialog.get_by_role("link", name=f"Email {LONG_NAME}")
        expect(email).to_have_attribute("href", "mailto:ben@example.org?subject=Lunch")
        for element in (note, email):
            assert element.evaluate("(item) => item.scrollWidth <= item.clientWidth"), f"too wide in the {opened}"
        assert findings_in_both_schemes(calendar.page) == []
        if opened == "card":
            calendar.dialog.get_by_role("button", name="Edit", exact=True).click()
            expect(calendar.dialog.get_by_label("Title")).to_have_value("Lunch")


def test_a_member_cannot_make_the_others_believe_that_their_answers_were_not_delivered(open_calendar, client):
    group = sent(client, "POST", "/groups", {"name": "Family"}, expecting=201)
    lines = f"ORGANIZER;CN=Your bank;SCHEDULE-STATUS=5.1:mailto:bank@example.com\nATTENDEE;PARTSTAT=ACCEPTED:mailto:{EMAIL}"
    client.put(event("Lunch", "20260311T120000", "20260311T130000", lines), calendar=group["calendar"])
    assert "SCHEDULE-STATUS=5.1" in client.events()[0]["ical"]
    calendar = open_calendar("/day/2026-03-11")
    hours(calendar, "Lunch").click()
    expect(calendar.dialog.get_by_role("region", name="Answers")).to_be_visible()
    expect(calendar.dialog).not_to_contain_text("Your bank")
    calendar.dialog.get_by_role("button", name="Edit", exact=True).click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Lunch")
    expect(calendar.dialog).not_to_contain_text("Your bank")


def test_escape_closes_the_menu_of_colours_before_the_card(lunch, card):
    colour = card.get_by_role("button", name="Colour")
    colour.focus()
    lunch.page.keyboard.press("Enter")
    expect(card.get_by_role("menuitemradio", name="The calendar’s colour")).to_be_focused()
    lunch.page.keyboard.press("Escape")
    expect(card.get_by_role("menu")).to_have_count(0)
    expect(colour).to_be_focused()
    lunch.page.keyboard.press("Escape")
    expect(lunch.page.get_by_role("dialog")).to_have_count(0)


def test_a_chosen_colour_is_the_one_that_is_ticked_and_the_focus_stays(lunch, card):
    recolour(card, "Green")
    expect(hours(lunch, "Lunch")).to_have_attribute("data-color", "green")
    colour = card.get_by_role("button", name="Colour")
    expect(colour).to_be_focused()
    colour.click()
    expect(card.get_by_role("menuitemradio", name="Green")).to_have_attribute("aria-checked", "true")


def test_only_what_there_is_has_a_row(open_calendar, client):
    client.put(event("Bare", "20260311T120000", "20260311T130000"))
    client.put(event("Rich", "20260312T120000", "20260312T130000", f"{LINES}\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT30M\nDESCRIPTION:x\nEND:VALARM"))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Bare").click()
    expect(calendar.dialog.get_by_role("term")).to_have_text(["Time", "Calendar"])
    hours(calendar, "Rich").click()
    expect(calendar.dialog.get_by_role("term")).to_have_text(["Time", "Location", "Link", "Reminders", "Notes", "Calendar"])
    expect(calendar.dialog.get_by_text("30 minutes before")).to_be_visible()


def test_a_card_that_grows_stays_under_the_pointer_until_the_press_ends(open_calendar, client):
    client.put(event("Late", "20260311T220000", "20260311T230000", LINES))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Late").click()
    close = calendar.dialog.get_by_role("button", name="Close")
    settled = close.bounding_box()
    calendar.page.mouse.move(settled["x"] + 8, settled["y"] + 8)
    calendar.page.mouse.down()
    calendar.dialog.evaluate(
        """(dialog) => new Promise((drawn) => {
          dialog.append(Object.assign(document.createElement('div'), { style: 'flex: none; height: 200px' }));
          requestAnimationFrame(() => requestAnimationFrame(drawn));
        })"""
    )
    calendar.page.mouse.up()
    expect(calendar.dialog).to_have_count(0)
