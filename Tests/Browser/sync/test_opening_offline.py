"""After one visit the page opens without a network, with what the server last said."""

import shutil

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.events import event
from support.kept_page import EXPECTED, KEPT, WORKS, again, front, kept, visit  # noqa: F401
from support.timeline import hours
from support.waiting import eventually, wait_for_events

BANNER = "You’re offline. Changes to events will be saved later."
AWAY = "The server can’t be reached. Changes to events will be saved later."
HAS_TEA = """() => new Promise((done) => {
    const asked = indexedDB.open('meantime');
    asked.onsuccess = () => {
        const all = asked.result.transaction('copy').objectStore('copy').getAll();
        all.onsuccess = () => {
            asked.result.close();
            done(all.result.some((value) => typeof value === 'string' && value.includes('SUMMARY:Tea')));
        };
    };
})"""
# The page hears nothing of what changes at the server.
DEAF = """EventSource.prototype.addEventListener = function (name, ...listener) {
    if (name !== 'change') EventTarget.prototype.addEventListener.call(this, name, ...listener);
}"""
NO_WORKER = "async () => !(await navigator.serviceWorker.getRegistration())"


def asked(calendar, part):
    return [address for address in calendar.page.context.witness.requests if part in address]


def test_it_opens_at_its_addresses(visit):
    calendar = visit()
    calendar.page.context.set_offline(True)
    calendar = again(calendar)
    expect(calendar.page.get_by_text(BANNER)).to_be_visible()
    expect(calendar.chips("Lunch")).to_have_count(1)
    calendar = again(calendar, "/week/2026-03-11")
    expect(hours(calendar, "Lunch")).to_be_visible()
    calendar = again(calendar, "/settings")
    expect(calendar.dialog.get_by_role("heading", name="Settings")).to_be_visible()
    calendar.page.goto(calendar.server.url + "/widget")
    expect(calendar.page.get_by_text("Lunch")).to_be_visible()


def test_it_says_how_old_the_shown_events_are(visit):
    calendar = visit()
    calendar.page.context.set_offline(True)
    calendar = again(calendar)
    banner = calendar.page.get_by_role("status").get_by_role("button").filter(has_text=BANNER)
    expect(banner).to_have_attribute("data-age", "")
    calendar.page.evaluate("localStorage.setItem('meantime.updated', '2026-03-10T21:05')")
    calendar.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(banner).to_have_attribute("data-age", "Last updated Tue 10 Mar, 21:05.")
    calendar.page.context.set_offline(False)
    expect(banner).to_have_count(0)


def test_what_was_just_saved_is_there_although_the_stream_has_not_told_of_it(visit, client):
    calendar = visit()
    calendar.page.close()
    page = calendar.page.context.new_page()
    page.add_init_script(DEAF)
    calendar = CalendarPage(page, calendar.server).open("/month/2026-03-11")
    calendar.new_event("Tea", date="2026-03-12", start="15:00", end="16:00")
    wait_for_events(client, 2)
    eventually(lambda: calendar.page.evaluate(HAS_TEA))
    calendar.page.context.set_offline(True)
    calendar = again(calendar)
    expect(calendar.chips("Tea")).to_have_count(1)
    calendar.page.context.set_offline(False)
    expect(calendar.page.locator(".banner")).to_be_hidden()
    expect(calendar.chips("Tea")).to_have_count(1)


def test_it_follows_the_server_as_soon_as_it_is_back(visit, client):
    calendar = visit()
    calendar.page.context.set_offline(True)
    calendar = again(calendar)
    expect(calendar.page.get_by_text(BANNER)).to_be_visible()
    client.put(event("Dinner", "20260311T190000", "20260311T200000"))
    calendar.page.context.set_offline(False)
    expect(calendar.page.get_by_text(BANNER)).to_have_count(0)
    expect(calendar.chips("Dinner")).to_have_count(1)
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.announcement("“Walk” added")).to_be_visible()


def test_a_start_asks_only_for_what_changed(visit, client):
    calendar = visit()
    client.put(event("Dinner", "20260311T190000", "20260311T200000"))
    expect(calendar.chips("Dinner")).to_have_count(1)
    eventually(lambda: kept(calendar), 2)
    before = len(asked(calendar, "/api/v1/sync"))
    context = calendar.page.context
    calendar.page.close()
    client.put(event("Tea", "20260311T160000", "20260311T170000"))
    calendar = CalendarPage(context.new_page(), calendar.server).open("/month/2026-03-11")
    for title in ("Lunch", "Dinner", "Tea"):
        expect(calendar.chips(title)).to_have_count(1)
    assert len(asked(calendar, "/api/v1/sync")) == before


def test_a_start_when_nothing_changed_asks_only_that(visit, front):
    calendar = visit(front=front)
    noted = "['settings.version', 'storage-room'].every((name) => localStorage.getItem(`meantime.${name}`))"
    eventually(lambda: calendar.page.evaluate(noted))
    before = len(front.asked)
    calendar = again(calendar).ready()
    expected = {"/month/2026-03-11", "/api/v1/session", "/api/v1/live", "/worker.js"}
    eventually(lambda: {path.split("?")[0] for path in front.asked[before:]}, expected)


def test_signing_out_leaves_nothing(visit):
    calendar = visit()
    calendar.open_menu_item("Sign out")
    expect(calendar.page.get_by_label("Password")).to_be_visible()
    eventually(lambda: kept(calendar), None)
    page = calendar.page
    names = "async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat()"
    assert not [url for url in page.evaluate(names) if "/api/" in url]
    page.context.set_offline(True)
    page.goto(calendar.server.url + "/month/2026-03-11")
    expect(page.get_by_text("You’re offline. Trying again")).to_be_visible()
    expect(page.get_by_text("Lunch")).to_have_count(0)


def test_a_session_that_ended_elsewhere_takes_everything_away(visit):
    calendar = visit()
    context = calendar.page.context
    calendar.page.close()
    context.clear_cookies()
    page = context.new_page()
    page.goto(calendar.server.url + "/month/2026-03-11")
    expect(page.get_by_label("Password")).to_be_visible()
    assert page.evaluate(KEPT) is None


def test_another_account_sees_nothing_of_it(visit, person):
    calendar = visit()
    ben = person("Ben Berg")
    context = calendar.page.context
    calendar.page.close()
    context.add_cookies([{"name": "meantime_session", "value": ben.client.cookie, "url": calendar.server.url}])
    calendar = CalendarPage(context.new_page(), calendar.server).open("/month/2026-03-11")
    expect(calendar.chips()).to_have_count(0)
    eventually(lambda: kept(calendar), 0)
    context.set_offline(True)
    calendar = again(calendar)
    expect(calendar.page.get_by_text(BANNER)).to_be_visible()
    expect(calendar.chips()).to_have_count(0)


def test_a_page_that_opened_before_the_server_answered_goes_if_nobody_is_signed_in(visit):
    calendar = visit()
    context = calendar.page.context
    context.set_offline(True)
    calendar = again(calendar)
    expect(calendar.chips("Lunch")).to_have_count(1)
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text("1 change is waiting.")).to_be_visible()
    context.clear_cookies()
    context.set_offline(False)
    expect(calendar.page.get_by_label("Password")).to_be_visible()
    expect(calendar.page.get_by_text("You were signed out. 1 change is saved once you sign in again.")).to_be_visible()
    assert kept(calendar) is None


def test_a_right_that_was_lost_takes_its_events_away(visit, choir):
    anna, ben, group = choir
    ben.put("dentist", "DTSTART:20260311T150000Z", "DTEND:20260311T160000Z", "SUMMARY:Dentist")
    calendar = visit(events=2)
    expect(calendar.chips()).to_have_count(2)
    context = calendar.page.context
    calendar.page.close()
    ben.ask("PUT", f"/groups/{group}/shares", {"default": "hidden"})
    calendar = CalendarPage(context.new_page(), calendar.server).open("/month/2026-03-11")
    expect(calendar.chips()).to_have_count(1)
    expect(calendar.chips("Lunch")).to_have_count(1)


def test_where_nothing_can_be_stored_everything_is_as_before(new_context, server, furnished, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    context = new_context(server, furnished[1], service_workers="allow")
    context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: { open() { throw new DOMException('no'); } } });")
    calendar = CalendarPage(context.new_page(), server).open("/month/2026-03-11")
    expect(calendar.chips("Lunch")).to_have_count(1)
    client.put(event("Dinner", "20260311T190000", "20260311T200000"))
    expect(calendar.chips("Dinner")).to_have_count(1)
    calendar.reload()
    expect(calendar.chips("Dinner")).to_have_count(1)


def test_a_second_tab_goes_on_when_the_first_is_closed(visit, client):
    first = visit()
    second = CalendarPage(first.page.context.new_page(), first.server).open("/month/2026-03-11")
    client.put(event("Dinner", "20260311T190000", "20260311T200000"))
    expect(second.chips("Dinner")).to_have_count(1)
    eventually(lambda: kept(second), 2)
    first.page.close()
    client.put(event("Tea", "20260311T160000", "20260311T170000"))
    eventually(lambda: kept(second), 3)


@pytest.mark.parametrize("failure", [502, 503, 504, "silence"])
def test_a_server_that_is_away_behind_its_proxy_keeps_nobody_waiting(visit, front, failure):
    calendar = visit(front=front)
    if failure == "silence":
        front.is_silent = True
    else:
        front.status = failure
    calendar = again(calendar)
    expect(calendar.page.get_by_text(AWAY)).to_be_visible()
    expect(calendar.chips("Lunch")).to_have_count(1)
    front.status, front.is_silent = None, False
    expect(calendar.page.get_by_text(AWAY)).to_have_count(0)


def test_a_page_of_another_version_is_not_kept(visit, front, new_context, furnished):
    front.pages = {"/": "<script src='/assets/another/app.js'></script>"}
    context = new_context(front, furnished[1], service_workers="allow")
    context.witness.expected = EXPECTED
    calendar = CalendarPage(context.new_page(), front).open("/month/2026-03-11")
    # The browser has the worker, which has read the page that it's to keep, and gives up.
    eventually(lambda: "/worker.js" in front.asked and front.asked.count("/") == 1)
    eventually(lambda: calendar.page.evaluate(NO_WORKER))
    front.pages = {}
    calendar.reload()
    eventually(lambda: calendar.page.evaluate(WORKS))


def test_a_new_version_opens_at_once_and_later_without_a_network(visit, server, tmp_path):
    calendar = visit()
    server.stop()
    server.web = shutil.copytree(server.web, tmp_path / "web")
    page = server.web / "index.html"
    page.write_text(page.read_text().replace("<head>", '<head><meta name="version" content="next">'))
    server.start()
    calendar = again(calendar)
    version = calendar.page.locator("meta[name=version]")
    expect(version).to_have_count(1)
    waiting = "async () => (await navigator.serviceWorker.getRegistration()).waiting?.state"
    eventually(lambda: calendar.page.evaluate(waiting), "installed")
    context = calendar.page.context
    context.set_offline(True)

    def versions_after_opening():
        nonlocal calendar
        calendar = again(calendar)
        expect(calendar.page.get_by_text(BANNER)).to_be_visible()
        expect(calendar.chips("Lunch")).to_have_count(1)
        return calendar.page.evaluate("async () => (await caches.keys()).length")

    # The browser takes the new version once no page of the earlier one is open. A page that's opened at
    # that very moment still belongs to the earlier one, so it's opened until it doesn't.
    eventually(versions_after_opening, 1)
    calendar = again(calendar)
    expect(calendar.page.locator("meta[name=version]")).to_have_count(1)


def test_a_right_that_was_lowered_stays_lowered_at_later_starts(visit, choir, client):
    anna, ben, group = choir
    ben.put("dentist", "DTSTART:20260311T150000Z", "DTEND:20260311T160000Z", "SUMMARY:Dentist")
    ben.ask("PUT", f"/groups/{group}/shares", {"default": "full"})
    calendar = visit(events=2)
    expect(calendar.chips("Dentist")).to_have_count(1)
    context = calendar.page.context
    calendar.page.close()
    ben.ask("PUT", f"/groups/{group}/shares", {"default": "busy"})
    # Once after the change, once after a later one, and once without a network.
    for start in range(3):
        calendar = CalendarPage(context.new_page(), calendar.server).open("/month/2026-03-11")
        expect(calendar.chips("Lunch")).to_have_count(1)
        expect(calendar.chips("Busy")).to_have_count(1)
        expect(calendar.chips("Dentist")).to_have_count(0)
        if start == 0:
            client.put(event("Tea", "20260311T160000", "20260311T170000"))
            expect(calendar.chips("Tea")).to_have_count(1)
            eventually(lambda: calendar.page.evaluate(HAS_TEA))
        calendar.page.close()
        context.set_offline(start == 1)


def test_a_session_that_ends_while_a_card_is_open_takes_away_what_the_device_keeps(visit, client):
    calendar = visit(stills=True)
    page = calendar.page
    page.context.witness.expected = [*EXPECTED, "401"]
    eventually(lambda: page.evaluate("localStorage.getItem('meantime-still')?.includes('Lunch')"))
    calendar.chips("Lunch").click()
    expect(calendar.dialog.get_by_role("heading", name="Lunch")).to_be_visible()
    client.request("DELETE", "/api/v1/session")
    eventually(lambda: page.evaluate(KEPT) is None)
    assert not page.evaluate("localStorage.getItem('meantime-still')")
    # What is on the screen stays until it's left.
    page.keyboard.press("Escape")
    expect(page.get_by_label("Password")).to_be_visible(timeout=30_000)


def test_a_session_that_ends_while_only_a_widget_is_open_takes_everything_away(visit, client):
    calendar = visit()
    page = calendar.page
    # On a busy machine the browser asks for the stream again before the widget has heard why it ended.
    page.context.witness.expected = [*EXPECTED, "401"]
    page.goto(calendar.server.url + "/widget")
    expect(page.get_by_text("Lunch")).to_be_visible()
    client.request("DELETE", "/api/v1/session")
    expect(page.get_by_text("You’re signed out.")).to_be_visible()
    eventually(lambda: page.evaluate(KEPT) is None)


def test_nobody_signs_out_without_the_server_and_nothing_is_lost(visit):
    calendar = visit()
    calendar.page.context.set_offline(True)
    expect(calendar.page.get_by_text(BANNER)).to_be_visible()
    calendar.open_menu_item("Sign out")
    expect(calendar.announcement("You’re offline, so you’re still signed in here.")).to_be_visible()
    expect(calendar.chips("Lunch")).to_have_count(1)
    calendar.page.context.set_offline(False)
    expect(calendar.page.get_by_text(BANNER)).to_have_count(0)
    calendar.open_menu_item("Sign out")
    expect(calendar.page.get_by_label("Password")).to_be_visible()


def test_a_phone_shows_why_nobody_was_signed_out(visit):
    calendar = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    calendar.page.context.set_offline(True)
    expect(calendar.page.get_by_text(BANNER)).to_be_visible()
    calendar.open_menu_item("Sign out")
    message = calendar.page.locator(".toast").filter(has_text="still signed in here")
    message.get_by_role("button", name="Close").tap()
    expect(message).to_have_count(0)


def test_settings_without_a_network_say_what_cannot_be_shown(visit):
    calendar = visit()
    calendar.page.context.set_offline(True)
    calendar = again(calendar, "/settings")
    expect(calendar.dialog.get_by_text("You’re offline, so this can’t be shown.")).to_have_count(3)
    expect(calendar.dialog.get_by_text("wasn’t saved")).to_have_count(0)
