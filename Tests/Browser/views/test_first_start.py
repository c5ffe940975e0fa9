"""The cards that greet an account without events, and what they open."""

from playwright.sync_api import expect

from support.axe import findings


def test_cards_can_be_sent_away_and_stay_away(calendar):
    steps = calendar.page.get_by_role("region", name="First steps")
    expect(steps.get_by_role("listitem")).to_have_count(3)
    assert findings(calendar.page) == []
    steps.get_by_role("button", name="Not now: Invite your people").click()
    expect(steps.get_by_role("listitem")).to_have_count(2)
    expect(steps.get_by_role("button", name="See how").first).to_be_focused()
    calendar.reload()
    expect(steps.get_by_role("listitem")).to_have_count(2)


def test_cards_open_what_they_promise_and_go_with_the_first_event(calendar):
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
    expect(steps).to_have_count(0)
