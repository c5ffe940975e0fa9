"""Switching views leads to the same date at once, with view transitions, without them, and with reduced motion."""

import re

import pytest
from playwright.sync_api import expect

from support import waiting

from support.calendar_page import VIEWS
from support.events import SERIES, event, wait_for
from support.pointer import centre
from support.timeline import HOUR, hours

# As in a browser that doesn't know view transitions.
WITHOUT_TRANSITIONS = "delete Document.prototype.startViewTransition"
# Records each transition that starts, and the names of the elements that take part in it.
RECORD_TRANSITIONS = """() => {
    window.transitions = [];
    window.begun = 0;
    const start = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function (change) {
        window.begun += 1;
        const transition = start.call(this, change);
        transition.ready.then(() => {
            const named = [...document.querySelectorAll('[style*="view-transition-name"]')];
            window.transitions.push(named.map((part) => part.className.split(' ')[0] || part.localName));
        }, () => window.transitions.push('skipped'));
        return transition;
    };
}"""


@pytest.fixture(params=["transitions", "no transitions", "no motion"])
def calendar(request, open_calendar, client):
    client.put(SERIES)
    script = WITHOUT_TRANSITIONS if request.param == "no transitions" else f"({RECORD_TRANSITIONS})()"
    motion = "reduce" if request.param == "no motion" else "no-preference"
    calendar = open_calendar("/month/2026-03-11", script=script, reduced_motion=motion, full_transitions=True)
    # Views are loaded after the page; keys pressed before that aren't the subject here.
    calendar.wait_until("customElements.get('year-view') !== undefined")
    calendar.mode = request.param
    return calendar


def expect_view(calendar, view, date):
    expect(calendar.page.locator(f'[data-view="{view}"]')).to_be_visible()
    expect(calendar.page).to_have_url(re.compile(f"/{view}/{date}$"))


def expect_transition(calendar, part):
    """The last transition took the whole view and this part of it; with reduced motion there was none."""
    if calendar.mode == "transitions":
        calendar.wait_until("(part) => String(window.transitions.at(-1)) === `main,${part}`", part)
    elif calendar.mode == "no motion":
        assert calendar.page.evaluate("window.begun") == 0


def test_from_the_year_into_a_month_and_back_the_date_is_kept(calendar):
    page = calendar.page
    calendar.day("2026-03-17").click()
    calendar.day("2026-03-17").focus()
    page.keyboard.press("y")
    expect_view(calendar, "year", "2026-03-17")
    expect_transition(calendar, "year-month")
    expect(calendar.day("2026-03-17")).to_be_focused()
    expect(calendar.day("2026-03-17")).to_have_attribute("aria-selected", "true")
    page.locator('.year-month-name[data-open="2026-08-01"]').click()
    expect_view(calendar, "month", "2026-08-01")
    expect_transition(calendar, "month-view")
    expect(calendar.heading).to_contain_text("August 2026")
    expect(calendar.day("2026-08-01")).to_be_in_viewport()
    page.keyboard.press("d")
    expect_view(calendar, "day", "2026-08-01")
    expect_transition(calendar, "timeline-view")
    page.evaluate("history.back()")
    expect_view(calendar, "month", "2026-08-01")
    expect(calendar.day("2026-08-01")).to_have_attribute("aria-selected", "true")
    expect(calendar.day("2026-08-01")).to_be_in_viewport()
    expect_transition(calendar, "day")
    page.keyboard.press("w")
    expect_view(calendar, "week", "2026-08-01")
    # A press would wait for the end of the transition, and scroll the week to find out why.
    waiting.passed(page)
    page.get_by_role("button", name="Wednesday, 29 July 2026", exact=True).click()
    expect_view(calendar, "day", "2026-07-29")
    page.evaluate("history.back()")
    expect_view(calendar, "week", "2026-08-01")
    expect_transition(calendar, "day-name-cell")


def test_keys_and_presses_never_wait(calendar):
    page = calendar.page
    page.keyboard.press("y")
    page.keyboard.press("j")
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    expect(calendar.day("2027-03-12")).to_be_focused()
    expect_view(calendar, "month", "2027-03-12")
    page.keyboard.press("y")
    year = calendar.day("2027-03-12")
    expect(year).to_have_class(re.compile("year-day"))
    box = year.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(calendar.dialog.get_by_text("12 March 2027")).to_be_visible()


def test_a_key_pressed_before_the_next_frame_reaches_the_new_view(calendar):
    page = calendar.page
    calendar.day("2026-03-11").focus()
    # All in one task, so that no frame comes in between.
    page.evaluate(
        """() => {
            const press = (key) => (document.activeElement ?? document.body)
                .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            for (const key of ['y', 'ArrowDown', 'm', 'ArrowRight']) press(key);
        }"""
    )
    expect(calendar.day("2026-03-19")).to_be_focused()
    expect_view(calendar, "month", "2026-03-19")


def test_no_element_keeps_its_transition_name_afterwards(calendar):
    for key, view in (("y", "year"), ("w", "week"), ("d", "day"), ("m", "month")):
        calendar.page.keyboard.press(key)
        expect(calendar.page.locator(f'[data-view="{view}"]')).to_be_visible()
    expect(calendar.page.locator('[style*="view-transition-name"]')).to_have_count(0)


# Presses a key that starts a transition, and clicks before it is over. Returns how many clicks the view got.
CLICK_DURING_TRANSITION = """async (rest) => {
    const root = document.documentElement;
    let clicks = 0;
    document.querySelector('main').addEventListener('click', (event) => { clicks += 1; event.stopPropagation(); }, { capture: true });
    root.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', bubbles: true }));
    for (const name of ['pointerdown', ...rest]) root.dispatchEvent(new PointerEvent(name, { bubbles: true }));
    root.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: innerWidth / 2, clientY: innerHeight / 2 }));
    return clicks;
}"""


def test_a_press_during_a_transition_that_becomes_a_scroll_leaves_later_clicks_alone(calendar):
    # During a transition, a press only reaches the root element, and the page hands its click on to the view, unless a
    # scroll cancels the press. Without a transition, nothing is ever handed on.
    for rest, handed in ([], 1), (["pointerup"], 1), (["pointercancel"], 0):
        calendar.open("/month/2026-03-11")
        clicks = calendar.page.evaluate(CLICK_DURING_TRANSITION, rest)
        assert clicks == (handed if calendar.mode == "transitions" else 0), rest


def test_an_event_pressed_during_a_transition_can_be_dragged(calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    page = calendar.page
    calendar.reload()
    page.keyboard.press("w")
    lunch = hours(calendar, "Lunch")
    x, y = centre(lunch)
    page.keyboard.press("m")
    expect(page.locator('[data-view="month"]')).to_be_visible()
    waiting.passed(page)
    page.evaluate(
        """() => {
            const start = Document.prototype.startViewTransition;
            if (start) Document.prototype.startViewTransition = function (change) { const made = start.call(this, change); made.ready.then(() => { window.isTransitioning = true; }, () => {}); return made; };
        }"""
    )
    page.keyboard.press("w")
    if calendar.mode == "transitions":
        calendar.wait_until("window.isTransitioning === true")
    else:
        expect(lunch).to_be_visible()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + HOUR, steps=8)
    page.mouse.up()
    wait_for(client, "Lunch", ("20260311T1300", "20260311T1400"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def listeners(page):
    """How many event listeners the page has after a garbage collection."""
    protocol = page.context.new_cdp_session(page)
    protocol.send("Performance.enable")
    for _ in range(2):
        protocol.send("HeapProfiler.collectGarbage")
    metrics = {metric["name"]: metric["value"] for metric in protocol.send("Performance.getMetrics")["metrics"]}
    protocol.detach()
    return metrics["JSEventListeners"]


def test_showing_a_view_again_adds_no_listeners(open_calendar):
    page = open_calendar("/month/2026-03-11", reduced_motion="reduce").page

    def go_through_views(times, seen=lambda _: None):
        for _ in range(times):
            for view in ("agenda", "year", "week", "year", "month"):
                page.keyboard.press(VIEWS[view])
                expect(page.locator(f'[data-view="{view}"]')).to_be_visible()
                seen(page)

    # A view that has come to rest has all the listeners it will ever have.
    go_through_views(2, waiting.rested)
    before = listeners(page)
    go_through_views(6)
    assert listeners(page) <= before + 2
