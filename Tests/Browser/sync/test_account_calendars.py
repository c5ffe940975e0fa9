"""Calendars of an account at another service: found, added, changed at both places, and removed here."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.choices import choose
from support.people import open_side, sent
from support.server import Client, on_copy
from support.waiting import eventually

USER = "anna@icloud.com"
HOME = {"address": "https://caldav.icloud.com/1/home/", "name": "Home", "color": "green", "writable": True}
WORK = {"address": "https://caldav.icloud.com/1/office/", "name": "Work", "writable": True}
CLUB = {"address": "https://caldav.icloud.com/1/club/", "name": "Club", "writable": False}
HERE = {"address": "https://caldav.icloud.com/1/family/", "name": "Family", "writable": True, "calendar": "0" * 32}

LUNCH = """BEGIN:VEVENT
UID:lunch
DTSTAMP:20260101T000000Z
SUMMARY:Lunch
DTSTART:20260311T110000Z
DTEND:20260311T120000Z
END:VEVENT"""


class Service:
    """Answers the page's requests about sources as a server would that has found an account."""

    def __init__(self, *calendars):
        self.calendars = calendars
        self.sources = []
        self.added = []
        # Reasons why the next look-ups, a new password, or adding the calendar with a name fail.
        self.look_ups, self.refused, self.password = [], {}, None

    def answer(self, route):
        request, path = route.request, route.request.url.split("/api/v1/sources")[1]
        if path == "/look-up":
            return self._fail(route, self.look_ups.pop(0)) if self.look_ups else route.fulfill(json={"calendars": self.calendars})
        if request.method == "POST" and path == "":
            return self._add(route, request.post_data_json)
        if request.method == "PATCH":
            self.password = request.post_data_json["password"]
            for source in self.sources:
                source.pop("failure", None)
        if path == "":
            return route.fulfill(json={"sources": self.sources})
        return route.fulfill(json=next(source for source in self.sources if source["calendar"] in path))

    def _add(self, route, form):
        found = next(each for each in self.calendars if each["address"] == form["address"])
        if reason := self.refused.pop(found["name"], None):
            return self._fail(route, reason)
        self.added.append(form)
        identity = f"{len(self.added):032x}"
        level = "connected" if found["writable"] else "subscribed"
        calendar = {"id": identity, "name": found["name"], "color": form["color"], "order": 9, "level": level}
        self.sources.append(self.source(identity, writable=found["writable"]))
        return route.fulfill(status=201, json={"calendar": calendar, "source": self.sources[-1], "dropped": 0})

    def source(self, calendar, **more):
        account = {"kind": "caldav", "address": HOME["address"], "host": "caldav.example.org", "user": USER, "waiting": 0}
        return {"calendar": calendar, "paused": False, "reminders": True, "due": 1773219600, "read": 1773216000} | account | more

    def _fail(self, route, reason):
        problem = {"type": "/problems/source-not-read", "detail": "It can't be read.", "reason": reason}
        return route.fulfill(status=422, content_type="application/problem+json", body=json.dumps(problem))


@pytest.fixture
def service():
    return Service(HOME, WORK, CLUB, HERE)


@pytest.fixture
def calendar(open_calendar, service):
    """The page, with a service that has four calendars of Anna's."""
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.context.witness.expected += ["422"]
    calendar.page.route(re.compile("/api/v1/sources"), service.answer)
    return calendar


def side(calendar):
    open_side(calendar)
    return calendar.page.locator("section.subscribed")


def enter(calendar, server=USER, user="", password="abcd-efgh"):
    """Opens the dialog from the side panel and fills it in."""
    side(calendar).get_by_role("button", name="Add from another service").click()
    dialog = calendar.dialog
    dialog.get_by_label("Server or e-mail address").fill(server)
    dialog.get_by_label("User name").fill(user)
    dialog.get_by_label("Password").fill(password)
    return dialog


def find(dialog):
    dialog.get_by_role("button", name="Find calendars").click()
    return dialog


def add_all(calendar):
    dialog = find(enter(calendar))
    dialog.get_by_role("button", name="Add 3 calendars").click()
    expect(calendar.announcement("3 calendars added.")).to_be_visible()


def edit(calendar, name):
    side(calendar).get_by_role("button", name=f"Edit {name}").click()
    expect(calendar.dialog.get_by_text("Source")).to_be_visible()
    return calendar.dialog


def test_calendars_of_an_account_are_chosen_and_added(calendar, service):
    dialog = find(enter(calendar))
    expect(dialog.get_by_text("4 calendars found.")).to_be_visible()
    expect(dialog.get_by_role("checkbox", name="Club Read only")).to_be_checked()
    expect(dialog.get_by_role("checkbox", name="Family Already added")).to_be_disabled()
    dialog.get_by_role("checkbox", name="Work").uncheck()
    dialog.get_by_role("button", name="Add 2 calendars").click()
    expect(calendar.announcement("2 calendars added.")).to_be_visible()
    expect(side(calendar).get_by_role("checkbox", name="Club")).to_be_checked()
    expect(side(calendar).get_by_role("checkbox", name="Work")).to_have_count(0)
    # Without a user name, the e-mail address is meant.
    account = {"user": USER, "password": "abcd-efgh", "kind": "caldav"}
    assert [form | account for form in service.added] == service.added
    assert service.added[0]["color"] == "green"


def test_a_refused_password_is_said_at_its_field_and_nothing_typed_is_lost(calendar, service):
    service.look_ups = ["not-allowed", "not-calendar"]
    dialog = find(enter(calendar, server="icloud.com", user="anna"))
    password, server = dialog.get_by_label("Password"), dialog.get_by_label("Server or e-mail address")
    expect(password).to_have_accessible_description(re.compile("wasn’t accepted"))
    expect(password).to_be_focused()
    expect(password).to_have_value("abcd-efgh")
    expect(server).to_have_value("icloud.com")
    expect(dialog.get_by_label("User name")).to_have_value("anna")
    find(dialog)
    expect(server).to_have_accessible_description(re.compile("no calendars at this address"))
    expect(server).to_be_focused()
    expect(password).to_have_accessible_description("")
    find(dialog)
    dialog.get_by_role("button", name="Change account").click()
    expect(password).to_have_value("abcd-efgh")
    find(dialog)
    expect(dialog.get_by_role("button", name="Add 3 calendars")).to_be_visible()


def test_a_calendar_that_cannot_be_added_is_named_with_its_reason(calendar, service):
    service.refused = {"Work": "too-large"}
    dialog = find(enter(calendar))
    dialog.get_by_role("button", name="Add 3 calendars").click()
    expect(dialog.get_by_role("listitem").filter(has_text="Work")).to_contain_text("The calendar is too large.")
    expect(dialog.get_by_text("2 of 3 added.")).to_be_visible()
    expect(dialog.get_by_role("checkbox", name="Club Added")).to_be_disabled()
    dialog.get_by_role("button", name="Add 1 calendar").click()
    expect(calendar.announcement("1 calendar added.")).to_be_visible()
    expect(side(calendar).get_by_role("checkbox", name="Work")).to_be_checked()


def test_the_usual_services_say_what_to_enter(calendar):
    dialog = enter(calendar, server="", password="")
    dialog.get_by_role("radio", name="iCloud").check()
    expect(dialog.get_by_text("account.apple.com")).to_be_visible()
    server = dialog.get_by_label("Server or e-mail address")
    expect(server).to_have_value("icloud.com")
    server.fill("anna@fastmail.com")
    expect(dialog.get_by_role("radio", name="Fastmail")).to_be_checked()
    expect(dialog.get_by_text("Privacy & Security")).to_be_visible()


def test_a_typed_password_is_not_lost_by_a_click_outside(calendar):
    dialog = enter(calendar)
    dialog.get_by_role("button", name="Close").click()
    expect(calendar.dialog).to_contain_text("Discard")
    calendar.dialog.get_by_role("button", name="Keep editing").click()
    expect(calendar.dialog.get_by_label("Password")).to_have_value("abcd-efgh")


def test_a_new_password_puts_an_account_right(calendar, service):
    add_all(calendar)
    service.sources[0] |= {"failure": "not-allowed", "failedSince": 1773216000, "waiting": 2}
    dialog = edit(calendar, "Home")
    expect(dialog.get_by_text(f"{USER} at caldav.example.org")).to_be_visible()
    expect(dialog.get_by_text("The password wasn’t accepted.")).to_be_visible()
    expect(dialog.get_by_text("2 changes haven’t been sent yet.")).to_be_visible()
    expect(dialog.get_by_label("Keep its reminders")).to_be_hidden()
    dialog.get_by_label("New password").fill("ijkl-mnop")
    dialog.get_by_role("button", name="Set password").click()
    expect(dialog.get_by_text("Updated")).to_be_visible()
    expect(dialog.get_by_label("New password")).to_be_hidden()
    expect(dialog.get_by_role("button", name="Change password")).to_be_focused()
    assert service.password == "ijkl-mnop"


def test_subscriptions_are_listed_by_account(calendar, service):
    add_all(calendar)
    service.sources.append({**service.source("f" * 32), "kind": "feed", "host": "example.org"})
    calendar.page.keyboard.press("Control+k")
    calendar.page.keyboard.type("subscribed calendars")
    calendar.page.keyboard.press("Enter")
    lists = calendar.dialog.get_by_role("list")
    expect(lists).to_have_count(2)
    expect(lists.first).to_contain_text("example.org · Updated")
    expect(calendar.dialog.get_by_role("heading", name=f"{USER} at caldav.example.org")).to_be_visible()
    expect(lists.last.get_by_role("listitem")).to_have_count(3)


def test_events_that_cannot_be_read_are_named_with_their_calendar(calendar, service):
    add_all(calendar)
    service.sources[0]["unread"] = {"count": 7, "titles": ["Lunch", "Choir", "Rowing", "Swimming", "Chess"]}
    dialog = edit(calendar, "Home")
    expect(dialog.get_by_role("status")).to_contain_text("7 events aren’t loaded")
    expect(dialog.get_by_role("status")).to_contain_text("“Lunch”, “Choir”, “Rowing”, “Swimming”, “Chess” and 2 more.")


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_the_dialogs_of_an_account(open_calendar, service, size):
    calendar = open_calendar("/month/2026-03-11", **({"viewport": size, "has_touch": True} if size else {}))
    calendar.page.context.witness.expected += ["422"]
    calendar.page.route(re.compile("/api/v1/sources"), service.answer)
    service.look_ups = ["not-allowed"]
    dialog = find(enter(calendar))
    expect(dialog.get_by_text("wasn’t accepted")).to_be_visible()
    assert findings_in_both_schemes(calendar.page) == []
    find(dialog)
    expect(dialog.get_by_text("4 calendars found.")).to_be_visible()
    assert findings_in_both_schemes(calendar.page) == []
    dialog.get_by_role("button", name="Add 3 calendars").click()
    expect(calendar.announcement("3 calendars added.")).to_be_visible()
    service.sources[0] |= {"failure": "not-allowed", "failedSince": 1773216000}
    edit(calendar, "Home")
    expect(calendar.dialog.get_by_label("New password")).to_be_visible()
    assert findings_in_both_schemes(calendar.page) == []


class TestWithAnotherServer:
    """The product itself as the other service, where Anna has a calendar too."""

    @pytest.fixture
    def other(self, tmp_path_factory, furnished):
        """Another server, with a client signed in to Anna's account there."""
        server = on_copy(furnished[0], tmp_path_factory.mktemp("other"))
        yield Client(server, furnished[1])
        server.stop()

    @pytest.fixture
    def server(self, tmp_path, furnished, other):
        """A server that may read the other one."""
        place = other.server.url.removeprefix("http://")
        server = on_copy(furnished[0], tmp_path, settings={"MEANTIME_SOURCE_HOSTS": place})
        yield server
        server.stop()

    @pytest.fixture
    def connected(self, open_calendar, other):
        """The page, with the calendar "Elsewhere" of the other server added to it."""
        sent(other, "PATCH", f"/calendars/{other.calendars()[0]['id']}", {"name": "Elsewhere"})
        other.put(LUNCH)
        password = sent(other, "POST", "/account/app-passwords", {"name": "Meantime"}, expecting=201)["password"]
        calendar = open_calendar("/month/2026-03-11")
        find(enter(calendar, server=other.server.url, user="anna@example.org", password=password))
        calendar.dialog.get_by_role("button", name="Add 1 calendar").click()
        expect(calendar.announcement("1 calendar added.")).to_be_visible()
        return calendar

    def test_an_event_made_here_appears_there(self, connected, other):
        expect(connected.chips("Lunch")).to_be_visible()
        connected.page.get_by_role("button", name="New event").first.click()
        connected.fill_sheet(title="Dinner", date="2026-03-12")
        choose(connected.dialog.get_by_label("Calendar", exact=True), "Elsewhere")
        connected.save()
        eventually(lambda: any("Dinner" in event["ical"] for event in other.events()))

    def test_a_change_made_there_appears_here(self, connected, other):
        event = other.events()[0]
        path = f"/api/v1/calendars/{event['calendar']}/events/{event['href']}"
        body = event["ical"].replace("Lunch", "Late lunch").encode()
        status, _, answer = other.request("PUT", path, body, {"Content-Type": "text/calendar", "If-Match": event["etag"]})
        assert status in (200, 204), answer
        edit(connected, "Elsewhere").get_by_role("button", name="Refresh now").click()
        expect(connected.chips("Late lunch")).to_be_visible()

    def test_removing_it_here_leaves_it_there(self, connected, other):
        edit(connected, "Elsewhere").get_by_role("button", name="Remove from here").click()
        expect(connected.dialog).to_contain_text("with all its events")
        connected.dialog.get_by_role("button", name="Remove from here").click()
        expect(connected.chips("Lunch")).to_have_count(0)
        assert [event for event in other.events() if "Lunch" in event["ical"]]
