"""The widget: a small page with the events of today and tomorrow, for a home screen, a wall or a menu bar."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings
from support.browser import EMAIL, PASSWORD
from support.events import SERIES
from support.waiting import eventually, frames

CORNER, WALL = {"width": 300, "height": 200}, {"width": 1280, "height": 800}


def lines(uid, title, start, end, more=""):
    return (
        f"BEGIN:VEVENT\nUID:{uid}\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:{start}\n"
        f"DTEND;TZID=Europe/Berlin:{end}\nSUMMARY:{title}\n{more}END:VEVENT"
    )


@pytest.fixture
def open_widget(new_context, server, furnished):
    """Opens the widget; it's Wednesday 11 March 2026, 10:00 in Berlin."""

    def open_page(cookie=furnished[1], **options):
        page = new_context(server, cookie, **({"viewport": CORNER} | options)).new_page()
        page.goto(server.url + "/widget")
        if cookie:
            expect(page.locator("html[data-loaded]")).to_have_count(1)
        return page

    return open_page


def today(page):
    return page.get_by_role("region", name="Today").get_by_role("listitem")


def tomorrow(page):
    return page.get_by_role("region", name="Tomorrow").get_by_role("listitem")


def test_it_shows_the_date_the_time_and_the_events_of_today_and_tomorrow(open_widget, client):
    client.put(lines("past", "Breakfast", "20260311T080000", "20260311T090000"))
    client.put(lines("now", "Review", "20260311T093000", "20260311T103000"))
    client.put(lines("next", "Lunch", "20260311T123000", "20260311T133000", "LOCATION:Luigi's\n"))
    client.put(lines("off", "Called off", "20260311T150000", "20260311T160000", "STATUS:CANCELLED\n"))
    client.put(SERIES)
    page = open_widget(viewport=WALL)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Wednesday")
    expect(page.get_by_role("heading", level=1)).to_contain_text("11 March")
    expect(page.locator("time")).to_have_text("10:00")
    expect(today(page).get_by_role("link")).to_have_count(2)
    expect(today(page).nth(0).get_by_role("link")).to_have_accessible_name("Review, until 10:30")
    expect(today(page).nth(0).locator("[aria-current=time]")).to_have_count(1)
    expect(today(page).nth(1).get_by_role("link")).to_have_accessible_name("Lunch, 12:30, Luigi's")
    today(page).nth(1).get_by_role("link").click()
    expect(page.locator('[data-view] [data-date="2026-03-11"]').first).to_be_visible()
    assert page.url.endswith("/day/2026-03-11")


def test_it_follows_new_events_and_hidden_calendars(open_widget, open_calendar, client):
    page = open_widget()
    expect(page.get_by_text("Nothing else today")).to_be_visible()
    client.put(lines("next", "Lunch", "20260311T123000", "20260311T133000"))
    expect(today(page)).to_have_count(1)
    client.put(lines("late", "Dinner", "20260312T200000", "20260312T220000"))
    expect(tomorrow(page)).to_have_count(1)
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.get_by_role("checkbox", name="Personal").uncheck()
    expect(page.get_by_text("Nothing else today")).to_be_visible()


def test_the_next_meeting_can_be_joined_and_the_title_says_when_it_begins(open_widget, client):
    call = "https://meet.google.com/abc-defg-hij"
    client.put(lines("lunch", "Lunch", "20260311T103000", "20260311T120000"))
    client.put(lines("review", "Review", "20260311T130000", "20260311T133000", f"LOCATION:{call}\n"))
    client.put(lines("later", "Later", "20260311T150000", "20260311T153000", f"URL:{call}\n"))
    page = open_widget(viewport=WALL)
    join = page.get_by_role("link", name="Join", exact=False)
    expect(join).to_have_accessible_name("Join: Review")
    expect(join).to_have_attribute("href", call)
    expect(page).not_to_have_title(re.compile("min"))
    client.put(lines("soon", "Standup", "20260311T100800", "20260311T101500", f"URL:{call}\n"))
    expect(join).to_have_accessible_name("Join: Standup")
    expect(page).to_have_title(re.compile("^In 8 min: Standup · "))
    assert findings(page) == []


def test_the_day_turns_at_midnight(open_widget, client):
    client.put(lines("next", "Lunch", "20260311T123000", "20260311T133000"))
    client.put(lines("late", "Dinner", "20260312T200000", "20260312T220000"))
    page = open_widget()
    expect(today(page)).to_contain_text("Lunch")
    # Ten seconds past midnight; the page reads the clock when it becomes visible again.
    page.evaluate(
        """() => {
            const later = Date.parse('2026-03-12T00:00:10+01:00');
            const Before = Date;
            window.Date = class extends Before {
                constructor(...parts) { if (parts.length) super(...parts); else super(later); }
                static now() { return later; }
            };
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
    )
    expect(page.get_by_role("heading", level=1)).to_contain_text("Thursday")
    expect(page.locator("time")).to_have_text("0:00")
    expect(today(page)).to_contain_text("Dinner")


@pytest.mark.parametrize("size", [CORNER, {"width": 240, "height": 120}, {"width": 240, "height": 96}, {"width": 390, "height": 844}, WALL])
def test_events_that_do_not_fit_are_counted_and_none_is_cut_off(open_widget, client, size):
    for hour in range(11, 23):
        for day in (11, 12):
            client.put(lines(f"{day}-{hour}", f"At {hour} on a day", f"202603{day}T{hour}0000", f"202603{day}T{hour}3000"))
    page = open_widget(viewport=size)
    eventually(lambda: page.evaluate(
        """() => document.querySelector('.widget-today:not(.cramped)') && [...document.querySelectorAll('.widget section:not(.cramped)')].every((section) => {
            const shown = [...section.querySelectorAll('li')].filter((item) => !item.hidden);
            const list = section.querySelector('ul').getBoundingClientRect();
            const more = section.querySelector('.widget-more');
            const counted = more.hidden ? 0 : parseInt(more.textContent, 10);
            const isWhole = shown.every((item) => item.firstElementChild.getBoundingClientRect().bottom <= list.bottom + 1);
            return isWhole && shown.length + counted === 12
                && (more.hidden || more.getBoundingClientRect().bottom <= section.getBoundingClientRect().bottom + 1);
        })"""
    ))
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth")


def test_an_event_is_current_from_its_first_minute(open_widget, client):
    client.put(lines("now", "Review", "20260311T100000", "20260311T103000"))
    page = open_widget()
    expect(today(page).get_by_role("link")).to_have_accessible_name("Review, until 10:30")
    expect(today(page).locator("[aria-current=time]")).to_have_count(1)


def test_the_focus_stays_on_a_link_when_a_minute_passes_or_an_event_arrives(open_widget, client):
    client.put(lines("next", "Lunch", "20260311T123000", "20260311T133000"))
    page = open_widget()
    lunch = today(page).get_by_role("link", name="Lunch")
    lunch.focus()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    frames(page)
    expect(lunch).to_be_focused()
    client.put(lines("first", "Call", "20260311T113000", "20260311T114500"))
    expect(today(page)).to_have_count(2)
    expect(lunch).to_be_focused()


def test_when_signed_out_it_says_so_and_links_to_the_sign_in(open_widget, client):
    page = open_widget(cookie=None)
    expect(page.get_by_text("You’re signed out")).to_be_visible()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("grid")).to_be_visible()


def test_it_says_when_the_server_is_away_and_reconnects_by_itself(open_widget, client, server):
    client.put(lines("next", "Lunch", "20260311T123000", "20260311T133000"))
    page = open_widget()
    page.context.witness.expected = ["ERR_", "Failed to load resource"]
    server.stop()
    expect(page.get_by_role("status")).to_have_text("Can’t reach the server. Trying again.")
    expect(today(page)).to_contain_text("Lunch")
    server.start()
    client.put(lines("late", "Dinner", "20260312T200000", "20260312T220000"))
    expect(tomorrow(page)).to_have_count(1)
    expect(page.get_by_role("status")).to_be_hidden()
