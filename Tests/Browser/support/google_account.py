"""Somebody on the server who has calendars at the stand-in for Google."""

import json
import re
import urllib.parse
import urllib.request

import pytest

from support.accounts import sent
from support.google import Google
from support.server import Client, copied, free_port


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirects)


def led_to(address, cookie=""):
    """Where an address leads the browser, and the cookies it sets."""
    try:
        OPENER.open(urllib.request.Request(address, headers={"Cookie": cookie}), timeout=60)
    except urllib.error.HTTPError as answer:
        assert answer.code == 303, (answer.code, answer.read())
        cookies = [line.split(";")[0] for line in answer.headers.get_all("Set-Cookie") or []]
        return answer.headers["Location"], "; ".join(cookies)
    raise AssertionError(f"{address} leads nowhere")


class GoogleAccount:
    """Anna, her calendars at Google, and the server that reads them."""

    def __init__(self, server, client, google):
        self.server, self.client, self.google = server, client, google
        self.account = self.calendar = None
        # Whether the page fetches what was allowed.
        self.claims = True

    def ask(self, method, path, body=None, expecting=200):
        return sent(self.client, method, path, body, expecting)

    def asked(self, kind="read", path="/year/2026"):
        """What Google is asked when Anna begins to connect her calendars, and the cookie that her browser gets."""
        known = f"&account={self.account}" if self.account else ""
        address, binding = led_to(
            f"{self.server.url}/sign-in/google?calendars={kind}&return={urllib.parse.quote(path)}{known}",
            f"meantime_session={self.client.cookie}",
        )
        assert address.startswith(self.google.url + "/authorize?")
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query)), binding

    def consent(self, kind="read"):
        """Goes through Google's pages as a browser would, and returns where that ends."""
        asked, binding = self.asked(kind)
        # The session's cookie isn't sent with a redirect that another site began.
        back, _ = led_to(self.google.consented(asked), binding)
        if found := re.fullmatch(r"/year/2026\?google=([0-9a-f]{32})", back):
            if not self.claims:
                return back
            self.account = self.ask("POST", "/sources/google", {"answer": found[1]})["account"]
        return back

    def calendars(self):
        return self.ask("GET", f"/sources/google/{self.account}/calendars")["calendars"]

    def add(self, identity=None, expecting=201):
        body = {"kind": "google", "account": self.account, "id": identity or self.google.email}
        answer = self.ask("POST", "/sources", body, expecting)
        self.calendar = answer["calendar"]["id"]
        return answer

    def refresh(self):
        return self.ask("POST", f"/sources/{self.calendar}/refresh")

    def source(self):
        return next(each for each in self.ask("GET", "/sources")["sources"] if each["calendar"] == self.calendar)

    def events(self):
        """The records of the events in the calendar, by their titles."""
        found = [each for each in self.client.events() if each["calendar"] == self.calendar]
        return {re.search(r"^SUMMARY:(.*)\r$", each["ical"], re.MULTILINE)[1]: each for each in found}

    def text(self, title):
        return self.events()[title]["ical"].replace("\r\n ", "").replace("\r\n", "\n")

    def put(self, text):
        """Stores a new event here."""
        return self.client.put(text, calendar=self.calendar)

    def change(self, title, change):
        """Changes the text of an event here."""
        event = self.events()[title]
        text = change(event["ical"].replace("\r\n ", "").replace("\r\n", "\n"))
        path = f"/api/v1/calendars/{self.calendar}/events/{urllib.parse.quote(event['href'], safe='')}"
        headers = {"Content-Type": "text/calendar", "If-Match": event["etag"]}
        status, _, answer = self.client.request("PUT", path, text.replace("\n", "\r\n").encode(), headers)
        assert status == 200, (status, answer)
        return json.loads(answer)

    def remove(self, title):
        event = self.events()[title]
        path = f"/api/v1/calendars/{self.calendar}/events/{urllib.parse.quote(event['href'], safe='')}"
        status, _, answer = self.client.request("DELETE", path, headers={"If-Match": event["etag"]})
        assert status in (200, 204), (status, answer)


@pytest.fixture
def google():
    standing_in = Google()
    yield standing_in
    standing_in.stop()


@pytest.fixture
def anna(tmp_path, furnished, google):
    """A server that knows Google, and Anna on it."""
    server = copied(furnished[0], tmp_path)
    # Google has to know the address before the server starts.
    server.port = free_port()
    server.settings = google.settings(server.url)
    server.start()
    yield GoogleAccount(server, Client(server, furnished[1]), google)
    server.stop()
    assert "not to be told" not in server.output()
