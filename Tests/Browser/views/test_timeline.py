"""The timeline: where events are drawn, and getting around by pointer, keys and scrolling."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import DESKTOP, PHONE
from support.events import event
from support.timeline import day, hours, seen_days
from support.waiting import eventually, frames, rested, still


@pytest.fixture
def events(client):
    client.put(event("Morning", "20260311T080000", "20260311T093000"))
    client.put(event("Night", "20260312T230000", "20260313T013000"))
    client.put(event("Trip", "20260310", "20260313"))
    client.put(event("Short", "20260310T120000", "20260310T121000"))


@pytest.fixture
def week(open_calendar, events):
    return open_calendar("/week/2026-03-11")


def test_a_key_leads_from_the_month_to_the_week_of_the_selected_day(open_calendar):
    calendar = open_calendar("/month/2026-03-18")
    calendar.page.keyboard.press("w")
    expect(calendar.heading).to_have_text("March 2026")
    expect(day(calendar, "2026-03-18")).to_be_visible()
    expect(calendar.page.locator(".hours-scroller :focus")).to_have_count(1)
    eventually(lambda: seen_days(calendar), [f"2026-03-{n:02}" for n in range(16, 23)])


def test_a_week_has_its_events_where_they_belong(week):
    expect(hours(week, "Morning")).to_be_visible()
    eventually(lambda: seen_days(week), [f"2026-03-{n:02}" for n in range(9, 16)])
    box, line = still(hours(week, "Morning")), day(week, "2026-03-11").bounding_box()
    assert abs(box["y"] - (line["y"] + 8 * 48)) < 2 and abs(box["height"] - (72 - 1)) < 2
    assert line["x"] <= box["x"] and box["x"] + box["width"] <= line["x"] + line["width"]
    trip = week.page.locator(".bars .bar").filter(has_text="Trip").bounding_box()
    assert abs(trip["width"] - 3 * line["width"]) < 10
    # One across midnight is in both days, and one of ten minutes still shows its title.
    expect(day(week, "2026-03-12").get_by_role("button", name="Night")).to_have_count(1)
    expect(day(week, "2026-03-13").get_by_role("button", name="Night")).to_have_count(1)
    short = hours(week, "Short")
    assert short.bounding_box()["height"] >= 13
    expect(short.locator("span")).to_be_visible()


def test_an_event_that_the_next_one_would_cut_shows_whole_lines(client, events, open_calendar):
    client.put(event("Below", "20260311T110000", "20260311T140000"))
    client.put(event("Over", "20260311T113000", "20260311T130000"))
    client.put(event("Later", "20260310T150000", "20260310T160000"))
    client.put(event("Quarter", "20260312T110000", "20260312T111500"))
    client.put(event("Following", "20260312T111500", "20260312T120000"))
    week = open_calendar("/week/2026-03-11")
    time_of = "e => getComputedStyle(e, '::after').content"
    assert hours(week, "Below").evaluate(time_of) == "none"
    assert "11:30" in hours(week, "Over").evaluate(time_of)
    quarter, following = (still(hours(week, title)) for title in ("Quarter", "Following"))
    text = hours(week, "Quarter").locator("span").bounding_box()
    assert quarter["y"] + quarter["height"] <= following["y"]
    assert quarter["y"] <= text["y"] and text["y"] + text["height"] <= quarter["y"] + quarter["height"] + .1
    assert hours(week, "Quarter").evaluate("e => getComputedStyle(e).fontSize") == "11px"
    # One that isn't followed at once keeps the usual type and the least height.
    assert hours(week, "Short").bounding_box()["height"] == 18


def test_now_has_a_line_and_its_time_hides_the_hour_beside_it(week):
    expect(week.page.locator(".now-pill")).to_have_text("10:00")
    expect(day(week, "2026-03-11").locator(".now-line")).to_be_visible()
    expect(week.page.locator(".hour-label").filter(has_text="10:00").first).to_be_hidden()
    expect(week.page.locator(".now-line").and_(week.page.locator(":visible"))).to_have_count(1)


@pytest.mark.parametrize("locale", ["en-US", "ko"])
def test_the_time_of_now_fits_where_the_clock_has_12_hours(open_calendar, locale):
    page = open_calendar("/week/2026-03-11", locale=locale).page
    pill, gutter = page.locator(".now-pill").bounding_box(), page.locator(".gutter").bounding_box()
    expect(page.locator(".now-pill")).to_have_text("10:00")
    assert pill["x"] >= gutter["x"] and pill["x"] + pill["width"] <= gutter["x"] + gutter["width"]


def test_m_opens_the_month_also_from_an_event(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    week = open_calendar("/week/2026-03-11")
    hours(week, "Lunch").focus()
    week.page.keyboard.press("m")
    expect(week.page).to_have_url(re.compile("/month/2026-03-11$"))
    expect(week.chips("Lunch")).to_be_visible()


def test_the_address_names_view_and_date_and_back_and_reload_work(week):
    page = week.page
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile("/day/2026-03-12$"))
    expect(week.heading).to_have_text("March 2026")
    page.keyboard.press("x")
    expect(page).to_have_url(re.compile("/days/2026-03-12$"))
    eventually(lambda: seen_days(week), ["2026-03-12", "2026-03-13", "2026-03-14"])
    page.keyboard.press("m")
    expect(page).to_have_url(re.compile("/month/2026-03-12$"))
    expect(week.day("2026-03-12")).to_be_visible()
    page.go_back()
    expect(page.locator('[data-view="days"]')).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    eventually(lambda: seen_days(week), ["2026-03-11"])
    # A step that the browser is about to make is given up when the view notes meanwhile where it rests.
    rested(page)
    page.go_forward()
    expect(page).to_have_url(re.compile("/day/2026-03-12$"))
    week.reload()
    eventually(lambda: seen_days(week), ["2026-03-12"])


def test_a_view_that_back_has_left_does_not_write_its_own_address_over_the_next(week):
    page = week.page
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile("/day/2026-03-12$"))
    page.keyboard.press("x")
    expect(page).to_have_url(re.compile("/days/2026-03-12$"))
    # Back twice; the three days come to rest just after the first, while the one day is still on its way.
    page.evaluate(
        """addEventListener('popstate', () => {
          const detail = { date: '2026-03-12', top: 0 };
          document.querySelector('timeline-view')
            .dispatchEvent(new CustomEvent('view-rest', { detail, bubbles: true }));
          history.back();
        }, { once: true });
        history.back();"""
    )
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    page.go_forward()
    expect(page).to_have_url(re.compile("/day/2026-03-12$"))


def test_the_views_can_be_chosen_by_pointer(week):
    week.page.get_by_role("button", name="3 days").click()
    expect(week.page).to_have_url(re.compile("/days/2026-03-11$"))
    expect(week.page.get_by_role("button", name="3 days")).to_have_attribute("aria-pressed", "true")
    week.page.get_by_role("button", name="Next", exact=True).click()
    expect(week.page).to_have_url(re.compile("/days/2026-03-14$"))
    week.page.get_by_role("button", name="Today", exact=True).click()
    expect(week.page).to_have_url(re.compile("/days/2026-03-11$"))


def test_days_scroll_sideways_without_end_and_without_adding_elements(week):
    scroller = week.page.locator(".hours-scroller")
    for _ in range(6):
        scroller.evaluate("(e) => { e.scrollLeft += e.clientWidth; }")
        rested(week.page)
    assert seen_days(week)[0] > "2026-04-10"
    expect(week.heading).to_have_text(re.compile("April|May"))
    assert len(seen_days(week)) == 7
    count = week.element_count()
    for _ in range(6):
        scroller.evaluate("(e) => { e.scrollLeft -= e.clientWidth; }")
        rested(week.page)
    assert week.element_count() < count + 120


def test_days_scrolled_past_fast_show_blocks_and_at_rest_all_their_events(open_calendar, client):
    for number in range(12):
        client.put(event(f"Daily {number}", f"20260101T{7 + number:02}0000", f"20260101T{7 + number:02}4500", "RRULE:FREQ=DAILY"))
    calendar = open_calendar("/week/2026-03-11")
    page = calendar.page
    expect(page.locator('[data-date="2026-03-15"] .hours-event')).to_have_count(12)
    rested(page)
    seen = page.evaluate(
        """() => new Promise((done) => {
            const strip = document.querySelector('.hours-scroller'), frame = strip.getBoundingClientRect();
            const dayPx = document.querySelector('.hours-day').offsetWidth;
            const found = { blocks: 0, empty: 0 };
            let steps = 0;
            const step = () => {
                for (const day of document.querySelectorAll('.hours-day')) {
                    const { left, right } = day.getBoundingClientRect();
                    if (right <= frame.left || left >= frame.right) continue;
                    const blocks = getComputedStyle(day.querySelector('.hours-list')).backgroundImage.split('linear-gradient').length - 1;
                    if (blocks === 24) found.blocks += 1;
                    else if (day.querySelectorAll('.hours-event').length < 12) found.empty += 1;
                }
                strip.scrollLeft += 2 * dayPx;
                if (++steps < 30) requestAnimationFrame(step);
                else done(found);
            };
            requestAnimationFrame(step);
        })"""
    )
    assert seen["blocks"] > 0 and seen["empty"] == 0, seen
    rested(page)
    assert seen_days(calendar)[0] > "2026-04-30"
    for date in seen_days(calendar):
        expect(page.locator(f'[data-date="{date}"] .hours-event')).to_have_count(12)
    # A page turned by a key has its events at once, so that one can be focused.
    page.keyboard.press("PageUp")
    expect(page.locator(".hours-scroller :focus")).to_have_count(1)
    expect(page.locator(".rough")).to_have_count(0)


@pytest.mark.parametrize(
    ("date", "band", "text"),
    [("2026-03-08", ".missing-band", "doesn’t exist"), ("2026-11-01", ".twice-band", "1:00 EDT · 1:00 EST")],
)
def test_a_day_on_which_the_clock_is_changed_says_so(open_calendar, client, date, band, text):
    compact = date.replace("-", "")
    zone = "America/New_York"
    client.put(event("Before", f"{compact}T051500Z", f"{compact}T054500Z").replace(f";TZID={'Europe/Berlin'}", ""))
    client.put(event("After", f"{compact}T061500Z", f"{compact}T064500Z").replace(f";TZID={'Europe/Berlin'}", ""))
    calendar = open_calendar(f"/day/{date}", timezone_id=zone)
    expect(calendar.page.locator(band)).to_contain_text(text)
    if band == ".twice-band":
        before, after = still(hours(calendar, "Before")), hours(calendar, "After").bounding_box()
        assert before["x"] + before["width"] <= after["x"] + 1
        expect(hours(calendar, "Before")).to_have_accessible_name(re.compile("EDT"))
        expect(hours(calendar, "After")).to_have_accessible_name(re.compile("EST"))


def test_an_event_while_the_clock_is_set_back_names_the_zone_at_both_ends(open_calendar, client):
    client.put(event("Round", "20261101T051500Z", "20261101T061500Z").replace(";TZID=Europe/Berlin", ""))
    client.put(event("Back", "20261101T054500Z", "20261101T061500Z").replace(";TZID=Europe/Berlin", ""))
    calendar = open_calendar("/day/2026-11-01", timezone_id="America/New_York")
    for title, start, end in [("Round", "1:15 EDT", "1:15 EST"), ("Back", "1:45 EDT", "1:15 EST")]:
        expect(hours(calendar, title)).to_have_attribute("data-time", re.compile(f"{start[:-4]}.* EDT – {end[:-4]}.* EST"))
        expect(hours(calendar, title)).to_have_accessible_name(re.compile(f"{title}.*{start[:-4]}.* EDT.*{end[:-4]}.* EST"))


def test_zoom_by_wheel_and_keys_stays_around_the_pointer_and_is_kept(week, client):
    page = week.page
    before = still(hours(week, "Morning"))
    page.mouse.move(before["x"] + 5, before["y"] + 1)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -40)
    page.keyboard.up("Control")
    after = eventually(lambda: still(hours(week, "Morning")), lambda box: box["height"] > before["height"] * 1.2)
    assert abs(after["y"] - before["y"]) < 4
    eventually(lambda: b"hourPx" in client.request("GET", "/api/v1/settings")[2])
    week.reload()
    expect(hours(week, "Morning")).to_be_visible()
    assert abs(still(hours(week, "Morning"))["height"] - after["height"]) < 2
    page.keyboard.press("0")
    eventually(lambda: hours(week, "Morning").bounding_box()["height"], lambda height: abs(height - before["height"]) < 2)


def test_one_tab_stop_and_arrows_over_events_and_empty_slots(week):
    page = week.page
    rested(page)
    expect(page.locator('.hours-scroller [tabindex="0"]')).to_have_count(1)
    hours(week, "Morning").focus()
    names = []
    for key in ("ArrowDown", "ArrowUp", "ArrowUp", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        names.append(page.evaluate("document.activeElement.ariaLabel"))
    assert names[0].startswith("Wednesday") and "9:30, free" in names[0]
    assert names[1].startswith("Morning") and "8:00 to 9:30" in names[1]
    assert "7:30, free" in names[2] and "10 March" in names[3]
    assert names[4].startswith("Trip, All day")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(week.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2026-03-10")
    expect(week.dialog.get_by_label("Start time")).to_have_attribute("data-value", "23:30")


def test_a_click_opens_the_event(week):
    week.edit(hours(week, "Morning"))
    expect(week.dialog.get_by_label("Title")).to_have_value("Morning")
    week.page.keyboard.press("Escape")
    expect(week.dialog).to_have_count(0)


@pytest.mark.parametrize(("view", "viewport"), [("week", DESKTOP), ("day", PHONE), ("days", PHONE)])
def test_axe_finds_nothing(events, open_calendar, view, viewport):

    calendar = open_calendar(f"/{view}/2026-03-12", viewport=viewport)
    expect(day(calendar, "2026-03-13").get_by_role("button", name="Night")).to_have_count(1)
    assert findings_in_both_schemes(calendar.page) == []


def test_nothing_is_wider_than_the_screen(open_calendar):
    for width in (320, 390):
        calendar = open_calendar("/days/2026-03-11", viewport={"width": width, "height": 700})
        assert calendar.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert calendar.page.locator(".top-bar").bounding_box()["height"] < 70, width


def test_the_benchmark_page_shows_the_week_and_events_can_be_dragged(calendar):
    page = calendar.page
    page.context.witness.expected.append("preloaded")
    page.goto(calendar.server.url + "/?bench=1")
    calendar.wait_until("window.CalBench !== undefined")
    page.evaluate(
        """async () => {
            const host = document.createElement('div');
            host.style.height = '700px';
            document.body.replaceChildren(host);
            const event = { id: 'a', title: 'A', start: '2026-03-11T12:00', end: '2026-03-11T13:00', allDay: false, color: 'red' };
            await CalBench.mount(host, [event], { view: 'week', date: '2026-03-11' });
        }"""
    )
    block = page.locator(".hours-event").first
    expect(block).to_be_visible()
    rested(page)
    hour = page.evaluate("CalBench.hourPx()")
    before = page.evaluate("CalBench.getEvent('a').start")
    box = still(block)
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] + 20 + hour, steps=4)
    frames(page)
    page.mouse.up()
    eventually(lambda: page.evaluate("CalBench.getEvent('a').start") - before, 3_600_000)
    assert page.evaluate("CalBench.dragEdges.top") > 40


def test_the_title_of_an_event_that_began_above_stays_in_sight(open_calendar, client):
    client.put(event("Offsite", "20260311T060000", "20260311T200000"))
    calendar = open_calendar("/week/2026-03-11")
    scroller = calendar.page.locator(".hours-scroller")
    name = hours(calendar, "Offsite").locator("span")
    expect(name).to_be_visible()
    scroller.evaluate("(one) => { one.scrollTop = 11 * 48; }")
    head = calendar.page.locator(".hours-head").bounding_box()
    box = still(name)
    assert head["y"] + head["height"] <= box["y"] <= head["y"] + head["height"] + 12


def test_times_are_short_where_days_are_narrow(open_calendar, client):
    client.put(event("Doctor", "20260311T074000", "20260311T092500"))
    calendar = open_calendar("/days/2026-03-11", viewport={"width": 390, "height": 844})
    expect(hours(calendar, "Doctor")).to_have_attribute("data-time", "7:40")


# For each word of an event's title: on how many lines it is; on none if the event is a mere block.
WORDS = """(button) => {
    const text = button.querySelector('span').firstChild;
    return [...text.data.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ bottom }) => bottom)).size;
    });
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_side_by_side_no_word_is_broken_and_none_runs_downwards(open_calendar, client, size):
    for number, name in enumerate(["Football training", "Workshop", "Bridge evening"]):
        client.put(event(name, f"20260311T1{number}0000", "20260311T140000"))
    client.put(event("Rehearsal dinner", "20260312T100000", "20260312T110000"))
    client.put(event("Handball match", "20260312T100000", "20260312T113000"))
    client.put(event("Market", "20260313T100000", "20260313T120000"))
    calendar = open_calendar("/week/2026-03-11", viewport=size)
    for name in ("Football", "Workshop", "Bridge", "Rehearsal", "Handball", "Market"):
        expect(hours(calendar, name)).to_be_visible()
        # On a phone, two letters of a word would show: without any, the block is calmer.
        lines = 0 if size == PHONE and name in ("Bridge", "Rehearsal", "Handball") else 1
        words = hours(calendar, name).evaluate(WORDS)
        assert all(word == lines for word in words), (name, words)
    sizes = calendar.page.locator(".hours-event span").evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 11
    # Side by side, there's only room for the start.
    expect(hours(calendar, "Rehearsal")).to_have_attribute("data-time", "10:00")


def test_titles_stay_in_sight_only_for_events_that_are_cut_off(open_calendar, client):
    client.put(event("Retreat", "20260311T060000", "20260311T200000"))
    client.put(event("Later", "20260312T180000", "20260312T210000"))
    client.put(event("Journey", "20260306", "20260319"))
    calendar = open_calendar("/week/2026-03-11")
    scroller, name = calendar.page.locator(".hours-scroller"), hours(calendar, "Retreat").locator("span")
    # Every sticky title costs a compositing layer in each frame of a scroll.
    expect(calendar.page.locator(".bar.cut")).to_have_text(["Journey"])
    for hour in (7, 11, 15):
        scroller.evaluate("(strip, hour) => { strip.scrollTop = hour * parseInt(getComputedStyle(strip).getPropertyValue('--hour')); }", hour)
        expect(calendar.page.locator(".hours-event.cut")).to_have_text(["Retreat"])
        eventually(lambda: abs(name.bounding_box()["y"] - calendar.page.locator(".hours-head").bounding_box()["y"]
                               - calendar.page.locator(".hours-head").bounding_box()["height"]) < 4)
    journey = calendar.page.locator(".bar.cut span").bounding_box()
    gutter = calendar.page.locator(".gutter").bounding_box()
    assert 0 <= journey["x"] - gutter["x"] - gutter["width"] < 12


@pytest.mark.parametrize("delay_ms", [80, 160, 240])
def test_a_view_that_opens_in_the_middle_of_a_glide_shows_its_day(week, delay_ms):
    page = week.page
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 8})
    page.keyboard.press("j")
    page.wait_for_timeout(delay_ms)
    page.keyboard.press("x")
    eventually(lambda: seen_days(week), ["2026-03-12", "2026-03-13", "2026-03-14"])
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    devtools.detach()


def test_a_step_back_in_the_middle_of_a_glide_ends_where_it_began(week):
    page = week.page
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    frames(page, 40)
    assert seen_days(week) == ["2026-03-11"]


def test_a_touch_in_the_middle_of_a_glide_ends_it_on_its_day(week):
    page = week.page
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile("/day/2026-03-11$"))
    page.keyboard.press("j")
    page.mouse.move(640, 500)
    page.mouse.wheel(0, 50)
    eventually(lambda: seen_days(week), ["2026-03-12"])
    expect(page).to_have_url(re.compile("/day/2026-03-12$"))
