"""Fixtures: a real server with an account, a real Chromium, and pages that must not log errors or call other hosts."""

import shutil
import subprocess
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

from support.accounts import furnished, made_once  # noqa: F401
from support.browser import FAILURES, keep_evidence, launch, signed_in_context
from support.calendar_page import CalendarPage
from support.openid import open_server, visitor  # noqa: F401
from support.people import choir, neighbours, person  # noqa: F401
from support.server import ROOT, Client, Server, SpareServers, binary, on_copy
from support.waiting import SECONDS_MAX


def pytest_configure(config):
    expect.set_options(timeout=SECONDS_MAX * 1000)
    assert binary().exists(), f"{binary()} is missing: run 'make build web' first"
    assert (ROOT / ".build/web/index.html").exists(), "the page is missing: run 'make web' first"
    # Only in the controlling process: when a worker starts, a test in another may have failed already.
    if not hasattr(config, "workerinput"):
        shutil.rmtree(FAILURES, ignore_errors=True)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture
def empty_server(tmp_path):
    """A server that nobody has set up yet."""
    server = Server(tmp_path / "meantime.sqlite", tmp_path / "server.log").start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def filled(tmp_path_factory, furnished, large_file):
    """The furnished data with 10,000 events, imported once. A test that requests it gets a server with them."""

    def fill(folder):
        server = on_copy(furnished[0], folder)
        Client(server, furnished[1]).import_file(large_file)
        server.stop()

    return made_once(tmp_path_factory, "filled", fill) / furnished[0].name


@pytest.fixture(scope="session")
def spare_servers(tmp_path_factory):
    spare = SpareServers(lambda: tmp_path_factory.mktemp("server"))
    yield spare
    spare.stop()


@pytest.fixture
def server(request, spare_servers, furnished, tmp_path_factory):
    """A server with Anna's account and her calendar, which is empty unless the test also requests `filled`."""
    if "filled" in request.fixturenames:
        server = on_copy(request.getfixturevalue("filled"), tmp_path_factory.mktemp("server"))
    else:
        server = spare_servers.take(furnished[0])
    yield server
    server.stop()


@pytest.fixture
def client(server, furnished):
    """An HTTP client signed in to Anna's account, like a second device of hers."""
    return Client(server, furnished[1])


@pytest.fixture
def new_context(browser, request):
    """Makes browser contexts whose pages must neither log warnings nor send requests to another host."""
    made = []

    def make(server, cookie=None, **options):
        context = signed_in_context(browser, server, cookie, **options)
        made.append((context, server))
        return context

    yield make
    failed = getattr(request.node, "failed", False)
    if failed:
        keep_evidence(request.node.name, made)
    complaints = [text for context, _ in made for text in context.witness.complaints()]
    strangers = [url for context, server in made for url in context.witness.strangers(server.url)]
    for context, _ in made:
        context.close()
    if not failed:
        assert complaints == [], "the page logged errors or warnings"
        assert strangers == [], "the page sent requests to another host"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.when == "call":
        item.failed = report.failed


@pytest.fixture
def open_calendar(new_context, server, furnished):
    """Opens the signed-in page at a path, in a new context, and waits until it is loaded.

    A script is run before the page's own.
    """

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
    """An iCalendar file with 10,000 events, as bytes."""
    command = [sys.executable, ROOT / "Fixtures/generate-large.py", "-"]
    return subprocess.run(command, check=True, capture_output=True).stdout
