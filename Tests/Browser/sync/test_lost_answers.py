"""An edit whose answer is lost on the way was made all the same: it's sent again and not made twice."""

import pytest
from playwright.sync_api import expect

from support.events import event
from support.waiting import eventually, frames, wait_for_events, wait_for_text


@pytest.fixture
def losing(open_calendar, client):
    """A month that loses the answer to the next edit, which reaches the server."""
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.context.witness.expected = ["ERR_FAILED"]
    sent = []

    def lose(route):
        sent.append(route.request.post_data_json)
        if len(sent) > 1:
            return route.continue_()
        route.fetch()
        route.abort()

    calendar.page.route("**/api/v1/edits", lose)
    calendar.sent = sent
    return calendar


def sent(losing, count):
    """What the page has sent, once that are so many edits; later ones aren't held up any more."""
    eventually(lambda: frames(losing.page) or len(losing.sent), count)
    losing.page.unroute("**/api/v1/edits")
    return losing.sent


def test_a_new_event_is_made_once_and_can_be_undone(losing, client):
    losing.new_event("Dinner", date="2026-03-12", start="19:00", end="20:00")
    expect(losing.announcement("“Dinner” added")).to_be_visible()
    first, second = sent(losing, 2)
    assert first == second
    wait_for_events(client, 2)
    expect(losing.page.get_by_text("Couldn’t save")).to_have_count(0)
    losing.page.keyboard.press("Control+z")
    wait_for_events(client, 1)
    expect(losing.chips("Dinner")).to_have_count(0)


def test_the_change_after_it_is_no_conflict_with_oneself(losing, client):
    for title in ("Brunch", "Breakfast"):
        losing.edit(losing.chips().first if title == "Brunch" else losing.chips("Brunch"))
        losing.fill_sheet(title=title)
        losing.save()
    sent(losing, 3)
    wait_for_text(client, "SUMMARY:Breakfast")
    wait_for_events(client, 1)
    expect(losing.chips("Breakfast")).to_have_count(1)


@pytest.mark.parametrize("is_answered", [True, False], ids=["just-answered", "not-answered-yet"])
def test_a_page_that_is_opened_meanwhile_has_the_new_event_from_the_beginning(calendar, client, is_answered):
    if not is_answered:
        calendar.page.route("**/api/v1/edits", lambda route: route.fetch())
    calendar.new_event("Dinner", date="2026-03-12", start="19:00", end="20:00")
    eventually(lambda: frames(calendar.page) or len(client.events()), 1)
    if is_answered:
        # The page has heard that it's made, and keeps that.
        calendar.wait_until("performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('/edits') && responseEnd > 0)")
    else:
        calendar.page.unroute("**/api/v1/edits")
    calendar.open("/month/2026-03-12")
    assert calendar.chips("Dinner").count() == 1
    wait_for_events(client, 1)
