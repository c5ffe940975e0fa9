"""A start shows the page as it looked last, until the core is there that draws it."""

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.events import event
from support.kept_page import EXPECTED, front, visit  # noqa: F401
from support.waiting import eventually

# Keeps the core away until the test lets it come.
HELD = """(() => {
    const made = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...asked) => {
        await new Promise((go) => { globalThis.letCoreCome = go; });
        return made.call(WebAssembly, ...asked);
    };
})()"""
STILLS = "() => ['meantime-still', 'meantime-still-opening'].filter((name) => localStorage.getItem(name))"
# What can be seen whole: where each element is, how it's painted, and its text if it has no elements in it.
SEEN = """(shell) => [...document.querySelector(shell).querySelectorAll('*')]
    .filter((element) => !element.matches('.now-line, .now-pill, .banner, .load-progress'))
    .map((element) => ({ element, box: element.getBoundingClientRect(), style: getComputedStyle(element) }))
    .filter(({ box, style }) => box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && style.visibility === 'visible')
    .map(({ element, box, style }) => [
        element.localName, ...[box.x, box.y, box.width, box.height].map(Math.round),
        style.color, style.backgroundColor, style.borderColor, style.fontSize, style.fontWeight,
        element.firstElementChild ? '' : element.textContent,
    ].join(' '))"""
SHOWS = """(word) => {
    const text = localStorage.getItem('meantime-still-opening');
    return text === null ? null : text.includes(word);
}"""


def opened_plainly(calendar):
    """Opens the page without the address of a view, and waits until the device has kept how it looks."""
    calendar.page.goto("about:blank")
    calendar.open("/")
    eventually(lambda: len(calendar.page.evaluate(STILLS)), 2)
    return calendar


def held_back(calendar, path="/"):
    """Opens the page anew in the same profile, with its core held back."""
    page = calendar.page.context.new_page()
    page.add_init_script(HELD)
    page.goto(calendar.server.url + path)
    return CalendarPage(page, calendar.server)


@pytest.mark.parametrize("key", ["m", "w", "d", "a", "y"])
@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"}], ids=["desktop", "phone"])
def test_it_looks_like_the_page_that_comes(visit, options, key):
    calendar = visit(stills=True, **options)
    calendar.page.keyboard.press(key)
    earlier = opened_plainly(calendar)
    calendar = held_back(earlier)
    still = calendar.page.locator("body.page-still")
    expect(still.locator("[data-view]")).to_have_count(1)
    expect(calendar.page.get_by_role("main")).to_have_count(1)
    eventually(lambda: calendar.page.evaluate("'letCoreCome' in globalThis"))
    shown = calendar.page.evaluate(SEEN, ".page-still > app-shell")
    assert len(shown) > 40
    calendar.page.evaluate("letCoreCome()")
    calendar.ready()
    eventually(lambda: calendar.page.evaluate(SEEN, "app-shell"), shown)


def test_a_reload_shows_where_one_was(visit):
    calendar = opened_plainly(visit(stills=True))
    calendar.page.keyboard.press("w")
    eventually(lambda: "/week/" in calendar.page.evaluate("JSON.parse(localStorage.getItem('meantime-still'))?.path"))
    calendar.page.add_init_script(HELD)
    calendar.page.reload()
    expect(calendar.page.locator("body.page-still timeline-view")).to_have_count(1)
    eventually(lambda: calendar.page.evaluate("'letCoreCome' in globalThis"))
    calendar.page.evaluate("letCoreCome()")
    calendar.ready()


def test_an_event_that_changed_out_of_sight_is_not_shown_as_it_was(visit, client):
    calendar = opened_plainly(visit(stills=True))
    assert calendar.page.evaluate(SHOWS, "Lunch")
    for _ in range(3):
        calendar.page.keyboard.press("j")
    client.put(event("Tea", "20260312T150000", "20260312T160000"))
    eventually(lambda: calendar.page.evaluate(SHOWS, "Lunch"), None)
    calendar.page.keyboard.press("t")
    eventually(lambda: calendar.page.evaluate(SHOWS, "Tea"))


def test_a_start_elsewhere_leaves_the_opening_view_as_it_was(visit):
    calendar = opened_plainly(visit(stills=True))
    calendar.page.keyboard.press("w")
    calendar.reload()
    calendar.page.evaluate("localStorage.removeItem('meantime-still')")
    calendar.page.keyboard.press("j")
    eventually(lambda: calendar.page.evaluate("localStorage.getItem('meantime-still') !== null"))
    assert calendar.page.evaluate(SHOWS, "Lunch")


def test_a_calendar_that_was_hidden_out_of_sight_is_not_shown(visit):
    calendar = opened_plainly(visit(stills=True))
    calendar.page.keyboard.press("w")
    calendar.page.get_by_role("checkbox", name="Personal").uncheck()
    eventually(lambda: calendar.page.evaluate(SHOWS, "Lunch"), None)


def test_what_was_taken_away_while_a_form_is_open_is_not_shown(visit, choir):
    anna, ben, group = choir
    ben.put("dentist", "DTSTART:20260311T150000Z", "DTEND:20260311T160000Z", "SUMMARY:Dentist")
    ben.ask("PUT", f"/groups/{group}/shares", {"default": "full"})
    calendar = visit(events=2, stills=True)
    page = calendar.page
    eventually(lambda: page.evaluate("localStorage.getItem('meantime-still')?.includes('Dentist')"))
    page.keyboard.press("n")
    expect(calendar.dialog.get_by_label("Title")).to_be_visible()
    ben.ask("PUT", f"/groups/{group}/shares", {"default": "hidden"})
    expect(calendar.chips("Dentist")).to_have_count(0)
    eventually(lambda: not page.evaluate("localStorage.getItem('meantime-still')"))


def test_one_that_cannot_be_built_keeps_no_page_from_starting(visit):
    calendar = opened_plainly(visit(stills=True))
    calendar.page.evaluate("""() => {
        const still = JSON.parse(localStorage.getItem('meantime-still-opening'));
        still.shell[1].push(['not a name', '']);
        localStorage.setItem('meantime-still-opening', JSON.stringify(still));
        globalThis.onpagehide = () => localStorage.setItem('meantime-still-opening', JSON.stringify(still));
    }""")
    calendar.page.goto("about:blank")
    calendar.open("/")
    expect(calendar.chips("Lunch")).to_have_count(1)


def test_it_gives_way_to_the_sign_in(visit):
    calendar = opened_plainly(visit(stills=True))
    context = calendar.page.context
    # The first page asks, too, once it hears that the device keeps nothing any more.
    context.witness.expected = [*EXPECTED, "401"]
    context.clear_cookies()
    page = context.new_page()
    page.goto(calendar.server.url + "/")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.locator(".page-still")).to_have_count(0)
    assert page.evaluate(STILLS) == []


def test_signing_out_leaves_nothing_of_it(visit):
    calendar = opened_plainly(visit(stills=True))
    calendar.sign_out()
    eventually(lambda: calendar.page.evaluate(STILLS), [])
