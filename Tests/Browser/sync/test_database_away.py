"""The database goes away for a while: the page says so, loses nothing that was saved, and comes back by itself.

The log has a line when that begins and one when it ends, however much fails meanwhile."""

import os
import subprocess

import pytest
from playwright.sync_api import expect

from support.browser import EMAIL, NAME, PASSWORD
from support.calendar_page import CalendarPage
from support.events import event
from support.postgresql import PostgreSQLServer, ServerOnPostgreSQL, make_database
from support.server import ROOT, Client
from support.waiting import wait_for_events

BANNER = "The server can’t be reached. Changes to events will be saved later."
OFFLINE = "You’re offline. Changes to events will be saved later."
WAITING = "Can’t reach the server. Trying again."
# The page asks again after a while, which grows.
COMEBACK_MS = 60_000


@pytest.fixture
def database(monkeypatch):
    """A PostgreSQL server of its own."""
    command = [ROOT / "scripts/with-postgresql.sh", "sh", "-c", 'echo "$TEST_POSTGRESQL"; cat']
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as keeper:
        address = keeper.stdout.readline().strip()
        if not address:
            pytest.skip("There is no PostgreSQL on this machine (Debian: apt-get install postgresql).")
        monkeypatch.setenv("TEST_POSTGRESQL", address)
        server = PostgreSQLServer()
        yield server
        server.take_away()
        # At the end of its input, the keeper removes what is left.


def note_banners(page):
    """Makes the page keep each text that its banner shows, however briefly."""
    page.evaluate(
        """() => {
          window.bannersSeen = [];
          const banner = document.querySelector('.banner');
          new MutationObserver(() => bannersSeen.push(banner.textContent)).observe(banner, { childList: true, subtree: true });
        }"""
    )


def test_a_page_survives_a_database_that_goes_away(database, new_context, tmp_path):
    settings = {"MEANTIME_SECRET_KEY_FILE": str(tmp_path / "secret-key")}
    server = ServerOnPostgreSQL(make_database(f"away_{os.getpid()}"), tmp_path / "server.log", settings).start()
    client = Client(server)
    client.set_up(EMAIL, NAME, PASSWORD)
    context = new_context(server, client.cookie)
    # Somebody has just opened the page, to sign in.
    stranger = new_context(server)
    # A device of hers that keeps nothing yet.
    other = new_context(server, client.cookie)
    arrival = stranger.new_page()
    arrival.goto(server.url + "/month/2026-03-11")
    arrival.get_by_label("E-mail").fill(EMAIL)
    arrival.get_by_label("Password").fill(PASSWORD)
    calendar = CalendarPage(context.new_page(), server).open("/month/2026-03-11")
    calendar.new_event("Lunch", date="2026-03-11", start="12:00", end="13:00")
    # It's shown before it's saved.
    wait_for_events(client, 1)

    for each in (context, stranger, other):
        each.witness.expected = ["503", "Service Unavailable", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_HTTP"]
    note_banners(calendar.page)
    database.take_away()
    expect(calendar.page.get_by_text(BANNER)).to_be_visible(timeout=COMEBACK_MS)
    expect(calendar.chips("Lunch")).to_be_visible()
    calendar.new_event("Dinner", date="2026-03-12", start="19:00", end="20:00")
    expect(calendar.page.get_by_text("The server can’t be reached. 1 change is waiting.")).to_be_visible()

    # A page that is opened meanwhile waits, and opens by itself.
    late = other.new_page()
    late.goto(server.url + "/month/2026-03-11")
    expect(late.get_by_role("status").get_by_text(WAITING)).to_be_visible()
    arrival.get_by_role("button", name="Sign in").click()
    expect(arrival.get_by_role("alert").get_by_text(WAITING)).to_be_visible()

    database.bring_back()
    expect(CalendarPage(arrival, server).chips("Lunch")).to_be_visible(timeout=COMEBACK_MS)
    expect(CalendarPage(late, server).chips("Lunch")).to_be_visible(timeout=COMEBACK_MS)
    late.close()
    expect(calendar.page.locator(".banner")).to_be_hidden(timeout=COMEBACK_MS)
    client.put(event("Breakfast", "20260313T080000", "20260313T083000"))
    expect(calendar.chips("Breakfast")).to_be_visible()
    wait_for_events(client, 3)
    assert OFFLINE not in calendar.page.evaluate("bannersSeen"), "the network was there all the time"

    server.stop()
    lines = [line for line in server.output().splitlines() if "The database" in line or "warning" in line or "error" in line]
    gone, *still, back = lines
    assert "The database doesn't answer" in gone, lines
    assert all("The database still doesn't answer" in line for line in still), lines
    assert "The database answers again" in back, lines
