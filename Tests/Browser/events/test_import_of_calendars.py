"""Importing several calendars at once, as Google, Outlook and Apple export them."""

import re

from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.choices import choose
from support.imports import (
    SMALL,
    ImportRows,
    apple_archive,
    apple_file,
    calendar_file,
    event,
    google_file,
    google_zip,
    outlook_file,
    zip_of,
)
from support.waiting import eventually


def titles_by_calendar(client):
    """For each calendar's name, the titles of its events."""
    names = {each["id"]: each["name"] for each in client.calendars()}
    titles = {name: [] for name in names.values()}
    for each in client.events():
        titles[names[each["calendar"]]].append(re.search(r"^SUMMARY:(.*?)\r?$", each["ical"], re.MULTILINE).group(1))
    return {name: sorted(each) for name, each in titles.items()}


EVERYTHING = {
    "Personal": [],
    "Anna": ["Choir", "Dentist"],
    "Rowing club, juniors": ["Regatta"],
    "Calendar": ["Meeting"],
    "School": ["Parents"],
    "Family & friends": ["Party", "Picnic"],
    "Garden": ["Plant the beans"],
}


def test_exports_of_three_programs_are_taken_in_one_drop_and_undone_together(calendar, client):
    rows = ImportRows(calendar)
    calendar.drop_files({
        "anna@example.com.ical.zip": google_zip(),
        "Anna Berg Calendar.ics": outlook_file(event("o1", "Meeting")),
        "School.ics": apple_file("School", "#CB30E0FF", event("s1", "Parents")),
        "Home.icbu.zip": apple_archive(),
        "photo.jpg": b"\xff\xd8\xff\xe0 not a calendar",
        "broken.zip": google_zip()[:300],
    })
    expect(rows.dialog.get_by_role("heading", name="6 calendars")).to_be_visible()
    expect(rows.dialog.get_by_text("8 events to import")).to_be_visible()
    refused = rows.dialog.get_by_role("list", name="Files left out").get_by_role("listitem")
    expect(refused).to_have_text(["“broken.zip” couldn’t be unpacked: the zip is damaged. Nothing was imported from it.", "“photo.jpg” isn’t a calendar."])
    for name in list(EVERYTHING)[1:]:
        expect(rows.choice(name)).to_have_text("New calendar")
    # Apple's colours stay; Google doesn't say any.
    for name, color in (("School", "purple"), ("Family & friends", "red"), ("Garden", "green")):
        expect(rows.row(name)).to_have_attribute("data-color", color)
    assert findings_in_both_schemes(calendar.page) == []
    # What can't be read is said at the calendar that it's in, by event; a joined calendar has no lines.
    family = rows.row("Family & friends")
    expect(family.get_by_text("1 problem").first).to_be_visible()
    family.locator("summary.import-facts").click()
    expect(family.get_by_text("Starts on no day: ")).to_be_visible()
    expect(family.get_by_text("Picnic")).to_be_visible()
    expect(family.get_by_text("Line ")).to_have_count(0)
    assert client.events() == []

    rows.start()
    expect(rows.dialog.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
    expect(rows.dialog.get_by_text("8 added, 0 updated, 0 already there, 1 left out")).to_be_visible()
    expect(rows.row("Family & friends").get_by_text("2 added, 1 left out")).to_be_visible()
    expect(rows.row("Anna").get_by_text("2 added", exact=True)).to_be_visible()
    assert titles_by_calendar(client) == EVERYTHING
    rows.close()
    expect(calendar.page.locator(".calendars").get_by_text("Garden")).to_be_visible()
    # The card of the first steps is done.
    expect(calendar.page.get_by_role("heading", name="Bring your calendars over")).to_have_count(0)
    calendar.undo()
    expect(calendar.announcement("The import of 8 events was undone")).to_be_visible()
    assert titles_by_calendar(client) == {"Personal": []}


def test_each_calendar_goes_where_it_is_put_or_is_left_out(calendar, client):
    rows = ImportRows(calendar)
    # Takeout puts the calendars into folders, and only their files say what they're called.
    calendar.drop_file("takeout.zip", zip_of({
        "Takeout/archive_browser.html": b"<html></html>",
        "Takeout/Calendar/Work.ics": calendar_file(event("w1", "Review")),
        "Takeout/Calendar/Holidays.ics": google_file("Holidays", event("h1", "Sea")),
        "Takeout/Calendar/Old.ics": google_file("Old", event("x1", "Long ago")),
        "Takeout/Calendar/Empty.ics": google_file("Empty"),
    }))
    expect(rows.dialog.get_by_text("3 events to import")).to_be_visible()
    expect(rows.row("Empty").get_by_text("There’s nothing in this file to import.")).to_be_visible()
    choose(rows.choice("Work"), "Personal")
    choose(rows.choice("Old"), "Leave out")
    expect(rows.dialog.get_by_text("2 events to import")).to_be_visible()
    rows.start()
    expect(rows.row("Old").get_by_text("Left out")).to_be_visible()
    rows.dialog.get_by_role("button", name="Show them").click()
    expect(calendar.page.locator("agenda-view").get_by_text("Sea").first).to_be_visible()
    assert titles_by_calendar(client) == {"Personal": ["Review"], "Holidays": ["Sea"]}
    # Leaving out everything leaves nothing to import.
    calendar.show("month")
    calendar.drop_files({"a.ics": outlook_file(event("o1", "One")), "b.ics": outlook_file(event("o2", "Two"))})
    expect(rows.dialog.get_by_text("2 events to import")).to_be_visible()
    for choice in rows.choice("Calendar").all():
        choose(choice, "Leave out")
    expect(rows.dialog.get_by_text("There’s nothing to import.")).to_be_visible()
    expect(rows.dialog.get_by_role("button", name="Import", exact=True)).to_be_disabled()


def test_the_same_export_again_goes_into_the_calendars_that_it_made(calendar, client):
    rows = ImportRows(calendar)
    # Outlook calls both the same; they stay two.
    files = {"a.ics": outlook_file(event("o1", "One")), "b.ics": outlook_file(event("o2", "Two"))}
    for added, unchanged in ((2, 0), (0, 2)):
        calendar.drop_files(files)
        expect(rows.dialog.get_by_text("2 events to import")).to_be_visible()
        rows.start()
        expect(rows.dialog.get_by_text(f"{added} added, 0 updated, {unchanged} already there, 0 left out")).to_be_visible()
        rows.close()
    assert [each["name"] for each in client.calendars()].count("Calendar") == 2
    assert len(client.events()) == 2


def test_a_calendar_that_fails_is_named_and_the_others_go_on(calendar, client):
    for number in range(98):
        status, _, answer = client.request("POST", "/api/v1/calendars", {"name": f"Filler {number}", "color": "red"})
        assert status == 201, answer
    expect(calendar.page.locator(".calendars").get_by_text("Filler 97")).to_be_attached()
    calendar.page.context.witness.expected += ["409", "507", "422", "413", "403"]
    rows = ImportRows(calendar)
    calendar.drop_files({name: google_file(name[0], event(name, f"In {name[0]}")) for name in ("A.ics", "B.ics", "C.ics")})
    choose(rows.choice("C"), "Personal")
    rows.start()
    # The second would be the 101st.
    expect(rows.dialog.get_by_role("heading", name="Imported 2 of 3")).to_be_visible()
    expect(rows.row("B").locator(".form-problem")).to_have_text("There’s no room for another calendar: you have 100 already.")
    assert titles_by_calendar(client)["A"] == ["In A"] and titles_by_calendar(client)["Personal"] == ["In C"]
    # With room for it, it can be tried again, and only it.
    filler = next(each for each in client.calendars() if each["name"] == "Filler 0")
    assert client.request("DELETE", f"/api/v1/calendars/{filler['id']}")[0] == 204
    rows.dialog.get_by_role("button", name="Try again").click()
    expect(rows.dialog.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
    expect(rows.dialog.get_by_text("3 added, 0 updated, 0 already there, 0 left out")).to_be_visible()
    rows.close()
    calendar.undo()
    expect(calendar.announcement("The import of 3 events was undone")).to_be_visible()
    assert client.events() == []
    names = [each["name"] for each in client.calendars()]
    assert "A" not in names and "B" not in names


def test_an_upload_that_breaks_leaves_no_empty_calendar(calendar, client):
    rows = ImportRows(calendar)
    calendar.page.context.witness.expected += ["Failed to load resource"]
    refused = []
    calendar.page.route("**/import", lambda route: (refused.append(1), route.abort())[1] if not refused else route.continue_())
    calendar.drop_files({name: google_file(name[0], event(name, f"In {name[0]}")) for name in ("A.ics", "B.ics")})
    expect(rows.dialog.get_by_text("2 events to import")).to_be_visible()
    rows.start()
    expect(rows.dialog.get_by_role("heading", name="Imported 1 of 2")).to_be_visible()
    expect(rows.row("A").locator(".form-problem")).to_be_visible()
    assert titles_by_calendar(client) == {"Personal": [], "B": ["In B"]}


def hold_all_but_first(page):
    """Lets the first upload through and no other, so that the import stays on the way."""
    seen = []

    def handle(route):
        seen.append(route)
        if len(seen) == 1:
            route.continue_()

    page.route("**/import", handle)


def test_stopping_keeps_what_is_done_and_offers_to_undo_it(calendar, client):
    rows = ImportRows(calendar)
    hold_all_but_first(calendar.page)
    calendar.drop_files({name: google_file(name[0], event(name, f"In {name[0]}")) for name in ("A.ics", "B.ics", "C.ics")})
    expect(rows.dialog.get_by_text("3 events to import")).to_be_visible()
    rows.dialog.get_by_role("button", name="Import", exact=True).click()
    expect(rows.dialog.get_by_text("2 of 3: B")).to_be_visible()
    expect(rows.row("C").get_by_text("Waiting")).to_be_visible()
    calendar.page.keyboard.press("Escape")
    expect(calendar.dialog.get_by_text("Events saved by now are kept.")).to_be_visible()
    calendar.dialog.get_by_role("button", name="Stop").click()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    expect(calendar.announcement("1 event imported")).to_be_visible()
    # The calendar of the one that was under way had nothing in it.
    eventually(lambda: titles_by_calendar(client) == {"Personal": [], "A": ["In A"]})
    calendar.undo()
    expect(calendar.announcement("The import of 1 event was undone")).to_be_visible()
    assert titles_by_calendar(client) == {"Personal": []}


def test_closing_the_page_keeps_what_was_said_as_done(calendar, client):
    rows = ImportRows(calendar)
    hold_all_but_first(calendar.page)
    calendar.drop_files({name: google_file(name[0], event(name, f"In {name[0]}")) for name in ("A.ics", "B.ics")})
    expect(rows.dialog.get_by_text("2 events to import")).to_be_visible()
    rows.dialog.get_by_role("button", name="Import", exact=True).click()
    expect(rows.row("A").get_by_text("1 added")).to_be_visible()
    expect(rows.dialog.get_by_text("2 of 2: B")).to_be_visible()
    calendar.reload()
    assert titles_by_calendar(client)["A"] == ["In A"]
    expect(calendar.chips("In A")).to_have_count(1)


def test_a_calendar_with_more_events_than_are_listed_is_undone_into_the_bin(calendar, client):
    rows = ImportRows(calendar)
    # The server lists 2,000 changes. With just as many, they are undone one by one: Web/tests/file-import.test.js.
    many = google_file("Many", *(event(f"m{number}", f"Event {number}") for number in range(2001)))
    calendar.drop_files({"Many.ics": many, "One.ics": google_file("One", event("one", "Only one"))})
    expect(rows.dialog.get_by_text("2,002 events to import")).to_be_visible(timeout=30_000)
    rows.start()
    rows.close()
    calendar.undo()
    message = "The import of 2,002 events was undone. In the bin for 30 days: Many"
    expect(calendar.page.locator("toast-stack").get_by_text(message, exact=True)).to_be_visible(timeout=60_000)
    assert titles_by_calendar(client) == {"Personal": []}


def test_one_calendar_in_a_zip_is_previewed_alone(calendar, client):
    calendar.drop_file("export.zip", zip_of({"Takeout/Work.ics": SMALL.replace(b"X-WR-CALNAME:From elsewhere\r\n", b"")}))
    expect(calendar.dialog.get_by_label("Into", exact=True)).to_have_text("New calendar, “Work”")
    calendar.dialog.get_by_role("button", name="Import", exact=True).click()
    calendar.dialog.get_by_role("button", name="Show them").click()
    expect(calendar.page.locator("agenda-view").get_by_text("Imported one").first).to_be_visible()
    assert len(client.events()) == 1


def test_a_hundred_calendars_are_taken_and_the_next_is_named(calendar):
    rows = ImportRows(calendar)
    files = {f"{number}.ics": google_file(f"C{number}", event(f"c{number}", "One")) for number in range(100)}
    calendar.drop_files({"most.zip": zip_of(files), "more.ics": google_file("More", event("more", "One"))})
    expect(rows.dialog.get_by_role("heading", name="100 calendars")).to_be_visible()
    expect(rows.dialog.get_by_text("100 events to import")).to_be_visible(timeout=30_000)
    expect(rows.dialog.get_by_text("“more.ics” was left out: you can import up to 100 calendars at once.")).to_be_visible()
