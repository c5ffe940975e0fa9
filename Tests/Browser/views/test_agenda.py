"""The agenda: an endless list both ways, in which what is on screen stays put when something changes."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import DESKTOP, PHONE
from support.choices import choose
from support.waiting import eventually, frames, still, wait_for_events

ELEMENTS_MAX = 900
SIZES = {"desktop": {"viewport": DESKTOP}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}


def event(uid, title, start, *, end=None, extra=""):
    end = f"\nDTEND{end}" if end else ""
    return f"BEGIN:VEVENT\nUID:{uid}@example.org\nDTSTAMP:20260101T000000Z\nDTSTART{start}{end}\nSUMMARY:{title}\n{extra}END:VEVENT"


EVENTS = [
    event("old", "First steps", ":19870604T090000Z"),
    event("before", "Concert", ":20260308T180000Z", end=":20260308T200000Z"),
    event("trip", "Trip", ";VALUE=DATE:20260312", end=";VALUE=DATE:20260315", extra="STATUS:TENTATIVE\n"),
    event("talk", "Talk", ":20260313T090000Z", end=":20260313T100000Z", extra="LOCATION:Hall\n"),
    event("far", "Reunion", ":20380119T100000Z", end=":20380119T120000Z"),
]


@pytest.fixture(params=list(SIZES))
def size(request):
    return SIZES[request.param]


# For what has to do neither with the width nor with touch.
ON_A_DESKTOP = pytest.mark.parametrize("size", ["desktop"], indirect=True)


@pytest.fixture
def agenda(open_calendar, client, size):
    for text in EVENTS:
        client.put(text)
    return open_calendar("/agenda/2026-03-11", **size)


@pytest.fixture
def full_agenda(open_calendar, filled, size):
    calendar = open_calendar("/agenda/2026-03-11", **size)
    # While events are still being drawn, the list keeps returning to the date it was opened at.
    rest(calendar)
    return calendar


def sections(calendar):
    return calendar.page.locator('[data-view="agenda"] [data-date]')


def section(calendar, date):
    return calendar.page.locator(f'[data-view="agenda"] [data-date="{date}"]')


def row(calendar, title, date=None):
    return (section(calendar, date) if date else calendar.page.locator("[data-view=agenda]")).get_by_role("button", name=re.compile(f"^{title},"))


def scroller(calendar):
    return calendar.page.get_by_role("region", name="Agenda")


def top_of(calendar, date):
    """How far the top of a day is below the top of the list, in pixels."""
    return section(calendar, date).bounding_box()["y"] - scroller(calendar).bounding_box()["y"]


def rest(calendar):
    """Waits until the list has stored its scroll position in history.state."""
    calendar.wait_until(
        """() => {
            const list = document.querySelector('agenda-view .agenda').getBoundingClientRect();
            const day = document.querySelector(`agenda-view [data-date="${history.state?.date}"]`);
            if (history.state?.view !== 'agenda' || history.state.top === undefined || !day) return false;
            const row = parseFloat(getComputedStyle(day.closest('.agenda')).getPropertyValue('--row'));
            return Math.abs(day.getBoundingClientRect().top - list.top - history.state.top * row) < 2;
        }"""
    )


def scroll_by(calendar, px):
    scroller(calendar).evaluate("(list, px) => { list.scrollTop += px; }", px)
    frames(calendar.page)


def shown_dates(calendar):
    """The dates seen from top to bottom, every 16 pixels; None where nothing is drawn."""
    return scroller(calendar).evaluate(
        """(list) => {
            const box = list.getBoundingClientRect();
            const dates = [];
            for (let y = box.top + 3; y < box.bottom - 3; y += 16) {
                const hit = document.elementsFromPoint(box.left + box.width / 2, y).find((e) => e.closest('[data-date]'));
                dates.push(hit ? hit.closest('[data-date]').dataset.date : null);
            }
            return dates;
        }"""
    )


def test_it_lists_the_days_that_have_events_and_today(agenda):
    expect(agenda.heading).to_have_text(re.compile("March ?2026"))
    expect(sections(agenda)).to_have_count(7)
    assert sections(agenda).evaluate_all("(all) => all.map((e) => e.dataset.date).sort()") == [
        "1987-06-04", "2026-03-08", "2026-03-11", "2026-03-12", "2026-03-13", "2026-03-14", "2038-01-19",
    ]
    today = section(agenda, "2026-03-11")
    expect(today).to_have_accessible_name(re.compile("^Wednesday,? 11 March 2026, today$"))
    expect(today).to_contain_text("No events")
    expect(section(agenda, "2026-03-12")).to_have_accessible_name(re.compile("^Thursday,? 12 March 2026, tomorrow$"))
    expect(row(agenda, "Trip", "2026-03-13")).to_have_accessible_name(re.compile("^Trip, All day, Thu,? 12 Mar – Sat,? 14 Mar, tentative, Personal$"))
    expect(row(agenda, "Talk")).to_have_accessible_name(re.compile("^Talk, 10:00 – 11:00, Personal, Hall$"))
    expect(row(agenda, "Concert")).to_have_class(re.compile("past"))
    listed = section(agenda, "2026-03-13").get_by_role("listitem")
    assert [item.get_attribute("aria-posinset") for item in listed.all()] == ["1", "2"]
    expect(agenda.page.get_by_text("Nothing later")).to_have_count(1)
    expect(agenda.page.get_by_text("Nothing earlier")).to_have_count(1)


def test_an_event_across_midnight_is_on_both_days_and_one_until_midnight_only_on_its_own(open_calendar, client, size):
    client.put(event("run", "Run", ":20260313T053000Z", end=":20260313T063000Z"))
    client.put(event("night", "Night", ":20260313T210000Z", end=":20260314T050000Z"))
    client.put(event("dance", "Dance", ":20260313T190000Z", end=":20260313T230000Z"))
    calendar = open_calendar("/agenda/2026-03-13", **size)
    times = lambda date: section(calendar, date).locator(".occurrence-time").evaluate_all("(all) => all.map((e) => e.textContent.split(/\\s+(?:–\\s+)?/))")
    expect(row(calendar, "Run")).to_be_visible()
    eventually(lambda: times("2026-03-13"), [["6:30", "7:30"], ["20:00", "0:00"], ["22:00", "…"]])
    eventually(lambda: times("2026-03-14"), [["until", "6:00"]])


def test_it_ends_where_the_events_end_and_nowhere_else(agenda):
    agenda.page.set_viewport_size({"width": agenda.page.viewport_size["width"], "height": 420})
    rest(agenda)
    for px in (-900_000, 900_000, -900_000):
        scroll_by(agenda, px)
        end, other = ("Nothing earlier", "Nothing later") if px < 0 else ("Nothing later", "Nothing earlier")
        expect(agenda.page.get_by_text(end)).to_be_in_viewport()
        expect(agenda.page.get_by_text(other)).not_to_be_in_viewport()
        box, mark = scroller(agenda).bounding_box(), still(agenda.page.get_by_text(end))
        edge = mark["y"] - box["y"] if px < 0 else box["y"] + box["height"] - mark["y"] - mark["height"]
        assert abs(edge) < 2, (px, edge)


def test_scrolling_far_both_ways_leaves_no_gap_and_adds_no_elements(full_agenda):
    counts = []
    start = scroller(full_agenda).evaluate("(list) => list.scrollTop")
    for px in [700] * 40 + [9_000] * 4 + [-900] * 60 + [-15_000] * 4:
        scroll_by(full_agenda, px)
        dates = shown_dates(full_agenda)
        assert None not in dates and dates == sorted(dates), dates
        counts.append(full_agenda.element_count())
    assert max(counts) <= ELEMENTS_MAX, max(counts)
    # At the first scroll position again, the first day is where it was.
    scroller(full_agenda).evaluate("(list, top) => { list.scrollTop = top; }", start)
    frames(full_agenda.page)
    assert abs(top_of(full_agenda, "2026-03-11")) < 2


@ON_A_DESKTOP
def test_scrolling_forces_no_layout_in_the_middle_of_a_frame(full_agenda):
    session = full_agenda.page.context.new_cdp_session(full_agenda.page)
    session.send("Performance.enable")
    layouts = lambda: next(m["value"] for m in session.send("Performance.getMetrics")["metrics"] if m["name"] == "LayoutCount")
    rest(full_agenda)
    before = layouts()
    frame_count = scroller(full_agenda).evaluate(
        """async (list) => {
            let frames = 0;
            for (; frames < 60; frames += 1) {
                list.scrollTop += 80;
                await new Promise(requestAnimationFrame);
            }
            return frames;
        }"""
    )
    # The browser's own layout in each frame, and one each time the test itself sets the scroll position.
    assert layouts() - before <= 2 * frame_count + 10


@ON_A_DESKTOP
def test_the_header_names_the_month_and_next_and_previous_skip_empty_months(agenda):
    page = agenda.page
    page.keyboard.press("j")
    expect(agenda.heading).to_have_text(re.compile("January ?2038"))
    expect(page).to_have_url(re.compile("/agenda/2038-01-19"))
    # A step starts from the month in the header, which still changes until scrolling has stopped.
    rest(agenda)
    page.keyboard.press("k")
    expect(agenda.heading).to_have_text(re.compile("March ?2026"))
    expect(page).to_have_url(re.compile("/agenda/2026-03-08"))
    rest(agenda)
    page.keyboard.press("k")
    expect(page).to_have_url(re.compile("/agenda/1987-06-04"))
    page.keyboard.press("t")
    expect(section(agenda, "2026-03-11")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("/agenda/2026-03-11"))


def test_a_date_without_events_can_be_gone_to_and_an_event_made_there(agenda, client):
    agenda.page.goto(agenda.server.url + "/agenda/2031-02-03")
    agenda.ready()
    empty = section(agenda, "2031-02-03")
    expect(empty).to_contain_text("No events")
    empty.get_by_role("button", name=re.compile("New event, Monday,? 3 February")).click()
    expect(agenda.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2031-02-03")
    agenda.fill_sheet(title="Thaw")
    agenda.save()
    expect(row(agenda, "Thaw", "2031-02-03")).to_be_in_viewport()
    expect(empty).not_to_contain_text("No events")
    assert any("SUMMARY:Thaw" in stored["ical"] for stored in wait_for_events(client, len(EVENTS) + 1))


def test_switching_from_and_to_other_views_keeps_the_date(open_calendar, client, size):
    client.put(EVENTS[3])
    calendar = open_calendar("/month/2026-03-13", **size)
    page = calendar.page
    page.keyboard.press("a")
    expect(section(calendar, "2026-03-13")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("/agenda/2026-03-13"))
    row(calendar, "Talk").click()
    expect(calendar.dialog).to_have_accessible_name("Talk")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile("/day/2026-03-13"))
    page.go_back()
    expect(section(calendar, "2026-03-13")).to_be_in_viewport()
    section(calendar, "2026-03-13").get_by_role("heading").click()
    expect(page).to_have_url(re.compile("/day/2026-03-13"))


@ON_A_DESKTOP
def test_keys_walk_by_event_and_by_day(agenda):
    page = agenda.page
    focused = lambda: page.evaluate("[document.activeElement.closest('[data-date]')?.dataset.date, document.activeElement.textContent]")
    section(agenda, "2026-03-11").get_by_role("button").focus()
    for key, date, text in [
        ("ArrowDown", "2026-03-12", "Trip"), ("ArrowDown", "2026-03-13", "Trip"), ("End", "2026-03-13", "Talk"), ("Home", "2026-03-13", "Trip"),
        ("ArrowUp", "2026-03-12", "Trip"), ("ArrowRight", "2026-03-13", "Trip"), ("ArrowRight", "2026-03-14", "Trip"), ("ArrowLeft", "2026-03-13", "Trip"),
        ("ArrowUp", "2026-03-12", "Trip"), ("ArrowUp", "2026-03-11", "New event"), ("ArrowUp", "2026-03-08", "Concert"),
        ("PageDown", "2038-01-19", "Reunion"), ("ArrowDown", "2038-01-19", "Reunion"), ("PageUp", "2026-03-14", "Trip"), ("PageUp", "1987-06-04", "First steps"),
        ("ArrowUp", "1987-06-04", "First steps"),
    ]:
        page.keyboard.press(key)
        eventually(focused, lambda found: found[0] == date and text in found[1])
        expect(section(agenda, date)).to_be_in_viewport()
        expect(page.locator('agenda-view [tabindex="0"]')).to_have_count(1)
    page.keyboard.press("t")
    expect(section(agenda, "2026-03-11").get_by_role("button")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(agenda.dialog).to_have_accessible_name("Trip")
    page.keyboard.press("Escape")
    expect(agenda.page.get_by_role("dialog")).to_have_count(0)
    eventually(lambda: focused()[0], "2026-03-12")


@ON_A_DESKTOP
def test_the_focus_is_not_lost_by_scrolling(full_agenda, client):
    page = full_agenda.page
    section(full_agenda, "2026-03-11").get_by_role("button").first.focus()
    name = page.evaluate("document.activeElement.ariaLabel")
    for _ in range(12):
        scroll_by(full_agenda, 3_000)
    assert page.evaluate("document.activeElement.ariaLabel") == name
    # A change doesn't scroll back to the focused event either.
    rest(full_agenda)
    place = scroller(full_agenda).evaluate("(list) => list.scrollTop")
    client.put(event("new", "New", ":20260311T060000Z"))
    full_agenda.wait_until("document.querySelector('agenda-view').engine.day('2026-03-11').some(({ title }) => title === 'New')")
    frames(page, 4)
    assert scroller(full_agenda).evaluate("(list) => list.scrollTop") == place
    assert page.evaluate("document.activeElement.ariaLabel") == name
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.ariaLabel") == name
    expect(section(full_agenda, "2026-03-11")).to_be_in_viewport()


@ON_A_DESKTOP
def test_keys_move_an_event_to_another_day(agenda, client):
    page = agenda.page
    row(agenda, "Talk").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(row(agenda, "Talk", "2026-03-15")).to_be_focused()
    expect(row(agenda, "Talk")).to_have_count(1)
    eventually(lambda: any("DTSTART:20260315T090000Z" in stored["ical"] for stored in client.events()))


def test_what_is_on_screen_stays_put_when_events_above_it_change(full_agenda, client):
    scroll_by(full_agenda, 4_000)
    date = sorted(shown_dates(full_agenda))[-1]
    while section(full_agenda, date).count() == 0 or top_of(full_agenda, date) < 0:
        scroll_by(full_agenda, 400)
        date = sorted(shown_dates(full_agenda))[-1]
    scroll_by(full_agenda, top_of(full_agenda, date) - 250)
    rest(full_agenda)
    before = top_of(full_agenda, date)
    assert abs(before - 250) < 2 and date > "2026-03-13"
    for number in range(3):
        client.put(event(f"new{number}", "Earlier", f":2026031{number + 1}T060000Z"))
    client.put(event("whole", "Whole", f";VALUE=DATE:{date.replace('-', '')}"))
    expect(row(full_agenda, "Whole", date)).to_have_count(1)
    assert abs(top_of(full_agenda, date) - before) < 2
    row(full_agenda, "Whole").click()
    full_agenda.dialog.get_by_role("button", name="Delete").click()
    expect(row(full_agenda, "Whole")).to_have_count(0)
    expect(full_agenda.announcement("deleted")).to_be_visible()
    assert abs(top_of(full_agenda, date) - before) < 2
    full_agenda.undo()
    expect(row(full_agenda, "Whole", date)).to_have_count(1)
    assert abs(top_of(full_agenda, date) - before) < 2


def test_a_row_stays_put_when_earlier_rows_of_its_day_come_and_go(agenda, client):
    for number in range(30):
        client.put(event(f"many{number}", f"Many {number:02}", f":20260320T{6 + number // 2:02}{number % 2 * 30:02}00Z"))
    expect(row(agenda, "Many 00")).to_have_count(1)
    expect(agenda.page.locator("[data-view=agenda] li[aria-setsize='30']").first).to_be_attached()
    scroll_by(agenda, top_of(agenda, "2026-03-20") + 300)
    expect(row(agenda, "Many 20")).to_have_count(1)
    rest(agenda)

    def place():
        return row(agenda, "Many 20").bounding_box()["y"]

    before = place()
    [calendar] = {record["calendar"] for record in client.events()}
    for number in range(3):
        client.request("DELETE", f"/api/v1/calendars/{calendar}/events/many{number}@example.org.ics", headers={"If-Match": "*"})
    wait_for_events(client, 27 + len(EVENTS))
    expect(agenda.page.locator("[data-view=agenda] li[aria-setsize='27']").first).to_be_attached()
    eventually(place, lambda y: abs(y - before) < 2)
    client.put(event("first", "First of all", ":20260320T050000Z"))
    expect(agenda.page.locator("[data-view=agenda] li[aria-setsize='28']").first).to_be_attached()
    eventually(place, lambda y: abs(y - before) < 2)


def test_back_and_reload_keep_the_place(full_agenda):
    page = full_agenda.page
    scroll_by(full_agenda, 2_345)
    rest(full_agenda)
    date = page.url.rsplit("/", 1)[1]
    before = top_of(full_agenda, date)
    full_agenda.reload()
    expect(section(full_agenda, date)).to_be_in_viewport()
    rest(full_agenda)
    assert abs(top_of(full_agenda, date) - before) < 3
    page.keyboard.press("j")
    expect(section(full_agenda, date)).to_have_count(0)
    page.go_back()
    expect(section(full_agenda, date)).to_be_in_viewport()
    eventually(lambda: top_of(full_agenda, date), lambda top: abs(top - before) < 3)


def test_hiding_a_calendar_and_changing_the_time_format_show_at_once(agenda, size):
    page = agenda.page
    expect(row(agenda, "Talk")).to_contain_text("10:00")
    agenda.open_settings("General")
    choose(agenda.dialog.get_by_label("Time format"), "12-hour")
    page.keyboard.press("Escape")
    if size["viewport"] == PHONE:
        # From the section to the list of sections first.
        expect(page.get_by_role("link", name="General")).to_be_focused()
        page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Settings")).to_have_count(0)
    expect(row(agenda, "Talk")).to_contain_text("10:00 am")
    if size["viewport"] == PHONE:
        if not page.get_by_role("dialog").count():
            page.get_by_role("button", name="Calendars", exact=True).click()
    page.get_by_role("checkbox", name="Personal").uncheck()
    page.keyboard.press("Escape")
    expect(sections(agenda)).to_have_count(1)
    expect(section(agenda, "2026-03-11")).to_contain_text("No events")


def test_text_twice_as_large_is_not_clipped(agenda):
    page = agenda.page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.set_viewport_size({"width": page.viewport_size["width"], "height": page.viewport_size["height"] - 40})
    expect(page.locator("agenda-view .agenda.large")).to_have_count(1)
    rest(agenda)
    clipped = page.evaluate(
        """() => [...document.querySelectorAll('agenda-view :is(h2, h2 span, strong, small, .occurrence-time, li, button)')]
            .filter((e) => e.scrollHeight > e.clientHeight + 2 && e.clientHeight > 0).map((e) => e.className + e.textContent)"""
    )
    assert clipped == []
    overlaps = page.evaluate(
        """() => [...document.querySelectorAll('agenda-view section')].map((s) => s.getBoundingClientRect())
            .sort((a, b) => a.top - b.top).some((box, n, all) => n > 0 && box.top < all[n - 1].bottom - 1)"""
    )
    assert not overlaps
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@ON_A_DESKTOP
def test_a_day_of_five_hundred_events_is_only_partly_in_the_dom(open_calendar, client, size):
    lines = "".join(event(f"e{n}", f"Step {n}", f":20260311T{n // 60 % 24:02}{n % 60:02}00Z") + "\n" for n in range(500))
    client.import_file(f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//T//T//EN\n{lines}END:VCALENDAR\n".replace("\n", "\r\n").encode())
    calendar = open_calendar("/agenda/2026-03-11", **size)
    expect(row(calendar, "Step 0")).to_be_in_viewport()
    assert calendar.element_count() <= ELEMENTS_MAX
    row(calendar, "Step 0").focus()
    calendar.page.keyboard.press("End")
    expect(row(calendar, "Step 499")).to_be_focused()
    expect(row(calendar, "Step 499")).to_be_in_viewport()
    assert calendar.element_count() <= ELEMENTS_MAX


@pytest.mark.parametrize(("locale", "widest"), [("en-GB", 40), ("en-US", 58), ("de", 40)])
def test_the_times_on_a_phone_take_a_narrow_column_and_none_is_cut(open_calendar, client, locale, widest):
    client.put(event("early", "Early", ":20260311T090000Z", end=":20260311T113000Z"))
    client.put(event("fair", "Fair", ";VALUE=DATE:20260311", end=";VALUE=DATE:20260312"))
    page = open_calendar("/agenda/2026-03-11", viewport=PHONE, has_touch=True, locale=locale).page
    times = page.locator(".agenda .occurrence-time")
    expect(times).to_have_count(2)
    for width, shown, needed in times.evaluate_all("(all) => all.map((e) => [e.offsetWidth - 12, e.clientWidth, e.scrollWidth])"):
        assert width <= widest
        assert needed <= shown
