#!/usr/bin/env python3
"""Takes the pictures in docs/screens from the real page with the example data."""

import datetime
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ.setdefault("BINARY_TO_TEST", str(ROOT / ".build/release/meantime"))

from playwright.sync_api import sync_playwright  # noqa: E402

from calendar_page import CalendarPage  # noqa: E402
from conftest import DESKTOP, PHONE, chromium_path  # noqa: E402
from server import Server  # noqa: E402

OUT = ROOT / "docs/screens"
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PICTURES = [
    ("month", "month", {"viewport": DESKTOP, "color_scheme": "light"}),
    ("month-dark", "month", {"viewport": DESKTOP, "color_scheme": "dark"}),
    ("week", "week", {"viewport": DESKTOP, "color_scheme": "light"}),
    ("year", "year", {"viewport": DESKTOP, "color_scheme": "light"}),
    ("phone", "month", {"color_scheme": "light"} | TOUCH),
    ("phone-dark", "month", {"color_scheme": "dark"} | TOUCH),
    ("phone-day", "day", {"color_scheme": "light"} | TOUCH),
]


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(pathlib.Path(folder) / "demo.sqlite", pathlib.Path(folder) / "server.log", demo=True).start()
        email, password = server.demo_account()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for name, view, options in PICTURES:
            context = browser.new_context(locale="en-GB", timezone_id="Europe/Berlin", device_scale_factor=2, **options)
            page = context.new_page()
            page.goto(server.url)
            page.get_by_label("E-mail").fill(email)
            page.get_by_label("Password").fill(password)
            page.get_by_role("button", name="Sign in").click()
            CalendarPage(page, server).ready()
            if view != "month":
                page.goto(f"{server.url}/{view}/{datetime.date.today()}")
                page.locator("html[data-loaded]").wait_for()
            page.mouse.move(0, 0)
            page.wait_for_timeout(1000)
            page.screenshot(path=OUT / f"{name}.png")
            context.close()
        browser.close()
        server.stop()
    print(f"{len(PICTURES)} pictures in {OUT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
