"""With forced colours, more contrast or reduced motion, the page keeps its distinctions and moves nothing by itself."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.calendar_page import VIEWS
from support.events import SERIES
from support.waiting import frames, settled

WORDS = {"sure": "CONFIRMED", "off": "CANCELLED", "perhaps": "TENTATIVE"}
# Everything that can distinguish an element, except the colour of its text.
MARKS = """(e) => {
    const of = (part) => {
        const style = getComputedStyle(e, part);
        return ['backgroundColor', 'outlineStyle', 'outlineColor', 'borderTopStyle', 'borderTopWidth', 'borderBottomWidth', 'borderInlineStartWidth',
            'textDecorationLine', 'backgroundImage', 'fontWeight', 'boxShadow'].map((name) => style[name]).join(' | ');
    };
    return of(null) + of('::before');
}"""


def event(name, status, day=12, hour=9):
    return (
        f"BEGIN:VEVENT\nUID:{name}@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:202603{day:02}T{hour:02}0000\n"
        f"DTEND;TZID=Europe/Berlin:202603{day:02}T{hour + 1:02}3000\nSUMMARY:{name}\nSTATUS:{status}\nEND:VEVENT"
    )


@pytest.fixture
def open_forced(open_calendar, client):
    client.put(SERIES)
    for hour, (name, status) in enumerate(WORDS.items(), 9):
        client.put(event(name, status, hour=hour * 2 - 9))
    return lambda path: open_calendar(path, forced_colors="active")


def expect_distinct(page, *selectors):
    settled(page)
    marks = [page.locator(selector).first.evaluate(MARKS) for selector in selectors]
    assert len(set(marks)) == len(marks), list(zip(selectors, marks))


def test_today_and_the_selected_day_look_different_in_the_month(open_forced):
    forced = open_forced("/month/2026-03-11")
    forced.day("2026-03-19").click()
    expect_distinct(forced.page, *(f'[data-date="2026-03-{date}"] .number' for date in (11, 19, 20)))
    expect_distinct(forced.page, '.view-buttons [aria-pressed="true"]', '.view-buttons [aria-pressed="false"]')


def test_today_the_selected_day_and_fullness_look_different_in_the_year(open_forced):
    forced = open_forced("/year/2026-03-19")
    expect_distinct(forced.page, *(f'[data-date="2026-03-{date}"]' for date in (11, 19, 17, 20)))
    expect_distinct(forced.page, ".year-layouts input:checked + span", ".year-layouts input:not(:checked) + span")


def test_confirmed_cancelled_and_tentative_events_look_different(open_forced):
    forced = open_forced("/week/2026-03-11")
    expect_distinct(forced.page, *(f'.hours-event[data-uid="{name}@example.org"]' for name in WORDS))
    expect(forced.page.locator('.hours-event[data-uid="sure@example.org"]')).to_have_css("border-top-style", "solid")
    expect(forced.page.locator('.hours-event[data-uid="off@example.org"]')).to_have_css("text-decoration-line", "line-through")
    expect_distinct(forced.page, ".day-name-cell.today .number", '.day-name-cell:not(.today) .number')


def test_today_stands_out_in_the_agenda_and_in_the_widget(open_forced):
    forced = open_forced("/agenda/2026-03-11")
    expect_distinct(forced.page, ".agenda-day.today .agenda-number", ".agenda-day:not(.today) .agenda-number")
    forced.page.goto(f"{forced.server.url}/widget")
    number = forced.page.locator(".widget-number").first
    assert number.evaluate("(e) => getComputedStyle(e).backgroundColor !== getComputedStyle(document.body).backgroundColor")


def test_the_colours_to_choose_from_are_still_shown(open_forced):
    forced = open_forced("/month/2026-03-11")
    forced.page.get_by_role("button", name="New calendar").click()
    swatches = forced.dialog.locator(".swatch input")
    expect(swatches.first).to_be_visible()
    colours = swatches.evaluate_all("(all) => all.map((each) => getComputedStyle(each).backgroundColor)")
    assert len(set(colours)) == len(colours) >= 8
    expect(forced.dialog).to_have_css("border-top-style", "solid")


def test_axe_finds_nothing_with_more_contrast(open_calendar, client):
    client.put(SERIES)
    for hour, (name, status) in enumerate(WORDS.items(), 9):
        client.put(event(name, status, hour=hour))
    calendar = open_calendar("/month/2026-03-11", contrast="more")
    assert calendar.page.evaluate("matchMedia('(prefers-contrast: more)').matches")
    for view in VIEWS:
        calendar.show(view)
        assert findings_in_both_schemes(calendar.page) == [], view
    for scheme in ("light", "dark"):
        calendar.page.emulate_media(color_scheme=scheme)
        line, text = calendar.page.evaluate("['--text2', '--text'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))")
        assert line == text


# Records each animation that runs in any frame: its milliseconds and the properties it changes.
RECORD_ANIMATIONS = """() => {
    window.seen = new Map();
    const look = () => {
        for (const each of document.getAnimations()) {
            window.seen.set(each, [each.effect.getTiming().duration, [...new Set(each.effect.getKeyframes().flatMap(Object.keys))]]);
        }
        requestAnimationFrame(look);
    };
    look();
}"""


def test_nothing_moves_by_itself_with_reduced_motion(open_calendar):
    page = open_calendar("/month/2026-03-11", reduced_motion="reduce").page
    page.evaluate(RECORD_ANIMATIONS)
    for view, key in VIEWS.items():
        page.keyboard.press(key)
        expect(page.locator(f'[data-view="{view}"]')).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("dialog")).to_be_visible()
    frames(page)
    seen = page.evaluate("[...window.seen.values()]")
    assert any("opacity" in changed and duration > 1 for duration, changed in seen), seen
    for duration, changed in seen:
        assert duration <= (1 if {"transform", "translate", "scale", "rotate"} & set(changed) else 120), seen


def test_a_month_in_an_element_without_a_height_is_no_higher_than_the_screen(calendar):
    page = calendar.page
    page.context.witness.expected.append("preloaded")
    page.goto(f"{calendar.server.url}/?bench=1")
    calendar.wait_until("window.CalBench !== undefined")
    page.evaluate(
        """async () => {
            const host = document.createElement('div');
            document.body.replaceChildren(host);
            await CalBench.mount(host, [{ id: 'a', title: 'A', start: '2026-03-11T09:00', end: '2026-03-11T10:00', allDay: false, color: 'blue' }],
                { view: 'month', date: '2026-03-11' });
        }"""
    )
    expect(page.locator(".chip", has_text="A")).to_be_visible()
    assert page.evaluate("[CalBench.scroller().clientHeight <= innerHeight, document.getElementsByTagName('*').length < 900]") == [True, True]
