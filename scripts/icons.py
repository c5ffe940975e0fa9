#!/usr/bin/env python3
"""Renders Web/icon.svg as PNG files in the sizes that browsers and home screens ask for.

For an SVG favicon the browser creates a separate page, which adds about 40 ms to a cold start; a PNG avoids that.
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ.setdefault("BINARY_TO_TEST", "none")

from playwright.sync_api import sync_playwright  # noqa: E402

from support.browser import chromium_path  # noqa: E402

SIZES = [48, 180, 192, 512]


def main():
    drawing = (ROOT / "Web/icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawing}")
            # Keep the transparent corners: home screens round them themselves, but browser tabs don't.
            page.screenshot(path=ROOT / f"Web/icons/{size}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
