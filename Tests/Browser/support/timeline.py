"""What is where in the days by the hours."""

# The height of an hour, on a desktop and on a phone.
HOUR = 48
PHONE_HOUR = 52


def hours(calendar, title):
    return calendar.page.locator(".hours-event:not(.held)").filter(has_text=title)


def day(calendar, date):
    return calendar.page.locator(f'section[data-date="{date}"]')


def seen_days(calendar):
    """The days between the gutter and the other edge."""
    return calendar.page.evaluate(
        """() => {
            const frame = document.querySelector('.hours-scroller').getBoundingClientRect();
            const left = document.querySelector('.gutter').getBoundingClientRect().right;
            return [...document.querySelectorAll('.hours-day')]
                .filter((e) => { const b = e.getBoundingClientRect(); return b.left >= left - 2 && b.right <= frame.right + 2; })
                .map((e) => e.dataset.date).sort();
        }"""
    )
