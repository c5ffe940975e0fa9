"""Several accounts on one server, and groups of them."""

import json

import pytest
from playwright.sync_api import expect

from support.accounts import add_account, made_once, sent
from support.calendar_page import CalendarPage
from support.server import Server


class Household:
    """Accounts by their first names, all in one group that the first one owns; `group=None` makes none."""

    def __init__(self, server, names, group="Family", level="busy"):
        self.server = server
        self.clients = []
        for name in names:
            self.add(name)
        if not group:
            return
        owner, others = self.clients[0], self.clients[1:]
        self.group = sent(owner, "POST", "/groups", {"name": group}, expecting=201)["id"]
        if others:
            token = self.join_link()
        for other in others:
            sent(other, "POST", f"/invitations/{token}", {"default": level, "calendars": {}})

    def add(self, name):
        """Adds an account that isn't in the group, and returns its client."""
        self.clients.append(add_account(self.server, f"{name.lower()}@example.org", name.capitalize()))
        return self.clients[-1]

    def join_link(self, uses=None):
        """Makes a link to join and returns its token."""
        return sent(self.clients[0], "POST", f"/groups/{self.group}/invitations", {"uses": uses, "days": 7}, expecting=201)["token"]

    def own(self, index):
        """The id of the calendar that an account was created with."""
        return next(record["id"] for record in self.clients[index].calendars() if record["level"] == "own")

    def account(self, index):
        """The id of an account."""
        return sent(self.clients[index], "GET", "/session")["account"]["id"]

    @property
    def calendar(self):
        """The id of the group's calendar."""
        return next(record["calendar"] for record in self.clients[0].records() if record["type"] == "group")


class Person:
    """Somebody with an account, a client signed in to it, and a way to open pages."""

    def __init__(self, client, account, new_context):
        self.client, self.account, self.new_context = client, account, new_context

    def open(self, path="/month/2026-03-11", **options):
        context = self.new_context(self.client.server, self.client.cookie, **options)
        return CalendarPage(context.new_page(), self.client.server).open(path)

    def ask(self, method, path, body=None, status=(200, 201, 204)):
        code, _, answer = self.client.request(method, "/api/v1" + path, body)
        assert code in status, (method, path, code, answer)
        return json.loads(answer) if answer else None

    def put(self, uid, *lines, calendar=None):
        event = "\n".join(["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", *lines, "END:VEVENT"])
        return self.client.put(event, calendar=calendar)


@pytest.fixture(scope="session")
def neighbours(tmp_path_factory):
    """A data file with the accounts of Ana, Ben and Clara, made once for all workers and copied for each test."""

    def fill(folder):
        server = Server(folder / "meantime.sqlite", folder / "server.log").start()
        server.remember({f"{name.lower()}@example.org": add_account(server, f"{name.lower()}@example.org", name) for name in ("Ana", "Ben", "Clara")})
        server.stop()

    return made_once(tmp_path_factory, "neighbours", fill) / "meantime.sqlite"


@pytest.fixture
def person(server, client, new_context):
    """Makes people: without a name it's Anna, who set up the server."""

    def make(name=None):
        own = client if name is None else add_account(server, name.lower().split()[0] + "@example.org", name)
        return Person(own, sent(own, "GET", "/session")["account"]["id"], new_context)

    return make


@pytest.fixture
def choir(person):
    """Anna's group with Ben Berg in it; she shares all details, he only when he is busy."""
    anna, ben = person(), person("Ben Berg")
    group = anna.ask("POST", "/groups", {"name": "Choir"})["id"]
    anna.ask("PUT", f"/groups/{group}/shares", {"default": "full"})
    token = anna.ask("POST", f"/groups/{group}/invitations", {"uses": 1, "days": 7})["token"]
    ben.ask("POST", f"/invitations/{token}", {"default": "busy"})
    return anna, ben, group


def side(page):
    return page.page.locator("group-list")


def inbox(page):
    """The entry of the sidebar for what waits for an answer."""
    return page.page.locator("inbox-entry").get_by_role("button")


def choose_for_group(calendar, name, item):
    """Chooses from a group's menu in the sidebar."""
    open_side(calendar).get_by_role("button", name=f"Group {name}").click()
    calendar.page.get_by_role("menuitem", name=item, exact=True).click()


def open_side(calendar):
    """The list of groups in the sidebar, which is opened first on a phone."""
    groups = calendar.page.locator("group-list")
    expect(groups).to_have_count(1)
    if not groups.is_visible():
        calendar.page.locator(".side-button").click()
    return groups
