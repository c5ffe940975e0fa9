"""A file from another program, and importing it."""

from playwright.sync_api import expect

SMALL = b"""BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//Somebody//Else//EN\r
X-WR-CALNAME:From elsewhere\r
BEGIN:VEVENT\r
UID:one@example.org\r
DTSTAMP:20260101T000000Z\r
DTSTART:20260311T090000Z\r
DTEND:20260311T100000Z\r
SUMMARY:Imported one\r
X-UNKNOWN;X-PARAMETER="a;b":kept\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:two@example.org\r
DTSTAMP:20260101T000000Z\r
DTSTART:20260332T100000Z\r
DTEND:20260312T110000Z\r
SUMMARY:Starts on no day\r
END:VEVENT\r
END:VCALENDAR\r
"""


def start_and_wait(calendar, milliseconds=15_000):
    """Starts the import from its preview, waits until it is done, and returns the text of the result."""
    calendar.dialog.get_by_role("button", name="Import", exact=True).click()
    expect(calendar.dialog.get_by_text("already there")).to_be_visible(timeout=milliseconds)
    return calendar.dialog.inner_text()
