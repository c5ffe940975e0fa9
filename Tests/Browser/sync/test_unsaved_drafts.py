"""What was typed but couldn't be saved is in the inbox, also after a reload, until it's saved or discarded, to its account alone."""

import json
import urllib.parse

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import EMAIL, PASSWORD, PHONE
from support.calendar_page import CalendarPage
from support.drafts import discard_draft, drafts, open_draft
from support.events import event
from support.people import inbox
from support.pointer import centre, drag
from support.timeline import HOUR
from support.waiting import eventually, steady, wait_for_events, wait_for_text

WRITES = "**/api/v1/edits"


def refuse(calendar, status=422, problem="not-valid"):
    """Answers every write of an event with a problem, until `unroute`."""
    calendar.page.context.witness.expected += [str(status), "404"]
    answer = {"type": f"/problems/{problem}", "status": status, "detail": "It is Sunday"}
    calendar.page.context.route(WRITES, lambda route: route.fulfill(
        status=status, content_type="application/problem+json", body=json.dumps(answer),
    ))


def allow(calendar):
    calendar.page.context.unroute(WRITES)


def make_in_form(calendar):
    calendar.new_event("Dinner", date="2026-03-12", start="19:00", end="20:00", notes="Two tickets")


def make_in_line(calendar):
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Dinner tomorrow 19:00")
    calendar.save()


def draw(calendar):
    calendar.show("week")
    x, _ = centre(calendar.page.locator('section[data-date="2026-03-12"]'))
    drag(calendar.page, (x, calendar.page.locator(".hours-scroller").bounding_box()["y"] + 200), (0, HOUR))
    calendar.page.keyboard.type("Dinner")
    calendar.page.keyboard.press("Enter")


def change(calendar):
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(title="Dinner", notes="Two tickets")
    calendar.save()


@pytest.mark.parametrize("way", [make_in_form, make_in_line, draw, change], ids=lambda each: each.__name__)
def test_a_refused_draft_is_offered_after_a_reload_until_it_is_saved(open_calendar, client, way):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    refuse(calendar)
    way(calendar)
    expect(calendar.announcement("It is Sunday")).to_be_visible()
    expect(inbox(calendar)).to_have_accessible_name("Inbox, 1 draft")
    calendar.reload()
    # Opening it isn't the end of it, nor of the reason.
    open_draft(calendar, "Dinner")
    calendar.reload()
    open_draft(calendar, "Dinner")
    calendar.page.keyboard.press("Escape")
    expect(calendar.dialog).to_have_count(0)
    expect(drafts(calendar)).to_contain_text("It is Sunday")
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.locator(".inbox-card")).to_have_count(0)
    open_draft(calendar, "Dinner")
    if way in (make_in_form, change):
        expect(calendar.dialog.get_by_label("Notes")).to_have_value("Two tickets")
    allow(calendar)
    calendar.save()
    eventually(client.events, lambda events: any("SUMMARY:Dinner" in event["ical"] for event in events))
    wait_for_events(client, 1 if way is change else 2)
    expect(calendar.announcement("“Dinner”")).to_be_visible()
    expect(inbox(calendar)).to_have_count(0)
    calendar.reload()
    expect(inbox(calendar)).to_have_count(0)


# Shows the page, or turns it away: "visible", "hidden".
TURN = """(state) => {
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_what_is_typed_is_kept_while_the_page_is_out_of_sight(open_calendar):
    """A phone ends a page that it doesn't show, without asking it first."""
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title="Dinner", notes="Two tickets")
    calendar.page.evaluate(TURN, "hidden")
    expect(inbox(calendar)).to_have_accessible_name("Inbox, 1 draft")
    # Who comes back goes on with the form itself.
    calendar.page.evaluate(TURN, "visible")
    expect(inbox(calendar)).to_have_count(0)
    calendar.fill_sheet(title="Late dinner")
    calendar.page.evaluate(TURN, "hidden")
    page = calendar.page.context.new_page()
    calendar.page.close(run_before_unload=False)
    again = CalendarPage(page, calendar.server)
    again.open("/month/2026-03-11")
    open_draft(again, "Late dinner")
    expect(again.dialog.get_by_label("Notes")).to_have_value("Two tickets")


def test_a_line_of_quick_add_is_kept_while_the_page_is_out_of_sight(calendar):
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Dinner tomorrow 19:00")
    calendar.page.evaluate(TURN, "hidden")
    expect(inbox(calendar)).to_have_accessible_name("Inbox, 1 draft")
    calendar.page.evaluate(TURN, "visible")
    calendar.save()
    expect(calendar.chips("Dinner")).to_have_count(1)
    expect(inbox(calendar)).to_have_count(0)


def test_a_change_of_one_date_of_a_series_that_is_gone_becomes_one_event(open_calendar, client):
    client.put(event("Yoga", "20260310T120000", "20260310T130000", "RRULE:FREQ=WEEKLY"))
    calendar = open_calendar("/month/2026-03-11")
    refuse(calendar, 404, "not-found")
    calendar.edit(calendar.chips("Yoga").first)
    calendar.fill_sheet(title="Yoga outside")
    calendar.dialog.get_by_role("button", name="Save").click()
    calendar.dialog.get_by_role("button", name="This event").click()
    expect(inbox(calendar)).to_have_accessible_name("Inbox, 1 draft")
    allow(calendar)
    (series,) = client.events()
    path = f"/api/v1/calendars/{series['calendar']}/events/{urllib.parse.quote(series['href'], safe='')}"
    assert client.request("DELETE", path, headers={"If-Match": series["etag"]})[0] == 204
    expect(calendar.chips("Yoga")).to_have_count(0)
    open_draft(calendar, "Yoga outside")
    calendar.save()
    (saved,) = eventually(client.events, lambda events: len(events) == 1)
    assert "SUMMARY:Yoga outside" in saved["ical"]
    assert "RRULE" not in saved["ical"]


def test_the_message_about_a_draft_ends_by_itself_and_takes_no_draft_with_it(calendar):
    refuse(calendar)
    calendar.page.clock.install()
    make_in_form(calendar)
    message = calendar.page.locator(".toast").filter(has_text="“Dinner”")
    expect(message).to_have_count(1)
    # Out of the way of the pointer, which would keep it.
    calendar.page.mouse.move(5, 5)
    calendar.page.clock.fast_forward("00:30")
    expect(message).to_have_count(0)
    expect(drafts(calendar)).to_have_count(1)


def test_a_line_left_in_quick_add_and_a_draft_wait_together_and_can_be_discarded(calendar):
    keys = calendar.page.keyboard
    keys.press("q")
    calendar.dialog.get_by_label("What and when").fill("Dinner tomorrow 19:00")
    keys.press("Escape")
    keys.press("n")
    calendar.dialog.get_by_label("Title").fill("Half a thought")
    keys.press("Escape")
    expect(inbox(calendar)).to_have_accessible_name("Inbox, 2 drafts")
    calendar.reload()
    expect(inbox(calendar)).to_contain_text("2")
    discard_draft(calendar, "Half a thought")
    expect(drafts(calendar)).to_have_count(1)
    calendar.page.get_by_role("button", name="Undo").click()
    expect(inbox(calendar)).to_have_accessible_name("Inbox, 2 drafts")
    discard_draft(calendar, "Half a thought")
    assert findings_in_both_schemes(calendar.page) == []
    drafts(calendar).click()
    expect(calendar.dialog.get_by_label("What and when")).to_have_value("Dinner tomorrow 19:00")
    calendar.save()
    expect(inbox(calendar)).to_have_count(0)


def test_the_inbox_of_a_phone_does_not_scroll_the_view_behind_it(open_calendar):
    calendar = open_calendar("/day/2026-03-11", viewport={"width": 390, "height": 520}, has_touch=True, is_mobile=True)
    page = calendar.page
    page.get_by_role("button", name="New event").first.tap()
    calendar.dialog.get_by_label("Title").fill("Half a thought")
    page.keyboard.press("Escape")
    mark = page.locator(".side-button[data-waiting]")
    expect(mark).to_have_count(1)
    # Without the message about the draft, which would lie between the card and the view.
    calendar.reload()
    scrolled = lambda: page.locator(".hours-scroller").evaluate("(scroller) => scroller.scrollTop")
    before = scrolled()
    mark.tap()
    inbox(calendar).tap()
    expect(page.locator(".inbox-item")).to_be_focused()
    assert steady(page, scrolled) == before


def test_the_inbox_is_reached_and_left_by_keys(calendar):
    page = calendar.page
    page.keyboard.press("n")
    calendar.dialog.get_by_label("Title").fill("Half a thought")
    page.keyboard.press("Escape")
    inbox(calendar).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".inbox-item")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Discard draft “Half a thought”")).to_be_focused()
    page.keyboard.press("Escape")
    expect(inbox(calendar)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Half a thought")


def test_on_a_phone_the_button_of_the_side_panel_says_that_a_draft_waits(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    refuse(calendar)
    make_in_form(calendar)
    button = calendar.page.locator(".side-button[data-waiting]")
    expect(button).to_have_accessible_name("Calendars, 1 draft")
    button.click()
    open_draft(calendar, "Dinner")


def leave_and_stay(page):
    """Closes the page, which asks first, and stays."""
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()


def test_the_page_asks_before_it_is_left_with_a_draft_that_the_device_cant_keep(calendar):
    refuse(calendar)
    calendar.new_event("Dinner", date="2026-03-12", start="19:00", end="20:00", notes="x" * 70_000)
    expect(inbox(calendar)).to_have_count(1)
    leave_and_stay(calendar.page)
    open_draft(calendar, "Dinner")
    allow(calendar)
    calendar.save()
    expect(inbox(calendar)).to_have_count(0)
    calendar.reload()


def discard(calendar):
    discard_draft(calendar, "Dinner")
    expect(inbox(calendar)).to_have_count(0)


def discard_in_form(calendar):
    open_draft(calendar, "Dinner")
    calendar.dialog.get_by_role("button", name="Close").click()
    calendar.dialog.get_by_role("button", name="Discard").click()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)


def sign_out_and_in(calendar):
    calendar.sign_out()
    # Not without a question: only this device has the draft.
    expect(calendar.dialog).to_contain_text("Sign out and lose 1 draft?")
    calendar.dialog.get_by_role("button", name="Sign out").click()
    sign_in(calendar, EMAIL, PASSWORD)


def sign_in(calendar, email, password):
    page = calendar.page
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    calendar.ready()


@pytest.mark.parametrize("way", [discard, discard_in_form, sign_out_and_in], ids=lambda each: each.__name__)
def test_nothing_is_kept_after_the_draft_was_given_up(calendar, way):
    refuse(calendar)
    make_in_form(calendar)
    expect(inbox(calendar)).to_have_count(1)
    allow(calendar)
    way(calendar)
    calendar.reload()
    expect(inbox(calendar)).to_have_count(0)
    assert calendar.page.evaluate("JSON.stringify(localStorage)").count("Dinner") == 0


def test_a_draft_is_shown_to_no_other_account_and_is_there_for_its_own(calendar, person):
    ben = person("Ben Berg")
    context = calendar.page.context
    refuse(calendar)
    make_in_form(calendar)
    expect(inbox(calendar)).to_have_count(1)
    allow(calendar)
    anna = context.cookies()
    # No page is open in between: it would ask in the other's name.
    calendar.page.goto("about:blank")
    context.add_cookies([{"name": "meantime_session", "value": ben.client.cookie, "url": calendar.server.url}])
    calendar.open("/month/2026-03-11")
    expect(inbox(calendar)).to_have_count(0)
    calendar.page.goto("about:blank")
    context.add_cookies(anna)
    calendar.open("/month/2026-03-11")
    expect(inbox(calendar)).to_have_count(1)
    expect(drafts(calendar)).to_contain_text("Dinner")


def test_what_one_window_has_saved_no_longer_waits_in_another(calendar):
    refuse(calendar)
    make_in_form(calendar)
    expect(inbox(calendar)).to_have_count(1)
    allow(calendar)
    other = CalendarPage(calendar.page.context.new_page(), calendar.server).open("/month/2026-03-11")
    open_draft(other, "Dinner")
    other.save()
    expect(other.chips("Dinner")).to_be_visible()
    expect(inbox(calendar)).to_have_count(0)
