"""What several views have in common: loading, scrolling, history, readable events, and the same times everywhere."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.calendar_page import CalendarPage
from support.events import SERIES, event, wait_for
from support.pointer import centre, drag
from support.timeline import HOUR, day, hours
from support.waiting import eventually, rested, settled, still

NAMES = ("Board", "Dentist", "Lunch", "Piano", "School", "Choir", "Plumber", "Call")
ZONES = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]


# Loading, scrolling and history


def test_the_grid_is_drawn_before_the_events_which_then_fade_in(new_context, server, client, furnished):
    client.put(SERIES)
    page = new_context(server, furnished[1]).new_page()
    answers = []
    page.route("**/api/v1/sync*", lambda route: answers.append(route))
    page.goto(server.url + "/month/2026-03-11")
    expect(page.locator('[role="gridcell"][data-date="2026-03-11"]')).to_be_visible()
    expect(page.locator('[role="gridcell"][data-date="2026-03-11"] .number')).to_have_text("11")
    expect(page.locator("[data-uid]")).to_have_count(0)
    page.evaluate(
        """() => {
            window.faded = new Set();
            document.addEventListener('transitionrun', ({ target, propertyName }) => { if (propertyName === 'opacity') faded.add(target); });
        }"""
    )
    answers[0].continue_()
    expect(page.locator('[data-view="month"] [data-uid]').filter(has_text="Stand-up")).to_have_count(4)
    expect(page.locator('[data-view="month"] [data-uid]').first.locator("..")).to_have_css("opacity", "1")
    assert page.evaluate("[...document.querySelectorAll('[data-view=month] [data-uid]')].map((chip) => faded.has(chip.parentElement))") == [True] * 4


# Records in each frame the scroll position and the dates in the middle of the strip, from top to bottom.
FLING = """(strip) => {
    window.frames_seen = [];
    const look = () => {
        const box = strip.getBoundingClientRect();
        const dates = [];
        for (let y = box.top + 4; y < box.bottom - 4; y += 90) {
            const hit = document.elementsFromPoint(box.left + box.width / 2, y).find((e) => e.closest('[data-date]'));
            dates.push(hit ? hit.closest('[data-date]').dataset.date : null);
        }
        frames_seen.push([strip.scrollTop, dates]);
        requestAnimationFrame(look);
    };
    look();
}"""


def test_scrolling_three_years_away_and_back_shows_no_blank_row_and_does_not_drift(open_calendar, client):
    for number in range(5):
        client.put(event(f"Daily {number}", f"20260101T1{number}0000", f"20260101T1{number}3000", f"RRULE:FREQ=DAILY;INTERVAL={number + 1}"))
    calendar = open_calendar("/month/2026-03-11")
    page, strip = calendar.page, calendar.scroller
    rested(page)
    before = strip.evaluate("(e) => e.scrollTop"), calendar.day("2026-03-11").bounding_box()
    protocol, box = page.context.new_cdp_session(page), strip.bounding_box()
    row = calendar.day("2026-03-18").bounding_box()["y"] - before[1]["y"]
    strip.evaluate(FLING)
    for sign, year in ((-1, "2029"), (1, "2026")):
        protocol.send("Input.synthesizeScrollGesture", {
            "x": box["x"] + 100, "y": box["y"] + box["height"] / 2, "yDistance": round(sign * row * 157), "speed": 15_000,
            "gestureSourceType": "mouse",
        })
        expect(calendar.heading).to_contain_text(year)
    rested(page)
    seen = page.evaluate("frames_seen")
    tops = [top for top, _ in seen]
    assert max(tops) - min(tops) > row * 150
    assert len({round(top) for top in tops}) > 10, "the strip jumped instead of scrolling"
    for top, dates in seen:
        assert None not in dates and dates == sorted(dates), (top, dates)
    # A day's place depends only on the scroll position: at the same position, it's where it was before.
    strip.evaluate("(e, top) => { e.scrollTop = top; }", before[0])
    eventually(calendar.day("2026-03-11").bounding_box, before[1])


def test_back_and_forward_go_through_views_days_and_jumps(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    page = calendar.page
    calendar.day("2026-03-17").click()
    expect(calendar.page.get_by_text("Nothing on this day yet.")).to_be_visible()
    page.get_by_role("slider", name="The day’s list").press("End")
    expect(page).to_have_url(re.compile("/month/2026-03-17/day$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/month/2026-03-17$"))
    page.keyboard.press("y")
    expect(page.locator('[data-view="year"]')).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator('[data-view="day"]')).to_be_visible()
    page.keyboard.press("g")
    calendar.dialog.get_by_label("Date", exact=True).fill("2031-05-06")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/day/2031-05-06$"))
    shown = [page.url]
    for name in ("day", "year", "month"):
        page.go_back()
        # The first step back stays in the day's view, where only the address tells that it has happened.
        expect(page).not_to_have_url(shown[-1])
        expect(page.locator(f'[data-view="{name}"]')).to_be_visible()
        shown.append(page.url)
    for url in reversed(shown[:-1]):
        page.go_forward()
        expect(page).to_have_url(url)
    expect(calendar.heading).to_have_text("May 2031")


# Lets the view that Back leaves come to rest when the browser is already at the entry before.
LATE_REST = """addEventListener('popstate', () => {
    const detail = { date: '2026-03-11', top: 0 };
    document.querySelector('timeline-view')?.dispatchEvent(new CustomEvent('view-rest', { detail, bubbles: true }));
});"""


def test_a_view_that_rests_after_back_keeps_its_address_to_itself(open_calendar):
    calendar = open_calendar("/month/2026-03-11", script=LATE_REST)
    page = calendar.page
    # As before the month has come to rest for the first time.
    page.evaluate("history.replaceState(null, '')")
    page.keyboard.press("w")
    expect(page).to_have_url(re.compile("/week/2026-03-11$"))
    page.go_back()
    expect(page.locator('[data-view="month"]')).to_be_visible()
    expect(page).to_have_url(re.compile("/month/2026-03-11$"))
    page.go_forward()
    expect(page).to_have_url(re.compile("/week/2026-03-11$"))


# Reading events


# The first word of an event's title, one item per line; letters that are cut off or covered are question marks.
READABLE = """(button) => {
    const text = button.querySelector('span').firstChild;
    const clip = button.getBoundingClientRect();
    const lines = new Map();
    for (let at = 0; at < text.data.indexOf(' '); at += 1) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const box = range.getBoundingClientRect();
        const isSeen = box.right <= clip.right + 1 && box.bottom <= clip.bottom + 1
            && button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        const line = Math.round(box.top);
        lines.set(line, (lines.get(line) ?? '') + (isSeen ? text.data[at] : '?'));
    }
    return [...lines.values()];
}"""


@pytest.mark.parametrize("view", ["day", "days"])
def test_eight_overlapping_events_each_show_a_readable_word_and_ten_minutes_their_title(open_calendar, client, view):
    for number, name in enumerate(NAMES):
        client.put(event(f"{name} here", f"20260311T10{number:02}00", "20260311T113000"))
    client.put(event("Brief word", "20260311T140000", "20260311T141000"))
    calendar = open_calendar(f"/{view}/2026-03-11", viewport={"width": 1440, "height": 900})
    expect(hours(calendar, "here")).to_have_count(8)
    rested(calendar.page)
    read = [one.evaluate(READABLE) for one in hours(calendar, "here").all()]
    # Where there's little room a word fades at its end, but begins with four letters that can be read.
    seen = sorted("".join(lines).rstrip("?") for lines in read)
    assert all(name.startswith(word) and len(word) >= min(4, len(name)) for name, word in zip(sorted(NAMES), seen, strict=True)), read
    # A word may be broken once, after four letters at the earliest.
    assert all(len(lines) == 1 or (len(lines) == 2 and len(lines[0]) >= 4) for lines in read), read
    assert hours(calendar, "Brief").evaluate(READABLE) == ["Brief"]


def test_an_event_across_midnight_is_in_both_days_of_every_view(open_calendar, client):
    client.put(event("Night train", "20260312T230000", "20260313T013000"))
    calendar = open_calendar("/week/2026-03-11")
    for date in ("2026-03-12", "2026-03-13"):
        calendar.open(f"/day/{date}")
        expect(day(calendar, date).get_by_role("button", name="Night train")).to_be_visible()
        calendar.open(f"/month/{date}/day")
        expect(calendar.listed("Night train")).to_be_visible()
        expect(calendar.day(date)).to_have_accessible_name(re.compile("1 event"))
        calendar.page.keyboard.press("y")
        expect(calendar.day(date)).to_have_accessible_name(re.compile("1 event"))


def test_the_hour_is_the_same_in_grid_list_editor_search_and_message(open_calendar, client):
    # Nine in New York, where daylight saving time has begun, and in Berlin it hasn't.
    client.put(event("Call", "20260311T090000", "20260311T100000", zone="America/New_York"))
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    expect(calendar.chips("Call")).to_have_attribute("data-time", "14:00")
    calendar.day("2026-03-11").click()
    expect(calendar.listed("Call")).to_have_accessible_name(re.compile("14:00"))
    calendar.edit(calendar.listed("Call"))
    expect(calendar.dialog.get_by_text("New York time; 14:00 – 15:00 your time")).to_be_visible()
    expect(calendar.dialog.get_by_label("Start time")).to_have_attribute("data-value", "09:00")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("/")
    expect(calendar.dialog.get_by_label("Search all events")).to_be_focused()
    page.keyboard.type("call")
    expect(calendar.dialog.locator("li[role=option]").first).to_contain_text("14:00")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("w")
    expect(hours(calendar, "Call")).to_have_accessible_name(re.compile("14:00 to 15:00"))
    assert abs(still(hours(calendar, "Call"))["y"] - day(calendar, "2026-03-11").bounding_box()["y"] - 14 * HOUR) < 2
    drag(page, centre(hours(calendar, "Call")), (0, HOUR), drop=False)
    expect(page.locator(".held.hours-event:not([hidden])")).to_have_attribute("data-time", re.compile("^15:00 – 16:00"))
    page.mouse.up()
    wait_for(client, "Call", ("20260311T1000", "20260311T1100"))
    expect(hours(calendar, "Call")).to_have_accessible_name(re.compile("15:00 to 16:00"))


@pytest.mark.parametrize("zone", ZONES)
def test_an_all_day_event_is_on_one_day_in_every_zone(open_calendar, client, zone):
    client.put(event("Birthday", "20260318", "20260319"))
    calendar = open_calendar("/month/2026-03-18", timezone_id=zone)
    calendar.new_event("Made here", date="2026-03-25", all_day=True)
    eventually(lambda: any("DTSTART;VALUE=DATE:20260325" in one["ical"] and "DTEND;VALUE=DATE:20260326" in one["ical"] for one in client.events()))

    def expect_both_on_their_days():
        for date in ("2026-03-18", "2026-03-25"):
            expect(calendar.day(date)).to_have_accessible_name(re.compile("1 event"))
        for date in ("2026-03-17", "2026-03-19", "2026-03-24", "2026-03-26"):
            expect(calendar.day(date)).to_have_accessible_name(re.compile("No events"))

    calendar.open("/month/2026-03-18")
    expect_both_on_their_days()
    calendar.show("year")
    expect_both_on_their_days()
    calendar.show("week")
    bar, column = still(calendar.page.locator(".bars .bar").filter(has_text="Birthday")), day(calendar, "2026-03-18").bounding_box()
    assert column["x"] - 2 <= bar["x"] and bar["x"] + bar["width"] <= column["x"] + column["width"] + 2


def test_today_is_right_after_midnight(new_context, server, furnished):

    context = new_context(server, furnished[1])
    context.clock.install(time="2026-03-11T23:58:30+01:00")
    calendar = CalendarPage(context.new_page(), server).open("/")
    expect(calendar.day("2026-03-11")).to_have_attribute("aria-current", "date")
    context.clock.fast_forward(60_000)
    expect(calendar.day("2026-03-11")).to_have_attribute("aria-current", "date")
    context.clock.fast_forward(60_000)
    expect(calendar.day("2026-03-12")).to_have_attribute("aria-current", "date")
    expect(calendar.grid.locator('[aria-current="date"]')).to_have_count(1)
    calendar.page.keyboard.press("n")
    expect(calendar.dialog.get_by_label("Title")).to_be_visible()
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    calendar.page.keyboard.press("w")
    expect(day(calendar, "2026-03-12").locator(".now-line")).to_be_visible()
    expect(day(calendar, "2026-03-12")).to_have_class(re.compile("today"))
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Tea today at 16")
    expect(calendar.page.locator("#quick-preview")).to_contain_text("12 Mar")


def test_every_view_says_that_an_event_repeats_too_often_to_show_every_time(calendar, client):
    said = calendar.page.get_by_role("status").filter(has_text="Some events from Personal repeat too often to show every time.")
    path = f"/api/v1/calendars/{client.calendars()[0]['id']}/events/often.ics"
    for view in ("week", "agenda", "board", "year", "month"):
        calendar.show(view)
        expect(said, view).to_have_count(0)
        client.put(event("often", "20260311T080000", "20260311T080001", "RRULE:FREQ=SECONDLY;COUNT=400"), href="often.ics")
        expect(said, view).to_be_visible()
        client.request("DELETE", path, headers={"If-Match": "*"})
        expect(said, view).to_have_count(0)


def test_an_event_that_repeats_too_often_says_so_where_it_is_edited(calendar, client):
    client.put(event("often", "20260311T080000", "20260311T080001", "RRULE:FREQ=SECONDLY;COUNT=400"))
    calendar.chips("often").first.click()
    expect(calendar.dialog.get_by_text("Repeats too often to show every time")).to_be_visible()


@pytest.mark.parametrize("date", ["0001-01-01", "9999-12-31"])
def test_every_view_holds_at_both_ends_of_time(open_calendar, date):
    page = open_calendar(f"/month/{date}").page
    for view in ["month", "day", "days", "week", "year", "agenda", "board"]:
        page.goto(page.url.replace(page.url.split("/", 3)[3], f"{view}/{date}"))
        expect(page.locator("[data-view]")).to_be_visible()
        for key in ["PageDown", "PageUp", "PageUp", "k", "j", "j"]:
            page.keyboard.press(key)
            settled(page)
        expect(page.get_by_text("Something went wrong")).to_have_count(0)


def test_the_title_of_the_page_says_which_event_begins_within_ten_minutes(calendar, client):
    expect(calendar.page).to_have_title(re.compile("^[^:]+ · Meantime$"))
    client.put(event("Standup", "20260311T100800", "20260311T101500"))
    expect(calendar.page).to_have_title(re.compile("^In 8 min: Standup · .* · Meantime$"))
