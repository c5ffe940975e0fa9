"""Waiting for what a test means, on machines of any speed.

Nothing here waits for a time: each asks until it is so. Locators have `expect` for that.
"""

import time

# Longer than anything takes on a machine that does much else; a test that passes never waits for it.
SECONDS_MAX = 20
# Notes when the strip that is shown stands still after it was scrolled, and has told where.
RESTING = """(() => {
    const isOfView = (event) => event.target instanceof Element && event.target.closest('[data-view]');
    addEventListener('scroll', (event) => { if (isOfView(event)) window.restsIn = null; }, true);
    addEventListener('view-rest', (event) => { window.restsIn = event.target.dataset.view; }, true);
})()"""


def eventually(read, expected=bool, seconds=SECONDS_MAX):
    """Asks until the answer is what is expected, or is right by it where that is a function; gives the answer."""
    is_right = expected if callable(expected) else lambda answer: answer == expected
    deadline = time.monotonic() + seconds
    while not is_right(answer := read()):
        wanted = "" if callable(expected) else f"{expected!r} was expected, and "
        assert time.monotonic() < deadline, f"{wanted}after {seconds} s it was still {answer!r:.2000}"
        time.sleep(0.03)
    return answer


def frames(page, count=2):
    """Waits until the page has been drawn so many times: what is to come of a press at once is there after two."""
    page.evaluate("async (count) => { for (; count > 0; count -= 1) await new Promise(requestAnimationFrame); }", count)


def passed(page):
    """Waits until no view passes into another: meanwhile a press is a click, whatever becomes of it."""
    page.evaluate("async () => { await document.activeViewTransition?.finished.catch(() => {}); await new Promise(requestAnimationFrame); }")


def settled(page):
    """Waits until nothing that has an end moves or fades any more."""
    page.evaluate(
        """async () => {
            const ending = () => document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity && each.playState === 'running');
            for (let all = ending(); all.length > 0; all = ending()) await Promise.all(all.map((each) => each.finished.catch(() => {})));
        }"""
    )


def rested(page):
    """Waits until the month, the hours or the agenda stand still, have told where, and have in place what is around."""
    passed(page)
    frames(page)
    eventually(lambda: page.evaluate("[window.restsIn, document.querySelector('[data-view]').dataset.view]"), lambda both: both[0] == both[1])
    frames(page)


def steady(page, read):
    """Gives what is read, once it stays the same from frame to frame."""
    last = None

    def is_same():
        nonlocal last
        frames(page)
        before, last = last, read()
        return last is not None and last == before

    eventually(is_same)
    return last


def still(locator):
    """Gives the box of something, once it stands still."""
    return steady(locator.page, locator.bounding_box)


# What the server has stored


def wait_for_events(client, count):
    """The events, once there are so many of them."""
    return eventually(client.events, lambda events: len(events) == count)


def wait_for_text(client, part):
    """The only event, once its text has a part."""
    return eventually(client.events, lambda events: len(events) == 1 and part in events[0]["ical"])[0]
