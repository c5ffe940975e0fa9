"""Finding events and days in the timeline."""

# The height of an hour in pixels, on a desktop and on a phone.
HOUR = 48
PHONE_HOUR = 52


def hours(calendar, title):
    return calendar.page.locator(".hours-event:not(.held)").filter(has_text=title)


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
