"""The question whether a change is for this, this and following, or all events, and the outlines that preview it."""

from support.events import event

STANDUP = event("Standup", "20260309T090000", "20260309T093000", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")


def outlined(calendar):
    """The outlined previews: date and first minute in the hours, otherwise the first column."""
    return calendar.page.evaluate(
        """() => [...document.querySelectorAll('.outlined')].map((e) => {
            const day = e.closest('[data-date]')?.dataset.date;
            return day ? `${day} ${e.style.getPropertyValue('--from')}` : e.style.getPropertyValue('--column');
        }).sort()"""
    )


def choice(calendar, name):
    return calendar.dialog.get_by_role("button", name=name)
