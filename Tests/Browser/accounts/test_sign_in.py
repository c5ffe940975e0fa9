"""Making the first account, signing in and signing out."""

import pytest
from playwright.sync_api import expect

from support.browser import EMAIL, NAME, PASSWORD, PHONE
from support.calendar_page import CalendarPage
from support.waiting import eventually


def test_first_account_is_made_with_the_code_from_the_console(new_context, empty_server):
    page = new_context(empty_server, locale="de-DE").new_page()
    page.goto(empty_server.url)
    for label, text in [("Einrichtungscode", empty_server.setup_code()), ("Name", NAME), ("E-Mail", EMAIL), ("Passwort", PASSWORD)]:
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Konto anlegen").click()
    calendar = CalendarPage(page, empty_server).ready()
    expect(calendar.heading).to_have_text("März 2026")
    # The name of the first calendar is in the user's language.
    expect(page.get_by_role("checkbox", name="Persönlich")).to_be_visible()


def test_a_wrong_code_makes_no_account(new_context, empty_server):
    context = new_context(empty_server)
    context.witness.expected = ["403", "401", "422", "400"]
    page = context.new_page()
    page.goto(empty_server.url)
    page.get_by_label("Set-up code").fill("AAAAA-AAAAA")
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("alert").get_by_text("code")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Set-up code")).to_be_visible()


def test_signing_in_shows_the_calendar_and_signing_out_ends_it(new_context, server):
    page = new_context(server).new_page()
    page.goto(server.url)
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    calendar = CalendarPage(page, server).ready()
    calendar.reload()
    calendar.sign_out()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    page.goto(server.url + "/month/2026-03-11")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_after_signing_out_the_document_has_no_listeners_left(calendar):
    page = calendar.page
    protocol = page.context.new_cdp_session(page)

    def listener_types():
        document = protocol.send("Runtime.evaluate", {"expression": "document"})["result"]["objectId"]
        return sorted(each["type"] for each in protocol.send("DOMDebugger.getEventListeners", {"objectId": document})["listeners"])

    # What loads later has loaded.
    calendar.wait_until("customElements.get('year-view') !== undefined")
    assert {"keyup", "pointerdown"} <= set(listener_types())
    calendar.sign_out()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    # A listener that stayed would keep its view in memory, and with it the whole calendar.
    eventually(listener_types, [])


# Keeps a weak reference to the memory of the core.
WATCH_MEMORY = """(() => {
    const original = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...parameters) => {
        const made = await original.apply(WebAssembly, parameters);
        window.coreMemory = new WeakRef(made.instance.exports.memory);
        return made;
    };
})()"""


def test_nothing_of_the_calendar_stays_in_memory_after_signing_out(calendar):
    page = calendar.page
    page.add_init_script(WATCH_MEMORY)
    calendar.reload()
    calendar.wait_until("customElements.get('year-view') !== undefined")
    for key in "wyam":
        page.keyboard.press(key)
    protocol = page.context.new_cdp_session(page)
    protocol.send("HeapProfiler.collectGarbage")
    assert page.evaluate("window.coreMemory.deref() !== undefined")
    calendar.sign_out()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()

    def is_free():
        protocol.send("HeapProfiler.collectGarbage")
        return page.evaluate("window.coreMemory.deref() === undefined")

    # A timer may still hold on to it until it has fired once more.
    eventually(is_free)


def test_signing_in_without_a_connection_says_so_and_works_once_it_is_back(new_context, server):
    context = new_context(server)
    context.witness.expected = ["ERR_INTERNET_DISCONNECTED"]
    page = context.new_page()
    page.goto(server.url)
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    # Signing in needs code that is loaded when the page is idle; without it, nothing tries again.
    eventually(lambda: page.evaluate("customElements.get('year-view') !== undefined"))
    context.set_offline(True)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("You’re offline. Trying again once there’s a connection.")
    context.set_offline(False)
    CalendarPage(page, server).ready()


def test_typing_stops_the_wait_for_a_server_that_is_away_and_signs_in_with_what_was_typed(new_context, server):
    context = new_context(server)
    context.witness.expected = ["503", "Service Unavailable"]
    page = context.new_page()
    page.goto(server.url)
    away = lambda route: route.fulfill(status=503, body="Sorry") if route.request.method == "POST" else route.continue_()
    page.route("**/api/v1/session", away)
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill("mistyped")
    button = page.get_by_role("button", name="Sign in")
    button.click()
    expect(page.get_by_role("alert")).to_have_text("Can’t reach the server. Trying again.")
    expect(button).to_be_disabled()
    page.get_by_label("Password").fill(PASSWORD)
    expect(page.get_by_role("alert")).to_have_text("Can’t reach the server. Check your connection and try again.")
    page.unroute("**/api/v1/session")
    button.click()
    CalendarPage(page, server).ready()


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_typing_aborts_a_request_to_sign_in_and_signs_in_with_what_was_typed(new_context, server, viewport):
    context = new_context(server, **({"viewport": viewport} if viewport else {}))
    context.witness.expected = ["ERR_ABORTED"]
    page = context.new_page()
    page.goto(server.url)
    page.route("**/api/v1/session", lambda route: None if route.request.method == "POST" else route.continue_())
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill("mistyped")
    button = page.get_by_role("button", name="Sign in")
    with page.expect_request("**/api/v1/session"):
        button.click()
    expect(button).to_be_disabled()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/session")):
        page.get_by_label("Password").fill(PASSWORD)
    expect(button).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.unroute("**/api/v1/session")
    button.click()
    CalendarPage(page, server).ready()


def test_a_wrong_password_is_refused_without_saying_which_part_is_wrong(new_context, server):
    context = new_context(server)
    context.witness.expected = ["401"]
    page = context.new_page()
    for email, password in [(EMAIL, "not the password"), ("nobody@example.org", PASSWORD)]:
        page.goto(server.url)
        page.get_by_label("E-mail").fill(email)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_text("Wrong e-mail or password.")).to_be_visible()


def test_the_password_can_be_read(new_context, server):
    page = new_context(server).new_page()
    page.goto(server.url)
    password = page.get_by_label("Password", exact=True)
    password.fill("ten letters")
    show = page.get_by_role("button", name="Show")
    show.click()
    expect(password).to_have_attribute("type", "text")
    expect(show).to_have_attribute("aria-pressed", "true")
    show.click()
    expect(password).to_have_attribute("type", "password")
