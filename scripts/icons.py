#!/usr/bin/env python3
"""Draws Web/icon.svg as pictures of the sizes that browsers and home screens ask for.

A drawing as favicon costs a page of its own in the browser, some 40 ms of a cold start; a picture costs none.
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
            # A home screen cuts its own corners; a tab does not.
            page.screenshot(path=ROOT / f"Web/icons/{size}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
