#!/usr/bin/env python3
"""Measures the real page on the real server, and prints the figures of docs/performance.md.

    make measure                 builds what is needed and prints the figures
    make measure WRITE=--write   also puts them into docs/performance.md
"""

import argparse
import datetime
import gzip
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ.setdefault("BINARY_TO_TEST", str(ROOT / ".build/release/meantime"))

from playwright.sync_api import sync_playwright  # noqa: E402

from support.browser import DESKTOP, EMAIL, FIXED_DATE, FRESH, NAME, PASSWORD, PHONE, chromium_path  # noqa: E402
from support.server import MANY_WRITES, Client, Server  # noqa: E402
import measure_starts  # noqa: E402

ROUNDS = 7
LOADED_SECONDS_MAX = 60
# The goals at 10,000 events.
GOALS = {
    "Cold start: median, minimum, ms": "600", "First month, ms": "150", "Month jump, ms": "16", "Sweep: frames over 20 ms": "0",
    "Sweep: main thread per frame, ms": "6", "Opening the week, the year, ms": "33, 33",
    "Week: main thread per frame, hours and days, ms": "4, 4", "Search per letter: median, longest, ms": "16",
    "Forced layouts of a change": "2", "Elements: fewest, most": "900", "Phone: elements: fewest, most": "900",
    "Phone at ¼ speed: first month, ms": "500", "Phone at ¼ speed: month jump, ms": "60",
    "Phone at ¼ speed: main thread per frame, ms": "16",
}
MONTH = "/month/2026-03-11"
CHIPS = '[data-view="month"] [data-uid], [data-view="month"] .dots > *'

# Runs before the page's own scripts. Measures the time spent in the core, and records when the page asked
# for the weeks that put the first event on the screen and when that event was drawn.
PROBE = """(() => {
    const probe = { putMs: 0, puts: 0, askedMs: 0, drawnMs: 0, searchesMs: [] };
    window.probe = probe;
    const timed = (instance) => {
        const exports = { ...instance.exports };
        exports.putObject = (length) => {
            const startMs = performance.now();
            const answer = instance.exports.putObject(length);
            probe.putMs += performance.now() - startMs;
            probe.puts += 1;
            return answer;
        };
        exports.search = (...parameters) => {
            const startMs = performance.now();
            const answer = instance.exports.search(...parameters);
            probe.searchesMs.push(performance.now() - startMs);
            return answer;
        };
        probe.memoryOctets = () => exports.memory.buffer.byteLength;
        exports.monthRows = (...parameters) => {
            if (!probe.drawnMs && !probe.isDrawing) probe.askedMs = performance.now();
            return instance.exports.monthRows(...parameters);
        };
        return { exports };
    };
    for (const name of ['instantiate', 'instantiateStreaming']) {
        const original = WebAssembly[name];
        WebAssembly[name] = async (...parameters) => {
            const made = await original.apply(WebAssembly, parameters);
            return made.instance ? { module: made.module, instance: timed(made.instance) } : timed(made);
        };
    }
    // A message posted during a frame arrives after that frame has been committed.
    const frameEnd = new MessageChannel();
    const frame = window.requestAnimationFrame.bind(window);
    let isInFrame = false;
    frameEnd.port1.onmessage = () => {
        isInFrame = false;
        if (!probe.isDrawing || probe.drawnMs) return;
        probe.drawnMs = performance.now();
        window.requestAnimationFrame = frame;
    };
    const noted = (run) => (timeMs) => {
        isInFrame = true;
        frameEnd.port2.postMessage('');
        run(timeMs);
    };
    window.requestAnimationFrame = (run) => frame(noted(run));
    const watch = new MutationObserver(() => {
        if (!document.querySelector(`SELECTOR`)) return;
        watch.disconnect();
        const drawing = () => { probe.isDrawing = true; };
        if (isInFrame) drawing();
        else frame(noted(drawing));
    });
    watch.observe(document, { childList: true, subtree: true });
})()""".replace("SELECTOR", CHIPS)

SWEEP = """([scroller, side, distancePx, durationMs]) => new Promise((done) => {
    const strip = [...document.querySelectorAll(scroller)].at(-1);
    const fromPx = strip[side], gapsMs = [];
    let startMs = 0, beforeMs = 0;
    const step = (nowMs) => {
        startMs ||= nowMs;
        if (beforeMs) gapsMs.push(nowMs - beforeMs);
        beforeMs = nowMs;
        strip[side] = fromPx + distancePx * Math.min(1, (nowMs - startMs) / durationMs);
        if (nowMs - startMs < durationMs) requestAnimationFrame(step);
        else done(gapsMs);
    };
    requestAnimationFrame(step);
})"""

JUMP = """() => {
    const cell = document.querySelector('[role=gridcell][tabindex="0"]');
    cell.focus();
    const startMs = performance.now();
    cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true }));
    document.body.getBoundingClientRect();
    return performance.now() - startMs;
}"""


# The month's strip of weeks, and the week's scrolling hours.
STRIP, HOURS = "[role=rowgroup]", ".hours-scroller"

# The time from a key press until the view it opens is laid out.
OPENING = """(key) => {
    const startMs = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    document.body.getBoundingClientRect();
    return performance.now() - startMs;
}"""


class Bench:
    """One browser and one server; each page gets a new context with an empty cache."""

    def __init__(self, browser, server, cookie, count):
        self.browser, self.server, self.cookie, self.count = browser, server, cookie, count

    def page(self, slowdown=1, **options):
        context = self.browser.new_context(
            **(FRESH | {"viewport": DESKTOP, "locale": "en-GB", "timezone_id": "Europe/Berlin"} | options)
        )
        context.add_cookies([{"name": "meantime_session", "value": self.cookie, "url": self.server.url}])
        context.add_init_script(FIXED_DATE)
        context.add_init_script(PROBE)
        page = context.new_page()
        protocol = context.new_cdp_session(page)
        protocol.send("Performance.enable")
        if slowdown != 1:
            protocol.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.goto(self.server.url + MONTH)
        # The page's Content-Security-Policy blocks Playwright's wait_for_function.
        deadline = time.monotonic() + LOADED_SECONDS_MAX
        while not page.evaluate(f"window.probe.drawnMs > 0 && window.probe.puts >= {self.count}"):
            assert time.monotonic() < deadline, "the events did not arrive"
            time.sleep(0.2)
        return page, protocol


def metrics(protocol):
    return {m["name"]: m["value"] for m in protocol.send("Performance.getMetrics")["metrics"]}


def loads(bench, **options):
    """Several first visits: median and minimum cold start, then the median first month and time in the core."""
    cold, first, core = [], [], []
    for _ in range(ROUNDS):
        page, _ = bench.page(**options)
        probe = page.evaluate("window.probe")
        cold.append(probe["drawnMs"])
        first.append(probe["drawnMs"] - probe["askedMs"])
        core.append(probe["putMs"])
        page.context.close()
    return statistics.median(cold), min(cold), statistics.median(first), statistics.median(core)


def frames_of_sweeps(page, protocol, scroller, side, distance):
    """Scrolls forth, back and forth in 3 s each: gaps between frames, and main-thread time per frame, in ms."""
    gaps, busy = [], []
    for step in (distance, -distance, distance):
        before = metrics(protocol)
        frames = page.evaluate(SWEEP, [scroller, side, step, 3_000])
        busy.append((metrics(protocol)["TaskDuration"] - before["TaskDuration"]) * 1000 / len(frames))
        gaps += frames
    return gaps, statistics.median(busy)


def views(bench):
    """Opens the week and the year, scrolls the week and searches; the first opening is only a warm-up."""
    # With reduced motion the key press shows the view at once, otherwise the next frame does.
    page, protocol = bench.page(reduced_motion="reduce")
    page.wait_for_timeout(1500)
    opened = {key: [] for key in "wy"}
    for _ in range(ROUNDS + 1):
        for key, times in opened.items():
            times.append(page.evaluate(OPENING, key))
            page.wait_for_timeout(300)
            page.evaluate(OPENING, "m")
            page.wait_for_timeout(300)
    page.evaluate(OPENING, "w")
    page.wait_for_timeout(500)
    _, down = frames_of_sweeps(page, protocol, HOURS, "scrollTop", 600)
    gaps, across = frames_of_sweeps(page, protocol, HOURS, "scrollLeft", 8_000)
    page.keyboard.press("/")
    page.wait_for_timeout(1000)
    for word in ("lunch with ana", "please", "e"):
        page.keyboard.type(word, delay=120)
        page.wait_for_timeout(200)
        page.keyboard.press("Control+a")
    # The first search, when the dialog opens, only prepares the texts.
    searches = page.evaluate("window.probe.searchesMs.slice(1)")
    page.context.close()
    week, year = (statistics.median(times[1:]) for times in opened.values())
    return {
        "Opening the week, the year, ms": f"{week:.1f}, {year:.1f}",
        "Week: main thread per frame, hours and days, ms": f"{down:.1f}, {across:.1f}",
        "Week: longest gap, ms": f"{max(gaps):.1f}",
        "Search per letter: median, longest, ms": f"{statistics.median(searches):.1f}, {max(searches):.1f}",
    }


def sweep(bench, **options):
    """Sweeps over the month: frame gaps and main-thread time per frame in ms, a month jump in ms, element counts."""
    page, protocol = bench.page(**options)
    page.wait_for_timeout(1500)
    gaps, busy = frames_of_sweeps(page, protocol, STRIP, "scrollTop", 12_000)
    jumps = [page.evaluate(JUMP) for _ in range(20)]
    counts = []
    for part in (0, 0.25, 0.42, 0.75, 1):
        page.evaluate("(p) => { const s = [...document.querySelectorAll('[role=rowgroup]')].at(-1);"
                      " s.scrollTop = (s.scrollHeight - s.clientHeight) * p; }", part)
        page.wait_for_timeout(150)
        counts.append(page.evaluate("document.getElementsByTagName('*').length"))
    page.context.close()
    return gaps, busy, statistics.median(jumps), counts


# Trace events that run script: a layout that begins inside one was forced by it; other layouts belong to frames.
SCRIPTS = {"FunctionCall", "EvaluateScript", "RunMicrotasks", "TimerFire", "FireAnimationFrame", "EventDispatch"}


def forced_layouts_of_a_change(bench):
    """Counts the layouts forced by script from the click on Save until a second later."""
    page, _ = bench.page()
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="New event").first.click()
    page.get_by_role("dialog").get_by_label("Title").fill("Measured")
    page.wait_for_timeout(500)
    bench.browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.locator("toast-stack").get_by_text("“Measured” added").wait_for()
    page.wait_for_timeout(1000)
    events = [e for e in json.loads(bench.browser.stop_tracing())["traceEvents"] if e.get("ph") == "X"]
    page.context.close()
    scripts = [(e["tid"], e["ts"], e["ts"] + e.get("dur", 0)) for e in events if e["name"] in SCRIPTS]
    layouts = [e for e in events if e["name"] == "Layout"]
    assert layouts, "the trace contains no layout at all"
    return sum(any(t == e["tid"] and a <= e["ts"] <= b for t, a, b in scripts) for e in layouts)


def visit_sizes(bench):
    """The size of the scripts of a first visit as sent, in KiB, and the number of files."""
    page, _ = bench.page()
    entries = page.evaluate(
        "performance.getEntriesByType('resource').map((e) => [new URL(e.name).pathname, e.encodedBodySize])"
    )
    page.context.close()
    scripts = [octets for path, octets in entries if path.endswith(".js") and octets]
    return f"{sum(scripts) / 1024:.1f} in {len(scripts)} files"


def size(paths):
    octets = [path.read_bytes() for path in paths]
    return sum(map(len, octets)) / 1024, sum(len(gzip.compress(o, 9)) for o in octets) / 1024


def sizes():
    web = ROOT / ".build/web"
    scripts = sorted(web.rglob("*.js"))
    styles = sorted(web.rglob("*.css"))
    core = web / "core.wasm"
    brotli = core.with_suffix(".wasm.br")
    return {
        "All script, KiB (gzip)": "%.0f (%.1f)" % size(scripts),
        "Styles, KiB (gzip)": "%.0f (%.1f)" % size(styles),
        "WebAssembly, KiB (gzip; brotli)": "%.0f (%.1f; %s)"
        % (*size([core]), "%.1f" % (brotli.stat().st_size / 1024) if brotli.exists() else "none"),
    }


def generated(count, days):
    command = [sys.executable, ROOT / "Fixtures/generate-large.py", "-", "--count", str(count)]
    return subprocess.run([*command, *days], check=True, capture_output=True).stdout


def measure(browser, count, days):
    """All figures for one number of events, as label → text."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(pathlib.Path(folder) / "m.sqlite", pathlib.Path(folder) / "server.log", settings=MANY_WRITES).start()
        client = Client(server)
        client.set_up(EMAIL, NAME, PASSWORD)
        file = generated(count, days)
        started = time.monotonic()
        client.import_file(file)
        import_seconds = time.monotonic() - started
        started = time.monotonic()
        records = client.request("GET", "/api/v1/sync")[2]
        sync_seconds = time.monotonic() - started
        bench = Bench(browser, server, client.cookie, count)
        cold, least, first, core = loads(bench)
        gaps, busy, jump, counts = sweep(bench)
        phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "slowdown": 4}
        phone_cold, phone_least, phone_first, _ = loads(bench, **phone)
        phone_gaps, phone_busy, phone_jump, phone_counts = sweep(bench, **phone)
        figures = {
            "Import through HTTP, s": f"{import_seconds:.1f} ({len(file) / 1e6:.1f} MB)",
            "Sync through HTTP, s": f"{sync_seconds:.2f} ({len(records) / 1e6:.1f} MB)",
            "Script of a first visit, KiB as sent": visit_sizes(bench),
            "Cold start: median, minimum, ms": f"{cold:.0f}, {least:.0f}",
            "First month, ms": f"{first:.0f}",
            "Reading all events in the core, ms": f"{core:.0f}",
            "Month jump, ms": f"{jump:.1f}",
            "Sweep: median, longest gap, ms": f"{statistics.median(gaps):.1f}, {max(gaps):.1f}",
            "Sweep: frames over 20 ms": f"{sum(gap > 20 for gap in gaps)} of {len(gaps)}",
            "Sweep: main thread per frame, ms": f"{busy:.1f}",
            **views(bench),
            "Forced layouts of a change": str(forced_layouts_of_a_change(bench)),
            "Elements: fewest, most": f"{min(counts)}, {max(counts)}",
            "Phone at ¼ speed: cold start, ms": f"{phone_cold:.0f}, {phone_least:.0f}",
            "Phone at ¼ speed: first month, ms": f"{phone_first:.0f}",
            "Phone at ¼ speed: month jump, ms": f"{phone_jump:.1f}",
            "Phone at ¼ speed: median, longest gap, ms": f"{statistics.median(phone_gaps):.1f}, {max(phone_gaps):.1f}",
            "Phone at ¼ speed: main thread per frame, ms": f"{phone_busy:.1f}",
            "Phone: elements: fewest, most": f"{min(phone_counts)}, {max(phone_counts)}",
        }
        server.stop()
        return figures


def starts(browser, count):
    """The figures of starts from the device, as label → text."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(pathlib.Path(folder) / "m.sqlite", pathlib.Path(folder) / "server.log", settings=MANY_WRITES).start()
        client = Client(server)
        client.set_up(EMAIL, NAME, PASSWORD)
        client.import_file(generated(count, []))
        figures = measure_starts.starts(browser, server, client, count)
        server.stop()
        return figures


def table(columns, goals=GOALS):
    """A Markdown table with one column of figures per measurement, and one of goals."""
    lines = ["| | " + " | ".join([*columns, "goal"]) + " |", "| --- |" + " --- |" * (len(columns) + 1)]
    for label in next(iter(columns.values())):
        cells = [*(figures[label] for figures in columns.values()), goals.get(label, "")]
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def pace():
    """The time of a plain Python loop in s, because the same machine is not always equally fast."""
    started = time.perf_counter()
    total = 0
    for number in range(10_000_000):
        total += number
    return time.perf_counter() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the figures into docs/performance.md")
    parser.add_argument("--starts", action="store_true", help="measure only the starts from the device")
    options = parser.parse_args()
    year = ["--first", "2026-01-01", "--days", "365"]
    before = pace()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        version = browser.version
        kept = table({"10,000 over ten years": starts(browser, 10_000)}, measure_starts.GOALS)
        if options.starts:
            return print(kept)
        columns = {
            "1,000 in one year": measure(browser, 1_000, year),
            "10,000 over ten years": measure(browser, 10_000, []),
            "10,000 in one year": measure(browser, 10_000, year),
        }
        browser.close()
    taken = (
        f"Taken on {datetime.date.today()}, {os.cpu_count()} cores, Chromium {version}, release build; medians of {ROUNDS}. "
        f"Ten million additions in Python took {before:.2f} s before and {pace():.2f} s after it."
    )
    text = f"{taken}\n\n{table(columns)}\n\n{kept}\n\n" + "\n".join(f"- {k}: {v}" for k, v in sizes().items())
    print(text)
    if options.write:
        path = ROOT / "docs/performance.md"
        marks = r"(<!-- figures: begin -->\n).*?(<!-- figures: end -->)"
        path.write_text(re.sub(marks, lambda m: m[1] + text + "\n" + m[2], path.read_text(), flags=re.DOTALL))


if __name__ == "__main__":
    main()
