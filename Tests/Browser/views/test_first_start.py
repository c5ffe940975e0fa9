"""The cards that greet an account without events, and what they open."""

from playwright.sync_api import expect

from support.axe import findings, findings_in_both_schemes
from support.browser import PHONE
from support.imports import SMALL, start_and_wait


def test_cards_can_be_sent_away_and_stay_away(calendar):
    steps = calendar.page.get_by_role("region", name="First steps")
    expect(steps.get_by_role("listitem")).to_have_count(3)
    assert findings(calendar.page) == []
    steps.get_by_role("button", name="Not now: Invite others").click()
    expect(steps.get_by_role("listitem")).to_have_count(2)
    expect(steps.get_by_role("button", name="See how").first).to_be_focused()
    calendar.reload()
    expect(steps.get_by_role("listitem")).to_have_count(2)


def test_cards_open_what_they_promise_and_stay_until_each_is_done(calendar):
    steps = calendar.page.get_by_role("region", name="First steps")
    for number, text in ((0, "Where is my calendar?"), (1, "Tap Add to Home Screen, then Add.")):
        opener = steps.get_by_role("button", name="See how").nth(number)
        opener.click()
        expect(calendar.dialog.get_by_text(text)).to_be_visible()
        assert findings(calendar.page) == []
        calendar.page.keyboard.press("Escape")
        expect(opener).to_be_focused()
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Swim on 13 March")
    calendar.page.keyboard.press("Enter")
    # The line about the first event goes with it, and the cards take less room.
    expect(steps.get_by_text("Double-click")).to_have_count(0)
    expect(steps.get_by_role("listitem")).to_have_count(3)
    assert steps.bounding_box()["height"] < 64
    calendar.drop_file("elsewhere.ics", SMALL)
    start_and_wait(calendar)
    calendar.dialog.get_by_role("button", name="Done").click()
    expect(steps.get_by_role("heading")).to_have_text(["Invite others", "Put it on your phone"])
    assert findings_in_both_schemes(calendar.page) == []
    calendar.reload()
    expect(steps.get_by_role("heading")).to_have_text(["Invite others", "Put it on your phone"])
    for name in ("Invite others", "Put it on your phone"):
        steps.get_by_role("button", name=f"Not now: {name}").click()
    expect(steps).to_be_hidden()
    # The steps are found again by name.
    calendar.page.keyboard.press("Control+k")
    calendar.dialog.get_by_role("combobox", name="Search or jump").fill("install")
    calendar.dialog.get_by_role("option", name="Put it on your phone").click()
    expect(calendar.dialog.get_by_text("Tap Add to Home Screen, then Add.")).to_be_visible()


def test_who_was_invited_sees_the_cards_that_are_left_to_do(choir):
    anna, ben, _ = choir
    anna.put("standup", "DTSTART:20260102T090000Z", "DTEND:20260102T093000Z", "SUMMARY:Stand-up", "RRULE:FREQ=DAILY")
    steps = ben.open(viewport=PHONE).page.get_by_role("region", name="First steps")
    expect(steps.get_by_role("heading")).to_have_text(["Bring your calendars over", "Put it on your phone"])
