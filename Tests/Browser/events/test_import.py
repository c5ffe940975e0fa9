"""Importing files of other programs, sound and broken, by the file chooser and by drag and drop."""

import io
import json
import pathlib
import re
import zipfile

import pytest
from playwright.sync_api import expect

from support.choices import choose
from support.events import SERIES
from support.imports import SMALL, start_and_wait
from support.server import ROOT
from support.waiting import eventually

FIXTURES = sorted((ROOT / "Fixtures/ics").glob("*.ics"))
IMPORT_SECONDS_MAX = 120

def test_there_are_enough_fixtures():
    assert len(FIXTURES) >= 3 and len(expectations()) >= 5


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_a_file_of_another_program_is_previewed_and_imported(calendar, client, path):
    calendar.choose_file(path)
    expect(calendar.dialog.get_by_text("event", exact=False).first).to_be_visible()
    start_and_wait(calendar)
    calendar.dialog.get_by_role("button", name="Done").click()
    assert len(client.events()) > 0
    calendar.reload()


def test_a_dropped_file_is_previewed_with_its_problems_before_anything_is_stored(calendar, client):
    calendar.drop_file("elsewhere.ics", SMALL)
    expect(calendar.dialog.get_by_text("1 problem")).to_be_visible()
    expect(calendar.dialog.get_by_text("Imported one")).to_be_visible()
    # In the file it's 9:00 in UTC: the preview says when it's by the user's clock.
    expect(calendar.dialog.locator(".import-sample li")).to_contain_text("10:00")
    assert client.events() == []
    result = start_and_wait(calendar)
    assert "1 added" in result and "1 left out" in result, result
    assert "Starts on no day" in result, result
    calendar.dialog.get_by_role("button", name="Done").click()
    expect(calendar.chips("Imported one")).to_have_count(1)
    [event] = client.events()
    assert 'X-UNKNOWN;X-PARAMETER="a;b":kept' in event["ical"]


@pytest.mark.parametrize(
    ("lines", "result"),
    [(["METHOD:CANCEL", "STATUS:CANCELLED"], "EXDATE;TZID=Europe/Berlin:20260310T091500"), (["SUMMARY:Longer stand-up"], "SUMMARY:Longer stand-up")],
    ids=["cancellation", "changed date"],
)
def test_a_file_about_a_part_of_an_event_goes_where_the_event_is(calendar, client, lines, result):
    status, _, made = client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "red"})
    assert status == 201
    client.put(SERIES, calendar=json.loads(made)["id"])
    calendar.reload()
    expect(calendar.chips("Stand-up")).to_have_count(4)
    method = [line for line in lines if line.startswith("METHOD")]
    part = "\r\n".join(
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//mail//EN", *method, "BEGIN:VEVENT", "UID:standup@example.org", "DTSTAMP:20260301T000000Z",
         "RECURRENCE-ID;TZID=Europe/Berlin:20260310T091500", "DTSTART;TZID=Europe/Berlin:20260310T091500",
         *[line for line in lines if line not in method], "END:VEVENT", "END:VCALENDAR", ""]
    )
    calendar.drop_file("invite.ics", part.encode())
    expect(calendar.dialog.get_by_text("This changes only part of an event you already have.")).to_be_visible()
    expect(calendar.dialog.get_by_label("Into")).to_have_text("Work")
    assert "1 updated" in start_and_wait(calendar)
    [record] = client.events()
    assert result in record["ical"] and "RRULE" in record["ical"]


def test_a_damaged_zip_names_the_entry(calendar, client):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as made:
        made.writestr("Home.ics", SMALL)
    calendar.drop_file("export.zip", packed.getvalue().replace(b"Imported one", b"Imported 0ne", 1))
    expect(calendar.page.locator("toast-stack").get_by_text("“Home.ics” couldn’t be unpacked")).to_be_visible()
    assert client.events() == []


def test_the_same_file_twice_makes_no_duplicates(calendar, client):
    calendar.drop_file("elsewhere.ics", SMALL)
    start_and_wait(calendar)
    calendar.dialog.get_by_role("button", name="Done").click()
    personal = client.events()[0]["calendar"]
    answer = client.import_file(SMALL, calendar=personal)[-1]
    assert (answer["added"], answer["updated"], answer["unchanged"]) == (0, 0, 1), answer
    assert len(client.events()) == 1


@pytest.mark.parametrize("target", ["New calendar", "Personal"])
def test_a_file_that_met_no_network_is_imported_by_another_press(calendar, client, target):
    calendar.page.context.witness.expected = ["ERR_INTERNET_DISCONNECTED"]
    calendar.drop_file("home.ics", SMALL)
    expect(calendar.dialog.get_by_text("Imported one")).to_be_visible()
    choose(calendar.dialog.get_by_label("Into"), re.compile(target))
    calendar.page.context.set_offline(True)
    calendar.dialog.get_by_role("button", name="Import", exact=True).click()
    expect(calendar.dialog.get_by_role("alert")).to_contain_text("offline")
    calendar.page.context.set_offline(False)
    calendar.dialog.get_by_role("button", name="Try again").click()
    expect(calendar.dialog.get_by_text("1 added")).to_be_visible()
    assert [("SUMMARY:Imported one" in record["ical"]) for record in client.events()] == [True]


def test_undoing_an_import_keeps_what_was_changed_since(calendar, client):
    two = SMALL.replace(b"20260332", b"20260312").replace(b"Starts on no day", b"Imported two")
    client.import_file(SMALL.replace(b"Imported one", b"As it was"))
    expect(calendar.chips("As it was")).to_have_count(1)
    before = client.events()[0]["ical"]
    calendar.drop_file("elsewhere.ics", two)
    choose(calendar.dialog.get_by_label("Into", exact=True), "Personal")
    assert "1 added, 1 updated" in start_and_wait(calendar)
    calendar.dialog.get_by_role("button", name="Done").click()
    expect(calendar.chips("Imported")).to_have_count(2)
    # The shortcut undoes edits in reverse order, so an event made after the import comes first.
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Swim on 13 March")
    calendar.page.keyboard.press("Enter")
    expect(calendar.page.locator("dialog")).to_have_count(0)
    expect(calendar.chips("Swim")).to_have_count(1)
    calendar.page.keyboard.press("Control+z")
    expect(calendar.chips("Swim")).to_have_count(0)
    expect(calendar.chips("Imported")).to_have_count(2)
    calendar.page.keyboard.press("Control+z")
    expect(calendar.announcement("The import of 2 events was undone")).to_be_visible()
    expect(calendar.chips("As it was")).to_have_count(1)
    expect(calendar.chips("Imported")).to_have_count(0)
    # The page shows what was undone before the server has heard of it.
    eventually(lambda: [event["ical"] for event in client.events()], [before])

    # An import into a new calendar: undo removes the calendar too, unless something in it was changed or added since.
    calendar.page.context.witness.expected += ["412", "409"]
    all_back = "The import of 2 events was undone"
    cases = (("nothing", all_back, 0), ("changed", "Changed since, so kept: 1", 1), ("added", all_back, 1))
    for meanwhile, message, calendar_count in cases:
        name = f"From {meanwhile}"
        calendar.drop_file("elsewhere.ics", two.replace(b"From elsewhere", name.encode()))
        choose(calendar.dialog.get_by_label("Into", exact=True), f"New calendar, “{name}”")
        start_and_wait(calendar)
        calendar.dialog.get_by_role("button", name="Done").click()
        expect(calendar.chips("Imported")).to_have_count(2)
        if meanwhile == "added":
            client.import_file(SMALL.replace(b"UID:", b"UID:other-"), calendar=imported_into(client))
        if meanwhile == "changed":
            [event] = [event for event in client.events() if "Imported two" in event["ical"]]
            path = f"/api/v1/calendars/{event['calendar']}/events/{event['href']}"
            text = event["ical"].replace("Imported two", "Changed since").encode()
            assert client.request("PUT", path, text, {"If-Match": event["etag"]})[0] == 200
            expect(calendar.chips("Changed since")).to_have_count(1)
        calendar.page.locator("toast-stack").get_by_role("button", name="Undo").click()
        expect(calendar.announcement(message)).to_be_visible()
        expect(calendar.chips("Imported two")).to_have_count(0)
        expect(calendar.page.locator(".calendars").get_by_text(name)).to_have_count(calendar_count)


def imported_into(client):
    """The id of the calendar that `two` was imported into."""
    return next(event["calendar"] for event in client.events() if "Imported two" in event["ical"])


def expectations():
    """For each broken file, the UIDs that have to be imported and the lines of its problems."""
    files = {}
    for row in (ROOT / "Fixtures/ics/broken/expected.tsv").read_text().splitlines():
        if row.startswith("#") or not row:
            continue
        name, line, _, rest = row.split("\t")
        uids, lines = files.setdefault(name, ([], []))
        if line == "objects":
            uids += rest.split()
        else:
            lines.append(int(line))
    return files


# One file of each kind that the dialog treats differently; BrokenImportTests and fixtures.test.mjs go through all.
@pytest.mark.parametrize("name", ["bad-times.ics", "truncated.ics", "utf16.ics", "empty.ics", "not-a-calendar.ics"])
def test_a_broken_file_lists_its_problems_and_its_sound_events_are_imported(calendar, client, name):
    uids, lines = expectations()[name]
    calendar.choose_file(ROOT / "Fixtures/ics/broken" / name)
    dialog = calendar.dialog
    start = dialog.get_by_role("button", name="Import", exact=True)
    if lines:
        expect(dialog.get_by_text(re.compile(rf"^{len(lines)} problems?$"))).to_be_visible()
        for line in set(lines):
            expect(dialog.get_by_text(f"Line {line}", exact=True).first).to_be_attached()
    if not uids:
        expect(dialog.get_by_text("There’s nothing in this file to import.")).to_be_visible()
        expect(start).to_be_disabled()
        return
    start_and_wait(calendar)
    assert len(client.events()) == len(uids)


def test_ten_thousand_events_are_imported_with_a_progress_bar(calendar, client, large_file, tmp_path):
    path = pathlib.Path(tmp_path / "large.ics")
    path.write_bytes(large_file)
    calendar.choose_file(path)
    expect(calendar.dialog.get_by_text(re.compile("10,?000 events"))).to_be_visible(timeout=30_000)
    calendar.page.evaluate(
        """() => {
            window.progressSeen = new Set();
            const look = () => {
                const bar = document.querySelector('dialog progress, dialog [role=progressbar]');
                if (bar) window.progressSeen.add(bar.value ?? bar.getAttribute('aria-valuenow'));
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    result = start_and_wait(calendar, IMPORT_SECONDS_MAX * 1000)
    assert "10,000 added" in result, result
    assert calendar.page.evaluate("window.progressSeen.size") >= 5
    calendar.dialog.get_by_role("button", name="Done").click()
    assert len(client.events()) == 10_000
    expect(calendar.chips().first).to_be_visible()
    calendar.reload()
    expect(calendar.chips().first).to_be_visible()


def test_problems_are_worded_in_the_language_of_the_page(open_calendar):
    calendar = open_calendar("/month/2026-03-11", locale="de-DE")
    calendar.drop_file("elsewhere.ics", SMALL)
    expect(calendar.dialog.get_by_text("DTSTART des Termins kann nicht gelesen werden.")).to_be_visible()
    expect(calendar.dialog.get_by_text("ausgelassen", exact=True)).to_be_visible()
    calendar.dialog.get_by_role("button", name="Importieren", exact=True).click()
    expect(calendar.dialog.get_by_text("schon da")).to_be_visible()
    expect(calendar.dialog.get_by_text("DTSTART des Termins kann nicht gelesen werden.")).to_be_visible()


def test_problems_that_are_not_listed_are_counted(calendar):
    sound, broken = (b"BEGIN:VEVENT" + part for part in SMALL.removesuffix(b"END:VCALENDAR\r\n").split(b"BEGIN:VEVENT")[1:])
    events = b"".join(broken.replace(b"two@", b"%d@" % n) for n in range(1101))
    calendar.drop_file("many.ics", b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + sound + events + b"END:VCALENDAR\r\n")
    expect(calendar.dialog.get_by_text("1,101 problems")).to_be_visible()
    start_and_wait(calendar)
    expect(calendar.dialog.get_by_text("1,101 problems")).to_be_visible()
