"""Answers given without a network wait on the device, whatever becomes of the page, and reach the others later."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from support.kept_page import EXPECTED, LOG, WORKS, again, kept
from support.proposals import evening, propose
from support.waiting import eventually

WAITS = "1 change is waiting."


def said(calendar, word):
    return calendar.page.locator(f'[data-view="month"] .said-{word}')


def answer(calendar, word):
    """Answers the proposal from its card."""
    calendar.page.locator('[data-view="month"] .proposed').first.click()
    calendar.dialog.get_by_role("button", name=word, exact=True).click()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)


@pytest.fixture
def proposed(choir):
    """Anna, who proposed a time, her group with the proposal's name, and Ben's page, which has no network any more."""
    anna, ben, group = choir
    identity = propose(anna, group, evening(12))
    his = ben.open(service_workers="allow")
    his.page.context.witness.expected = [*EXPECTED, "409"]
    eventually(lambda: his.page.evaluate(WORKS))
    eventually(lambda: kept(his), 1)
    his.page.context.set_offline(True)
    expect(his.page.get_by_text("You’re offline.")).to_be_visible()
    return anna, f"/groups/{group}/proposals/{identity}", his


def test_it_survives_the_page_and_the_others_see_it_later(proposed):
    anna, _, his = proposed
    answer(his, "Yes")
    expect(said(his, "yes")).to_have_text("✓ Rehearsal")
    expect(his.page.get_by_text(WAITS)).to_be_visible()
    his = again(his)
    expect(said(his, "yes")).to_have_count(1)
    expect(his.page.locator(".chip.unsaved")).to_have_count(1)
    # The sheet doesn't pretend that it's saved.
    his.page.locator(".chip.unsaved").click()
    his.dialog.get_by_role("button", name="Open the proposal").click()
    expect(his.dialog.get_by_role("status").filter(has_text="only on this device")).to_be_visible()
    his.page.keyboard.press("Escape")
    assert his.page.evaluate(LOG) == ["yes"]
    his.page.get_by_role("button", name=f"You’re offline. {WAITS}").click()
    expect(his.dialog.get_by_role("listitem").filter(has_text="Rehearsal")).to_contain_text("Your answer: Yes")
    his.page.keyboard.press("Escape")
    hers = anna.open()
    hers.page.locator('[data-view="month"] .proposed').click()
    expect(hers.dialog).to_contain_text("1 yes, 1 hasn’t answered")
    his.page.context.set_offline(False)
    expect(hers.dialog).to_contain_text("2 yes")
    expect(his.announcement("Your change is saved now")).to_be_visible()
    expect(his.page.locator(".chip.unsaved")).to_have_count(0)
    expect(said(his, "yes")).to_have_count(1)
    eventually(lambda: his.page.evaluate(LOG), [])


def test_it_is_undone_by_the_shortcut_and_in_the_list(proposed):
    _, _, his = proposed
    answer(his, "Yes")
    expect(his.page.get_by_text(WAITS)).to_be_visible()
    his.page.keyboard.press("Control+z")
    expect(said(his, "nothing")).to_have_count(1)
    expect(his.page.get_by_text(WAITS)).to_have_count(0)
    answer(his, "No")
    his.page.get_by_role("button", name=f"You’re offline. {WAITS}").click()
    his.dialog.get_by_role("button", name="Undo the change to “Rehearsal”").click()
    expect(said(his, "nothing")).to_have_count(1)
    his.dialog.get_by_role("button", name="Put back the change to “Rehearsal”").click()
    expect(said(his, "no")).to_have_count(1)
    eventually(lambda: his.page.evaluate(LOG), ["no"])


def test_it_is_taken_back_if_the_deadline_passed_meanwhile(proposed):
    anna, path, his = proposed
    deadline = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=2)
    anna.ask("PATCH", path, {"deadline": deadline.isoformat().replace("+00:00", "Z")})
    answer(his, "Yes")
    expect(said(his, "yes")).to_have_count(1)
    expect(his.page.get_by_text(WAITS)).to_be_visible()
    time.sleep(max(0, (deadline - datetime.now(UTC)).total_seconds()) + 1.1)
    his.page.context.set_offline(False)
    expect(his.announcement("The deadline has passed")).to_be_visible()
    expect(said(his, "nothing")).to_have_count(1)
    his.page.locator(".toast").get_by_role("button", name="Close").click()
    eventually(lambda: his.page.evaluate(LOG), [])
