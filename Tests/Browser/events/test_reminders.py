"""Reminders appear once in the open page and can be snoozed."""

from playwright.sync_api import expect

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
    expect(reminders.first.locator("option:checked")).to_have_text("The day before at 17:00")
    calendar.dialog.get_by_label("All day").uncheck()
    expect(reminders.first.locator("option:checked")).to_have_text("7 hours before")
