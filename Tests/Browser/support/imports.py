"""Files as other programs write them, and importing them."""

import io
import zipfile

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


def event(uid, title, start="20260311T090000Z", more=""):
    """The text of a VEVENT of an hour."""
    return f"BEGIN:VEVENT\nUID:{uid}\nDTSTAMP:20260101T000000Z\nDTSTART:{start}\nDURATION:PT1H\nSUMMARY:{title}\n{more}END:VEVENT\n"


def calendar_file(*events, head="", product="-//Somebody//Else//EN"):
    """An iCalendar file, as bytes."""
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:{product}\n{head}{''.join(events)}END:VCALENDAR\n"
    return text.replace("\n", "\r\n").encode()


def google_file(name, *events):
    """A calendar as Google exports it."""
    head = f"CALSCALE:GREGORIAN\nMETHOD:PUBLISH\nX-WR-CALNAME:{name}\nX-WR-TIMEZONE:Europe/Berlin\n"
    return calendar_file(*events, head=head, product="-//Google Inc//Google Calendar 70.9054//EN")


def outlook_file(*events):
    """A calendar as classic Outlook saves it, which calls every one the same."""
    head = "METHOD:PUBLISH\nX-WR-RELCALID:{0000002E-7C9B-4C21-AF0E-5D0B6C6D4E11}\nX-WR-CALNAME:Calendar\nX-PRIMARY-CALENDAR:TRUE\n"
    return calendar_file(*events, head=head, product="-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN")


def apple_file(name, color, *events):
    """A calendar as Apple exports it."""
    head = f"METHOD:PUBLISH\nX-WR-CALNAME:{name}\nX-APPLE-CALENDAR-COLOR:{color}\nX-WR-TIMEZONE:Europe/Berlin\nCALSCALE:GREGORIAN\n"
    return calendar_file(*events, head=head, product="-//Apple Inc.//macOS 15.5//EN")


def apple_list(title, color):
    """What an archive of Apple says about a calendar."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>Color</key>
\t<string>{color}</string>
\t<key>Title</key>
\t<string>{title}</string>
\t<key>Type</key>
\t<string>Local</string>
</dict>
</plist>
""".encode()


def zip_of(files):
    """A zip, as bytes; `files` maps paths to contents."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for path, octets in files.items():
            made.writestr(path, octets)
    return packed.getvalue()


def google_zip():
    """Google's export of two calendars."""
    return zip_of({
        "anna@example.com.ics": google_file("Anna", event("a1", "Dentist"), event("a2", "Choir", more="RRULE:FREQ=WEEKLY;COUNT=4\n")),
        "Rowing_x7k2@group.calendar.google.com.ics": google_file("Rowing club\\, juniors", event("r1", "Regatta")),
    })


def apple_archive():
    """Apple's archive of two calendars, one of them at an account."""
    one, two = "3F2504E0-4F89-41D3-9A0C-0305E82C3301.calendar", "Cloud.caldav/8A6E0804-2BD0-4672-B79D-D97027F9071A.calendar"
    return zip_of({
        f"Home.icbu/{one}/Info.plist": apple_list("Family &amp; friends", "#FF2968FF"),
        f"Home.icbu/{one}/Events/f1.ics": calendar_file(event("f1", "Picnic")),
        f"Home.icbu/{one}/Events/f2.ics": calendar_file(event("f2", "Party"), event("f3", "Starts on no day", start="20260332T100000Z")),
        f"Home.icbu/{two}/Info.plist": apple_list("Garden", "#63DA38FF"),
        f"Home.icbu/{two}/Events/g1.ics": calendar_file(event("g1", "Plant the beans")),
        "Home.icbu/Cloud.caldav/Info.plist": apple_list("Cloud", "#63DA38FF"),
        "__MACOSX/Home.icbu/._Info.plist": b"",
    })


class ImportRows:
    """The dialog that imports several calendars."""

    def __init__(self, calendar):
        self.dialog = calendar.page.get_by_role("dialog", name="Import")

    def row(self, name):
        rows = self.dialog.get_by_role("list", name="Calendars", exact=True).locator("> li")
        return rows.filter(has=self.dialog.page.locator(f'.import-name:text-is("{name}")'))

    def choice(self, name):
        """Where a calendar goes."""
        return self.dialog.get_by_label(f"Where “{name}” goes")

    def start(self):
        """Starts the import and waits until it's done."""
        self.dialog.get_by_role("button", name="Import", exact=True).click()
        expect(self.dialog.get_by_role("button", name="Done")).to_be_visible(timeout=30_000)

    def close(self):
        self.dialog.get_by_role("button", name="Done").click()
        expect(self.dialog).to_have_count(0)
