"""Creating, changing, deleting and undoing events, and what is still there after a reload or a restart."""

import re

import pytest
from playwright.sync_api import expect

from support.choices import choose
from support.drafts import open_draft
from support.events import SERIES
from support.people import inbox
from support.waiting import frames, wait_for_events, wait_for_text


def test_creating_changing_and_deleting_an_event_can_be_undone(calendar, client):
    page = calendar.page
    calendar.new_event("Dentist", date="2026-03-12", start="09:30", end="10:15", place="Main Street 12", notes="Bring the card")
    expect(calendar.chips("Dentist")).to_have_count(1)
    expect(calendar.announcement("“Dentist” added")).to_be_visible()
    [event] = wait_for_events(client, 1)
    for part in ("SUMMARY:Dentist", "LOCATION:Main Street 12", "DESCRIPTION:Bring the card", "20260312T093000"):
        assert part in event["ical"], event["ical"]

    calendar.edit(calendar.chips("Dentist"))
    calendar.fill_sheet(title="Dentist again", start="11:00", end="11:45")
    calendar.save()
    expect(calendar.chips("Dentist again")).to_have_count(1)
    expect(calendar.chips("Dentist again")).to_have_attribute("data-time", "11:00")

    calendar.undo()
    expect(calendar.chips("Dentist again")).to_have_count(0)
    expect(calendar.chips("Dentist")).to_have_attribute("data-time", re.compile("9:30"))
    page.keyboard.press("Control+Shift+z")
    expect(calendar.chips("Dentist again")).to_have_count(1)

    calendar.chips("Dentist again").click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    expect(calendar.chips("Dentist")).to_have_count(0)
    wait_for_events(client, 0)
    calendar.undo()
    expect(calendar.chips("Dentist again")).to_have_count(1)
    [event] = wait_for_events(client, 1)
    assert "DESCRIPTION:Bring the card" in event["ical"]

    calendar.reload()
    expect(calendar.chips("Dentist again")).to_have_count(1)


def test_events_survive_a_restart_of_the_server(calendar, server):
    calendar.page.context.witness.expected = ["ERR_", "Failed to load resource"]
    calendar.new_event("Survivor", date="2026-03-13", start="14:00", end="15:00")
    calendar.new_event("Holiday", date="2026-03-16", all_day=True)
    expect(calendar.announcement("“Holiday” added")).to_be_visible()
    server.stop()
    server.start()
    calendar.reload()
    expect(calendar.chips("Survivor")).to_have_count(1)
    expect(calendar.chips("Holiday")).to_have_count(1)


def test_an_event_without_a_title_can_not_be_saved(calendar):
    calendar.page.get_by_role("button", name="New event").first.click()
    save = calendar.dialog.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    calendar.dialog.get_by_label("Title").fill("Now")
    expect(save).to_be_enabled()


def test_a_draft_that_the_device_has_no_room_for_is_said_to_last_as_long_as_the_page(calendar):
    page = calendar.page
    page.evaluate("""() => {
      for (let size = 1 << 22; size >= 1; size /= 2)
        try {
          for (let number = 0; ; number += 1) localStorage.setItem(`filler ${size} ${number}`, 'x'.repeat(size));
        } catch {}
    }""")
    page.get_by_role("button", name="New event").first.click()
    calendar.dialog.get_by_label("Title").fill("Half a thought")
    page.keyboard.press("Escape")
    expect(calendar.announcement("“Half a thought” is kept as a draft until you close this page.")).to_be_visible()
    page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("way", ["click", "Escape"])
def test_what_was_typed_is_kept_as_a_draft_by_a_click_outside_and_by_escape(calendar, way):
    page = calendar.page
    page.get_by_role("button", name="New event").first.click()
    calendar.dialog.get_by_label("Title").fill("Half a thought")
    if way == "click":
        page.mouse.click(5, 400)
    else:
        page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(calendar.announcement("“Half a thought” is saved as a draft.")).to_be_visible()
    calendar.reload()
    open_draft(calendar, "Half a thought")
    page.keyboard.press("Escape")
    page.locator("toast-stack").get_by_role("button", name="Discard").click()
    expect(inbox(calendar)).to_have_count(0)
    calendar.reload()
    expect(inbox(calendar)).to_have_count(0)


def test_the_close_button_asks_before_it_discards(calendar):
    page = calendar.page
    page.get_by_role("button", name="New event").first.click()
    calendar.dialog.get_by_label("Title").fill("Half a thought")
    calendar.dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Keep editing").click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Half a thought")
    calendar.dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Discard").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(inbox(calendar)).to_have_count(0)


def test_the_end_follows_the_start(calendar):
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title="Moved", date="2026-03-12", start="09:00", end="10:30")
    calendar.dialog.get_by_label("Start date").fill("2026-03-20")
    calendar.dialog.get_by_label("Start time").fill("16:00")
    calendar.dialog.get_by_label("Start time").blur()
    expect(calendar.dialog.get_by_label("End date")).to_have_attribute("data-value", "2026-03-20")
    expect(calendar.dialog.get_by_label("End time")).to_have_attribute("data-value", "17:30")


def test_a_double_click_on_save_makes_one_event(calendar, client):
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title="Once", date="2026-03-12", start="09:00", end="10:00")
    calendar.dialog.get_by_role("button", name="Save").dblclick()
    expect(calendar.chips("Once")).to_have_count(1)
    wait_for_events(client, 1)


def test_the_second_click_on_save_makes_no_event_behind_it(calendar):
    page = calendar.page
    calendar.show("week")
    page.keyboard.press("n")
    calendar.fill_sheet(title="Once", date="2026-03-12", start="09:00", end="10:00")
    box = calendar.dialog.get_by_role("button", name="Save").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for count in (1, 2):
        page.mouse.move(x, y)
        page.mouse.down(click_count=count)
        page.mouse.up(click_count=count)
        # The sheet is gone before the second click, which falls on the hours.
        expect(page.get_by_role("dialog")).to_have_count(0)
    frames(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_one_occurrence_can_be_deleted_and_the_others_stay(calendar, client):
    client.put(SERIES)
    expect(calendar.chips("Stand-up")).to_have_count(4)
    calendar.page.locator('[data-view="month"] [data-uid="standup@example.org"][data-start^="2026-03-17"]').click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    calendar.dialog.get_by_role("button", name="This event").click()
    expect(calendar.chips("Stand-up")).to_have_count(3)
    wait_for_text(client, "EXDATE")
    calendar.undo()
    expect(calendar.chips("Stand-up")).to_have_count(4)


def test_all_occurrences_change_together(calendar, client):
    client.put(SERIES)
    calendar.edit(calendar.chips("Stand-up").first)
    calendar.fill_sheet(title="Check-in")
    calendar.dialog.get_by_role("button", name="Save").click()
    calendar.dialog.get_by_role("button", name="All events").click()
    expect(calendar.chips("Check-in")).to_have_count(4)
    expect(calendar.chips("Stand-up")).to_have_count(0)


def test_a_repeating_event_is_made_in_the_sheet(calendar, client):
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title="Piano", date="2026-03-04", start="17:00", end="18:00")
    choose(calendar.dialog.get_by_label("Repeat", exact=True), "weekly")
    calendar.save()
    expect(calendar.chips("Piano").first).to_be_visible()
    assert calendar.chips("Piano").count() >= 3
    [event] = wait_for_events(client, 1)
    assert "RRULE:FREQ=WEEKLY" in event["ical"]


def test_a_refused_save_puts_the_event_back_and_says_why(calendar, client):
    calendar.page.context.witness.expected = ["412", "409", "404"]
    client.put(SERIES.replace("RRULE:FREQ=WEEKLY;COUNT=4\n", ""))
    expect(calendar.chips("Stand-up")).to_have_count(1)
    # Without the live stream, only the refusal itself can put the event back.
    calendar.page.route("**/api/v1/live*", lambda route: route.abort())
    calendar.page.route("**/api/v1/edits", lambda route: route.fulfill(
        status=422,
        content_type="application/problem+json",
        body='{"type":"/problems/not-valid","title":"Not valid","status":422,"detail":"It is Sunday"}',
    ))
    calendar.page.context.witness.expected += ["422", "ERR_FAILED"]
    calendar.edit(calendar.chips("Stand-up"))
    calendar.fill_sheet(title="Refused")
    calendar.save()
    expect(calendar.announcement("It is Sunday")).to_be_visible()
    expect(calendar.chips("Stand-up")).to_have_count(1)
    expect(calendar.chips("Refused")).to_have_count(0)


def test_the_day_lists_its_events_and_an_empty_day_says_so(calendar, client):
    client.put(SERIES)
    expect(calendar.chips("Stand-up")).to_have_count(4)
    calendar.open("/month/2026-03-10/day")
    expect(calendar.listed("Stand-up")).to_be_visible()
    calendar.open("/month/2026-03-11/day")
    expect(calendar.page.get_by_text("Nothing on this day yet.")).to_be_visible()


def test_a_series_can_not_end_before_it_begins(calendar, client):
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title="Rehearsal", date="2026-04-20")
    sheet = calendar.dialog
    choose(sheet.get_by_label("Repeat", exact=True), "weekly")
    choose(sheet.get_by_label("End repeat"), "until")
    last = sheet.get_by_label("Last date")
    expect(last).to_have_attribute("data-value", "2026-06-22")
    last.fill("2026-03-01")
    last.press("Tab")
    expect(last).to_have_attribute("data-value", "2026-04-20")
    calendar.save()
    [event] = wait_for_events(client, 1)
    assert "UNTIL=20260420" in event["ical"], event["ical"]


def test_double_clicking_or_dragging_an_event_does_not_create_another(calendar, client):
    page = calendar.page
    calendar.new_event("Physio", date="2026-03-12", start="09:30", end="10:15")
    chip = calendar.chips("Physio")
    chip.dblclick()
    expect(calendar.dialog.get_by_label("Title")).to_have_value("Physio")
    page.keyboard.press("Escape")
    expect(calendar.dialog).to_have_count(0)
    box, next_day = chip.bounding_box(), calendar.day("2026-03-13").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(next_day["x"] + 30, box["y"] + 8, steps=6)
    page.mouse.up()
    # The event moves and no other is created, which would open a dialog with the next frames.
    expect(chip).to_have_attribute("data-start", "2026-03-13T09:30:00")
    frames(page)
    expect(calendar.dialog).to_have_count(0)
    for what in ("changed back", "removed"):
        page.keyboard.press("Control+z")
        expect(calendar.announcement(f"“Physio” {what}")).to_be_visible()
    expect(chip).to_have_count(0)


def test_a_rule_the_form_can_not_show_is_worded_with_its_next_dates(open_calendar, client):
    client.import_file(
        b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//T//EN\r\nBEGIN:VEVENT\r\nUID:odd@example.org\r\n"
        b"DTSTAMP:20260101T000000Z\r\nDTSTART;TZID=Europe/Berlin:20260331T090000\r\nDTEND;TZID=Europe/Berlin:20260331T100000\r\n"
        b"RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1\r\nSUMMARY:Payday\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    calendar = open_calendar("/month/2026-03-31")
    calendar.edit(calendar.chips("Payday").first)
    expect(calendar.dialog.get_by_text("On the last weekday of every month.")).to_be_visible()
    expect(calendar.dialog.get_by_text(re.compile("Next: Thu,? 30 Apr · Fri,? 29 May · Tue,? 30 Jun"))).to_be_visible()


def test_the_words_of_a_rule_follow_the_form_and_mention_skipped_months(open_calendar):
    calendar = open_calendar("/month/2026-03-31")
    calendar.page.get_by_role("button", name="New event").first.click()
    choose(calendar.dialog.get_by_label("Repeat", exact=True), "monthly")
    expect(calendar.dialog.get_by_text("Months without a day 31 are skipped.")).to_be_visible()
    expect(calendar.dialog.get_by_text(re.compile("Next: Sun,? 31 May"))).to_be_visible()


def test_the_question_about_a_series_says_what_each_answer_would_do(open_calendar, client):
    head = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//T//EN\r\n"
    event = b"BEGIN:VEVENT\r\nUID:choir@example.org\r\nDTSTAMP:20260101T000000Z\r\n"
    client.import_file(
        head + event + b"DTSTART;TZID=Europe/Berlin:20260303T190000\r\nDTEND;TZID=Europe/Berlin:20260303T210000\r\n"
        b"RRULE:FREQ=WEEKLY;BYDAY=TU\r\nSUMMARY:Choir\r\nEND:VEVENT\r\n" + event
        + b"RECURRENCE-ID;TZID=Europe/Berlin:20260324T190000\r\nDTSTART;TZID=Europe/Berlin:20260324T200000\r\n"
        b"DTEND;TZID=Europe/Berlin:20260324T210000\r\nSUMMARY:Choir, late\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    calendar = open_calendar("/month/2026-03-10")
    calendar.day("2026-03-10").click()
    calendar.edit(calendar.listed("Choir"))
    calendar.fill_sheet(date="2026-03-11")
    calendar.dialog.get_by_role("button", name="Save").click()
    question = calendar.page.get_by_role("dialog", name="Edit repeating event")
    expect(question.get_by_role("button", name=re.compile("This event"))).to_contain_text("the others stay the same")
    expect(question.get_by_role("button", name=re.compile("This and following events"))).to_contain_text(
        re.compile("Every week on Tuesday becomes every week on Wednesday from Tue,? 10 Mar; 1 changed date is kept")
    )
    question.get_by_role("button", name=re.compile("All events")).click()
    expect(calendar.day("2026-03-04")).to_have_accessible_name(re.compile("1 event"))
    expect(calendar.day("2026-03-03")).to_have_accessible_name(re.compile("No events"))
    expect(calendar.chips("Choir, late").first).to_be_visible()


def test_an_event_created_in_a_hidden_calendar_can_be_shown_from_the_message(calendar):
    box = calendar.page.locator(".calendars input[type=checkbox]").first
    box.set_checked(False)
    calendar.new_event("Unseen", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.announcement("is hidden")).to_be_visible()
    expect(calendar.chips("Unseen")).to_have_count(0)
    calendar.page.locator("toast-stack").get_by_role("button", name="Show", exact=True).click()
    expect(calendar.chips("Unseen")).to_have_count(1)
    expect(box).to_be_checked()


def test_an_end_before_the_start_is_corrected_with_a_note(calendar):
    calendar.page.get_by_role("button", name="New event").first.click()
    sheet = calendar.dialog
    calendar.fill_sheet(title="Night", date="2026-03-12", start="22:00", end="23:00")
    sheet.get_by_label("End time").fill("01:00")
    sheet.get_by_label("End time").press("Enter")
    expect(sheet.get_by_text("The end was before the start. It’s now Fri")).to_be_visible()
    calendar.save()
    expect(calendar.announcement("“Night” added")).to_be_visible()


def test_an_end_corrected_by_clicking_save_is_shown_before_it_is_saved(calendar):
    calendar.page.get_by_role("button", name="New event").first.click()
    sheet = calendar.dialog
    calendar.fill_sheet(title="Night", date="2026-03-12", start="22:00", end="01:00")
    expect(sheet.get_by_text("It’s now")).to_have_count(0)
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_text("The end was before the start. It’s now Fri")).to_be_visible()
    expect(sheet).to_be_visible()
    calendar.save()
    expect(calendar.announcement("“Night” added")).to_be_visible()
