"""Measures starts of the page from what the device keeps, and edits that wait there, for `make measure`."""

import statistics
import threading
import time

from support.browser import DESKTOP, FIXED_DATE, PHONE
from support.front import Front
from support.kept_page import KEPT, WORKS

ROUNDS = 7
SECONDS_MAX = 60
EVENTS = '[data-view] [data-uid], [data-view="month"] .dots > *'
GOALS = {
    "Start from the device: picture, then draggable, ms": "100, 220",
    "The same without a network, ms": "100, 220",
    "The same, phone at ¼ speed, ms": "400, 800",
    "Received by a start when nothing changed, KiB": "2",
    "First start over 10 Mbit/s and 50 ms, to the first month, ms": "1,500",
    "100 waiting edits sent and shown, ms": "1,000",
    "An edit kept on the device: median, 95 %, ms": "–, 50",
}

# Runs before the page's own scripts. Notes when the first frame with events had been committed, from the still or
# the page itself, and from the page itself; and how long each waiting edit took to be kept.
PROBE = """(() => {
    const probe = { pictureMs: 0, usableMs: 0, keptMs: [] };
    window.starts = probe;
    const drawn = (name, isThere) => {
        const frameEnd = new MessageChannel();
        frameEnd.port1.onmessage = () => { probe[name] = performance.now(); };
        const watch = new MutationObserver(() => {
            if (!isThere()) return;
            watch.disconnect();
            requestAnimationFrame(() => frameEnd.port2.postMessage(''));
        });
        watch.observe(document, { childList: true, subtree: true });
    };
    drawn('pictureMs', () => document.querySelector(`EVENTS`));
    // The picture is in a second body.
    drawn('usableMs', () => document.body?.querySelector(`EVENTS`));
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...parts) {
        const startMs = performance.now();
        if (this.name === 'edits')
            this.transaction.addEventListener('complete', () => probe.keptMs.push(performance.now() - startMs));
        return put.apply(this, parts);
    };
})()""".replace("EVENTS", EVENTS)


class CountingFront(Front):
    """A proxy that counts the octets of answers, with their heads."""

    octets = 0
    lock = threading.Lock()

    def pass_on(self, request):
        file = request.wfile
        write = file.write

        def counted(octets):
            with self.lock:
                self.octets += len(octets)
            return write(octets)

        file.write = counted
        super().pass_on(request)


class Device:
    """A profile of a browser that keeps the page and its events."""

    def __init__(self, browser, server, cookie, count, slowdown=1, **options):
        self.server, self.slowdown = server, slowdown
        self.context = browser.new_context(**({"viewport": DESKTOP, "locale": "en-GB", "timezone_id": "Europe/Berlin"} | options))
        self.context.add_cookies([{"name": "meantime_session", "value": cookie, "url": server.url}])
        self.context.add_init_script(FIXED_DATE)
        self.context.add_init_script(PROBE)
        for _ in range(2):
            page = self.open()
            until(lambda: page.evaluate(WORKS))
            until(lambda: (page.evaluate(KEPT) or 0) >= count)
            # The picture for the next start is taken once the page has been at rest.
            page.wait_for_timeout(6_000)
            page.close()

    def open(self, path="/"):
        page = self.context.new_page()
        if self.slowdown != 1:
            self.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": self.slowdown})
        page.goto(self.server.url + path)
        until(lambda: page.evaluate("window.starts.usableMs > 0"))
        return page

    def starts(self):
        """The medians of several starts: to the first frame with events, and to the page's own."""
        pictures, usable = [], []
        for _ in range(ROUNDS):
            page = self.open()
            pictures.append(page.evaluate("window.starts.pictureMs"))
            usable.append(page.evaluate("window.starts.usableMs"))
            page.wait_for_timeout(1_500)
            page.close()
        return f"{statistics.median(pictures):.0f}, {statistics.median(usable):.0f}"


def until(is_so):
    deadline = time.monotonic() + SECONDS_MAX
    while not is_so():
        assert time.monotonic() < deadline, "the page didn't come to it"
        # Asking more often would slow the page down.
        time.sleep(0.2)


def octets_of_a_start(browser, server, cookie, count):
    """What a start receives over the network when nothing has changed, in KiB."""
    front = CountingFront(server)
    device = Device(browser, front, cookie, count)
    counts = []
    for _ in range(3):
        before = front.octets
        page = device.open()
        page.wait_for_timeout(3_000)
        counts.append(front.octets - before)
        page.close()
    device.context.close()
    front.stop()
    return f"{statistics.median(counts) / 1024:.1f}"


def first_start(browser, server, cookie):
    """The median of first visits over a line of 10 Mbit/s and 50 ms, in ms."""
    times = []
    for _ in range(3):
        context = browser.new_context(viewport=DESKTOP, locale="en-GB", timezone_id="Europe/Berlin", service_workers="block")
        context.add_cookies([{"name": "meantime_session", "value": cookie, "url": server.url}])
        context.add_init_script(FIXED_DATE)
        context.add_init_script(PROBE)
        page = context.new_page()
        line = {"offline": False, "latency": 50, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000}
        protocol = context.new_cdp_session(page)
        protocol.send("Network.enable")
        protocol.send("Network.emulateNetworkConditions", line)
        page.goto(server.url + "/")
        until(lambda page=page: page.evaluate("window.starts.pictureMs > 0"))
        times.append(page.evaluate("window.starts.pictureMs"))
        context.close()
    return f"{statistics.median(times):,.0f}"


def waiting_edits(device, client):
    """How long 100 new events take from the network's return until the server has them and none waits; how long each took to be kept."""
    page = device.open()
    page.wait_for_timeout(1_000)
    before = len(client.events())
    device.context.set_offline(True)
    for number in range(100):
        page.keyboard.press("q")
        page.keyboard.insert_text(f"Waiting {number} 12 March 9:00")
        page.keyboard.press("Enter")
        page.locator("dialog[open]").wait_for(state="hidden")
    until(lambda: page.evaluate("window.starts.keptMs.length") >= 100)
    kept = sorted(page.evaluate("window.starts.keptMs"))
    started = time.monotonic()
    device.context.set_offline(False)
    page.locator(".banner").wait_for(state="hidden")
    took = (time.monotonic() - started) * 1000
    assert len(client.events()) == before + 100
    page.close()
    return f"{took:,.0f}", f"{statistics.median(kept):.1f}, {kept[int(len(kept) * 0.95)]:.1f}"


def starts(browser, server, client, count):
    """All figures, as label → text."""
    desk = Device(browser, server, client.cookie, count)
    figures = {"Start from the device: picture, then draggable, ms": desk.starts()}
    desk.context.set_offline(True)
    figures["The same without a network, ms"] = desk.starts()
    desk.context.set_offline(False)
    phone = Device(browser, server, client.cookie, count, slowdown=4, viewport=PHONE, has_touch=True, is_mobile=True)
    figures["The same, phone at ¼ speed, ms"] = phone.starts()
    phone.context.close()
    figures["First start over 10 Mbit/s and 50 ms, to the first month, ms"] = first_start(browser, server, client.cookie)
    sent, kept = waiting_edits(desk, client)
    figures["100 waiting edits sent and shown, ms"] = sent
    figures["An edit kept on the device: median, 95 %, ms"] = kept
    desk.context.close()
    received = octets_of_a_start(browser, server, client.cookie, count)
    figures["Received by a start when nothing changed, KiB"] = received
    return {label: figures[label] for label in GOALS}
