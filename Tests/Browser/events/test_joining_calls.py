"""The call of an event is joined from its card and its reminder, as other programs name it."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes

RULE = "_" * 80
TEAMS = "https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%7d"
TEAMS_NOTES = (
    f"Bring the figures.\\n\\n{RULE}\\nMicrosoft Teams Need help?<https://aka.ms/JoinTeamsMeeting>\\n"
    f"Join the meeting now<{TEAMS}>\\nMeeting ID: 234 567 890 123\\nPasscode: aBc123\\n{'_' * 32}\\nDial in by phone\\n"
    f"+49 69 123456\\,\\,123# Germany\\, Frankfurt\\nPhone conference ID: 123#\\n{'_' * 32}\\n"
    f"For organizers: Meeting options<https://teams.microsoft.com/meetingOptions/?x=1>\\n{RULE}"
)
ZOOM = "https://us02web.zoom.us/j/81234567890?pwd=abc"
ZOOM_NOTES = (
    "Bring the figures.\\n\\nAna Lindner is inviting you to a scheduled Zoom meeting.\\n\\nTopic: Review\\n\\n"
    f"Join Zoom Meeting\\n{ZOOM}\\n\\nMeeting ID: 812 3456 7890\\nPasscode: 99\\n\\n---\\n\\nOne tap mobile\\n"
    "+496938079883\\,\\,81234567890# Germany\\n\\nDial by your location\\n• +49 69 3807 9883 Germany\\n\\n"
    "Meeting ID: 812 3456 7890\\n\\nFind your local number: https://us02web.zoom.us/u/kdX"
)
MEET = "https://meet.google.com/abc-defg-hij"
WAVE = "-::~:~::~:~:~:~:~:~:~:~:~:~:~::~:~::-"
MEET_NOTES = (
    f"Bring the figures.\\n\\n{WAVE}\\nJoin with Google Meet: {MEET}\\nOr dial: (DE) +49 40 8081617343 PIN: 123#\\n"
    f"More phone numbers: https://tel.meet/abc-defg-hij?pin=1\\n\\nPlease do not edit this section.\\n{WAVE}"
)
ALARM = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nDESCRIPTION:x\nEND:VALARM"


def file_of(*lines):
    event = [
        "BEGIN:VEVENT", "UID:call@example.org", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20260311T100500",
        "DURATION:PT30M", "SUMMARY:Review", *lines, ALARM, "END:VEVENT",
    ]  # fmt: skip
    text = "\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", *event, "END:VCALENDAR", ""])
    return text.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("service", "href", "notes"),
    [
        ("Microsoft Teams", TEAMS, TEAMS_NOTES),
        ("Zoom", ZOOM, ZOOM_NOTES),
        ("Google Meet", MEET, MEET_NOTES),
    ],
    ids=["teams", "zoom", "meet"],
)
def test_what_a_program_wrote_about_the_call_is_folded_away(open_calendar, service, href, notes):
    calendar = open_calendar("/month/2026-03-11")
    page = calendar.page
    calendar.drop_file("Review.ics", file_of(f"DESCRIPTION:{notes}"))
    calendar.dialog.get_by_role("button", name="Import").click()
    toast = page.locator(".toast.reminder")
    expect(toast).to_contain_text("Review")
    page.evaluate("window.open = (...all) => { window.opened = all[0]; }")
    toast.get_by_role("button", name="Join").click()
    expect(toast).to_have_count(0)
    assert page.evaluate("window.opened") == href

    calendar.chips("Review").click()
    join = calendar.dialog.get_by_role("link", name=f"Join the call on {service}")
    expect(join).to_have_attribute("href", href)
    expect(calendar.dialog.get_by_text("Bring the figures.")).to_be_visible()
    about = calendar.dialog.locator("details")
    expect(about).not_to_have_attribute("open")
    assert findings_in_both_schemes(page) == []
    about.get_by_text("Call details").click()
    expect(about.get_by_role("link", name=href)).to_be_visible()


def test_a_named_way_into_the_call_needs_no_notes(open_calendar):
    calendar = open_calendar("/month/2026-03-11")
    calendar.drop_file(
        "Review.ics",
        file_of("CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Our room:https://video.example.org/room"),
    )
    calendar.dialog.get_by_role("button", name="Import").click()
    calendar.chips("Review").click()
    join = calendar.dialog.get_by_role("link", name="Join the call")
    expect(join).to_have_attribute("href", "https://video.example.org/room")
