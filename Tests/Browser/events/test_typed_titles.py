"""Typing on a chosen day or time: letters begin a title there, a lone letter is a shortcut."""

import re

import pytest
from playwright.sync_api import expect

from support.events import wait_for
from support.waiting import rested


# A busy machine may need more than 300 ms from one pressed key to the next.
WAIT_LONGER = """() => {
    const set = window.setTimeout;
    window.setTimeout = (run, ms, ...more) => set(run, ms === 300 ? 3000 : ms, ...more);
}"""


def title(calendar):
    return calendar.page.locator("#event-form .event-title")


@pytest.mark.parametrize("delay", [30, 120])
@pytest.mark.parametrize("text", ["Swim 18:00", "New shoes", "zoo"])
def test_letters_on_a_pressed_day_begin_a_title(calendar, text, delay):
    calendar.page.evaluate(WAIT_LONGER)
    calendar.day("2026-03-18").click()
    calendar.page.keyboard.type(text, delay=delay)
    expect(title(calendar)).to_have_value(text)
    expect(title(calendar)).to_be_focused()


def test_the_event_is_on_the_day_and_at_the_time_that_was_typed(calendar, client):
    page = calendar.page
    page.evaluate(WAIT_LONGER)
    calendar.day("2026-03-18").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.type("Swim 18:00", delay=30)
    page.keyboard.press("Enter")
    wait_for(client, "Swim", ("20260319T1800", "20260319T1900"))


@pytest.mark.parametrize("delay", [30, 120])
def test_letters_on_a_chosen_time_begin_a_title_there(open_calendar, client, delay):
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    page.evaluate(WAIT_LONGER)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    start = page.evaluate("document.activeElement.style.getPropertyValue('--from')")
    page.keyboard.type("New shoes", delay=delay)
    expect(title(calendar)).to_have_value("New shoes")
    page.keyboard.press("Enter")
    at = f"20260311T{int(start) // 60:02}{int(start) % 60:02}"
    wait_for(client, "New shoes", (at, f"20260311T{int(start) // 60 + 1:02}{int(start) % 60:02}"))


def test_letters_typed_while_the_form_is_loading_are_not_lost(calendar):
    page = calendar.page
    calendar.day("2026-03-18").click()
    # All at once: no form can open in between.
    page.evaluate("""() => {
        for (const key of 'Fairy x') document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }""")
    expect(title(calendar)).to_have_value("Fairy x")


def test_an_input_method_goes_on_where_the_letters_end(calendar):
    page = calendar.page
    page.evaluate(WAIT_LONGER)
    calendar.day("2026-03-18").click()
    page.keyboard.type("Ka", delay=30)
    expect(title(calendar)).to_be_focused()
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "ふぇ", "selectionStart": 2, "selectionEnd": 2})
    session.send("Input.insertText", {"text": "フェ"})
    expect(title(calendar)).to_have_value("Kaフェ")


def test_a_lone_letter_is_a_shortcut(calendar):
    page = calendar.page
    calendar.day("2026-03-18").click()
    page.keyboard.press("q")
    expect(page.locator("#quick-form input")).to_be_focused()
    expect(page.locator("#quick-form input")).to_have_value("")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    expect(page).to_have_url(re.compile("/week/2026-03-18"))


def test_without_a_chosen_day_shortcuts_follow_each_other(calendar):
    page = calendar.page
    for _ in range(3):
        page.keyboard.press("j")
    rested(page)
    expect(calendar.heading).to_have_text("June 2026")
    expect(page.get_by_role("dialog")).to_have_count(0)
