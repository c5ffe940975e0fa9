"""What the page says of proposals that others answered, decided and withdrew."""

import re

from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.people import inbox
from support.proposals import evening, propose


def candidates(person, group):
    """The hrefs of the proposed times, by the day of the month."""
    calendar = next(each["calendar"] for each in person.client.records() if each["type"] == "group" and each["id"] == group)
    found = [each for each in person.client.events() if each["calendar"] == calendar and "X-MEANTIME-PROPOSAL" in each["ical"]]
    return {day: each["href"] for each in found for day in (11, 12) if f"DTSTART;TZID=Europe/Berlin:202603{day}" in each["ical"]}


def answer(person, group, proposal, href, given):
    person.ask("PUT", f"/groups/{group}/proposals/{proposal}/answers", {"href": href, "answer": given})


def opened(person):
    """A page of the person whose device knows the proposals so far: what is seen first is no news."""
    page = person.open()
    page.wait_until("Object.keys(localStorage).some((name) => name.startsWith('meantime.proposals.'))")
    return page


def test_who_proposed_is_told_of_answers_and_who_answered_of_the_decision(choir):
    anna, ben, group = choir
    proposal = propose(anna, group, evening(11), evening(12))
    hers, his = opened(anna), opened(ben)
    hrefs = candidates(anna, group)

    answer(ben, group, proposal, hrefs[11], "yes")
    told = hers.page.locator(".toast").filter(has_text="Ben Berg said yes to “Rehearsal”, Wed 11 Mar, 19:00")
    expect(told).to_have_count(1)
    expect(inbox(hers)).to_have_accessible_name("Inbox, 1 update")
    answer(ben, group, proposal, hrefs[12], "no")
    inbox(hers).click()
    expect(hers.page.locator(".inbox-item")).to_have_text(re.compile("Ben Berg answered “Rehearsal”: 1 yes, 1 no"))
    expect(hers.page.locator(".toast").filter(has_text="Ben Berg answered")).to_have_count(0)
    hers.page.keyboard.press("Escape")
    # It's still one thing to read, also after a reload.
    hers.reload()
    expect(inbox(hers)).to_have_accessible_name("Inbox, 1 update")
    inbox(hers).click()
    assert findings_in_both_schemes(hers.page) == []
    hers.page.get_by_role("region", name="Updates").get_by_role("button", name="Ben Berg answered “Rehearsal”: 1 yes, 1 no Choir").click()
    expect(hers.dialog).to_contain_text("Rehearsal")
    hers.page.keyboard.press("Escape")
    expect(inbox(hers)).to_have_count(0)
    hers.reload()
    expect(inbox(hers)).to_have_count(0)

    anna.ask("POST", f"/groups/{group}/proposals/{proposal}/event", {"href": hrefs[11]})
    decided = his.page.locator(".toast").filter(has_text="“Rehearsal” is on Wed 11 Mar, 19:00")
    expect(decided).to_have_count(1)
    decided.get_by_role("button", name="Show").click()
    expect(his.dialog).to_contain_text("Rehearsal")
    his.page.keyboard.press("Escape")
    expect(inbox(his)).to_have_count(0)
    # It was her who decided.
    expect(hers.page.locator('[data-view="month"] .proposed')).to_have_count(0)
    expect(inbox(hers)).to_have_count(0)


def test_a_device_that_is_silent_about_proposals_only_lists_them(choir):
    anna, ben, group = choir
    his, hers = opened(ben), opened(anna)
    for page in (his.page, hers.page):
        page.evaluate("localStorage.setItem('meantime.silent', JSON.stringify(['proposals', 'news']))")
    proposal = propose(anna, group, evening(11))
    expect(inbox(his)).to_have_accessible_name("Inbox, 1 proposal is waiting for your answer")
    answer(ben, group, proposal, candidates(anna, group)[11], "yes")
    expect(inbox(hers)).to_have_accessible_name("Inbox, 1 update")
    for page in (his.page, hers.page):
        expect(page.locator(".toast")).to_have_count(0)


def test_what_happened_while_the_page_was_closed_is_in_the_inbox(choir):
    anna, ben, group = choir
    proposal = propose(anna, group, evening(11))
    answer(ben, group, proposal, candidates(anna, group)[11], "yes")
    his = opened(ben)
    his.page.goto("about:blank")
    anna.ask("DELETE", f"/groups/{group}/proposals/{proposal}")
    his.open("/month/2026-03-11")
    expect(inbox(his)).to_have_accessible_name("Inbox, 1 update")
    expect(his.page.locator(".toast")).to_have_count(0)
    inbox(his).click()
    expect(his.page.locator(".inbox-item")).to_contain_text("“Rehearsal” was withdrawn")
    his.page.get_by_role("button", name="Mark as read: “Rehearsal” was withdrawn").click()
    expect(inbox(his)).to_have_count(0)
    expect(his.page.locator("dialog")).to_have_count(0)
    his.open_menu_item("Sign out")
    expect(his.page.get_by_role("button", name="Sign in")).to_be_visible()
    assert his.page.evaluate("JSON.stringify(localStorage)").count("Rehearsal") == 0


def test_one_person_s_many_proposals_are_folded_and_long_or_invisible_titles_take_little_room(choir):
    anna, ben, group = choir
    for number, title in enumerate(("\u200b\u2060", "Rehearsal " * 90, "Dinner", "Walk", "Hike")):
        propose(anna, group, evening(11 + number), title=title)
    his = ben.open()
    inbox(his).click()
    asked = his.page.get_by_role("region", name="To answer")
    expect(asked.get_by_role("button")).to_have_count(4)
    expect(asked.get_by_role("button", name=re.compile("^No visible title .* Anna"))).to_have_count(1)
    heights = asked.get_by_role("button").evaluate_all("(found) => found.map((each) => each.offsetHeight)")
    assert max(heights) < 90
    assert findings_in_both_schemes(his.page) == []
    asked.get_by_role("button", name="2 more from Anna").click()
    expect(asked.get_by_role("button")).to_have_count(5)
