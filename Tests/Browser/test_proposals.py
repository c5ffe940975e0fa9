"""Proposals: made, answered and decided by several people, each in a browser of their own."""

from playwright.sync_api import expect

from people import choir, person, side  # noqa: F401


def candidates(page):
    return page.dialog.locator(".candidate")


def answers(page):
    return page.dialog.get_by_role("region", name="Answers").get_by_role("listitem")


def propose(anna, group, *times, **more):
    body = {"title": "Rehearsal", "times": [{"zone": "Europe/Berlin"} | time for time in times]} | more
    return anna.ask("POST", f"/groups/{group}/proposals", body)["id"]


def evening(day, **more):
    return {"start": f"2026-03-{day}T19:00:00", "end": f"2026-03-{day}T21:00:00"} | more


def test_times_are_proposed_answered_and_one_becomes_an_event(choir):  # noqa: F811
    anna, ben, _ = choir
    ben.put("cinema", "DTSTART:20260311T190000Z", "DTEND:20260311T210000Z", "SUMMARY:Cinema")
    hers, his = anna.open(), ben.open()
    side(hers).get_by_role("button", name="Propose").click()
    hers.dialog.get_by_label("Title").fill("Rehearsal")
    hers.dialog.get_by_label("Start time").fill("19:00")
    hers.dialog.get_by_label("End time").fill("21:00")
    hers.dialog.get_by_role("button", name="Another time").click()
    hers.dialog.get_by_label("Start date").last.fill("2026-03-12")
    hers.dialog.get_by_label("End date").last.press("Tab")
    hers.dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(hers.page.get_by_role("dialog")).to_have_count(0)

    # A ghost in everybody's calendar, without a reload.
    ghosts = his.page.locator('[data-view="month"] .proposed')
    expect(ghosts).to_have_count(2)
    ghosts.first.click()
    expect(candidates(his)).to_have_count(2)
    expect(candidates(his).first).to_contain_text("Cinema")
    expect(candidates(his).last).to_contain_text("You have nothing else then")
    expect(answers(his).filter(has_text="Anna")).to_contain_text("Yes")
    his.dialog.get_by_label("Comment").fill("Only the late show")
    candidates(his).first.get_by_role("button", name="Maybe").click()
    candidates(his).last.get_by_role("button", name="Yes").click()
    expect(candidates(his).last).to_contain_text("2 yes")
    # Who answered what stays to be seen, and can be changed.
    expect(answers(his).filter(has_text="Ben Berg")).to_contain_text("Maybe")
    expect(his.dialog.get_by_role("button", name="Turn into an event")).to_have_count(0)

    hers.page.locator('[data-view="month"] .proposed').first.click()
    expect(answers(hers).filter(has_text="Ben Berg")).to_contain_text("Only the late show")
    candidates(his).first.get_by_role("button", name="No", exact=True).click()
    expect(answers(hers).filter(has_text="Ben Berg")).to_contain_text("No")
    candidates(hers).last.get_by_role("button", name="Turn into an event").click()
    expect(hers.dialog.get_by_text("The other 1 time goes.")).to_be_visible()
    hers.dialog.get_by_role("button", name="Turn into an event").click()
    for page in (hers, his):
        expect(page.page.get_by_role("dialog")).to_have_count(0)
        expect(page.chips("Rehearsal")).to_have_count(1)
        expect(page.page.locator('[data-view="month"] .proposed')).to_have_count(0)


def test_one_occurrence_of_many_is_answered_by_itself(choir):  # noqa: F811
    anna, ben, group = choir
    propose(anna, group, evening(11, rule="FREQ=WEEKLY;COUNT=4"))
    his = ben.open("/month/2026-03-18")
    ghosts = his.page.locator('[data-view="month"] .proposed')
    expect(ghosts).to_have_count(4)
    ghosts.nth(1).click()
    his.dialog.get_by_label("Answer only for").check()
    candidates(his).get_by_role("button", name="No", exact=True).click()
    expect(answers(his).filter(has_text="Ben Berg")).to_contain_text("No, for this date only")
    his.page.keyboard.press("Escape")
    expect(his.page.locator('[data-view="month"] .said-no')).to_have_count(1)
    expect(his.page.locator('[data-view="month"] .said-nothing')).to_have_count(3)
    # An answer to all leaves it as it is.
    ghosts.first.click()
    candidates(his).get_by_role("button", name="Yes").click()
    expect(answers(his).filter(has_text="Ben Berg")).to_contain_text("Yes")
    his.page.keyboard.press("Escape")
    expect(his.page.locator('[data-view="month"] .said-yes')).to_have_count(3)
    expect(his.page.locator('[data-view="month"] .said-no')).to_have_count(1)


def test_another_time_is_suggested_and_all_is_withdrawn(choir):  # noqa: F811
    anna, ben, group = choir
    propose(anna, group, evening(11), deadline="2026-03-10T12:00:00Z")
    hers, his = anna.open(), ben.open()
    his.page.locator('[data-view="month"] .proposed').click()
    expect(his.dialog.get_by_text("Answers were asked for until")).to_be_visible()
    his.dialog.get_by_role("button", name="Suggest another time").click()
    his.dialog.get_by_label("Start date").fill("2026-03-13")
    his.dialog.get_by_label("Start date").press("Tab")
    his.dialog.get_by_role("button", name="Propose", exact=True).click()
    ghosts = hers.page.locator('[data-view="month"] .proposed')
    expect(ghosts).to_have_count(2)
    ghosts.first.click()
    expect(candidates(hers).last).to_contain_text("Friday, 13 March 2026")
    hers.dialog.get_by_role("button", name="Withdraw").click()
    expect(hers.dialog.get_by_text("with all answers")).to_be_visible()
    hers.dialog.get_by_role("button", name="Withdraw").click()
    for page in (hers, his):
        expect(page.page.locator('[data-view="month"] .proposed')).to_have_count(0)


def test_a_proposal_is_not_moved_like_an_event(choir):  # noqa: F811
    anna, ben, group = choir
    propose(anna, group, evening(11))
    his = ben.open()
    chip = his.page.locator('[data-view="month"] .proposed')
    chip.drag_to(his.day("2026-03-13"))
    expect(his.announcement("A proposal is answered, not edited.")).to_be_visible()
    expect(his.page.locator('[data-view="month"] .proposed')).to_have_attribute("data-start", "2026-03-11T19:00:00")
