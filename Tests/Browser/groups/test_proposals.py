"""Proposals: made, answered and decided by several people, each in their own browser."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import FIXED_DATE, NOW, PHONE
from support.choices import choose
from support.people import choose_for_group, inbox, side
from support.pointer import Finger, centre
from support.proposals import evening, propose
from support.timeline import PHONE_HOUR


def candidates(page):
    return page.dialog.locator(".candidate")


def answers(page):
    return page.dialog.get_by_role("region", name="Answers").get_by_role("listitem")


def open_sheet(page, ghost):
    """Opens the sheet of a proposal from the card of one of its times in the calendar."""
    ghost.click()
    page.dialog.get_by_role("button", name="Open the proposal").click()
    expect(candidates(page).first).to_be_visible()


def test_times_are_proposed_answered_and_one_becomes_an_event(choir):
    anna, ben, _ = choir
    ben.put("cinema", "DTSTART:20260311T190000Z", "DTEND:20260311T210000Z", "SUMMARY:Cinema")
    hers, his = anna.open(), ben.open()
    choose_for_group(hers, "Choir", "Propose")
    hers.dialog.get_by_label("Title").fill("Rehearsal")
    hers.dialog.get_by_label("Start time").fill("19:00")
    hers.dialog.get_by_label("End time").fill("21:00")
    # Ben shows only when he is busy, so just his name appears next to the time.
    expect(hers.dialog.get_by_text("Ben Berg is busy then")).to_be_visible()
    # A single time has no number; several are numbered and can be removed.
    expect(hers.dialog.get_by_role("heading", name="Time 1")).to_have_count(0)
    another = hers.dialog.get_by_role("button", name="Add another time")
    another.click()
    another.click()
    hers.dialog.get_by_role("button", name="Remove time 2").click()
    expect(hers.dialog.get_by_role("button", name="Remove time 2")).to_be_focused()
    expect(hers.dialog.get_by_role("heading", name="Time")).to_have_text(["Time 1", "Time 2"])
    second = hers.dialog.get_by_role("group", name="Time 2")
    second.get_by_label("Start date").fill("2026-03-12")
    second.get_by_label("End date").press("Tab")
    expect(hers.dialog.get_by_text("Ben Berg is busy then")).to_have_count(1)
    # A new event of Ben's shows up at once. If it repeats, each time does so on its own weekday.
    ben.put("talk", "DTSTART:20260312T190000Z", "DTEND:20260312T200000Z")
    expect(hers.dialog.get_by_text("Ben Berg is busy then")).to_have_count(2)
    choose(hers.dialog.get_by_label("Repeat", exact=True), "weekly")
    expect(hers.dialog.get_by_text("Somebody is busy on 1 of the first 8 dates: Ben Berg")).to_have_count(2)
    choose(hers.dialog.get_by_label("Repeat", exact=True), "Does not repeat")
    ben.client.request("DELETE", f"/api/v1/calendars/{ben.client.calendars()[0]['id']}/events/talk.ics", headers={"If-Match": "*"})
    expect(hers.dialog.get_by_text("Ben Berg is busy then")).to_have_count(1)
    assert findings_in_both_schemes(hers.page) == []
    hers.dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(hers.page.get_by_role("dialog")).to_have_count(0)
    expect(hers.announcement("“Rehearsal” proposed to Choir")).to_be_visible()

    # The proposed times appear in Ben's calendar without a reload, along with a message and a button.
    ghosts = his.page.locator('[data-view="month"] .proposed')
    expect(ghosts).to_have_count(2)
    asked, waits = his.page.locator(".toast.reminder"), inbox(his)
    expect(asked).to_contain_text("Anna asks Choir: Rehearsal (2 proposed times)")
    expect(waits).to_have_accessible_name("Inbox, 1 proposal is waiting for your answer (2 proposed times)")
    expect(waits).to_contain_text("1")
    expect(inbox(hers)).to_have_count(0)
    waits.click()
    expect(his.dialog).to_contain_text("Proposed by Anna")
    his.page.keyboard.press("Escape")
    expect(his.page.locator("dialog")).to_have_count(0)
    open_sheet(his, ghosts.first)
    expect(candidates(his)).to_have_count(2)
    expect(candidates(his).first).to_contain_text("Cinema")
    expect(candidates(his).last).to_contain_text("You’re free then")
    expect(answers(his).filter(has_text="Anna")).to_contain_text("Yes")
    # A comment can be saved without an answer, and is saved along with one.
    comment = candidates(his).first.get_by_label("Comment")
    comment.fill("Cinema")
    comment.press("Enter")
    expect(candidates(his).first.get_by_role("status")).to_have_text("Comment saved")
    expect(comment).to_be_focused()
    expect(answers(his).filter(has_text="Ben Berg")).to_contain_text("No answer yet")
    expect(answers(his).filter(has_text="Ben Berg")).to_contain_text("Cinema")
    comment.fill("Only the late show")
    candidates(his).first.get_by_role("button", name="Maybe").click()
    candidates(his).last.get_by_role("button", name="Yes").click()
    expect(candidates(his).last).to_contain_text("2 yes")
    for notice in (asked, waits):
        expect(notice).to_have_count(0)
    # The answers to each time can be looked up.
    expect(answers(his).filter(has_text="Ben Berg")).to_contain_text("Maybe")
    to_last = his.dialog.get_by_role("region", name="Answers: Thursday, 12 March 2026")
    expect(to_last).to_have_count(0)
    candidates(his).last.get_by_text("2 yes").click()
    expect(to_last.get_by_role("listitem").filter(has_text="Ben Berg")).to_contain_text("Yes")
    expect(his.dialog.get_by_role("button", name="Choose this time")).to_have_count(0)

    open_sheet(hers, hers.page.locator('[data-view="month"] .proposed').first)
    expect(answers(hers).filter(has_text="Ben Berg")).to_contain_text("Only the late show")
    candidates(his).first.get_by_role("button", name="No", exact=True).click()
    expect(answers(hers).filter(has_text="Ben Berg")).to_contain_text("No")
    expect(answers(hers).filter(has_text="Ben Berg")).to_contain_text("Only the late show")
    # Ben's list stays open when the proposal changes.
    expect(to_last).to_be_visible()
    candidates(hers).last.get_by_role("button", name="Choose this time").click()
    expect(hers.dialog.get_by_text("The other time will be removed.")).to_be_visible()
    expect(hers.dialog.locator(".choice")).to_have_text(["Choose this time", "Cancel"])
    expect(hers.dialog.locator(".choice.primary")).to_be_focused()
    hers.page.keyboard.press("Enter")
    expect(hers.announcement("“Rehearsal” is now an event")).to_be_visible()
    for page in (hers, his):
        expect(page.page.get_by_role("dialog")).to_have_count(0)
        expect(page.chips("Rehearsal")).to_have_count(1)
        expect(page.page.locator('[data-view="month"] .proposed')).to_have_count(0)
    # The event still shows the answers.
    his.chips("Rehearsal").click()
    expect(answers(his).filter(has_text="Ben Berg")).to_contain_text("Yes")
    # Ben can change his answer there, and undo it by the shortcut once the sheet is closed.
    hers.chips("Rehearsal").click()
    own = his.dialog.get_by_role("group", name="Your answer")
    own.get_by_role("button", name="No").click()
    expect(own.get_by_role("button", name="No")).to_have_attribute("aria-pressed", "true")
    expect(his.page.locator('[data-view="month"] .chip.declined')).to_have_text("✗ Rehearsal")
    for page in (hers, his):
        expect(answers(page).filter(has_text="Ben Berg")).to_contain_text("No")
    assert findings_in_both_schemes(his.page) == []
    his.page.keyboard.press("Escape")
    expect(his.page.get_by_role("dialog")).to_have_count(0)
    his.page.keyboard.press("Control+z")
    expect(answers(hers).filter(has_text="Ben Berg")).to_contain_text("Yes")


def test_a_proposal_is_answered_from_its_card_in_the_calendar(choir, person):
    anna, ben, group = choir
    ben.put("cinema", "DTSTART:20260318T190000Z", "DTEND:20260318T210000Z", "SUMMARY:Cinema")
    identity = propose(anna, group, evening(11, rule="FREQ=WEEKLY;COUNT=4"))
    hers, his = anna.open("/month/2026-03-18"), ben.open("/month/2026-03-18")
    ghosts = his.page.locator('[data-view="month"] .proposed')
    nothing, yes, no = (his.page.locator(f'[data-view="month"] .said-{word}') for word in ("nothing", "yes", "no"))
    expect(ghosts).to_have_count(4)
    # Before a repeating time becomes an event, the question spells out its rule.
    open_sheet(hers, hers.page.locator('[data-view="month"] .proposed').first)
    hers.dialog.get_by_role("button", name="Choose this time").click()
    expect(hers.dialog.get_by_text("19:00 to 21:00, every week on Wednesday, 4 times.")).to_be_visible()
    for left in (1, 0):
        hers.page.keyboard.press("Escape")
        expect(hers.page.locator("dialog")).to_have_count(left)
    ghosts.nth(1).click()
    expect(his.dialog).to_contain_text("Proposed by Anna")
    expect(his.dialog).to_contain_text("Cinema")
    # Without an answer so far, all dates are preselected; one more click selects a single date.
    expect(his.dialog.get_by_role("radio", name="All dates")).to_be_checked()
    his.dialog.get_by_role("radio", name="Only").check()
    his.dialog.get_by_role("button", name="No", exact=True).click()
    expect(his.page.get_by_role("dialog")).to_have_count(0)
    expect(no).to_have_text("✗ Rehearsal")
    expect(nothing).to_have_count(3)
    his.page.keyboard.press("Control+z")
    expect(nothing).to_have_count(4)
    # By keys: an arrow moves to the next answer, which is for all dates.
    ghosts.first.click()
    expect(his.dialog).to_contain_text("You already have something on 1 of 4 dates")
    his.dialog.get_by_role("button", name="Yes").focus()
    his.page.keyboard.press("ArrowLeft")
    expect(his.dialog.get_by_role("button", name="No", exact=True)).to_be_focused()
    his.page.keyboard.press("ArrowRight")
    his.page.keyboard.press("Enter")
    expect(yes).to_have_count(4)
    expect(yes.first).to_have_text("✓ Rehearsal")
    # In a list, a proposal has no outline, which would look like the focus.
    expect(his.listed("✓ Rehearsal")).to_have_css("outline-style", "none")
    # A member who joins later counts as not having answered.
    cem = person("Cem")
    token = anna.ask("POST", f"/groups/{group}/invitations", {"uses": 1, "days": 7})["token"]
    cem.ask("POST", f"/invitations/{token}", {"default": "busy"})
    hers.page.locator('[data-view="month"] .proposed').first.click()
    expect(hers.dialog).to_contain_text("2 yes, 1 hasn’t answered")
    assert findings_in_both_schemes(hers.page) == []
    hers.page.keyboard.press("Escape")
    # A refused answer is taken back with the reason: here, the deadline passed before the page knew of it.
    his.page.route("**/answers", lambda route: route.fulfill(status=409, json={"type": "/problems/deadline-over"}))
    his.page.context.witness.expected.append("409")
    ghosts.nth(2).click()
    expect(his.dialog.get_by_role("radio", name="Only")).to_be_checked()
    his.dialog.get_by_role("button", name="Maybe").click()
    expect(his.announcement("The deadline has passed")).to_be_visible()
    expect(yes).to_have_count(4)
    # Once the page's clock is past the deadline, its buttons are disabled.
    his.page.unroute("**/answers")
    anna.ask("PATCH", f"/groups/{group}/proposals/{identity}", {"deadline": "2099-01-01T00:00:00Z"})
    his.page.add_init_script(FIXED_DATE.replace(NOW, "2099-06-01T10:00:00Z"))
    his.page.goto(his.server.url + "/agenda/2026-03-11")
    his.ready()
    his.page.locator("agenda-view .proposed").first.click()
    expect(his.dialog.get_by_role("button", name="Yes")).to_be_disabled()
    expect(his.dialog).to_contain_text("Closed:")
    his.dialog.get_by_role("button", name="Open the proposal").click()
    expect(candidates(his).get_by_role("button", name="Yes")).to_be_disabled()
    expect(his.dialog.get_by_role("button", name="Suggest another time")).to_be_disabled()
    assert findings_in_both_schemes(his.page) == []


def test_members_can_suggest_other_times_and_the_organizer_can_withdraw(choir):
    anna, ben, group = choir
    propose(anna, group, evening(11))
    hers, his = anna.open(), ben.open()
    hers_ghosts = hers.page.locator('[data-view="month"] .proposed')
    chip = his.page.locator('[data-view="month"] .proposed')
    # Dropping a proposed time elsewhere only asks whether to suggest it; the old time stays.
    chip.drag_to(his.day("2026-03-13"))
    his.dialog.get_by_role("button", name="Cancel").click()
    expect(his.page.get_by_role("dialog")).to_have_count(0)
    expect(chip).to_have_attribute("data-start", "2026-03-11T19:00:00")
    chip.drag_to(his.day("2026-03-13"))
    expect(his.dialog).to_contain_text("Suggest Friday, 13 March 2026")
    his.dialog.get_by_role("button", name="Suggest", exact=True).click()
    for ghosts in (chip, hers_ghosts):
        expect(ghosts).to_have_count(2)
    # By keys in the week: a quarter of an hour longer.
    hours = ben.open("/week/2026-03-11")
    pieces = hours.page.locator(".hours-event.proposed")
    expect(pieces).to_have_count(2)
    pieces.first.focus()
    hours.page.keyboard.press("Shift")
    expect(pieces.first).to_have_css("outline", "rgb(0, 98, 204) solid 2px")
    expect(pieces.last).to_have_css("background-image", re.compile(r"repeating-linear-gradient\(135deg"))
    expect(pieces.last).to_have_attribute("data-third", re.compile("^[0-9] of [0-9] yes$"))
    for key in ("Space", "Shift+ArrowDown", "Enter"):
        hours.page.keyboard.press(key)
    expect(hours.dialog).to_contain_text("21:15")
    hours.dialog.get_by_role("button", name="Suggest", exact=True).click()
    expect(pieces).to_have_count(3)
    expect(hers_ghosts).to_have_count(3)
    open_sheet(his, chip.first)
    his.dialog.get_by_role("button", name="Suggest another time").click()
    his.dialog.get_by_label("Start date").fill("2026-03-12")
    his.dialog.get_by_label("Start date").press("Tab")
    his.dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(hers_ghosts).to_have_count(4)
    open_sheet(hers, hers_ghosts.first)
    expect(candidates(hers).filter(has_text="Thursday, 12 March 2026")).to_have_count(1)
    hers.dialog.get_by_role("button", name="Set a deadline").click()
    hers.dialog.get_by_label("Answer by").fill("2099-01-01T12:00")
    hers.dialog.get_by_role("button", name="Save").click()
    expect(hers.dialog).to_contain_text("Please answer by Thursday, 1 January 2099")
    hers.dialog.get_by_role("button", name="Withdraw").click()
    expect(hers.dialog.get_by_text("all its answers")).to_be_visible()
    hers.dialog.get_by_role("button", name="Withdraw").click()
    for page in (hers, his):
        expect(page.page.locator('[data-view="month"] .proposed')).to_have_count(0)


def test_a_time_suggested_by_touch_can_be_undone_and_removed(choir):
    anna, ben, group = choir
    propose(anna, group, evening(11, start="2026-03-11T12:00:00", end="2026-03-11T13:00:00"))
    hers = anna.open()
    his = ben.open("/day/2026-03-11", viewport=PHONE, has_touch=True, is_mobile=True)
    ghosts, pieces = hers.page.locator('[data-view="month"] .proposed'), his.page.locator(".hours-event.proposed:not(.held)")
    expect(pieces).to_have_count(1)
    expect(his.page.get_by_role("button", name="Calendars, 1 proposal is waiting for your answer")).to_be_visible()

    def suggest():
        """An hour later: two hours farther down, the strip would scroll while the finger rests, and the longer the farther."""
        finger, start = Finger(his.page), centre(pieces.first)
        finger.send("touchStart", start)
        expect(his.page.locator(".held.hours-event:not([hidden])")).to_be_visible()
        finger.move(start, (start[0], start[1] + PHONE_HOUR))
        finger.send("touchEnd")
        his.dialog.get_by_role("button", name="Suggest", exact=True).click()
        expect(pieces).to_have_count(2)
        expect(ghosts).to_have_count(2)

    suggest()
    expect(pieces.last).to_have_attribute("data-start", "2026-03-11T13:00:00")
    his.undo()
    for shown in (pieces, ghosts):
        expect(shown).to_have_count(1)
    # In the proposal's sheet, Ben can remove the time he suggested, and not Anna's.
    suggest()
    open_sheet(his, pieces.last)
    remove = his.dialog.get_by_role("button", name="Remove this time")
    expect(remove).to_have_count(1)
    assert findings_in_both_schemes(his.page) == []
    remove.click()
    expect(his.dialog.get_by_text("will be removed, along with its answers")).to_be_visible()
    his.dialog.get_by_role("button", name="Remove this time").click()
    expect(candidates(his)).to_have_count(1)
    # The last remaining time can't be removed, not even by Anna.
    expect(remove).to_have_count(0)
    for shown in (pieces, ghosts):
        expect(shown).to_have_count(1)
    open_sheet(hers, ghosts)
    expect(hers.dialog.get_by_role("button", name="Remove this time")).to_have_count(0)


def test_comments_on_answers_are_never_lost(choir):
    anna, ben, group = choir
    rule = "FREQ=WEEKLY;COUNT=6"
    for week, day in enumerate(("11", "18", "25")):
        ben.put(f"busy-{week}", f"DTSTART:202603{day}T183000Z", f"DTEND:202603{day}T193000Z", f"SUMMARY:Course {week}", "RRULE:FREQ=WEEKLY;INTERVAL=3")
    propose(anna, group, evening(11, rule=rule))
    hers, his = anna.open("/month/2026-03-18"), ben.open("/month/2026-03-18")
    chip = his.page.locator('[data-view="month"] .proposed')
    open_sheet(his, chip.nth(1))
    # Of many conflicts, three are shown at first; the button for the rest becomes "Show fewer" and keeps the focus.
    conflicts, more = his.dialog.locator(".conflicts li"), his.dialog.get_by_role("button", name="and 3 more")
    expect(conflicts).to_have_count(3)
    more.click()
    expect(conflicts).to_have_count(6)
    expect(his.dialog.get_by_role("button", name="Show fewer")).to_be_focused()
    # A comment is saved when the field is left, with the present answer, and also when the sheet is closed.
    comment, only = his.dialog.get_by_label("Comment"), his.dialog.get_by_role("switch", name="Answer only for")
    expect(only).not_to_be_checked()
    his.dialog.get_by_role("button", name="Yes").click()
    comment.fill("With my tuba")
    comment.press("Tab")
    expect(his.dialog.get_by_role("status").filter(has_text="Comment saved")).to_be_visible()
    expect(answers(his).filter(has_text="Ben Berg")).to_contain_text("YesWith my tuba")
    comment.fill("Without it")
    his.dialog.get_by_role("button", name="Close").click()
    expect(his.page.get_by_role("dialog")).to_have_count(0)
    expect(his.announcement("Comment saved")).to_be_visible()
    # Answering a single date: the sheet is about that date if it was chosen in the card, or answered by itself before.
    open_sheet(his, chip.nth(1))
    expect(comment).to_have_value("Without it")
    expect(only).not_to_be_checked()
    his.dialog.get_by_role("button", name="Close").click()
    expect(his.page.get_by_role("dialog")).to_have_count(0)
    chip.nth(1).click()
    his.dialog.get_by_role("radio", name="All dates").check()
    his.dialog.get_by_role("radio", name="Only Wed 18 Mar").check()
    his.dialog.get_by_role("button", name="Open the proposal").click()
    expect(only).to_be_checked()
    his.dialog.get_by_role("button", name="No", exact=True).click()
    comment.fill("On tour")
    comment.press("Enter")
    mine = answers(his).filter(has_text="Ben Berg")
    expect(mine).to_contain_text("No, for this date onlyOn tour")
    his.dialog.get_by_role("button", name="Close").click()
    expect(his.page.get_by_role("dialog")).to_have_count(0)
    open_sheet(his, chip.nth(1))
    expect(only).to_be_checked()
    expect(comment).to_have_value("On tour")
    open_sheet(hers, hers.page.locator('[data-view="month"] .proposed').first)
    expect(answers(hers).filter(has_text="Ben Berg")).to_contain_text("YesWithout it")
    expect(hers.dialog.locator(".single-dates li")).to_have_text("Wed 18 Mar: Ben Berg, No (On tour)")
    # A refused comment stays in the field, and a message offers to go on with it.
    his.page.route("**/answers", lambda route: route.fulfill(status=409, json={"type": "/problems/decided"}))
    his.page.context.witness.expected.append("409")
    comment.fill("On tour until May")
    his.page.keyboard.press("Escape")
    his.page.locator("toast-stack").get_by_role("button", name="Keep editing").click()
    expect(his.dialog.get_by_role("alert").filter(has_text="A time has already been chosen")).to_be_visible()
    expect(comment).to_have_value("On tour until May")
    # The close button asks first.
    his.dialog.get_by_role("button", name="Close").click()
    his.dialog.get_by_role("button", name="Keep editing").click()
    expect(comment).to_have_value("On tour until May")
    comment.focus()
    his.page.unroute("**/answers")
    comment.press("Enter")
    expect(mine).to_contain_text("On tour until May")
    # Suggesting another time starts from the same date and rule; changing the date changes the rule's weekday.
    his.dialog.get_by_role("button", name="Suggest another time").click()
    expect(his.dialog.get_by_label("Start date")).to_have_attribute("data-value", "2026-03-18")
    expect(his.dialog.get_by_label("Repeat", exact=True)).to_have_text("Every week on Wednesday")
    his.dialog.get_by_label("Start date").fill("2026-03-20")
    his.dialog.get_by_label("Start date").press("Tab")
    expect(his.dialog.get_by_label("Repeat", exact=True)).to_have_text("Every week on Friday")
    his.dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(his.announcement("suggested to Choir")).to_be_visible()
    expect(candidates(hers)).to_have_count(2)
    suggested = candidates(hers).last
    expect(suggested).to_contain_text("Suggested by Ben Berg")
    expect(suggested).to_contain_text("Every week on Friday")
    assert findings_in_both_schemes(hers.page) == []
    # By now, his message may have ended.
    his.page.keyboard.press("ControlOrMeta+z")
    expect(candidates(hers)).to_have_count(1)
    # The other dates keep the answer to all. Escape saves what was typed, too.
    open_sheet(his, chip.nth(2))
    expect(only).not_to_be_checked()
    comment.fill("By heart")
    his.page.keyboard.press("Escape")
    expect(his.page.get_by_role("dialog")).to_have_count(0)
    expect(his.announcement("Comment saved")).to_be_visible()
    expect(answers(hers).filter(has_text="Ben Berg")).to_contain_text("YesBy heart")


def test_the_inbox_says_when_a_proposal_would_be_and_how_many_have_answered(choir):
    anna, ben, group = choir
    propose(anna, group, evening(11), evening(12))
    propose(anna, group, evening(18))
    his = ben.open()
    expect(inbox(his)).to_have_accessible_name(re.compile("2 proposals"))
    inbox(his).click()
    rows = his.dialog.locator(".inbox-item")
    expect(rows.nth(0)).to_contain_text(re.compile("2 times, 11.–.12 Mar · 1 of 2 answered"))
    expect(rows.nth(1)).to_contain_text(re.compile("Wed,? 18 Mar, 19:00 · 1 of 2 answered"))
    assert findings_in_both_schemes(his.page) == []


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "has_touch": True, "is_mobile": True}], ids=["desktop", "phone"])
def test_all_times_of_a_proposal_are_answered_one_after_another(choir, options):
    """Anna asks for two evenings: a yes to the first doesn't let the second be forgotten."""
    anna, ben, group = choir
    propose(anna, group, evening(11), evening(12))
    his = ben.open(**options)
    mark = his.page.locator(".side-button[data-waiting]")

    def open_waiting(words):
        expect(mark).to_have_count(1)
        if not side(his).is_visible():
            mark.click()
        expect(inbox(his)).to_have_accessible_name(f"Inbox, {words}")
        inbox(his).click()

    open_waiting("1 proposal is waiting for your answer (2 proposed times)")
    expect(his.dialog).to_contain_text("Time 1 of 2 · 2 times are waiting for your answer")
    his.dialog.get_by_role("group", name="Wednesday, 11 March 2026").get_by_role("button", name="Yes").click()
    # The card goes on to the other time, so no reload or search is needed to find it.
    expect(his.dialog).to_contain_text("Time 2 of 2 · 1 time is waiting for your answer")
    assert findings_in_both_schemes(his.page) == []
    his.page.keyboard.press("Escape")
    expect(his.page.locator("dialog")).to_have_count(0)
    open_waiting("1 proposal is waiting for your answer")
    his.dialog.get_by_role("group", name="Thursday, 12 March 2026").get_by_role("button", name="No", exact=True).click()
    expect(his.page.locator("dialog")).to_have_count(0)
    expect(mark).to_have_count(0)
    expect(his.announcement("“Rehearsal, Thu 12 Mar”: No")).to_be_visible()
    # The first answer is as it was.
    if options:
        expect(his.day("2026-03-11").locator(".dots")).to_have_attribute("data-count", "1")
    else:
        expect(his.page.locator('[data-view="month"] .said-yes')).to_have_count(1)


def test_without_a_network_nothing_is_asked_that_needs_the_server(choir):
    anna, _, group = choir
    propose(anna, group, evening(12), evening(13))
    hers = anna.open()
    hers.page.context.witness.expected = ["ERR_INTERNET_DISCONNECTED"]
    open_sheet(hers, hers.page.locator('[data-view="month"] .proposed').first)
    hers.page.context.set_offline(True)
    expect(hers.page.get_by_text("You’re offline.")).to_be_visible()
    problem = hers.dialog.locator(".form-problem:not(:empty)")
    for button, sentence in [
        ("Choose this time", "no time can be chosen now."),
        ("Remove this time", "no time can be removed now."),
        ("Withdraw", "the proposal can’t be withdrawn now."),
        ("Set a deadline", "the deadline can’t be changed now."),
        ("Suggest another time", "no other time can be suggested now."),
    ]:
        hers.dialog.get_by_role("button", name=button).first.click()
        expect(problem).to_have_text(f"You’re offline, so {sentence}")
        expect(problem).to_be_in_viewport(ratio=1)
        expect(hers.page.get_by_role("dialog")).to_have_count(1)
    hers.page.context.set_offline(False)
    expect(problem).to_have_count(0)
