"""axe finds no fault in any view, sheet or dialog, light and dark, on a phone and on a desktop."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings, findings_in_both_schemes
from support.browser import DESKTOP, NO_DRAFTS, PHONE, signed_in_context
from support.calendar_page import CalendarPage
from support.choices import choose
from support.events import SERIES, event
from support.imports import SMALL, start_and_wait
from support.server import Client, on_copy
from support.timeline import day
from support.waiting import eventually

SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.fixture(params=list(SIZES), scope="module")
def viewport(request):
    return SIZES[request.param]


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory, furnished):
    """One server for all screens below, as none of them changes anything that shows on another."""
    data, cookie = furnished
    server = on_copy(data, tmp_path_factory.mktemp("looks"))
    client = Client(server, cookie)
    client.request("POST", "/api/v1/calendars", {"name": "Work", "color": "orange"})
    client.request("PUT", "/api/v1/settings", {"sets": [{"name": "Only work", "calendars": []}]}, {"If-Match": "*"})
    client.put(SERIES)
    client.put(event("Trip", "20260312", "20260318", "STATUS:TENTATIVE", "CATEGORIES:Sea,Sun", "COLOR:green"))
    client.put(event("Cancelled", "20260317T140000", "20260317T150000", "STATUS:CANCELLED", "LOCATION:Room 2"))
    client.put(event("Night", "20260317T230000", "20260318T013000", "COLOR:yellow"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def shared_calendar(browser, shared_server, furnished, viewport):
    """One signed-in page for each size; every screen starts by going to its own address."""
    context = signed_in_context(browser, shared_server, furnished[1], viewport=viewport)
    context.add_init_script(NO_DRAFTS)
    yield CalendarPage(context.new_page(), shared_server)
    complaints = context.witness.complaints()
    context.close()
    assert complaints == [], "the page logged errors or warnings"


# Each function below brings up a screen and waits until it is there. First the views.


def year(layout):
    def arrive(calendar):
        calendar.open("/year/2026")
        calendar.page.get_by_role("radio", name=layout).check(force=True)
        if layout == "List":
            expect(calendar.page.locator('[data-view="year"] .year-list > *').first).to_be_visible()
        else:
            expect(calendar.page.locator('[data-view="year"] [role="gridcell"]')).to_have_count(365)

    return arrive


def hours_of(view):
    def arrive(calendar):
        calendar.open(f"/{view}/2026-03-17")
        expect(day(calendar, "2026-03-17").get_by_role("button", name="Stand-up")).to_be_visible()

    return arrive


def agenda(calendar):
    calendar.open("/agenda/2026-03-17")
    expect(calendar.page.locator('[data-view="agenda"] [data-date="2026-03-17"]').first).to_be_visible()


def end_of_the_agenda(calendar):
    agenda(calendar)
    calendar.page.keyboard.press("PageUp")
    calendar.page.keyboard.press("Home")
    expect(calendar.page.get_by_text("Nothing earlier")).to_be_visible()


def board(calendar):
    calendar.open("/board/2026-03-17")
    expect(calendar.page.locator('[data-view="board"]').get_by_role("button", name="Stand-up").first).to_be_visible()


VIEWS = {
    "agenda": agenda,
    "board": board,
    "month": lambda calendar: calendar.open("/month/2026-03-17"),
    **{view: hours_of(view) for view in ("day", "days", "week")},
    **{f"year as {layout.lower()}": year(layout) for layout in ("Months", "Rows", "List")},
}


def full_day(calendar):
    calendar.open("/month/2026-03-17/day")
    expect(calendar.listed("Stand-up")).to_be_visible()


def empty_day(calendar):
    calendar.open("/month/2026-03-20/day")
    expect(calendar.page.get_by_text("Nothing on this day yet.")).to_be_visible()


# Then the sheets and dialogs.


def new_event(calendar):
    calendar.open("/month/2026-03-17").page.keyboard.press("n")
    expect(calendar.dialog.get_by_label("Title")).to_be_visible()


def every_field(calendar):
    new_event(calendar)
    choose(calendar.dialog.get_by_label("Repeat", exact=True), "weekly")
    choose(calendar.dialog.get_by_label("End repeat"), "Ends on")
    calendar.dialog.get_by_role("button", name="Add reminder").click()
    calendar.page.get_by_role("menuitem", name="1 hour before").click()
    calendar.dialog.get_by_text("More", exact=True).click()
    calendar.dialog.get_by_label("Categories").press_sequentially("Sea,")


def known_event(calendar):
    full_day(calendar)
    calendar.listed("Stand-up").click()
    expect(calendar.dialog.get_by_role("button", name="Delete")).to_be_visible()


def time_zone(calendar):
    new_event(calendar)
    calendar.dialog.get_by_text("More", exact=True).click()
    calendar.dialog.get_by_role("button", name="Berlin").click()
    expect(calendar.dialog.locator("li[role=option]").first).to_be_visible()


def what_of_a_series_changes(calendar):
    known_event(calendar)
    calendar.dialog.get_by_role("button", name="Edit", exact=True).click()
    calendar.fill_sheet(title="Other")
    calendar.dialog.get_by_role("button", name="Save").click()
    expect(calendar.page.get_by_text("Edit repeating event")).to_be_visible()


def what_of_a_series_is_deleted(calendar):
    known_event(calendar)
    calendar.dialog.get_by_role("button", name="Delete").click()
    expect(calendar.page.get_by_text("Delete repeating event")).to_be_visible()


def discarding(calendar):
    new_event(calendar)
    calendar.page.keyboard.type("Half")
    calendar.dialog.get_by_role("button", name="Close").click()
    expect(calendar.page.get_by_text("Discard your changes?")).to_be_visible()


def quick_add(calendar):
    calendar.open("/month/2026-03-17").page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Tea every Friday at 16")
    calendar.dialog.get_by_text("What can I type?").click()


def title_in_place(calendar):
    if calendar.page.viewport_size == PHONE:
        # On a phone, the first tap already opens the day.
        return quick_add(calendar)
    calendar.open("/month/2026-03-17").day("2026-03-26").dblclick()
    expect(calendar.dialog.get_by_label("What and when")).to_be_focused()


def found(calendar, text="stand"):
    calendar.open("/month/2026-03-17").page.keyboard.press("/")
    calendar.dialog.get_by_label("Search all events").fill(text)
    expect(calendar.dialog.locator("li").first).to_be_visible()


def named(button):
    def arrive(calendar):
        calendar.open("/month/2026-03-17").open_menu_item(button)
        expect(calendar.dialog.get_by_role("heading").first).to_be_visible()

    return arrive


def settings_section(calendar):
    calendar.open("/month/2026-03-17").open_settings("Views")
    expect(calendar.dialog.get_by_label("Week starts on")).to_be_visible()


def second_zone(calendar):
    calendar.open("/month/2026-03-17").open_settings("Time zones and travel")
    calendar.dialog.get_by_role("button", name="None").click()
    expect(calendar.dialog.locator("li[role=option]").first).to_be_visible()


def deleting_a_calendar(calendar):
    named("Edit Work")(calendar)
    calendar.dialog.get_by_role("button", name="Delete calendar").click()
    expect(calendar.page.get_by_text("Delete “Work”?")).to_be_visible()


def jump(calendar):
    calendar.open("/month/2026-03-17").open_jump()
    expect(calendar.dialog.get_by_label("Date", exact=True)).to_be_visible()


def import_preview(calendar):
    calendar.open("/month/2026-03-17").drop_file("elsewhere.ics", SMALL)
    expect(calendar.dialog.get_by_text("1 problem")).to_be_visible()


def import_result(calendar):
    import_preview(calendar)
    choose(calendar.dialog.get_by_label("Into"), "Work")
    start_and_wait(calendar)


def day_of_the_year(calendar):
    year("Months")(calendar)
    calendar.day("2026-03-17").click()
    expect(calendar.dialog).to_be_visible()


def choice_of_a_year(calendar):
    year("Months")(calendar)
    calendar.open_months()
    expect(calendar.dialog.get_by_role("option", name="2026")).to_be_focused()


def drawer(calendar):
    calendar.open("/month/2026-03-17")
    button = calendar.page.get_by_role("button", name="Calendars", exact=True)
    if button.is_visible():
        button.click()
        expect(calendar.dialog.get_by_role("checkbox", name="Work")).to_be_visible()


def message(calendar):
    calendar.open("/month/2026-03-17").page.keyboard.press("Control+z")
    expect(calendar.announcement("Nothing to undo.")).to_be_visible()


SCREENS = {
    **VIEWS, "end of the agenda": end_of_the_agenda, "day with events": full_day, "day without events": empty_day, "new event": new_event, "every field": every_field,
    "known event": known_event, "time zone": time_zone, "change of a series": what_of_a_series_changes,
    "deletion of a series": what_of_a_series_is_deleted, "discard": discarding, "quick add": quick_add, "title in place": title_in_place,
    "search": found, "search without results": lambda calendar: found(calendar, "nowhere to be found"),
    "new calendar": named("New calendar"), "calendar": named("Edit Work"), "deletion of a calendar": deleting_a_calendar,
    "new set": named("Save shown calendars as a set"), "set": named("Edit set Only work"), "settings": named("Settings"),
    "section of the settings": settings_section,
    "second zone": second_zone, "jump": jump, "shortcuts": named("Keyboard shortcuts"), "import": import_preview,
    "result of an import": import_result, "day of the year": day_of_the_year, "choice of a year": choice_of_a_year, "calendars": drawer, "message": message,
}


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(shared_calendar, screen):
    SCREENS[screen](shared_calendar)
    assert findings_in_both_schemes(shared_calendar.page) == []


def test_axe_finds_nothing_in_the_widget(new_context, server, furnished, client, viewport):
    # A current and an upcoming event today, and one tomorrow.
    for uid, start, end in (("now", "20260311T093000", "20260311T103000"), ("next", "20260311T120000", "20260311T130000"), ("then", "20260312T120000", "20260312T130000")):
        client.put(event(f"Lunch {uid}", start, end, "LOCATION:Luigi’s"))
    page = new_context(server, furnished[1], viewport=viewport).new_page()
    page.goto(server.url + "/widget")
    expect(page.get_by_role("listitem")).to_have_count(3)
    assert findings_in_both_schemes(page) == []
    page = new_context(server, viewport=viewport).new_page()
    page.goto(server.url + "/widget")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert findings_in_both_schemes(page) == []


def test_axe_finds_nothing_when_signing_in(new_context, server, viewport):
    page = new_context(server, viewport=viewport).new_page()
    page.goto(server.url)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert findings_in_both_schemes(page) == []


def test_axe_finds_nothing_when_setting_up(new_context, empty_server, viewport):
    page = new_context(empty_server, viewport=viewport).new_page()
    page.goto(empty_server.url)
    expect(page.get_by_label("Set-up code")).to_be_visible()
    assert findings_in_both_schemes(page) == []


def test_axe_does_find_faults(browser):
    page = browser.new_page()
    page.set_content("<html><body><button></button><img src='data:,'></body></html>")
    assert findings(page) != []
    page.close()


STOPS = """(view) => [...document.querySelectorAll(`[data-view="${view}"] :is([role="grid"], .year-list, .hours-scroller, .agenda) *`)]
    .filter((e) => e.tabIndex >= 0 && e.checkVisibility()).map((e) => `${e.ariaLabel}, ${e.closest('.agenda [data-date], .board [data-date]')?.dataset.date}`)"""


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_one_tab_stop_from_wherever_it_is_reached(new_context, server, furnished, client, view):
    client.put(SERIES)
    # The list of a year has what lasts a day.
    client.put("BEGIN:VEVENT\nUID:fair@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260501\nSUMMARY:Fair\nEND:VEVENT")
    calendar = CalendarPage(new_context(server, furnished[1]).new_page(), server)
    page, name = calendar.page, view.split()[0]
    VIEWS[view](calendar)

    def stops():
        expect(page.locator(f'[data-view="{name}"]')).to_be_visible()
        # The agenda renders its rows a frame later, once it knows its height.
        [stop] = eventually(lambda: page.evaluate(STOPS, name), lambda found: len(found) == 1)
        return stop

    stops()
    for letter in ("y", "w", "m"):
        page.keyboard.press(letter)
        page.keyboard.press({"month": "m", "day": "d", "days": "x", "week": "w", "year": "y", "agenda": "a", "board": "b"}[name])
        stops()
    page.keyboard.press("g")
    calendar.dialog.get_by_label("Date", exact=True).fill("2027-05-06")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # The list of a year has events, and perhaps none on that day.
    if view != "year as list":
        eventually(stops, lambda stop: re.search(r"\b6 May 2027|May 2027, |2027-05-06", stop))
