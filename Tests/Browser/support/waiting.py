"""Waiting for conditions, on machines of any speed.

Nothing here sleeps for a fixed time: each function polls until its condition holds. For locators, use `expect`.
"""

import time

# Longer than anything takes on a busy machine; a passing test never waits that long.
SECONDS_MAX = 20
# Keeps in window.restsIn the name of the view that has come to rest after scrolling; null while one scrolls.
RESTING = """(() => {
    const isOfView = (event) => event.target instanceof Element && event.target.closest('[data-view]');
    addEventListener('scroll', (event) => { if (isOfView(event)) window.restsIn = null; }, true);
    addEventListener('view-rest', (event) => { window.restsIn = event.target.dataset.view; }, true);
})()"""


def eventually(read, expected=bool, seconds=SECONDS_MAX):
    """Calls `read` until it returns what is expected, and returns that; `expected` is a value or a predicate."""
    is_right = expected if callable(expected) else lambda answer: answer == expected
    deadline = time.monotonic() + seconds
    while not is_right(answer := read()):
        wanted = "" if callable(expected) else f"{expected!r} was expected, and "
        assert time.monotonic() < deadline, f"{wanted}after {seconds} s it was still {answer!r:.2000}"
        time.sleep(0.03)
    return answer


def frames(page, count=2):
    """Waits for `count` animation frames; after two, the immediate effect of a key press or click has been drawn."""
    page.evaluate("async (count) => { for (; count > 0; count -= 1) await new Promise(requestAnimationFrame); }", count)


def passed(page):
    """Waits until no view transition runs; a short press during one only counts as a click, never as a drag."""
    page.evaluate("async () => { await document.activeViewTransition?.finished.catch(() => {}); await new Promise(requestAnimationFrame); }")


def settled(page):
    """Waits until all animations have finished, except endless ones, and those in closed details: they never end."""
    page.evaluate(
        """async () => {
            const isSeen = ({ effect }) => effect.target?.checkVisibility?.() !== false;
            const ending = () => document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity && each.playState === 'running' && isSeen(each));
            for (let all = ending(); all.length > 0; all = ending()) await Promise.all(all.map((each) => each.finished.catch(() => {})));
        }"""
    )


def rested(page):
    """Waits until the view has stopped scrolling, has reported where, and has drawn what is around it."""
    passed(page)
    frames(page)
    eventually(lambda: page.evaluate("[window.restsIn, document.querySelector('[data-view]').dataset.view]"), lambda both: both[0] == both[1])
    frames(page)


def steady(page, read):
    """Returns the value of `read` once it stays the same for two frames."""
    last = None

    def is_same():
        nonlocal last
        frames(page)
        before, last = last, read()
        return last is not None and last == before

    eventually(is_same)
    return last


def still(locator):
    """Returns the bounding box of an element once it no longer moves."""
    return steady(locator.page, locator.bounding_box)


# Waiting for the server


def wait_for_events(client, count):
    """Returns the events once the server has `count` of them."""
    return eventually(client.events, lambda events: len(events) == count)


def wait_for_text(client, part):
    """Returns the only event once its text contains `part`."""
    return eventually(client.events, lambda events: len(events) == 1 and part in events[0]["ical"])[0]
