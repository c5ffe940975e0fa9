"""Fixtures: a real server with an account, Debian's Chromium, and a page that must stay quiet."""

import os
import pathlib
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from calendar_page import CalendarPage
from server import ROOT, Client, Server, binary, on_copy
from waiting import RESTING, SECONDS_MAX

EMAIL, NAME, PASSWORD = "anna@example.org", "Anna", "correct horse battery staple"
FAILURES = ROOT / ".build/browser-failures"
# What "now" is for the page, so that today is the same day in every run.
NOW = "2026-03-11T10:00:00+01:00"
# Only the date: Playwright's own clock would replace the timers and the frames as well.
FIXED_DATE = """(() => {
    const now = Date.parse('NOW');
    window.Date = class extends Date {
        constructor(...parts) { if (parts.length) super(...parts); else super(now); }
        static now() { return now; }
    };
})()""".replace("NOW", NOW)
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def pytest_configure(config):
    expect.set_options(timeout=SECONDS_MAX * 1000)
    assert binary().exists(), f"{binary()} is missing: run 'make build web' first"
    assert (ROOT / ".build/web/index.html").exists(), "the page is missing: run 'make web' first"
    shutil.rmtree(FAILURES, ignore_errors=True)


def chromium_path():
    names = ["chromium", "chromium-browser", "google-chrome"]
    path = next((found for found in map(shutil.which, names) if found), None)
    assert path, "no Chromium: run 'make setup'"
    return path


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    browser = playwright.chromium.launch(
        executable_path=chromium_path(), args=["--no-sandbox"], headless=not os.environ.get("HEADED")
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def furnished(tmp_path_factory):
    """A data file with one account, made once and copied for each test, and its session."""
    folder = tmp_path_factory.mktemp("furnished")
    server = Server(folder / "meantime.sqlite", folder / "server.log").start()
    client = Client(server)
    client.set_up(EMAIL, NAME, PASSWORD)
    server.stop()
    return server.data, client.cookie


@pytest.fixture
def empty_server(tmp_path):
    """A server that nobody has set up yet."""
    server = Server(tmp_path / "meantime.sqlite", tmp_path / "server.log").start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def filled(tmp_path_factory, furnished, large_file):
    """The furnished data with 10,000 events, which are imported once; who asks for it has a server with them."""
    server = on_copy(furnished[0], tmp_path_factory.mktemp("filled"))
    Client(server, furnished[1]).import_file(large_file)
    server.stop()
    return server.data


@pytest.fixture
def server(request, tmp_path, furnished):
    """A server with one account and its calendar, which is empty unless the test asks for what is filled."""
    server = on_copy(request.getfixturevalue("filled") if "filled" in request.fixturenames else furnished[0], tmp_path)
    yield server
    server.stop()


@pytest.fixture
def client(server, furnished):
    """The account's other device, so to speak."""
    return Client(server, furnished[1])


class Witness:
    """Everything a page says and asks for, to be judged at the end of the test."""

    def __init__(self, context):
        self.console, self.errors, self.requests, self.refusals = [], [], [], []
        # What a test provokes on purpose and therefore expects on the console.
        self.expected = []
        context.on("console", lambda message: self.console.append((message.type, message.text)))
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("response", lambda answer: answer.ok or self.refusals.append(f"{answer.status} {answer.url}"))
        context.on("request", lambda request: self.requests.append(request.url))

    def complaints(self):
        loud = [text for kind, text in self.console if kind in ("error", "warning")]
        return self.errors + [t for t in loud if not any(part in t for part in self.expected)]

    def strangers(self, url):
        own = (url, "blob:" + url, "data:", "about:")
        return [address for address in self.requests if not address.startswith(own)]


def signed_in_context(browser, server, cookie=None, **options):
    """A browser context with a witness, signed in where there is a cookie."""
    context = browser.new_context(**({"viewport": DESKTOP, "locale": "en-GB", "timezone_id": "Europe/Berlin"} | options))
    context.set_default_timeout(SECONDS_MAX * 1000)
    context.add_init_script(FIXED_DATE)
    context.add_init_script(RESTING)
    if cookie:
        context.add_cookies([{"name": "meantime_session", "value": cookie, "url": server.url}])
    context.witness = Witness(context)
    return context


@pytest.fixture
def new_context(browser, request, tmp_path):
    """Makes browser contexts whose pages must neither complain nor ask another host."""
    made = []

    def make(server, cookie=None, **options):
        context = signed_in_context(browser, server, cookie, **options)
        made.append((context, server))
        return context

    yield make
    failed = getattr(request.node, "failed", False)
    if failed:
        keep_evidence(request.node.name, made, tmp_path)
    complaints = [text for context, _ in made for text in context.witness.complaints()]
    strangers = [url for context, server in made for url in context.witness.strangers(server.url)]
    for context, _ in made:
        context.close()
    if not failed:
        assert complaints == [], "the page complained on its console"
        assert strangers == [], "the page asked another host"


def keep_evidence(name, made, folder):
    """Keeps pictures, consoles and the server's log of a failed test."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    stem = FAILURES / "".join(c if c.isalnum() else "-" for c in name)
    for number, (context, _) in enumerate(made):
        for page in context.pages:
            page.screenshot(path=f"{stem}-{number}.png")
        witness = context.witness
        said = [f"{kind}: {text}" for kind, text in witness.console]
        pathlib.Path(f"{stem}-{number}.txt").write_text("\n".join(said + witness.errors + witness.refusals))
    for log in folder.glob("*.log"):
        shutil.copy(log, f"{stem}.log")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.when == "call":
        item.failed = report.failed


@pytest.fixture
def open_calendar(new_context, server, furnished):
    """Opens the signed-in page in a context of its own, at a path, where a script may run first, and waits until it shows."""

    def open_page(path="/", script="", **options):
        context = new_context(server, furnished[1], **options)
        context.add_init_script(script)
        return CalendarPage(context.new_page(), server).open(path)

    return open_page


@pytest.fixture
def calendar(open_calendar):
    """The signed-in page on a desktop."""
    return open_calendar("/month/2026-03-11")


@pytest.fixture(scope="session")
def large_file():
    """The octets of a calendar with 10,000 events."""
    import subprocess
    import sys

    command = [sys.executable, ROOT / "Fixtures/generate-large.py", "-"]
    return subprocess.run(command, check=True, capture_output=True).stdout
