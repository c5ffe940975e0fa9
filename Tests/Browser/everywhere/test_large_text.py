"""Text at twice its size, and screens 320 px wide: nothing is cut off or overflows, and targets are large enough."""

import pytest
from playwright.sync_api import expect

from support.browser import DESKTOP, NO_DRAFTS, PHONE, signed_in_context
from support.calendar_page import VIEWS, CalendarPage
from support.choices import choose
from support.events import SERIES
from support.server import Client, on_copy
from support.waiting import frames, settled

SMALL = {"width": 320, "height": 640}
DOUBLE = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '32px'; });"
MANY = "\n".join(
    f"BEGIN:VEVENT\nUID:many{hour}@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20260311T{hour:02}0000\n"
    f"DTEND;TZID=Europe/Berlin:20260311T{hour:02}2000\nSUMMARY:Gymnastics {hour}\nEND:VEVENT"
    for hour in range(8, 15)
)
# Finds text that is cut off at the bottom, or at the side without fading, elements that reach beyond the page, and
# targets smaller than `least` pixels.
FAULTS = """(least) => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const isSeen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen') && e.getBoundingClientRect().width > 1;
    const all = [...top.querySelectorAll('*')].filter(isSeen);
    const name = (e) => `${e.localName}.${e.className} "${(e.getAttribute('aria-label') || e.textContent).trim().slice(0, 30)}"`;
    const hasText = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    // In the wide month, a gradient of each day lies over its titles.
    const fades = (e, style) => style.textOverflow === 'ellipsis' || style.maskImage !== 'none'
        || getComputedStyle(e, '::after').backgroundImage.includes('gradient') || e.matches('.grid.wide .timed');
    // An ellipsis would take half of the room that a title has in a phone's month; the day's list has it whole.
    const isShortOfRoom = (e) => e.matches('.grid:not(.wide) .chip');
    const isInScroller = (e) => e.closest('.hours-scroller, .week-page[inert], .board-scroll, .year-scroll:has(> .year-rows)') !== null;
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const e of all) {
        const [style, box] = [getComputedStyle(e), e.getBoundingClientRect()];
        const isCut = style.overflowY === 'hidden' || style.overflowY === 'clip';
        const isClamped = style.display === '-webkit-box' || style.webkitLineClamp !== 'none';
        if (hasText(e) && isCut && !isClamped && e.scrollHeight > e.clientHeight + 2) faults.push(`cut: ${name(e)} ${e.scrollHeight} > ${e.clientHeight}`);
        if (hasText(e) && isCut && e.scrollWidth > e.clientWidth + 2 && !fades(e, style) && !isShortOfRoom(e)) faults.push(`cut aside: ${name(e)}`);
        if (hasText(e) && !isInScroller(e) && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`beyond: ${name(e)}`);
        if (!e.matches('button, a[href], select, input, summary, [role=gridcell], [role=option]') || isInScroller(e)) continue;
        const target = e.matches('input') && e.closest('label') ? e.closest('label').getBoundingClientRect() : box;
        if (target.width < least || target.height < least) faults.push(`small: ${name(e)} ${Math.round(target.width)}x${Math.round(target.height)}`);
    }
    return faults;
}"""


@pytest.fixture(scope="module")
def busy_server(tmp_path_factory, furnished):
    """One server for all tests. They change the layout of the year, so a test that shows the year has to choose it."""
    server = on_copy(furnished[0], tmp_path_factory.mktemp("text"))
    client = Client(server, furnished[1])
    client.put(SERIES)
    client.import_file(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//T//T//EN\n{MANY}\nEND:VCALENDAR\n".encode())
    yield server
    server.stop()


@pytest.fixture(scope="module", params=["small", "double", "double on a desktop"])
def window(request, browser, busy_server, furnished):
    """One signed-in page for each combination of text and screen size."""
    context = signed_in_context(browser, busy_server, furnished[1], viewport=DESKTOP if "desktop" in request.param else SMALL)
    context.add_init_script(NO_DRAFTS)
    if "double" in request.param:
        context.add_init_script(DOUBLE)
    yield CalendarPage(context.new_page(), busy_server)
    complaints = context.witness.complaints()
    context.close()
    assert complaints == [], "the page logged errors or warnings"


@pytest.fixture
def calendar(window):
    return window.open("/month/2026-03-11")


def faults(calendar, least=24):
    frames(calendar.page)
    settled(calendar.page)
    return calendar.page.evaluate(FAULTS, least)


@pytest.mark.parametrize("view", VIEWS)
def test_every_view(window, view):
    window.open(f"/{view}/2026-03-11")
    assert faults(window) == []


def test_the_year_in_every_layout(window):
    calendar = window.open("/year/2026-03-11")
    for layout in ("Months", "Rows", "List"):
        calendar.page.get_by_role("radio", name=layout).check(force=True)
        assert faults(calendar) == [], layout
    calendar.open_months()
    assert faults(calendar) == []


def test_the_day_list(calendar):
    calendar.day("2026-03-17").click()
    expect(calendar.listed("Stand-up")).to_be_visible()
    assert faults(calendar) == []


@pytest.mark.parametrize("name", ["New event", "Choose a month", "Go to date", "?", "q", "/", "Settings", "Time zones and travel", "New calendar"])
def test_sheets_and_dialogs(calendar, name):
    if len(name) == 1:
        calendar.page.keyboard.press(name)
    elif name == "Choose a month":
        calendar.open_months()
    elif name == "Go to date":
        calendar.open_jump()
    elif name == "New event":
        calendar.page.get_by_role("button", name=name).first.click()
        choose(calendar.dialog.get_by_label("Repeat", exact=True), "weekly")
        calendar.dialog.get_by_text("More", exact=True).click()
    elif name == "Time zones and travel":
        calendar.open_settings(name)
    else:
        calendar.open_menu_item(name)
    expect(calendar.dialog).to_be_visible()
    assert faults(calendar) == []


def test_the_rows_of_the_month_grow_with_the_text(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE)
    height = "document.querySelector('.week').offsetHeight"
    usual = calendar.page.evaluate(height)
    calendar.page.add_init_script(DOUBLE)
    calendar.reload()
    calendar.wait_until(f"(usual) => {height} > usual * 1.3", usual)
    calendar.open("/day/2026-03-11")
    assert calendar.page.evaluate("parseFloat(document.querySelector('.hours-scroller').style.getPropertyValue('--hour'))") >= 96


def test_touch_targets_in_the_header_are_large(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    for view in VIEWS:
        calendar.show(view)
        small = calendar.page.evaluate(
            """() => [...document.querySelectorAll('.top-bar button, .top-bar select')].filter((e) => e.checkVisibility())
                .map((e) => [e.ariaLabel ?? e.textContent, e.getBoundingClientRect()])
                .filter(([, box]) => box.width < 44 || box.height < 44).map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
        )
        assert small == [], view
        assert calendar.page.evaluate("document.querySelector('.top-bar').offsetHeight") < 60
