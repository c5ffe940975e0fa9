"""Starts the browser, and makes contexts that record what their pages log and request."""

import os
import pathlib
import shutil

from support.server import ROOT
from support.waiting import RESTING, SECONDS_MAX

EMAIL, NAME, PASSWORD = "anna@example.org", "Anna", "correct horse battery staple"
FAILURES = ROOT / ".build/browser-failures"
# The page's current time, so that today is the same day in every run.
NOW = "2026-03-11T10:00:00+01:00"


def fixed_date(now):
    """A script that keeps the page at a time. Only its Date: Playwright's clock would also replace timers and animation frames."""
    return """(() => {
        const now = Date.parse('NOW');
        window.Date = class extends Date {
            constructor(...parts) { if (parts.length) super(...parts); else super(now); }
            static now() { return now; }
        };
    })()""".replace("NOW", now)


FIXED_DATE = fixed_date(NOW)
# View transitions run, but last only one frame: without a graphics card, each frame costs as much as a test's whole
# click. Tests about transitions ask for the full length.
SHORT_TRANSITIONS = """(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('::view-transition-group(*) { animation-duration: 16ms !important; }');
    document.adoptedStyleSheets.push(sheet);
})()"""
# Each page comes from its server; tests of the page that the browser keeps allow service workers.
FRESH = {"service_workers": "block"}
# What Playwright logs about that.
BLOCKED = "Service Worker registration blocked"
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def first_program(*names):
    return next((path for path in map(shutil.which, names) if path), None)


def chromium_path():
    path = first_program("chromium", "chromium-browser", "google-chrome")
    assert path, "no Chromium: run 'make setup'"
    return path


def headless_path():
    """The headless shell if it's installed, since it opens a page in a third of the time; otherwise Chromium."""
    return first_program("chromium-headless-shell", "chrome-headless-shell") or chromium_path()


def launch(playwright):
    headed = bool(os.environ.get("HEADED"))
    return playwright.chromium.launch(
        executable_path=chromium_path() if headed else headless_path(), args=["--no-sandbox"], headless=not headed
    )


class Witness:
    """Records the console, errors and requests of a context's pages; new_context checks them after the test."""

    def __init__(self, context):
        self.console, self.errors, self.requests, self.refusals = [], [], [], []
        # Parts of console messages that a test provokes on purpose.
        self.expected = []
        context.on("console", lambda message: self.console.append((message.type, message.text)))
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("response", lambda answer: answer.ok or self.refusals.append(f"{answer.status} {answer.url}"))
        context.on("request", lambda request: self.requests.append(request.url))

    def complaints(self):
        loud = [text for kind, text in self.console if kind in ("error", "warning")]
        return self.errors + [t for t in loud if not any(part in t for part in [BLOCKED, *self.expected])]

    def strangers(self, url):
        own = (url, "blob:" + url, "data:", "about:")
        return [address for address in self.requests if not address.startswith(own)]


# A page that was reloaded would have everything twice for a moment.
NO_STILLS = """try {
    for (const name of ['meantime-still', 'meantime-still-opening']) localStorage.removeItem(name);
} catch {}"""

# A form that a test left with something typed in it is a draft of the next test in the same context.
NO_DRAFTS = """try {
    for (const name of Object.keys(localStorage)) if (name.startsWith('meantime.drafts')) localStorage.removeItem(name);
} catch {}"""


def signed_in_context(browser, server, cookie=None, full_transitions=False, stills=False, **options):
    """A browser context with a witness, signed in if a cookie is given; its pages show no still unless that's wanted."""
    context = browser.new_context(**(FRESH | {"viewport": DESKTOP, "locale": "en-GB", "timezone_id": "Europe/Berlin"} | options))
    context.set_default_timeout(SECONDS_MAX * 1000)
    for script in (FIXED_DATE, RESTING) if full_transitions else (FIXED_DATE, RESTING, SHORT_TRANSITIONS):
        context.add_init_script(script)
    if not stills:
        context.add_init_script(NO_STILLS)
    if cookie:
        context.add_cookies([{"name": "meantime_session", "value": cookie, "url": server.url}])
    context.witness = Witness(context)
    return context


def keep_evidence(name, made):
    """Saves screenshots, console output and the servers' logs of a failed test."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    stem = FAILURES / "".join(c if c.isalnum() else "-" for c in name)
    for number, (context, server) in enumerate(made):
        for page in context.pages:
            page.screenshot(path=f"{stem}-{number}.png")
        witness = context.witness
        console = [f"{kind}: {text}" for kind, text in witness.console]
        pathlib.Path(f"{stem}-{number}.txt").write_text("\n".join(console + witness.errors + witness.refusals))
        shutil.copy(server.log, f"{stem}-{number}.log")
