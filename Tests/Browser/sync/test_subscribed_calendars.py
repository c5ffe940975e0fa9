"""Calendars that are read from elsewhere: subscribed to, refreshed, broken, paused and removed."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.feed import Feed
from support.people import open_side
from support.server import on_copy


@pytest.fixture
def feed():
    feed = Feed()
    feed.say(["Easter", "Whitsun"])
    yield feed
    feed.stop()


@pytest.fixture
def server(tmp_path, furnished, feed):
    """A server that may read the feed."""
    server = on_copy(furnished[0], tmp_path, settings={"MEANTIME_SOURCE_HOSTS": feed.place})
    yield server
    server.stop()


def side(calendar):
    open_side(calendar)
    return calendar.page.locator("section.subscribed")


def subscribe(calendar, address, name=""):
    side(calendar).get_by_role("button", name="Subscribe to a calendar").click()
    dialog = calendar.dialog
    dialog.get_by_label("Calendar address").fill(address)
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_role("button", name="Subscribe", exact=True).click()
    return dialog


def edit(calendar, name="Holidays"):
    side(calendar).get_by_role("button", name=f"Edit {name}").click()
    expect(calendar.dialog.get_by_text("Updated")).to_be_visible()
    return calendar.dialog


def test_a_reading_that_the_server_began_is_followed_to_its_end(open_calendar, feed):
    calendar = open_calendar("/month/2026-03-11")
    subscribe(calendar, feed.address)
    expect(side(calendar).get_by_role("checkbox", name="Holidays")).to_be_visible()
    reading = [True]

    def answer(route):
        response = route.fetch()
        answered = response.json()
        if reading:
            for source in answered["sources"]:
                source.pop("read", None)
                source["reading"] = {"done": 1, "of": 2}
        route.fulfill(response=response, json=answered)

    calendar.page.route("**/api/v1/sources", answer)
    side(calendar).get_by_role("button", name="Edit Holidays").click()
    expect(calendar.dialog.get_by_text("1 of 2 events loaded")).to_be_visible()
    reading.clear()
    expect(calendar.dialog.get_by_text("Updated")).to_be_visible()


def test_a_feed_appears_is_refreshed_and_goes_again(open_calendar, feed):
    calendar = open_calendar("/month/2026-03-11")
    subscribe(calendar, feed.address)
    expect(calendar.announcement("Subscribed to “Holidays”.")).to_be_visible()
    expect(side(calendar).get_by_role("checkbox", name="Holidays")).to_be_checked()
    expect(calendar.chips("Easter")).to_be_visible()
    feed.say(["Easter Monday"])
    dialog = edit(calendar)
    expect(dialog.get_by_label("Calendar address")).to_have_value(feed.address)
    dialog.get_by_role("button", name="Refresh now").click()
    expect(calendar.chips("Easter Monday")).to_be_visible()
    expect(calendar.chips("Whitsun")).to_have_count(0)
    dialog.get_by_role("button", name="Unsubscribe").click()
    expect(calendar.page.get_by_text("You can subscribe again at any time")).to_be_visible()
    calendar.page.get_by_role("dialog").last.get_by_role("button", name="Unsubscribe").click()
    expect(calendar.chips("Easter Monday")).to_have_count(0)
    expect(side(calendar).get_by_role("checkbox", name="Holidays")).to_have_count(0)


def test_an_event_of_a_feed_can_be_read_but_not_changed(open_calendar, feed):
    calendar = open_calendar("/week/2026-03-11")
    subscribe(calendar, feed.address, "School")
    expect(side(calendar).get_by_role("checkbox", name="School")).to_be_visible()
    calendar.page.get_by_role("button", name=re.compile("^Easter")).first.click()
    expect(calendar.dialog.get_by_text("from another service’s calendar")).to_be_visible()
    expect(calendar.dialog.get_by_role("button", name="Edit", exact=True)).to_have_count(0)
    expect(calendar.dialog.get_by_role("button", name="Delete", exact=True)).to_have_count(0)


@pytest.mark.parametrize(
    "status, text, reason",
    [(404, "", "There’s no calendar at this address any more."), (200, "<html>", "There’s something else at this address")],
)
def test_what_was_read_stays_while_a_feed_is_broken(open_calendar, feed, status, text, reason):
    calendar = open_calendar("/month/2026-03-11")
    subscribe(calendar, feed.address)
    expect(calendar.chips("Easter")).to_be_visible()
    feed.fail(status, text)
    dialog = edit(calendar)
    dialog.get_by_role("button", name="Refresh now").click()
    expect(dialog.get_by_text(reason)).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(side(calendar).get_by_role("img", name="can’t be refreshed")).to_be_visible()
    expect(calendar.chips("Easter")).to_be_visible()


def test_a_calendar_that_has_moved_gets_another_address(open_calendar, feed):
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.context.witness.expected += ["422"]
    subscribe(calendar, feed.address)
    expect(calendar.chips("Easter")).to_be_visible()
    dialog = edit(calendar)
    address = dialog.get_by_label("Calendar address")
    address.fill("nothing at all")
    address.press("Tab")
    expect(dialog.get_by_text("This isn’t a calendar address.")).to_be_visible()
    # Neither Enter nor Save closes the dialog over an address that is refused.
    for typed in ("no address", "no address either"):
        address.fill(typed)
        address.press("Enter")
        expect(dialog.get_by_text("This isn’t a calendar address.")).to_be_visible()
    address.fill("still none")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("This isn’t a calendar address.")).to_be_visible()
    expect(address).to_have_value("still none")
    feed.say(["Ascension Day"])
    address.fill(feed.address + "?year=2026")
    address.press("Tab")
    expect(calendar.chips("Ascension Day")).to_be_visible()
    expect(address).to_have_value(feed.address + "?year=2026")


def test_an_address_without_a_calendar_is_refused_in_words(open_calendar, feed):
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.context.witness.expected += ["422"]
    feed.fail(200, "<html>")
    dialog = subscribe(calendar, feed.address)
    expect(dialog.get_by_role("alert")).to_have_text(re.compile("something else at this address"))
    address = dialog.get_by_label("Calendar address")
    expect(address).to_be_focused()
    expect(address).to_have_accessible_description(re.compile("something else at this address"))
    address.fill("https://10.0.0.1/x.ics")
    dialog.get_by_role("button", name="Subscribe", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text(re.compile("isn’t on the public internet"))
    feed.say(["Easter"])
    address.fill(feed.address)
    dialog.get_by_role("button", name="Subscribe", exact=True).click()
    expect(calendar.announcement("Subscribed to “Holidays”.")).to_be_visible()


def test_the_address_of_a_calendar_comes_from_a_link_or_another_program(open_calendar, feed):
    calendar = open_calendar("/month/2026-03-11")
    calendar.drop_link("https://example.org/a-page.html")
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    calendar.drop_link(feed.address)
    expect(calendar.dialog.get_by_label("Calendar address")).to_have_value(feed.address)
    calendar.dialog.get_by_role("button", name="Close").click()
    # This is where the browser leads for a `webcal:` link once the page handles these.
    calendar.open("/import?address=webcal%3A%2F%2Fexample.org%2Fclub")
    expect(calendar.dialog.get_by_label("Calendar address")).to_have_value("webcal://example.org/club")


def test_all_subscriptions_are_in_one_place(open_calendar, feed):
    calendar = open_calendar("/month/2026-03-11")
    subscribe(calendar, feed.address)
    expect(side(calendar).get_by_role("checkbox", name="Holidays")).to_be_visible()
    # Live news may show the calendar before the dialog has its answer; until then the shortcut is the dialog's.
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    calendar.page.keyboard.press("Control+k")
    calendar.page.keyboard.type("subscribed calendars")
    calendar.page.keyboard.press("Enter")
    dialog = calendar.dialog
    expect(dialog.get_by_text("127.0.0.1 · Updated")).to_be_visible()
    dialog.get_by_role("button", name="Edit Holidays").click()
    calendar.page.get_by_label("Pause refreshing").check()
    expect(calendar.page.get_by_text("Updates are paused.").last).to_be_visible()
    calendar.page.get_by_role("dialog").last.get_by_role("button", name="Close").click()
    expect(dialog.get_by_text("127.0.0.1 · Updates are paused")).to_be_visible()
    expect(dialog.get_by_role("button", name="Refresh Holidays now")).to_have_count(0)


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_subscriptions(open_calendar, feed, size):
    calendar = open_calendar("/month/2026-03-11", **({"viewport": size, "has_touch": True} if size else {}))
    subscribe(calendar, feed.address)
    expect(side(calendar).get_by_role("checkbox", name="Holidays")).to_be_visible()
    edit(calendar)
    assert findings_in_both_schemes(calendar.page) == []
