#!/usr/bin/env python3
"""Uses the real page for an hour as a person would, and reports how its memory use changes.

    make endurance               for an hour
    make endurance MINUTES=5     for five minutes

Each round scrolls the month and the week back and forth, drags an event to another hour and undoes that, shows
the year and searches. Memory is measured after garbage collection, once after ten rounds and once at the end.
The run fails if any figure grew by more than a tenth.
"""

import argparse
import pathlib
import sys
import tempfile
import time

from measure import DESKTOP, EMAIL, HOURS, NAME, PASSWORD, STRIP, SWEEP, Bench, chromium_path, generated, metrics
from playwright.sync_api import sync_playwright
from support.server import MANY_WRITES, Client, Server

WARM_UP_ROUNDS = 10
GROWTH_MAX = 0.1
TITLE = "Dragged for an hour"


def memory(page, protocol):
    """The page's memory after garbage collection: script and core in MB, elements, nodes and listeners."""
    for _ in range(3):
        protocol.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(300)
    now = metrics(protocol)
    return {
        "script, MB": now["JSHeapUsedSize"] / 1e6,
        "core, MB": page.evaluate("window.probe.memoryOctets()") / 1e6,
        "elements": page.evaluate("document.getElementsByTagName('*').length"),
        "nodes": now["Nodes"],
        "listeners": now["JSEventListeners"],
    }


def show(page, key, view):
    page.keyboard.press(key)
    page.locator(f'[data-view="{view}"]').wait_for()


def starts_at(page, time):
    page.locator(f'[data-view="week"] .hours-event[data-start^="2026-03-11T{time}"]', has_text=TITLE).wait_for()


def drag_and_undo(page):
    """Drags the event two hours later and undoes it, so that every round starts from the same state."""
    event = page.locator('[data-view="week"]').get_by_text(TITLE).first
    event.scroll_into_view_if_needed()
    box = event.bounding_box()
    x, y = box["x"] + min(20, box["width"] / 2), box["y"] + 8
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 30, steps=4)
    page.mouse.move(x, y + 96, steps=8)
    page.wait_for_timeout(150)
    page.mouse.up()
    starts_at(page, "12:00")
    page.keyboard.press("Control+z")
    starts_at(page, "10:00")


def round_of_use(page):
    show(page, "m", "month")
    for distance in (12_000, -12_000):
        page.evaluate(SWEEP, [STRIP, "scrollTop", distance, 2_000])
    show(page, "w", "week")
    page.keyboard.press("t")
    page.wait_for_timeout(500)
    for distance in (600, -600):
        page.evaluate(SWEEP, [HOURS, "scrollTop", distance, 500])
    drag_and_undo(page)
    show(page, "y", "year")
    page.keyboard.press("/")
    page.locator("dialog[open] input").first.wait_for()
    page.keyboard.type("lunch", delay=30)
    page.wait_for_timeout(200)
    # The first Escape only clears the field.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")


def put_event(client):
    client.put(f"""BEGIN:VEVENT
UID:dragged
DTSTAMP:20260101T000000Z
DTSTART:20260311T100000
DTEND:20260311T110000
SUMMARY:{TITLE}
END:VEVENT""")


def run(browser, minutes):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(pathlib.Path(folder) / "m.sqlite", pathlib.Path(folder) / "server.log", settings=MANY_WRITES).start()
        client = Client(server)
        client.set_up(EMAIL, NAME, PASSWORD)
        client.import_file(generated(10_000, []))
        put_event(client)
        page, protocol = Bench(browser, server, client.cookie, 10_001).page(viewport=DESKTOP)
        ends, rounds, first = time.monotonic() + minutes * 60, 0, None
        while time.monotonic() < ends or rounds < WARM_UP_ROUNDS * 2:
            round_of_use(page)
            rounds += 1
            if rounds == WARM_UP_ROUNDS:
                first = memory(page, protocol)
        last = memory(page, protocol)
        page.context.close()
        server.stop()
    return rounds, first, last


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        rounds, first, last = run(browser, options.minutes)
        browser.close()
    print(f"{rounds} rounds in {options.minutes:g} minutes; after {WARM_UP_ROUNDS} rounds and at the end:")
    grown = [name for name in first if last[name] > first[name] * (1 + GROWTH_MAX)]
    for name in first:
        print(f"  {name}: {first[name]:.1f} → {last[name]:.1f}" + (", GREW" if name in grown else ""))
    sys.exit(1 if grown else 0)


if __name__ == "__main__":
    main()
