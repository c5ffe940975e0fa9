"""Reminders appear once in the open page and can be snoozed."""

from playwright.sync_api import expect

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
