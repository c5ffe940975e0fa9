"""Reminders appear once in the open page and can be snoozed."""

import re

from playwright.sync_api import expect

from support.choices import choose
from support.waiting import wait_for_events

ALARM = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nDESCRIPTION:x\nEND:VALARM"


def event(uid, time, title):
    return (
        f"BEGIN:VEVENT\nUID:{uid}@example.org\nDTSTAMP:20260101T000000Z\nDTSTART;TZID=Europe/Berlin:20260311T{time}00\n"
        f"DURATION:PT30M\nSUMMARY:{title}\n{ALARM}\nEND:VEVENT"
    )


def test_a_due_reminder_is_shown_once_and_others_are_not(open_calendar, client):
    client.put(event("now", "1005", "Soon"))
    client.put(event("later", "1130", "Later"))
    client.put(event("over", "0900", "Over"))
    calendar = open_calendar("/month/2026-03-11")
    toasts = calendar.page.locator("toast-stack .reminder")
    expect(toasts).to_have_count(1)
    expect(toasts).to_contain_text("Soon · Wed 11 Mar, 10:05")
    # It has a place of its own at the top, where no message about what one does takes it away.
    place = calendar.page.get_by_role("region", name="Notifications")
    expect(place).to_contain_text("Soon")
    assert place.bounding_box()["y"] < 100
    calendar.page.keyboard.press("Control+z")
    expect(calendar.page.get_by_role("region", name="Messages")).to_have_text(re.compile("Nothing to undo"))
    expect(toasts).to_have_count(1)
    toasts.get_by_role("button", name="Snooze 10 minutes").click()
    expect(toasts).to_have_count(0)
    client.put(event("other", "1008", "Also soon"))
    expect(toasts).to_have_count(1, timeout=10_000)
    expect(toasts).to_contain_text("Also soon")
    toasts.get_by_role("button", name="Open").click()
    expect(calendar.dialog).to_have_accessible_name("Also soon")


def test_a_whole_day_is_reminded_of_at_a_time_of_day(calendar, client):
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title="Day off", date="2026-03-20", all_day=True)
    for name in ("The day before at 17:00", "On the day at 9:00"):
        calendar.dialog.get_by_role("button", name="Add reminder").click()
        calendar.page.get_by_role("menuitem", name=name).click()
    calendar.save()
    [made] = wait_for_events(client, 1)
    assert "TRIGGER:-PT420M" in made["ical"] and "TRIGGER:PT540M" in made["ical"]
    calendar.edit(calendar.chips("Day off"))
    reminders = calendar.dialog.get_by_label("Reminder", exact=True)
    expect(reminders.first).to_have_text("The day before at 17:00")
    calendar.dialog.get_by_label("All day").uncheck()
    expect(reminders.first).to_have_text("7 hours before")


def toasts_of(calendar):
    return calendar.page.locator("toast-stack .reminder")


def test_what_was_seen_or_snoozed_stays_so_after_a_reload_and_on_another_device(open_calendar, client):
    client.put(event("seen", "1005", "Seen"))
    client.put(event("snoozed", "1005", "Snoozed"))
    desk, phone = open_calendar("/month/2026-03-11"), open_calendar("/month/2026-03-11")
    for device in (desk, phone):
        expect(toasts_of(device)).to_have_count(2)
    toasts_of(desk).filter(has_text="Seen").get_by_role("button", name="Close").click()
    toasts_of(desk).filter(has_text="Snoozed").get_by_role("button", name="Snooze 10 minutes").click()
    expect(toasts_of(phone)).to_have_count(0)
    desk.page.reload()
    # Both devices still remind, but only of what nobody has seen.
    client.put(event("new", "1008", "New"))
    for device in (desk, phone):
        expect(toasts_of(device)).to_have_count(1)
        expect(toasts_of(device)).to_contain_text("New")
    # In the events, for other programs.
    stored = {text.split("SUMMARY:")[1].split()[0]: text for text in (each["ical"] for each in wait_for_events(client, 3))}
    assert {title for title, text in stored.items() if "\r\nACKNOWLEDGED:20260311T09" in text} == {"Seen", "Snoozed"}
    # Eleven minutes later, only what was snoozed comes again.
    later = open_calendar("/month/2026-03-11", script="{ const now = Date.now; Date.now = () => now() + 660_000; }")
    expect(toasts_of(later).filter(has_text="Snoozed")).to_have_count(1)
    expect(toasts_of(later).filter(has_text="Seen")).to_have_count(0)


ASKED = """
    window.asked = 0;
    window.Notification = class extends EventTarget {
        static permission = "default";
        static requestPermission = async () => { window.asked += 1; return (window.Notification.permission = "granted"); };
    };
"""


def test_quick_add_asks_to_notify_and_says_why(open_calendar, client):
    calendar = open_calendar("/month/2026-03-11", script=ASKED)
    page, preview = calendar.page, calendar.page.locator("#quick-preview")
    page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Lunch tomorrow at 12")
    expect(preview).to_contain_text("Lunch")
    expect(preview).not_to_contain_text("notify you")
    calendar.dialog.get_by_label("What and when").fill("Lunch tomorrow at 12 remind me 15 minutes before")
    expect(preview).to_contain_text("15 minutes before")
    expect(preview).to_contain_text("Your browser asks whether it may notify you")
    assert page.evaluate("asked") == 0
    page.keyboard.press("Enter")
    [made] = wait_for_events(client, 1)
    assert "TRIGGER:-PT15M" in made["ical"]
    assert page.evaluate("asked") == 1


def test_a_reminder_comes_any_time_before_or_after_the_start(calendar, client):
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title="Ferry", date="2026-03-20", start="09:00", end="10:00")
    calendar.dialog.get_by_role("button", name="Add reminder").click()
    calendar.page.get_by_role("menuitem", name="Custom…").click()
    expect(calendar.dialog.get_by_label("How long")).to_be_focused()
    calendar.page.keyboard.type("3")
    choose(calendar.dialog.get_by_label("Unit", exact=True), "hours")
    calendar.dialog.get_by_role("button", name="Add reminder").click()
    calendar.page.get_by_role("menuitem", name="At time of event").click()
    choose(calendar.dialog.get_by_label("Reminder", exact=True), "Custom…")
    calendar.dialog.get_by_label("How long").last.fill("7")
    choose(calendar.dialog.get_by_label("Before or after").last, "after the start")
    calendar.save()
    [made] = wait_for_events(client, 1)
    assert "TRIGGER:-PT180M" in made["ical"] or "TRIGGER:-PT3H" in made["ical"], made["ical"]
    assert "TRIGGER:PT7M" in made["ical"], made["ical"]
    calendar.edit(calendar.chips("Ferry"))
    expect(calendar.dialog.get_by_label("Reminder", exact=True)).to_have_text(["3 hours before", "7 minutes after the start"])


def test_a_reminder_of_a_whole_day_comes_any_number_of_days_before(calendar, client):
    calendar.page.get_by_role("button", name="New event").first.click()
    calendar.fill_sheet(title="Day off", date="2026-03-20", all_day=True)
    calendar.dialog.get_by_role("button", name="Add reminder").click()
    calendar.page.get_by_role("menuitem", name="Custom…").click()
    calendar.page.keyboard.type("5")
    calendar.dialog.get_by_label("Time of the reminder").fill("18:30")
    calendar.save()
    [made] = wait_for_events(client, 1)
    assert f"TRIGGER:-PT{5 * 1440 - 18 * 60 - 30}M" in made["ical"], made["ical"]


SHOWN = """
    window.shown = [];
    window.Notification = class extends EventTarget {
        static permission = "granted";
        constructor(title, { body, tag }) { super(); window.shown.push([title, body, tag]); }
        close() {}
    };
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
"""


def test_a_device_chooses_what_it_tells(open_calendar, client):
    client.put(event("now", "1005", "Soon"))
    calendar = open_calendar("/month/2026-03-11", script=SHOWN)
    page = calendar.page
    expect(toasts_of(calendar)).to_have_count(1)
    assert page.evaluate("window.shown.map(([title]) => title)") == ["Soon"]
    calendar.open_settings("Notifications")
    settings = calendar.dialog
    settings.get_by_role("button", name="Send a test notification").click()
    expect(settings.get_by_text("A notification has been sent.")).to_be_visible()
    assert page.evaluate("window.shown.at(-1)[0]") == "Meantime"
    # Somebody who looks for another word finds it.
    settings.get_by_label("Search settings").fill("mute")
    for name in ("Proposals that wait for your answer", "Answers and decisions about proposals"):
        expect(settings.get_by_role("switch", name=name)).to_be_checked()
    settings.get_by_role("switch", name="Reminders of events").uncheck()
    page.keyboard.press("Escape")
    # It stays silent on this device, and not on another.
    client.put(event("other", "1008", "Also soon"))
    expect(calendar.chips("Also soon")).to_have_count(1)
    other = open_calendar("/month/2026-03-11")
    expect(toasts_of(other).filter(has_text="Also soon")).to_have_count(1)
    expect(toasts_of(calendar)).to_have_count(1)
    assert page.evaluate("window.shown.length") == 2


def test_a_reminder_covers_nothing_that_is_pressed(open_calendar, client):
    """It stays until it's closed, so it keeps off the list of a day and the heads of the views."""
    client.put(event("now", "1005", "Soon"))
    calendar = open_calendar("/month/2026-03-11", viewport={"width": 1440, "height": 900})
    toast = toasts_of(calendar)
    expect(toast).to_have_count(1)
    expect(calendar.page.locator("day-panel")).to_be_visible()
    places = {"month": "day-panel", "day": ".hours-head", "year": ".year-top", "week": ".hours-head"}
    for view, head in places.items():
        calendar.show(view)
        calendar.wait_until(
            """(head) => {
              const toast = document.querySelector('.toast.reminder').getBoundingClientRect();
              const fixed = document.querySelector(`app-shell ${head}`).getBoundingClientRect();
              return toast.right <= fixed.left || toast.top >= fixed.bottom;
            }""",
            head,
        )
    # A phone's week stands above a single day.
    calendar.page.set_viewport_size({"width": 390, "height": 844})
    calendar.show("day")
    strip = calendar.page.locator(".week-strip")
    expect(strip).to_be_visible()
    calendar.wait_until(
        "document.querySelector('.toast.reminder').getBoundingClientRect().top >= document.querySelector('.week-strip').getBoundingClientRect().bottom"
    )
