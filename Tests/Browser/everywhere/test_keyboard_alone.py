"""Everything by keyboard alone, from the first account to signing out.

Only the file to import is set by the test: the file chooser belongs to the system.
"""

import re
from calendar import month_name

from playwright.sync_api import expect

from support.browser import EMAIL, NAME, PASSWORD
from support.calendar_page import CalendarPage
from support.events import wait_for
from support.imports import SMALL
from support.server import Client
from support.timeline import day, hours
from support.waiting import eventually, frames, still, wait_for_events

TABS_MAX = 90
# The tag and the name of the focused element, as a screen reader would say it.
FOCUSED = """() => {
    const e = document.activeElement;
    const labels = [...e.labels ?? []].map((label) => label.textContent.trim()).join(' ');
    return [e.tagName.toLowerCase(), (e.ariaLabel || labels || e.textContent || '').trim()];
}"""
# Logs an error for every press of a pointer, which fails the test at its end.
FORBID_POINTERS = """() => {
    for (const name of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(name, () => console.error('A pointer was used'), true);
}"""


class Keyboard:
    """A person who only uses the keyboard and knows where the focus is."""

    def __init__(self, page):
        self.page = page
        page.context.add_init_script(f"({FORBID_POINTERS})()")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def focused(self):
        return self.page.evaluate(FOCUSED)

    def reach(self, name, tag=""):
        """Presses Tab until an element with this name is focused; after the last one, the focus starts over."""
        for _ in range(TABS_MAX):
            found = self.focused()
            if re.search(name, found[1]) and found[0].startswith(tag) and found[0] != "body":
                return self
            self.press("Tab")
        raise AssertionError(f"Tab doesn't reach “{name}”; the focus is on {self.focused()}")

    def fill(self, name, text):
        self.reach(name, "input")
        self.press("Control+a")
        self.type(text)

    def choose(self, name, option):
        """Chooses an entry of a menu with the arrow keys."""
        self.reach(name, "button")
        self.press("Home")
        marked = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent"
        for _ in range(40):
            if re.search(option, self.page.evaluate(marked)):
                return self.press("Enter")
            self.press("ArrowDown")
        raise AssertionError(f"{name} has no {option}")

    def type_date(self, name, date):
        self.fill(name, date)
        assert self.page.evaluate("document.activeElement.dataset.value") == date

    def type_time(self, name, time):
        self.fill(name, time)
        assert self.page.evaluate("document.activeElement.dataset.value") == time

    def wait_until_closed(self):
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        # The focus returns a moment after the dialog is gone.
        frames(self.page)


def test_every_function_by_keyboard_alone(new_context, empty_server):
    page = new_context(empty_server, accept_downloads=True).new_page()
    keys = Keyboard(page)
    page.goto(empty_server.url)
    sign_up(keys, empty_server)
    calendar = CalendarPage(page, empty_server).ready()
    client = Client(empty_server, next(c["value"] for c in page.context.cookies() if c["name"] == "meantime_session"))
    for part in (
        calendars_are_made_and_changed, a_line_makes_an_event, the_sheet_has_every_field, a_series_is_made_and_asked_about,
        events_are_found_and_duplicated, every_view_is_reached, the_hours_are_walked_and_changed, the_month_moves_events,
        calendars_and_sets_are_shown, settings_are_changed, a_file_is_imported_and_one_exported,
    ):
        part(calendar, keys, client)
        keys.wait_until_closed()
    keys.press("?")
    expect(calendar.dialog.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    keys.press("Escape")
    keys.wait_until_closed()
    choose_of_account(keys, "End", "Enter")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def choose_of_account(keys, *pressed):
    """Opens the account's menu, on whose first item the focus is then, and presses keys there."""
    keys.reach("settings and account").press("Enter")
    expect(keys.page.get_by_role("menuitem", name="Settings")).to_be_focused()
    for key in pressed:
        keys.press(key)


def sign_up(keys, server):
    expect(keys.page.get_by_label("Set-up code")).to_be_focused()
    keys.type(server.setup_code())
    for name, text in (("Name", NAME), ("E-mail", EMAIL), ("Password", PASSWORD)):
        keys.fill(name, text)
    keys.press("Enter")


def calendars_are_made_and_changed(calendar, keys, client):
    keys.reach("^New calendar$").press("Enter")
    keys.fill("^Name$", "Work")
    keys.reach("^(Red|Orange|Yellow|Green|Teal|Blue|Purple|Pink)$").press("ArrowRight")
    keys.press("Enter")
    keys.wait_until_closed()
    expect(calendar.page.get_by_role("checkbox", name="Work")).to_be_checked()
    keys.reach("^Edit Work$").press("Enter")
    keys.fill("^Name$", "Job")
    before = next(one for one in client.calendars() if one["name"] == "Work")["color"]
    keys.reach("^(Red|Orange|Yellow|Green|Teal|Blue|Purple|Pink)$").press("ArrowRight")
    keys.reach("^Save$").press("Enter")
    keys.wait_until_closed()
    expect(calendar.page.get_by_role("checkbox", name="Job")).to_be_visible()
    eventually(lambda: [one["color"] for one in client.calendars() if one["name"] == "Job"], lambda colors: colors not in ([], [before]))


def a_line_makes_an_event(calendar, keys, client):
    keys.press("q")
    expect(calendar.dialog.get_by_label("What and when")).to_be_focused()
    keys.type("Lunch with Ana Friday 12:30-13:30 at Luigi's")
    keys.press("Enter")
    expect(calendar.chips("Lunch with Ana")).to_have_count(1)
    keys.press("Control+z")
    expect(calendar.chips("Lunch with Ana")).to_have_count(0)
    keys.press("Control+Shift+z")
    expect(calendar.chips("Lunch with Ana")).to_have_count(1)
    wait_for_events(client, 1)


def the_sheet_has_every_field(calendar, keys, client):
    keys.press("n")
    expect(calendar.dialog.get_by_label("Title")).to_be_focused()
    keys.type("Board")
    keys.reach("^All day$").press("Space", "Space")
    keys.type_date("^Start date$", "2026-03-12")
    keys.type_time("^Start time$", "09:00")
    keys.type_date("^End date$", "2026-03-12")
    keys.type_time("^End time$", "11:00")
    keys.choose("^Calendar$", "Job")
    keys.fill("^Location$", "Room 2")
    keys.reach("^Add reminder$").press("Enter", "ArrowDown", "Enter")
    keys.reach("^Notes$", "textarea").type("Bring figures")
    keys.reach("^More$", "summary").press("Enter")
    keys.reach("^Berlin$").press("Enter")
    keys.type("london")
    expect(calendar.dialog.locator("li[role=option]").first).to_contain_text("London")
    keys.press("Enter")
    keys.reach("colour|Red|Green").press("ArrowRight", "ArrowRight")
    keys.reach("^Busy$").press("ArrowRight")
    keys.choose("^Status$", "Tentative")
    keys.reach("^(Categories|Add a category)$", "input").type("Figures,")
    keys.fill("^Link$", "https://example.org/board")
    keys.reach("^Private").press("Space")
    keys.reach("^Save$").press("Enter")
    keys.wait_until_closed()
    [board] = [one["ical"] for one in wait_for_events(client, 2) if "SUMMARY:Board" in one["ical"]]
    for line in (
        "DTSTART;TZID=Europe/London:20260312T090000", "DTEND;TZID=Europe/London:20260312T110000", "LOCATION:Room 2", "DESCRIPTION:Bring figures",
        "TRIGGER:-PT5M", "COLOR:", "TRANSP:TRANSPARENT", "STATUS:TENTATIVE", "CATEGORIES:Figures", "URL:https://example.org/board", "CLASS:PRIVATE",
    ):
        assert line in board, board


def open_day_event(calendar, keys, date, title):
    """From the month to a day, into its list, and to the event; Escape first leaves a list that is still open."""
    keys.press("Escape")
    go_to_day(calendar, keys, date).press("Enter")
    # Enter opens the card, and in it the sheet.
    keys.reach(f"^{title}").press("Enter")
    expect(calendar.dialog.get_by_role("button", name="Edit", exact=True)).to_be_focused()
    keys.press("Enter")
    expect(calendar.dialog.get_by_label("Title")).to_have_value(re.compile(title))


def go(calendar, keys, date):
    keys.press("g")
    expect(calendar.dialog.get_by_label("Date", exact=True)).to_be_focused()
    keys.type_date("^Date$", date)
    keys.press("Enter")
    keys.wait_until_closed()


def go_to_day(calendar, keys, date):
    """Focuses a day in the grid."""
    go(calendar, keys, date)
    year, month, number = date.split("-")
    return keys.reach(rf"\b{int(number)} {month_name[int(month)]} {year}", "div")


def a_series_is_made_and_asked_about(calendar, keys, client):
    keys.press("n")
    keys.type("Choir")
    keys.type_date("^Start date$", "2026-03-17")
    keys.choose("^Repeat$", "^Custom")
    keys.fill("^Every$", "2")
    keys.reach("^Thursday$").press("Space")
    keys.choose("^End repeat$", "after")
    keys.fill("^times$", "6")
    keys.reach("^Save$").press("Enter")
    keys.wait_until_closed()
    [choir] = [one["ical"] for one in wait_for_events(client, 3) if "SUMMARY:Choir" in one["ical"]]
    assert "INTERVAL=2" in choir and "BYDAY=TU,TH" in choir and "COUNT=6" in choir, choir
    for scope, text in (("This event", "Choir, late"), ("All events", "Choral")):
        open_day_event(calendar, keys, "2026-03-17" if scope == "This event" else "2026-03-19", "Choir")
        keys.fill("^Title$", text)
        keys.press("Enter")
        keys.reach(scope).press("Enter")
        keys.wait_until_closed()
        expect(calendar.chips(text).first).to_be_visible()
    open_day_event(calendar, keys, "2026-03-31", "Choral")
    keys.reach("^Delete$").press("Enter")
    keys.reach("This and following events").press("Enter")
    keys.wait_until_closed()
    expect(calendar.chips("Choral")).to_have_count(1)
    keys.press("Control+z")
    expect(calendar.chips("Choral")).to_have_count(5)


def events_are_found_and_duplicated(calendar, keys, client):
    keys.press("/")
    expect(calendar.dialog.get_by_label("Search all events")).to_be_focused()
    keys.type("lunch")
    expect(calendar.dialog.locator("li[role=option]").first).to_contain_text("Lunch with Ana")
    keys.press("Enter")
    expect(calendar.dialog).to_have_accessible_name(re.compile("Lunch with Ana"))
    keys.press("Escape")
    keys.wait_until_closed()
    open_day_event(calendar, keys, "2026-03-13", "Lunch")
    keys.reach("^Duplicate$").press("Enter")
    expect(calendar.dialog.get_by_label("Title")).to_be_focused()
    keys.press("End")
    keys.type(" again")
    keys.press("Enter")
    keys.wait_until_closed()
    expect(calendar.chips("again")).to_have_count(1)
    open_day_event(calendar, keys, "2026-03-13", "Lunch with Ana again")
    keys.reach("^Delete$").press("Enter")
    keys.wait_until_closed()
    expect(calendar.chips("again")).to_have_count(0)


def every_view_is_reached(calendar, keys, client):
    page = calendar.page
    go(calendar, keys, "2026-03-12")
    for letter, name in (("w", "week"), ("x", "days"), ("d", "day"), ("y", "year"), ("m", "month")):
        keys.press(letter)
        expect(page.locator(f'[data-view="{name}"]')).to_be_visible()
        expect(page).to_have_url(re.compile(f"/{name}/2026(-03-12)?$"))
    for key, year in (("j", "April"), ("k", "March")):
        keys.press(key)
        expect(calendar.heading).to_have_text(f"{year} 2026")
    keys.press("y")
    keys.reach("^Months$", "input").press("ArrowRight", "ArrowRight")
    expect(page.get_by_role("radio", name="List")).to_be_checked()
    keys.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Rows")).to_be_checked()
    go_to_day(calendar, keys, "2026-03-13").press("Enter")
    expect(calendar.dialog.get_by_role("button", name="Lunch with Ana")).to_be_visible()
    keys.reach("^Day$").press("Enter")
    expect(page.locator('[data-view="day"]')).to_be_visible()
    keys.press("t")
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))


def the_hours_are_walked_and_changed(calendar, keys, client):
    page = calendar.page
    keys.press("w")
    lunch = hours(calendar, "Lunch with Ana")
    expect(lunch).to_be_visible()
    go(calendar, keys, "2026-03-13")
    keys.reach("13 March 2026.*free$", "button").press("Home")
    for _ in range(60):
        if keys.focused()[1].startswith("Lunch with Ana"):
            break
        keys.press("ArrowDown")
    expect(lunch).to_be_focused()
    keys.press("Space", "ArrowUp", "ArrowUp", "ArrowLeft", "Shift+ArrowDown", "Alt+Shift+ArrowUp", "Enter")
    wait_for(client, "Lunch with Ana", ("20260312T1145", "20260312T1315"))
    expect(lunch).to_be_focused()
    keys.press("Space", "a", "Enter")
    wait_for(client, "Lunch with Ana", ("20260312", "20260313"))
    bar = page.locator(".bars .bar").filter(has_text="Lunch")
    expect(bar).to_be_focused()
    keys.press("Space", "a", "Enter")
    wait_for(client, "Lunch with Ana", ("20260312T0900", "20260312T1000"))
    before = still(lunch)["height"]
    keys.press("+")
    eventually(lambda: lunch.bounding_box()["height"], lambda height: height > before)
    keys.press("-", "0")
    for _ in range(3):
        keys.press("ArrowDown")
    keys.press("Enter")
    expect(calendar.dialog.get_by_label("Title")).to_be_focused()
    keys.type("In a free hour")
    keys.press("Enter")
    keys.wait_until_closed()
    expect(hours(calendar, "In a free hour")).to_be_visible()
    expect(day(calendar, "2026-03-12").get_by_role("button", name="In a free hour")).to_have_count(1)
    keys.press("Control+z")
    expect(hours(calendar, "In a free hour")).to_have_count(0)


def the_month_moves_events(calendar, keys, client):
    keys.press("m")
    # On a chosen time, a second letter at once would begin a title.
    expect(calendar.page.get_by_role("button", name="Month", exact=True)).to_have_attribute("aria-pressed", "true")
    go_to_day(calendar, keys, "2026-03-12").press("Enter")
    keys.reach("^Lunch with Ana").press("Space", "ArrowDown", "ArrowRight", "Enter")
    wait_for(client, "Lunch with Ana", ("20260320T0900", "20260320T1000"))
    keys.press("Control+z")
    wait_for(client, "Lunch with Ana", ("20260312T0900", "20260312T1000"))
    go_to_day(calendar, keys, "2026-04-14").press("Shift+ArrowRight", "Shift+ArrowRight", "Enter")
    expect(calendar.dialog.get_by_label("End date")).to_have_attribute("data-value", "2026-04-16")
    keys.type("Fair")
    keys.press("Enter")
    keys.wait_until_closed()
    wait_for(client, "Fair", ("20260414", "20260417"))


def calendars_and_sets_are_shown(calendar, keys, client):
    page = calendar.page
    go(calendar, keys, "2026-03-12")
    keys.reach("^Personal$", "input").press("Space")
    expect(calendar.chips("Lunch with Ana")).to_have_count(0)
    keys.reach("^Save shown calendars as a set$").press("Enter")
    keys.type("Without me")
    keys.press("Enter")
    keys.wait_until_closed()
    keys.reach("^Show all$").press("Enter")
    expect(calendar.chips("Lunch with Ana")).to_have_count(1)
    keys.press("1")
    expect(calendar.chips("Lunch with Ana")).to_have_count(0)
    keys.reach("^Edit set Without me$").press("Enter")
    keys.reach("^Delete set$").press("Enter")
    keys.wait_until_closed()
    keys.reach("^Edit Job$").press("Enter")
    keys.reach("^Show only this one$").press("Enter")
    keys.wait_until_closed()
    keys.reach("^Show all$").press("Enter")
    expect(page.get_by_role("checkbox", name="Personal")).to_be_checked()


def settings_are_changed(calendar, keys, client):
    choose_of_account(keys, "Enter")
    keys.choose("^Theme$", "Dark")
    keys.choose("^Time format$", "12-hour")
    keys.choose("^Week starts on$", "^Sunday$")
    keys.reach("^Week numbers$").press("Space")
    keys.press("Escape")
    keys.wait_until_closed()
    expect(calendar.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(calendar.page.get_by_role("columnheader").first).to_have_accessible_name(re.compile("Sun"))


def a_file_is_imported_and_one_exported(calendar, keys, client):
    page = calendar.page
    choosers = []
    page.on("filechooser", lambda chooser: choosers.append(chooser))
    choose_of_account(keys, "i")
    with page.expect_file_chooser():
        keys.press("Enter")
    frames(page)
    [chooser] = choosers
    chooser.set_files({"name": "elsewhere.ics", "mimeType": "text/calendar", "buffer": SMALL})
    expect(calendar.dialog.get_by_text("Imported one")).to_be_visible()
    keys.reach("^Import$").press("Enter")
    expect(calendar.dialog.get_by_role("button", name="Done")).to_be_focused()
    keys.press("Enter")
    keys.wait_until_closed()
    expect(calendar.chips("Imported one")).to_have_count(1)
    keys.reach("^Edit From elsewhere$").press("Enter")
    keys.reach("^Export as a file")
    with page.expect_download() as download:
        keys.press("Enter")
    assert download.value.suggested_filename == "From-elsewhere.ics"
    keys.reach("^Delete calendar$").press("Enter")
    keys.reach("^Delete calendar$")
    expect(page.get_by_text("Its events will be deleted too. You can bring it back from the bin for 30 days.")).to_be_visible()
    keys.press("Enter")
    keys.wait_until_closed()
    expect(calendar.chips("Imported one")).to_have_count(0)


def test_using_a_pointer_would_be_noticed(new_context, empty_server):
    context = new_context(empty_server)
    context.witness.expected = ["A pointer was used"]
    page = context.new_page()
    Keyboard(page)
    page.goto(empty_server.url)
    with page.expect_console_message(lambda message: message.text == "A pointer was used"):
        page.get_by_label("Name").click()
