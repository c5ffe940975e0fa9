#!/usr/bin/env python3
"""Takes the screenshots in docs/screens from the real page with the demo data.

    make screens                       only those kept in the repository
    scripts/screens.py --all FOLDER    every view in every size, light and dark
"""

import argparse
import datetime
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ.setdefault("BINARY_TO_TEST", str(ROOT / ".build/release/meantime"))

from playwright.sync_api import sync_playwright  # noqa: E402

from support.calendar_page import CalendarPage  # noqa: E402
from support.browser import FRESH, PHONE, chromium_path, fixed_date  # noqa: E402
from support.server import Server  # noqa: E402

OUT = ROOT / "docs/screens"
TOUCH = {"has_touch": True, "is_mobile": True}
SIZES = {
    "phone": {"viewport": PHONE, "device_scale_factor": 2} | TOUCH,
    "tablet": {"viewport": {"width": 820, "height": 1180}} | TOUCH,
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
VIEWS = ["month", "week", "day", "year", "agenda", "board"]
SCHEMES = ["light", "dark"]
# The middle of this week, in the morning: whenever the pictures are taken, they show a day with something to do.
TODAY = datetime.date.today()
WEDNESDAY = TODAY + datetime.timedelta(days=2 - TODAY.weekday())
# Only these are kept in the repository.
KEPT = [
    ("month", "desktop", "light"), ("month", "desktop", "dark"), ("week", "desktop", "light"), ("year", "desktop", "light"),
    ("month", "phone", "light"), ("month", "phone", "dark"), ("day", "phone", "light"), ("week", "tablet", "light"),
    ("agenda", "phone", "dark"), ("board", "desktop", "light"),
]
OCTETS_MAX = 3_000_000


def sign_in(browser, server, settings):
    context = browser.new_context(**settings)
    page = context.new_page()
    email, password = server.demo_account()
    page.goto(server.url)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    CalendarPage(page, server).ready()
    state = context.storage_state()
    context.close()
    return state


def take(browser, server, picture, settings, out):
    view, size, scheme = picture
    context = browser.new_context(color_scheme=scheme, **settings, **SIZES[size])
    context.add_init_script(fixed_date(f"{WEDNESDAY}T10:00:00"))
    page = context.new_page()
    page.goto(f"{server.url}/{view}/{WEDNESDAY}")
    CalendarPage(page, server).ready()
    page.mouse.move(0, 0)
    page.wait_for_timeout(1000)
    page.screenshot(path=out / f"{view}-{size}-{scheme}.png")
    context.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", metavar="FOLDER", type=pathlib.Path, help="take all screenshots, into this folder")
    options = parser.parse_args()
    out = options.all or OUT
    out.mkdir(parents=True, exist_ok=True)
    pictures = KEPT
    if options.all:
        pictures = [(view, size, scheme) for view in VIEWS for size in SIZES for scheme in SCHEMES]
    else:
        # Clear only our own folder: the one given with --all may hold other pictures.
        for old in out.glob("*.png"):
            old.unlink()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(pathlib.Path(folder) / "demo.sqlite", pathlib.Path(folder) / "server.log", demo=True).start()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        settings = FRESH | {"locale": "en-GB", "timezone_id": "Europe/Berlin"}
        settings["storage_state"] = sign_in(browser, server, settings)
        for picture in pictures:
            take(browser, server, picture, settings, out)
        browser.close()
        server.stop()
    octets = sum(path.stat().st_size for path in out.glob("*.png"))
    print(f"{len(pictures)} screenshots, {octets:,} bytes, in {out}")
    assert options.all or octets <= OCTETS_MAX, "too large for the repository: keep fewer screenshots"


if __name__ == "__main__":
    main()
