"""What was typed but couldn't be saved is offered again after a reload, until it's saved or discarded, to its account alone."""

import json

import pytest
from playwright.sync_api import expect

from support.browser import EMAIL, PASSWORD
from support.calendar_page import CalendarPage
from support.events import event
from support.pointer import centre, drag
from support.timeline import HOUR
from support.waiting import eventually, wait_for_events, wait_for_text

WRITES = "**/api/v1/calendars/*/events/*"


def refuse(calendar, status=422, problem="not-valid"):
    """Answers every write of an event with a problem, until `unroute`."""
    calendar.page.context.witness.expected += [str(status), "404"]
    answer = {"type": f"/problems/{problem}", "status": status, "detail": "It is Sunday"}
    calendar.page.context.route(WRITES, lambda route: route.fulfill(
        status=status, content_type="application/problem+json", body=json.dumps(answer),
    ) if route.request.method == "PUT" else route.continue_())


def allow(calendar):
    calendar.page.context.unroute(WRITES)


def offered(calendar):
    return calendar.page.locator("toast-stack").get_by_role("button", name="Open draft")


def reload(calendar):
    calendar.page.once("dialog", lambda question: question.accept())
    return calendar.reload()


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
    expect(offered(calendar)).to_have_count(1)
    reload(calendar)
    expect(calendar.announcement("“Dinner”")).to_be_visible()
    # Opening it isn't the end of it.
    offered(calendar).click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Dinner")
    reload(calendar)
    offered(calendar).click()
    if way in (make_in_form, change):
        expect(calendar.dialog.get_by_label("Notes")).to_have_value("Two tickets")
    allow(calendar)
    calendar.save()
    eventually(client.events, lambda events: any("SUMMARY:Dinner" in event["ical"] for event in events))
    wait_for_events(client, 1 if way is change else 2)
    expect(calendar.announcement("“Dinner”")).to_be_visible()
    reload(calendar)
    expect(offered(calendar)).to_have_count(0)


def test_a_draft_made_offline_is_offered_after_a_reload(open_calendar, client):
    calendar = open_calendar("/month/2026-03-11")
    calendar.wait_until("customElements.get('year-view') !== undefined")
    calendar.page.context.witness.expected = ["ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_NETWORK_CHANGED"]
    calendar.page.context.set_offline(True)
    expect(calendar.page.get_by_text("You’re offline. You can still")).to_be_visible()
    make_in_form(calendar)
    expect(calendar.announcement("“Dinner”: You’re offline")).to_be_visible()
    calendar.page.context.set_offline(False)
    expect(calendar.page.get_by_text("You’re offline. You can still")).to_have_count(0)
    reload(calendar)
    expect(calendar.announcement("“Dinner”: This wasn’t saved.")).to_be_visible()
    offered(calendar).click()
    calendar.save()
    wait_for_text(client, "DESCRIPTION:Two tickets")


def close_message(calendar):
    calendar.page.locator(".toast.draft").get_by_role("button", name="Close").click()


def test_a_message_that_is_closed_takes_no_draft_with_it(calendar):
    refuse(calendar)
    make_in_form(calendar)
    close_message(calendar)
    expect(offered(calendar)).to_have_count(0)
    reload(calendar)
    expect(offered(calendar)).to_have_count(1)


def discard(calendar):
    offered(calendar).click()
    calendar.dialog.get_by_role("button", name="Close").click()
    calendar.dialog.get_by_role("button", name="Discard").click()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)


def sign_out_and_in(calendar):
    calendar.sign_out()
    sign_in(calendar, EMAIL, PASSWORD)


def sign_in(calendar, email, password):
    page = calendar.page
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    calendar.ready()


@pytest.mark.parametrize("way, reloads", [(discard, 1), (sign_out_and_in, 0)], ids=["discarded", "signed-out"])
def test_nothing_is_offered_after_the_draft_was_given_up(calendar, way, reloads):
    refuse(calendar)
    make_in_form(calendar)
    expect(offered(calendar)).to_have_count(1)
    for _ in range(reloads):
        reload(calendar)
    allow(calendar)
    way(calendar)
    reload(calendar)
    expect(offered(calendar)).to_have_count(0)
    assert calendar.page.evaluate("JSON.stringify(localStorage)").count("Dinner") == 0


def test_a_draft_outlives_the_end_of_the_session_and_is_shown_to_no_other_account(calendar, person):
    ben = person("Ben Berg")
    context = calendar.page.context
    refuse(calendar, 401, "not-signed-in")
    make_in_form(calendar)
    expect(offered(calendar)).to_have_count(1)
    allow(calendar)
    anna = context.cookies()
    context.clear_cookies()
    context.add_cookies([{"name": "meantime_session", "value": ben.client.cookie, "url": calendar.server.url}])
    reload(calendar)
    expect(offered(calendar)).to_have_count(0)
    context.clear_cookies()
    context.add_cookies(anna)
    reload(calendar)
    expect(calendar.announcement("“Dinner”: This wasn’t saved.")).to_be_visible()


def test_what_one_window_has_saved_is_no_longer_offered_in_another(calendar):
    refuse(calendar)
    make_in_form(calendar)
    expect(offered(calendar)).to_have_count(1)
    allow(calendar)
    other = CalendarPage(calendar.page.context.new_page(), calendar.server).open("/month/2026-03-11")
    offered(other).click()
    other.save()
    expect(other.chips("Dinner")).to_be_visible()
    expect(offered(calendar)).to_have_count(0)
