"""The event sheet: every field, time zones, the rules it can make, and keeping what was typed."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.choices import choices_of, choose
from support.events import SERIES, event, wait_for
from support.pointer import Finger
from support.timeline import hours
from support.waiting import steady, still, wait_for_events, wait_for_text


@pytest.fixture
def phone(open_calendar):
    return open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)


def new_sheet(calendar, title, date="2026-03-12"):
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title=title, date=date, start="09:00", end="10:00")
    return calendar.dialog


def open_more(sheet):
    sheet.get_by_text("More", exact=True).click()


def choose_zone(calendar, shown, typed):
    calendar.dialog.get_by_role("button", name=shown, exact=True).click()
    calendar.page.keyboard.type(typed)
    expect(calendar.dialog.get_by_role("option").first).to_contain_text(re.compile(typed, re.IGNORECASE))
    calendar.page.keyboard.press("Enter")


def test_every_field_is_kept_and_shown_again(calendar, client):
    sheet = new_sheet(calendar, "Board")
    sheet.get_by_role("button", name="Add reminder").click()
    calendar.page.get_by_role("menuitem", name="10 minutes before").click()
    choose(sheet.get_by_label("Reminder", exact=True), "30")
    open_more(sheet)
    sheet.get_by_role("radio", name="Green").check()
    sheet.get_by_role("radio", name="Free").check(force=True)
    choose(sheet.get_by_label("Status"), "Tentative")
    sheet.get_by_label("Categories").press_sequentially("Work,Figures, the")
    sheet.get_by_label("Link").fill("https://example.org/board")
    sheet.get_by_label("Private").check()
    calendar.save()
    [event] = wait_for_events(client, 1)
    for part in (
        "COLOR:green", "TRANSP:TRANSPARENT", "STATUS:TENTATIVE", "CATEGORIES:Work,Figures,the",
        "URL:https://example.org/board", "CLASS:PRIVATE", "TRIGGER:-PT30M", "DTSTART;TZID=Europe/Berlin:20260312T090000",
    ):
        assert part in event["ical"], event["ical"]

    calendar.edit(calendar.chips("Board"))
    sheet = calendar.dialog
    expect(sheet.get_by_role("radio", name="Free")).to_be_checked()
    expect(sheet.get_by_role("link", name="Open link")).to_have_attribute("href", "https://example.org/board")
    expect(sheet.get_by_role("button", name="Remove category Figures")).to_be_visible()
    sheet.get_by_role("button", name="Remove category Figures").click()
    sheet.get_by_role("button", name="Remove reminder").click()
    sheet.get_by_label("Private").uncheck()
    calendar.save()
    event = wait_for_text(client, "CATEGORIES:Work,the")
    assert "VALARM" not in event["ical"] and "CLASS" not in event["ical"], event["ical"]


def test_an_event_with_only_a_title_and_times_is_stored_without_other_properties(calendar, client):
    sheet = new_sheet(calendar, "Tea")
    expect(sheet.get_by_label("Link")).to_be_hidden()
    calendar.save()
    [event] = wait_for_events(client, 1)
    for name in ("TRANSP", "STATUS", "CLASS", "CATEGORIES", "VALARM", "URL", "COLOR"):
        assert f"\n{name}" not in event["ical"], event["ical"]


def test_times_are_typed_and_shown_by_the_clock_of_the_chosen_zone(calendar, client):
    sheet = new_sheet(calendar, "Call")
    open_more(sheet)
    choose_zone(calendar, "Berlin", "new york")
    expect(sheet.get_by_text("New York time; 14:00 – 15:00 your time")).to_be_visible()
    calendar.save()
    [event] = wait_for_events(client, 1)
    assert "DTSTART;TZID=America/New_York:20260312T090000" in event["ical"], event["ical"]
    expect(calendar.chips("Call")).to_have_attribute("data-time", "14:00")
    calendar.edit(calendar.chips("Call"))
    expect(calendar.dialog.get_by_label("Start time")).to_have_attribute("data-value", "09:00")
    calendar.fill_sheet(start="08:00")
    calendar.save()
    wait_for_text(client, "DTSTART;TZID=America/New_York:20260312T080000")
    expect(calendar.chips("Call")).to_have_attribute("data-time", "13:00")
    calendar.edit(calendar.chips("Call"))
    choose_zone(calendar, "New York", "berlin")
    calendar.save()
    wait_for_text(client, "DTSTART;TZID=Europe/Berlin:20260312T080000")


def test_a_rule_counts_the_days_of_the_events_own_zone(calendar, client):
    sheet = new_sheet(calendar, "Tokyo", date="2026-03-13")
    calendar.fill_sheet(start="06:00", end="07:00")
    open_more(sheet)
    choose_zone(calendar, "Berlin", "tokyo")
    choose(sheet.get_by_label("Repeat", exact=True), "weekly")
    choose(sheet.get_by_label("End repeat"), "Ends on")
    sheet.get_by_label("Last date").fill("2026-03-26")
    calendar.save()
    # Friday morning in Tokyo is Thursday evening in Berlin. UNTIL is the end of the 26th in Tokyo, 14:59:59 UTC.
    [event] = wait_for_events(client, 1)
    assert "BYDAY=FR" in event["ical"] and "UNTIL=20260326T145959Z" in event["ical"], event["ical"]
    expect(calendar.chips("Tokyo")).to_have_count(2)
    expect(calendar.day("2026-03-12")).to_have_accessible_name(re.compile("1 event"))


@pytest.mark.parametrize(
    ("date", "kind", "choice", "rule", "words", "name"),
    [
        ("2026-03-31", "month", "On the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "last day", ""),
        ("2026-03-27", "month", "On the last Friday", "FREQ=MONTHLY;BYDAY=-1FR", "last Friday", "On the last Friday of every month"),
        ("2026-11-26", "year", "On the fourth Thursday of November", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "November", ""),
        ("2026-03-08", "year", "On 8 March", "FREQ=YEARLY", "every year", "Every year on 8 March"),
    ],
)
def test_common_rules_are_made_and_shown_again(open_calendar, client, date, kind, choice, rule, words, name):
    calendar = open_calendar(f"/month/{date}")
    sheet = new_sheet(calendar, "Rule", date=date)
    choose(sheet.get_by_label("Repeat", exact=True), "Custom…")
    choose(sheet.get_by_label("Unit"), kind)
    choose(sheet.get_by_label("Which day"), choice)
    expect(sheet.get_by_text(re.compile(words, re.IGNORECASE)).last).to_be_visible()
    calendar.save()
    [event] = wait_for_events(client, 1)
    written = re.search(r"RRULE:(\S+)", event["ical"]).group(1)
    assert sorted(written.split(";")) == sorted(rule.split(";"))
    calendar.edit(calendar.chips("Rule").first)
    shown = calendar.dialog.get_by_label("Which day")
    if name:
        expect(calendar.dialog.get_by_label("Repeat", exact=True)).to_have_text(name)
        expect(shown).to_have_count(0)
    else:
        expect(shown).to_have_text(choice)


def test_repeat_offers_the_rules_that_people_have_a_name_for(open_calendar, client):
    calendar = open_calendar("/month/2026-11-28")
    sheet = new_sheet(calendar, "Market", date="2026-11-28")
    field = sheet.get_by_label("Repeat", exact=True)
    assert choices_of(field) == [
        "Does not repeat", "Every day", "Every week on Saturday", "On the 28th of every month", "On the fourth Saturday of every month",
        "On the last Saturday of every month", "Every year on 28 November", "Custom…",
    ]
    choose(field, "On the last Saturday of every month")
    # The rule follows the start.
    calendar.fill_sheet(date="2026-11-27")
    expect(field).to_have_text("On the last Friday of every month")
    choose(field, "Every weekday")
    calendar.save()
    [event] = wait_for_events(client, 1)
    assert "BYDAY=MO,TU,WE,TH,FR" in event["ical"], event["ical"]


def test_a_new_event_on_a_phone_begins_as_half_a_sheet(phone):
    """It grows when a field below the times is used, or by a pull at its top, which also makes it half again."""
    phone.page.get_by_role("button", name="New event").first.tap()
    sheet = phone.dialog
    top = lambda: still(sheet)["y"]
    # The day stays in sight above it.
    today = still(phone.day("2026-03-11"))
    assert 0 < today["y"] and today["y"] + today["height"] < top()
    expect(sheet.get_by_label("Title", exact=True)).to_be_focused()
    half = top()
    assert half > PHONE["height"] / 2
    sheet.get_by_label("All day").tap()
    assert top() == half
    finger = Finger(phone.page)

    def pull(by):
        at = (PHONE["width"] / 2, top() + 8)
        finger.send("touchStart", at)
        finger.move(at, (at[0], at[1] + by))
        finger.send("touchEnd")

    pull(-100)
    assert top() < 50
    pull(100)
    assert top() == half
    assert findings_in_both_schemes(phone.page) == []
    notes = sheet.get_by_label("Notes")
    # Scrolling to it makes the sheet grow, so it's somewhere else a moment later.
    notes.scroll_into_view_if_needed()
    assert top() < 50
    notes.tap()
    expect(notes).to_be_focused()
    assert top() < 50


def test_half_a_sheet_that_is_pulled_down_closes_and_keeps_what_is_typed(phone):
    phone.page.get_by_role("button", name="New event").first.tap()
    phone.dialog.get_by_label("Title", exact=True).fill("Half a thought")
    at = (PHONE["width"] / 2, still(phone.dialog)["y"] + 8)
    finger = Finger(phone.page)
    finger.send("touchStart", at)
    finger.move(at, (at[0], at[1] + 130))
    finger.send("touchEnd")
    expect(phone.dialog).to_have_count(0)
    phone.page.locator("toast-stack").get_by_role("button", name="Open draft").tap()
    expect(phone.dialog.get_by_label("Title", exact=True)).to_have_value("Half a thought")


def test_tab_to_a_field_below_the_times_makes_half_a_sheet_whole(phone):
    phone.page.get_by_role("button", name="New event").first.tap()
    before = still(phone.dialog)["y"]
    phone.dialog.get_by_label("Location").focus()
    assert still(phone.dialog)["y"] < before - 200


def test_save_stays_at_the_bottom_of_a_phone_while_the_form_grows(phone):
    phone.page.get_by_role("button", name="New event").last.tap()
    save = phone.dialog.get_by_role("button", name="Save")
    height = phone.page.viewport_size["height"]
    phone.dialog.evaluate("(sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished))")
    before = save.bounding_box()
    assert height - 32 <= before["y"] + before["height"] <= height
    assert before["height"] >= 44
    open_more(phone.dialog)
    expect(phone.dialog.get_by_label("Private")).to_be_attached()
    assert save.bounding_box() == before


def test_delete_needs_no_scrolling_for_a_repeating_event(calendar, client):
    client.put(SERIES.replace("SUMMARY", "DESCRIPTION:" + "Long. " * 80 + "\nURL:https://example.org\nSUMMARY"))
    calendar.chips("Stand-up").first.click()
    delete = calendar.dialog.get_by_role("button", name="Delete")
    expect(delete).to_be_in_viewport(ratio=1)
    box, sheet = delete.bounding_box(), calendar.dialog.bounding_box()
    assert box["y"] + box["height"] <= sheet["y"] + sheet["height"]
    delete.click()
    expect(calendar.page.get_by_text("Delete repeating event")).to_be_visible()


def test_back_closes_the_sheet_instead_of_leaving_the_page_and_keeps_a_draft(calendar):
    page = calendar.page
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile("2026-04"))
    new_sheet(calendar, "Half a thought")
    page.evaluate("history.back()")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(calendar.announcement("“Half a thought” is saved as a draft.")).to_be_visible()
    expect(page).to_have_url(re.compile("2026-04"))


def test_a_duplicate_of_a_repeating_event_is_a_single_event(calendar, client):
    client.put(SERIES)
    calendar.edit(calendar.chips("Stand-up").first)
    calendar.dialog.get_by_role("button", name="Duplicate").click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Stand-up")
    calendar.fill_sheet(title="Copy")
    calendar.save()
    assert [("RRULE" in event["ical"]) for event in wait_for_events(client, 2)].count(True) == 1
    expect(calendar.chips("Copy")).to_have_count(1)


@pytest.mark.parametrize("view", ["week", "month"])
def test_on_a_wide_screen_the_form_leaves_its_event_in_sight(open_calendar, client, view):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar(f"/{view}/2026-03-11", viewport={"width": 1440, "height": 900})
    chip = calendar.page.locator("[data-key]").filter(has_text="Lunch").first
    calendar.edit(chip)
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Lunch")
    calendar.dialog.get_by_text("More", exact=True).click()
    form, about = still(calendar.dialog), chip.bounding_box()
    assert form["x"] >= about["x"] + about["width"] or form["x"] + form["width"] <= about["x"]
    assert form["y"] >= 0 and form["y"] + form["height"] <= 900


def test_a_new_event_leaves_its_day_in_sight(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport={"width": 1440, "height": 900})
    calendar.page.keyboard.press("n")
    expect(calendar.dialog.get_by_label("Title")).to_be_focused()
    form, about = still(calendar.dialog), calendar.day("2026-03-11").bounding_box()
    assert form["x"] >= about["x"] + about["width"]


def test_a_double_click_opens_the_form_with_the_title_selected(open_calendar, client):
    client.put(event("Lunch", "20260311T120000", "20260311T130000"))
    calendar = open_calendar("/week/2026-03-11")
    hours(calendar, "Lunch").dblclick()
    expect(calendar.dialog.get_by_label("Title")).to_be_focused()
    calendar.page.keyboard.type("Late lunch")
    calendar.page.keyboard.press("Enter")
    wait_for_text(client, "SUMMARY:Late lunch")


def test_a_time_typed_into_the_title_is_shown_in_the_fields(phone, client):
    page = phone.page
    page.get_by_role("button", name="New event").last.tap()
    phone.dialog.get_by_label("Notes").fill("At Luigi’s")
    title = phone.dialog.get_by_label("Title")
    date, start = phone.dialog.get_by_label("Start date"), phone.dialog.get_by_label("Start time")
    first = start.input_value()
    title.press_sequentially("Lunch with Ana fri 12:30")
    expect(start).to_have_value("12:30")
    expect(phone.dialog.get_by_label("End time")).to_have_value("13:30")
    expect(date).to_have_value(re.compile("13 Mar"))
    expect(phone.dialog.get_by_role("status").filter(has_text="Becomes “Lunch with Ana”")).to_be_visible()
    # Nothing covers the fields: what is under a finger is what is seen.
    assert phone.dialog.get_by_label("All day").evaluate(
        "field => { const { x, y, width, height } = field.getBoundingClientRect(); return document.elementFromPoint(x + width / 2, y + height / 2) === field }"
    )
    # They follow the title as long as nobody changes them by hand.
    title.press("Backspace")
    title.fill("Lunch with Ana")
    expect(start).to_have_value(first)
    title.fill("Lunch with Ana fri 12:30")
    phone.fill_sheet(end="14:00")
    phone.save()
    wait_for(client, "Lunch with Ana", ("20260313T1230", "20260313T1400"))
    assert "At Luigi’s" in client.events()[0]["ical"]


def test_a_weekly_title_says_that_it_is_a_series_and_fills_in_the_form(phone, client):
    page = phone.page
    page.get_by_role("button", name="New event").last.tap()
    title = phone.dialog.get_by_label("Title")
    title.press_sequentially("Yoga every tuesday 18:00")
    offer = phone.dialog.get_by_role("button", name="Becomes “Yoga” · every week on Tuesday")
    offer.tap()
    expect(title).to_have_value("Yoga")
    expect(phone.dialog.get_by_label("Repeat", exact=True)).to_have_text("Every week on Tuesday")
    expect(phone.dialog.get_by_label("Start time")).to_have_attribute("data-value", "18:00")
    title.press_sequentially(" at home")
    expect(title).to_have_value("Yoga at home")
    choose(phone.dialog.get_by_label("Repeat", exact=True), "Custom…")
    # Seven days beside each other, each big enough for a finger.
    boxes = [box.bounding_box() for box in phone.dialog.get_by_role("group", name="On", exact=True).get_by_role("checkbox").all()]
    assert len(boxes) == 7 and len({round(box["y"]) for box in boxes}) == 1
    assert min(box["width"] for box in boxes) >= 30


def test_a_time_in_the_title_counts_at_save_unless_the_fields_say_another(phone, client):
    for changed, title, times in (
        (False, "Lunch", ("20260313T1230", "20260313T1330")),
        (True, "Tea fri 12:30", ("20260312T0900", "20260312T1000")),
    ):
        phone.page.get_by_role("button", name="New event").last.tap()
        if changed:
            phone.fill_sheet(date="2026-03-12", start="09:00", end="10:00")
        phone.dialog.get_by_label("Title").fill("Tea fri 12:30" if changed else "Lunch fri 12:30")
        phone.save()
        wait_for(client, title, times)


def test_an_imported_event_reads_well_with_guests_html_and_addresses(calendar, client):
    notes = "Tickets <b>in the drawer</b><br>https://example.org/tickets"
    client.put(event("Concert", "20260311T210000", "20260311T230000", f"DESCRIPTION:{notes}", "LOCATION:https://meet.example/a",
                     "ATTENDEE;CN=Ana;PARTSTAT=ACCEPTED:mailto:ana@example.com"))
    calendar.chips("Concert").click()
    card = calendar.dialog
    expect(card).to_contain_text("Tickets in the drawer")
    expect(card.get_by_role("link")).to_have_text(["https://meet.example/a", "https://example.org/tickets"])
    # The guests are in line with the rest, once the card has grown.
    card.evaluate("(dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)).then(() => true)")
    edge = card.locator("dt").first.bounding_box()["x"]
    assert card.get_by_role("heading", name="Answers").bounding_box()["x"] == edge
    assert findings_in_both_schemes(calendar.page) == []
    # The stored text stays as it was written.
    card.get_by_role("button", name="Edit").click()
    expect(calendar.dialog.get_by_label("Notes")).to_have_value(re.compile("<b>in the drawer</b>"))


@pytest.mark.parametrize("keys", ["Control+Enter", "Control+s"])
@pytest.mark.parametrize("field", ["Notes", "End time"])
def test_keys_save_from_any_field(calendar, client, keys, field):
    page = calendar.page
    page.keyboard.press("n")
    calendar.fill_sheet(title="Review", date="2026-03-12", start="09:00", end="10:00")
    page.get_by_label(field).first.fill("11:00")
    page.keyboard.press(keys)
    expect(page.locator("#event-form")).to_have_count(0)
    end = "1100" if field == "End time" else "1000"
    wait_for(client, "Review", ("20260312T0900", f"20260312T{end}"))


def test_a_new_whole_day_is_free_unless_busy_is_chosen(calendar, client):
    page = calendar.page
    calendar.new_event("Fair", date="2026-03-12", all_day=True)
    wait_for_text(client, "SUMMARY:Fair")
    page.keyboard.press("n")
    calendar.fill_sheet(title="Exam", date="2026-03-13", all_day=True)
    calendar.dialog.locator("summary").click()
    expect(calendar.dialog.get_by_role("radio", name="Free")).to_be_checked()
    calendar.dialog.get_by_role("radio", name="Busy").check()
    calendar.save()
    free = {title: "TRANSP:TRANSPARENT" in event["ical"] for event in wait_for_events(client, 2) for title in ("Fair", "Exam") if title in event["ical"]}
    assert free == {"Fair": True, "Exam": False}


def test_a_phone_shows_the_same_hours_while_an_event_is_edited(open_calendar, client):
    client.put(event("Run", "20260311T060000", "20260311T070000"))
    client.put(event("Lunch", "20260311T090000", "20260311T100000"))
    calendar = open_calendar("/day/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    scrolled = lambda: calendar.page.locator(".hours-scroller").evaluate("(scroller) => scroller.scrollTop")
    hours(calendar, "Lunch").tap()
    expect(calendar.dialog).to_have_accessible_name("Lunch")
    before = steady(calendar.page, scrolled)
    calendar.dialog.get_by_role("button", name="Edit").tap()
    expect(calendar.dialog.get_by_label("Title")).to_be_visible()
    assert steady(calendar.page, scrolled) == before
