"""Calendars at Google in the page's dialogs, with the answers of the server and of Google's consent made here."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import event
from support.people import open_side
from support.timeline import hours

EMAIL, ACCOUNT, ANSWER = "anna@example.org", "a" * 32, "b" * 32
HEADING = f"{EMAIL} at Google"
TEAM = {"id": "team@group.calendar.google.com", "name": "Team", "access": "writer", "primary": False, "selected": True}
OWN = {"id": EMAIL, "name": "Anna", "color": "green", "access": "owner", "primary": True, "selected": True}
CLUB = {"id": "club", "name": "Club", "access": "reader", "primary": False, "selected": True}
BOSS = {"id": "boss", "name": "Boss", "access": "freeBusyReader", "primary": False, "selected": False}
HERE = {"id": "family", "name": "Family", "access": "owner", "primary": False, "selected": True, "calendar": "0" * 32}


class Server:
    """Answers requests about calendars at Google as the contract says, and asks Google for consent."""

    def __init__(self):
        self.offers_google = True
        self.accounts, self.sources = [], []
        self.calendars = [OWN, TEAM, CLUB, BOSS, HERE]
        self.added, self.disconnected, self.consents = [], [], []
        # Reasons why the next readings of the account's calendars fail, and what comes back from the consent.
        self.failures, self.problem = [], None

    def account(self, writable=False):
        self.accounts = [{"id": ACCOUNT, "email": EMAIL, "writable": writable}]

    def answer(self, route):
        request, path = route.request, urlsplit(route.request.url).path.removeprefix("/api/v1/sources")
        if path == "/google":
            return self._connect(route)
        if path == f"/google/{ACCOUNT}/calendars":
            return self._calendars(route)
        if path == f"/google/{ACCOUNT}" and request.method == "DELETE":
            self.disconnected.append(ACCOUNT)
            self.accounts, self.sources = [], []
            return route.fulfill(json={})
        if request.method == "POST" and path == "":
            return self._add(route, request.post_data_json)
        if path == "":
            return route.fulfill(json={"sources": self.sources, "google": self.offers_google, "googleAccounts": self.accounts})
        return route.fulfill(json=next(source for source in self.sources if source["calendar"] in path))

    def _connect(self, route):
        assert route.request.post_data_json == {"answer": ANSWER}
        return route.fulfill(json={"account": ACCOUNT})

    def consent(self, route):
        """Google's page: it always agrees, or comes back with a problem."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(route.request.url).query).items()}
        self.consents.append(asked)
        if not self.problem:
            self.account(writable=asked["calendars"] == "write")
            for source in self.sources:
                source.pop("failure", None)
                source["writable"] = asked["calendars"] == "write"
        place = f"/?problem={self.problem}" if self.problem else f"{asked['return']}?google={ANSWER}"
        route.fulfill(status=303, headers={"Location": place})

    def _calendars(self, route):
        if self.failures:
            return self._fail(route, self.failures.pop(0))
        found = {"email": EMAIL, "writable": self.accounts[0]["writable"], "calendars": self.calendars}
        return route.fulfill(json=found)

    def _add(self, route, form):
        found = next(each for each in self.calendars if each["id"] == form["id"])
        self.added.append(form)
        identity = f"{len(self.added):032x}"
        calendar = {"id": identity, "name": found["name"], "color": form["color"], "order": 9, "level": "subscribed"}
        self.sources.append(self.source(identity, access=found["access"]))
        return route.fulfill(status=201, json={"calendar": calendar, "source": self.sources[-1], "dropped": 0})

    def source(self, calendar, **more):
        account = {"kind": "google", "account": ACCOUNT, "user": EMAIL, "host": "Google", "writable": False, "waiting": 0}
        return {"calendar": calendar, "paused": False, "reminders": True, "due": 1773219600, "read": 1773216000} | account | more

    def _fail(self, route, reason):
        problem = {"type": "/problems/source-not-read", "detail": "It can't be read.", "reason": reason}
        return route.fulfill(status=422, content_type="application/problem+json", body=json.dumps(problem))


@pytest.fixture
def google():
    return Server()


@pytest.fixture
def open_page(open_calendar, google):
    """Opens the page with the routes of the contract."""

    def open_at(path="/month/2026-03-11", **options):
        calendar = open_calendar("/month/2026-03-11", **options)
        calendar.page.context.witness.expected += ["422"]
        calendar.page.route(re.compile("/api/v1/sources"), google.answer)
        calendar.page.route(re.compile("/sign-in/google"), google.consent)
        return calendar if path == "/month/2026-03-11" else calendar.open(path)

    return open_at


@pytest.fixture
def calendar(open_page):
    return open_page()


def connect(calendar):
    """Opens the dialog for other services."""
    open_side(calendar)
    calendar.page.locator("section.subscribed").get_by_role("button", name="Add from another service").click()
    return calendar.dialog


def consented(calendar):
    """Gives the first consent, and returns the dialog that is open after it."""
    connect(calendar).get_by_role("link", name="Continue with Google").click()
    calendar.ready()
    expect(calendar.dialog.get_by_role("heading", name=EMAIL)).to_be_visible()
    return calendar.dialog


def add_all(calendar):
    consented(calendar).get_by_role("button", name="Add 3 calendars").click()
    expect(calendar.announcement("3 calendars added.")).to_be_visible()


def edit(calendar, name):
    open_side(calendar)
    calendar.page.locator("section.subscribed").get_by_role("button", name=f"Edit {name}").click()
    expect(calendar.dialog.get_by_text(HEADING)).to_be_visible()
    return calendar.dialog


def subscriptions(calendar):
    calendar.page.keyboard.press("Control+k")
    expect(calendar.dialog).to_be_visible()
    calendar.page.keyboard.type("subscribed calendars")
    calendar.page.keyboard.press("Enter")
    return calendar.dialog


class TestTheFirstConsent:
    def test_google_stands_first_and_the_calendars_found_are_offered_after_it(self, calendar, google):
        dialog = connect(calendar)
        headings = dialog.get_by_role("heading", level=3)
        expect(headings).to_have_text(["Google", "iCloud, Fastmail, Nextcloud and others"])
        expect(dialog.get_by_text("only reads your calendars there at first")).to_be_visible()
        expect(dialog.get_by_role("link", name="Continue with Google")).to_be_focused()
        dialog.get_by_role("button", name="Close").click()
        dialog = consented(calendar)
        assert google.consents == [{"calendars": "read", "return": "/month/2026-03-11"}]
        assert urlsplit(calendar.page.url).query == ""
        for name, state in (("Anna", "checked"), ("Team", "checked"), ("Club Read only", "checked"), ("Boss Only free or busy", "unchecked")):
            box = dialog.get_by_role("checkbox", name=name, exact=True)
            expect(box).to_be_enabled()
            expect(box).to_be_checked(checked=state == "checked")
        expect(dialog.get_by_role("checkbox", name="Family Already added")).to_be_disabled()
        expect(dialog.get_by_role("checkbox", name="Anna")).to_be_focused()
        expect(dialog.get_by_text("For now, Meantime only reads them.")).to_be_visible()

    def test_those_chosen_are_added(self, calendar, google):
        dialog = consented(calendar)
        dialog.get_by_role("checkbox", name="Club").uncheck()
        dialog.get_by_role("checkbox", name="Boss").check()
        dialog.get_by_role("button", name="Add 3 calendars").click()
        expect(calendar.announcement("3 calendars added.")).to_be_visible()
        assert [form["id"] for form in google.added] == [EMAIL, TEAM["id"], "boss"]
        assert google.added[0] == {"kind": "google", "account": ACCOUNT, "id": EMAIL, "color": "green"}
        open_side(calendar)
        expect(calendar.page.locator("section.subscribed").get_by_role("checkbox", name="Boss")).to_be_checked()

    def test_it_is_shown_once(self, calendar):
        consented(calendar).get_by_role("button", name="Close").click()
        calendar.reload()
        expect(calendar.dialog).to_have_count(0)

    def test_an_account_that_is_connected_offers_its_calendars(self, calendar, google):
        google.account()
        dialog = connect(calendar)
        expect(dialog.get_by_role("link", name="Continue with Google")).to_have_count(0)
        expect(dialog.get_by_role("link", name="Use another Google account")).to_be_visible()
        dialog.get_by_role("button", name=f"Choose calendars of {EMAIL}").click()
        expect(calendar.dialog.get_by_role("button", name="Add 3 calendars")).to_be_visible()
        expect(calendar.page.get_by_role("dialog")).to_have_count(1)
        assert google.consents == []

    def test_calendars_that_cannot_be_read_are_tried_again(self, calendar, google):
        google.account(writable=True)
        google.failures = ["not-reached", "consent-ended"]
        connect(calendar).get_by_role("button", name="Choose calendars").click()
        dialog = calendar.dialog
        expect(dialog.get_by_text("can’t be reached")).to_be_visible()
        dialog.get_by_role("button", name="Try again").click()
        expect(dialog.get_by_text("Meantime no longer has access to Google.")).to_be_visible()
        dialog.get_by_role("link", name="Connect again").click()
        calendar.ready()
        expect(calendar.dialog.get_by_role("button", name="Add 3 calendars")).to_be_visible()
        assert google.consents == [{"calendars": "write", "return": "/month/2026-03-11", "account": ACCOUNT}]

    def test_a_server_without_google_says_so_in_the_help(self, calendar, google):
        google.offers_google = False
        dialog = connect(calendar)
        expect(dialog.get_by_text("Google isn’t set up on this server yet")).to_be_visible()
        expect(dialog.get_by_text("secret address")).to_be_visible()
        expect(dialog.get_by_role("link", name="Continue with Google")).to_have_count(0)
        expect(dialog.get_by_label("Server or e-mail address")).to_be_focused()

    def test_while_the_server_is_away_nothing_is_lost_and_it_can_be_tried_again(self, calendar, google):
        google.account()
        dialog = connect(calendar)
        expect(dialog.get_by_role("button", name="Choose calendars")).to_be_visible()
        calendar.page.context.witness.expected += ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED"]
        calendar.page.route(re.compile("/google/.*/calendars"), lambda route: route.abort())
        dialog.get_by_role("button", name="Choose calendars").click()
        expect(calendar.dialog.get_by_role("alert")).to_contain_text("temporarily unavailable")
        expect(calendar.dialog.get_by_role("button", name="Try again")).to_be_focused()
        calendar.page.unroute(re.compile("/google/.*/calendars"))
        calendar.dialog.get_by_role("button", name="Try again").click()
        expect(calendar.dialog.get_by_role("button", name="Add 3 calendars")).to_be_visible()

    @pytest.mark.parametrize(
        "code, text",
        [
            ("consent-incomplete", "Tick the calendar boxes on Google’s page."),
        ],
    )
    def test_a_consent_that_failed_is_explained(self, calendar, google, code, text):
        google.problem = code
        connect(calendar).get_by_role("link", name="Continue with Google").click()
        calendar.ready()
        expect(calendar.announcement(text)).to_be_visible()
        expect(calendar.dialog).to_have_count(0)


class TestACalendar:
    @pytest.fixture
    def connected(self, calendar):
        add_all(calendar)
        return calendar

    def test_changes_are_allowed_with_the_second_consent(self, connected, google):
        google.sources[0]["waiting"] = 2
        dialog = edit(connected, "Anna")
        expect(dialog.get_by_text("You can only view it here. 2 changes haven’t been sent yet.")).to_be_visible()
        expect(dialog.get_by_label("Keep its reminders")).to_be_hidden()
        allow = dialog.get_by_role("link", name="Allow changes")
        asked = parse_qs(urlsplit(allow.get_attribute("href")).query)
        assert asked == {"calendars": ["write"], "return": ["/month/2026-03-11"], "account": [ACCOUNT]}

    def test_a_calendar_that_google_only_lets_be_read_offers_no_changes(self, connected):
        dialog = edit(connected, "Club")
        expect(dialog.get_by_text("The other service only lets you view it.")).to_be_visible()
        expect(dialog.get_by_role("link", name="Allow changes")).to_have_count(0)

    def test_a_consent_that_ended_is_given_again(self, connected, google):
        google.account(writable=True)
        google.sources[2] |= {"failure": "consent-ended", "failedSince": 1773216000}
        dialog = edit(connected, "Club")
        expect(dialog.get_by_text("Meantime no longer has access to Google. Not updated since")).to_be_visible()
        again = dialog.get_by_role("link", name="Connect again")
        # The account could be written to before, if not this calendar.
        assert "calendars=write" in again.get_attribute("href")

    def test_back_from_the_consent_the_dialog_of_the_calendar_opens_again(self, open_page, client, google):
        own = client.calendars()[0]
        google.account()
        google.sources = [google.source(own["id"], access="owner")]
        calendar = open_page()
        calendar.page.route(re.compile("/api/v1/sync"), lambda route: as_connected(route, own["id"]))
        calendar.reload()
        edit(calendar, own["name"]).get_by_role("link", name="Allow changes").click()
        calendar.ready()
        expect(calendar.dialog.get_by_text("are sent right away")).to_be_visible()
        expect(calendar.dialog.get_by_label("Name")).to_have_value(own["name"])
        assert urlsplit(calendar.page.url).query == ""

    def test_removing_it_says_that_it_stays_at_google(self, connected):
        edit(connected, "Anna").get_by_role("button", name="Remove from here").click()
        expect(connected.dialog).to_contain_text("It stays at Google with all its events")


def as_connected(route, calendar):
    """Tells the page that a calendar comes from elsewhere."""
    answer = route.fetch()
    lines = [json.loads(line) for line in answer.text().splitlines()]
    for record in lines:
        if record["type"] == "calendar" and record["id"] == calendar:
            record["level"] = "connected"
    route.fulfill(response=answer, body="".join(json.dumps(line) + "\n" for line in lines))


class TestTheAccount:
    def test_subscriptions_are_listed_below_it_and_go_with_it(self, calendar, google):
        add_all(calendar)
        google.sources[1]["waiting"] = 1
        dialog = subscriptions(calendar)
        expect(dialog.get_by_role("heading", name=HEADING)).to_be_visible()
        expect(dialog.get_by_role("listitem")).to_have_count(3)
        dialog.get_by_role("button", name=f"Disconnect {EMAIL}").click()
        question = calendar.dialog
        expect(question).to_have_accessible_name(f"Disconnect {EMAIL}?")
        expect(question).to_contain_text("Its 3 calendars are only removed here. They stay at Google")
        expect(question).to_contain_text("1 change that hasn’t been sent yet will be lost.")
        question.get_by_role("button", name="Cancel").click()
        assert google.disconnected == []
        dialog.get_by_role("button", name=f"Disconnect {EMAIL}").click()
        calendar.dialog.get_by_role("button", name="Disconnect", exact=True).click()
        expect(dialog.get_by_text(f"{EMAIL} disconnected.")).to_be_visible()
        expect(dialog.get_by_role("heading", name=HEADING)).to_have_count(0)
        expect(calendar.page.locator("section.subscribed").get_by_role("checkbox")).to_have_count(0)
        assert google.disconnected == [ACCOUNT]

    def test_it_is_listed_without_calendars_too(self, calendar, google):
        google.account()
        dialog = subscriptions(calendar)
        expect(dialog.get_by_text("None of its calendars are shown here.")).to_be_visible()
        dialog.get_by_role("button", name=f"Choose calendars of {EMAIL}").click()
        calendar.dialog.get_by_role("button", name="Add 3 calendars").click()
        expect(calendar.announcement("3 calendars added.")).to_be_visible()
        expect(dialog.get_by_role("listitem")).to_have_count(3)


class TestJoiningACall:
    def test_the_card_joins_it_in_another_window(self, open_calendar, client):
        lines = "LOCATION:Room 4\\, https://meet.google.com/abc-defg-hij\nURL:https://example.org/plans"
        client.put(event("Call", "20260311T120000", "20260311T130000", lines))
        calendar = open_calendar("/week/2026-03-11")
        hours(calendar, "Call").click()
        join = calendar.dialog.get_by_role("link", name="Join the call on Google Meet")
        expect(join).to_have_attribute("href", "https://meet.google.com/abc-defg-hij")
        expect(join).to_have_attribute("target", "_blank")
        expect(join).to_have_attribute("rel", re.compile("noopener"))
        assert findings_in_both_schemes(calendar.page) == []

    def test_the_host_is_under_it_if_the_service_is_unknown(self, open_calendar, client):
        client.put(event("Call", "20260311T120000", "20260311T130000", "URL:https://jitsi.evil.example/room"))
        calendar = open_calendar("/week/2026-03-11")
        hours(calendar, "Call").click()
        join = calendar.dialog.get_by_role("link", name="Join the call jitsi.evil.example", exact=True)
        expect(join.locator("small")).to_be_visible()
        assert findings_in_both_schemes(calendar.page) == []

    def test_other_links_are_no_calls(self, open_calendar, client):
        client.put(event("Lunch", "20260311T120000", "20260311T130000", "URL:https://example.org/meet"))
        calendar = open_calendar("/week/2026-03-11")
        hours(calendar, "Lunch").click()
        expect(calendar.dialog.get_by_role("link", name="https://example.org/meet")).to_be_visible()
        expect(calendar.dialog.get_by_role("link", name=re.compile("Join"))).to_have_count(0)


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_the_dialogs(open_page, google, size):
    calendar = open_page(**({"viewport": size, "has_touch": True} if size else {}))
    connect(calendar)
    expect(calendar.dialog.get_by_role("link", name="Continue with Google")).to_be_visible()
    assert findings_in_both_schemes(calendar.page) == []
    calendar.dialog.get_by_role("button", name="Close").click()
    dialog = consented(calendar)
    assert findings_in_both_schemes(calendar.page) == []
    dialog.get_by_role("button", name="Add 3 calendars").click()
    expect(calendar.announcement("3 calendars added.")).to_be_visible()
    google.sources[0] |= {"failure": "consent-ended", "failedSince": 1773216000}
    edit(calendar, "Anna")
    expect(calendar.dialog.get_by_role("link", name="Connect again")).to_be_visible()
    assert findings_in_both_schemes(calendar.page) == []
