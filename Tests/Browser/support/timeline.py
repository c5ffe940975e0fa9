"""Finding events and days in the timeline, and how far it is scrolled."""

from support.pointer import Finger
from support.waiting import eventually, rested

# The height of an hour in pixels, on a desktop and on a phone.
HOUR = 48
PHONE_HOUR = 52


def hours(calendar, title):
    return calendar.page.locator(".hours-event:not(.held, .outlined)").filter(has_text=title)


def day(calendar, date):
    return calendar.page.locator(f'section[data-date="{date}"]')


def seen_days(calendar):
    """The dates of the days that are completely visible, right of the gutter."""
    return calendar.page.evaluate(
        """() => {
            const frame = document.querySelector('.hours-scroller').getBoundingClientRect();
            const left = document.querySelector('.gutter').getBoundingClientRect().right;
            return [...document.querySelectorAll('.hours-day')]
                .filter((e) => { const b = e.getBoundingClientRect(); return b.left >= left - 2 && b.right <= frame.right + 2; })
                .map((e) => e.dataset.date).sort();
        }"""
    )


def top(page):
    """How far the hours are scrolled down, in pixels."""
    return page.evaluate("document.querySelector('.hours-scroller').scrollTop")


def expect_finger_scrolls(page, start):
    """Draws a finger up from a place, and expects that the hours follow it."""
    finger, before = Finger(page), top(page)
    finger.send("touchStart", start)
    finger.move(start, (start[0], start[1] - 150))
    finger.send("touchEnd")
    eventually(lambda: top(page), lambda px: px > before + 40)
    rested(page)
