"""A page that the browser has kept, to open it without its server."""

import pytest

from support.calendar_page import CalendarPage
from support.events import event
from support.front import Front
from support.waiting import eventually

EXPECTED = ["50", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_NETWORK_CHANGED", "ERR_FAILED"]
# How many events the device keeps; null before it keeps anything.
KEPT = """() => new Promise((done) => {
    const asked = indexedDB.open('meantime');
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => done(null);
    asked.onsuccess = () => {
        const all = asked.result.transaction('copy').objectStore('copy').getAll();
        all.onsuccess = () => {
            asked.result.close();
            const texts = all.result.filter((value) => typeof value === 'string').join('');
            done(all.result.length === 0 ? null : texts.split('BEGIN:VEVENT').length - 1);
        };
    };
})"""
# What the device keeps of what waits: the titles of edits, and answers.
LOG = """() => new Promise((done) => {
    const asked = indexedDB.open('meantime-edits');
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => done([]);
    asked.onsuccess = () => {
        const all = asked.result.transaction('edits').objectStore('edits').getAll();
        all.onsuccess = () => {
            asked.result.close();
            done(all.result.map(({ edit, answer }) => edit?.title ?? answer?.answer ?? 'conflict'));
        };
    };
})"""
# Whether the page could be closed without asking whether to leave: the device has everything.
MAY_BE_LEFT = "dispatchEvent(new Event('beforeunload', { cancelable: true }))"
WORKS = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"


@pytest.fixture
def visit(new_context, server, furnished, client):
    """Opens a path in a new profile of the browser, which keeps the page and its events."""

    def open_page(events=1, front=server, **options):
        context = new_context(front, furnished[1], service_workers="allow", **options)
        context.witness.expected = EXPECTED
        calendar = CalendarPage(context.new_page(), front).open("/month/2026-03-11")
        eventually(lambda: calendar.page.evaluate(WORKS))
        eventually(lambda: kept(calendar), events)
        return calendar

    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    return open_page


@pytest.fixture
def front(server):
    front = Front(server)
    yield front
    front.stop()


def kept(calendar):
    return calendar.page.evaluate(KEPT)


def again(calendar, path="/month/2026-03-11"):
    """Closes the page once it wouldn't ask whether to leave, and opens it anew in the same profile."""
    eventually(lambda: calendar.page.evaluate(MAY_BE_LEFT))
    context = calendar.page.context
    calendar.page.close()
    return CalendarPage(context.new_page(), calendar.server).open(path)
