"""axe finds nothing: every view there is, light and dark, on a phone and on a desktop."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from test_events import SERIES
from test_import import SMALL

SIZES = {"desktop": DESKTOP, "phone": PHONE}


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.fixture(params=list(SIZES))
def viewport(request):
    return SIZES[request.param]


def findings(page):
    """What axe says, a line a finding."""
    # Half-faded colours would be judged as they are in passing.
    page.wait_for_timeout(500)
    violations = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for v in violations for node in v["nodes"]]


@pytest.fixture
def furnished_calendar(open_calendar, client, scheme, viewport):
    client.put(SERIES)
    client.put(
        "BEGIN:VEVENT\nUID:trip@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:20260312\n"
        "DTEND;VALUE=DATE:20260318\nSUMMARY:Trip\nSTATUS:TENTATIVE\nEND:VEVENT"
    )
    return open_calendar("/month/2026-03-11", color_scheme=scheme, viewport=viewport)


def test_the_month(furnished_calendar):
    assert findings(furnished_calendar.page) == []


def test_the_day(furnished_calendar):
    furnished_calendar.open("/month/2026-03-17/day")
    expect(furnished_calendar.listed("Stand-up")).to_be_visible()
    assert findings(furnished_calendar.page) == []


@pytest.mark.parametrize("layout", ["Months", "Rows", "List"])
def test_the_year(furnished_calendar, layout):
    page = furnished_calendar.page
    page.keyboard.press("y")
    page.get_by_role("radio", name=layout).check(force=True)
    expect(page.locator('[data-view="year"] [role="gridcell"]')).to_have_count(365)
    assert findings(page) == []
    furnished_calendar.day("2026-03-17").click()
    expect(furnished_calendar.dialog).to_be_visible()
    assert findings(page) == []


def test_the_event_sheet(furnished_calendar):
    furnished_calendar.page.get_by_role("button", name="New event").first.click()
    expect(furnished_calendar.dialog).to_be_visible()
    assert findings(furnished_calendar.page) == []
    furnished_calendar.dialog.get_by_label("Repeat", exact=True).select_option(label="Weekly")
    furnished_calendar.dialog.get_by_text("More", exact=True).click()
    furnished_calendar.dialog.get_by_role("button", name="Add reminder").click()
    assert findings(furnished_calendar.page) == []


def test_the_choice_of_a_time_zone(furnished_calendar):
    furnished_calendar.page.get_by_role("button", name="New event").first.click()
    furnished_calendar.dialog.get_by_text("More", exact=True).click()
    furnished_calendar.dialog.get_by_role("button", name="Berlin").click()
    expect(furnished_calendar.dialog.locator("li[role=option]").first).to_be_visible()
    assert findings(furnished_calendar.page) == []


def test_the_question_about_a_repeating_event(furnished_calendar):
    furnished_calendar.open("/month/2026-03-17/day")
    furnished_calendar.listed("Stand-up").click()
    furnished_calendar.dialog.get_by_role("button", name="Delete").click()
    expect(furnished_calendar.page.get_by_text("Delete a repeating event")).to_be_visible()
    assert findings(furnished_calendar.page) == []


def test_the_import(furnished_calendar):
    furnished_calendar.drop_file("elsewhere.ics", SMALL)
    expect(furnished_calendar.dialog.get_by_text("1 problem")).to_be_visible()
    assert findings(furnished_calendar.page) == []


@pytest.mark.parametrize("name", ["Settings", "Go to date", "Keyboard shortcuts", "New calendar", "Quick add", "Search"])
def test_the_other_dialogs(furnished_calendar, name):
    if name == "Keyboard shortcuts":
        furnished_calendar.page.keyboard.press("?")
    elif name == "Quick add":
        furnished_calendar.page.keyboard.press("q")
        furnished_calendar.dialog.get_by_label("What and when").fill("Tea every Friday at 16")
        furnished_calendar.dialog.get_by_text("What can I write?").click()
    elif name == "Search":
        furnished_calendar.page.keyboard.press("/")
        furnished_calendar.dialog.get_by_label("Search all events").fill("stand")
        expect(furnished_calendar.dialog.locator("li[role=option]").first).to_be_visible()
    elif name == "Go to date":
        furnished_calendar.open_jump()
    else:
        furnished_calendar.open_menu_item(name)
    expect(furnished_calendar.dialog).to_be_visible()
    assert findings(furnished_calendar.page) == []


def test_signing_in(new_context, server, scheme, viewport):
    page = new_context(server, color_scheme=scheme, viewport=viewport).new_page()
    page.goto(server.url)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert findings(page) == []


def test_setting_up(new_context, empty_server, scheme, viewport):
    page = new_context(empty_server, color_scheme=scheme, viewport=viewport).new_page()
    page.goto(empty_server.url)
    expect(page.get_by_label("One-time code")).to_be_visible()
    assert findings(page) == []


def test_axe_itself_finds_what_is_wrong(browser):
    page = browser.new_page()
    page.set_content("<html><body><button></button><img src='data:,'></body></html>")
    assert findings(page) != []
    page.close()
