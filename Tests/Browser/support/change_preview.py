"""How much of a repeating event is meant: the question, and the outlines that show each answer."""

from support.events import event

STANDUP = event("Standup", "20260309T090000", "20260309T093000", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")


def outlined(calendar):
    """The outlines, as the day and the minute they begin."""
    return calendar.page.evaluate(
        """() => [...document.querySelectorAll('.outlined')].map((e) => {
            const day = e.closest('[data-date]')?.dataset.date;
            return day ? `${day} ${e.style.getPropertyValue('--from')}` : e.style.getPropertyValue('--column');
        }).sort()"""
    )


def choice(calendar, name):
    return calendar.dialog.get_by_role("button", name=name)
