"""A family of four, each in their own browser, from the first sign-in to a weekly dinner."""

import re

import pytest
from oidc_provider_mock import User, run_server_in_thread
from playwright.sync_api import expect

from support.browser import DESKTOP, PHONE
from support.calendar_page import CalendarPage
from support.choices import choose
from support.openid import PROVIDER_MAY_WARN
from support.people import choose_for_group, open_side

pytestmark = PROVIDER_MAY_WARN
NAMES = ["Ana", "Ben", "Cleo", "Dan"]
DAY = "2026-03-11"


@pytest.fixture(scope="module")
def provider():
    """An OpenID provider that knows the four people."""
    users = [
        User(sub=name.lower(), claims={"email": f"{name.lower()}@example.com", "email_verified": True, "name": name})
        for name in NAMES
    ]
    with run_server_in_thread(user_claims=users, require_nonce=True) as running:
        yield f"http://localhost:{running.server_port}"


@pytest.fixture
def arrive(visitor, open_server):
    """Signs somebody in for the first time, through the provider, and opens a path."""

    def come(name, path=f"/month/{DAY}", **options):
        page = visitor(timezone_id="Europe/Berlin", **options)
        page.goto(open_server.url + path)
        if path.startswith("/join/"):
            page.get_by_role("button", name="Create an account").click()
        page.get_by_role("link", name="Sign in with Acme").click()
        page.get_by_role("button", name=name.lower(), exact=True).first.click()
        return page

    return come


def proposed(calendar):
    return calendar.page.locator(f'[data-view="week"] .proposed[data-start^="{DAY}"]')


def settled(calendar, title):
    """The events on that day with a title, without proposals."""
    return calendar.page.locator(f'[data-view="week"] .hours-event:not(.proposed)[data-start^="{DAY}"]').filter(has_text=title)


def answer(calendar, words, dates="All dates"):
    """Answers the proposal in its card in the week."""
    proposed(calendar).click()
    calendar.dialog.get_by_role("radio", name=dates).check()
    calendar.dialog.get_by_role("button", name=words, exact=True).click()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)


def test_a_family_agrees_on_a_weekly_dinner(arrive, open_server):
    # Ana creates a group and a link to join it.
    ana = CalendarPage(arrive("Ana"), open_server).ready()
    open_side(ana).get_by_role("button", name="New group").click()
    ana.dialog.get_by_label("Name").fill("Family")
    ana.dialog.get_by_role("button", name="Create group").click()
    choose(ana.dialog.get_by_label("Who can use it"), "For any number of people")
    ana.dialog.get_by_role("button", name="Create link").click()
    path = re.sub(r"^https?://[^/]+", "", ana.dialog.get_by_label("Invitation link").input_value())

    # The others follow the link, sign in, and choose what they show.
    people = {"Ana": ana}
    for name, level, options in (("Ben", "full", {}), ("Cleo", "busy", {}), ("Dan", "hidden", {"viewport": PHONE, "has_touch": True})):
        page = arrive(name, path, **({"viewport": DESKTOP} | options))
        expect(page.get_by_role("heading", name="Join “Family”")).to_be_visible()
        choose(page.get_by_label("Personal"), level)
        page.get_by_role("button", name="Join", exact=True).click()
        people[name] = CalendarPage(page, open_server).ready()
        expect(ana.dialog.get_by_text(f"{len(people)} members")).to_be_visible()
    ben, cleo, dan = people["Ben"], people["Cleo"], people["Dan"]
    ana.page.keyboard.press("Escape")

    # Everybody sees just what the others chose to show.
    for calendar in people.values():
        calendar.open(f"/week/{DAY}")
    for calendar, title in ((ben, "Football"), (cleo, "Therapy"), (dan, "Surprise")):
        calendar.page.keyboard.press("n")
        calendar.fill_sheet(title=title, date=DAY, start="15:00", end="16:00")
        calendar.save()
    week = ana.page.locator('[data-view="week"]')
    expect(week.get_by_role("button", name=re.compile("^Ben: Football"))).to_be_visible()
    expect(week.get_by_text(re.compile("^Cleo: Busy"))).to_be_visible()
    assert not re.search("Therapy|Surprise", ana.page.content() + ben.page.content())

    # Ana proposes a weekly dinner, and it appears as a proposal for everybody.
    choose_for_group(ana, "Family", "Propose")
    ana.dialog.get_by_label("Title").fill("Dinner")
    ana.dialog.get_by_label("Start date").fill(DAY)
    ana.dialog.get_by_label("Start time").fill("19:00")
    ana.dialog.get_by_label("End time").fill("21:00")
    choose(ana.dialog.get_by_label("Repeat", exact=True), "weekly")
    ana.dialog.get_by_role("button", name="Propose", exact=True).click()
    for calendar in people.values():
        expect(proposed(calendar)).to_have_count(1)

    # Ben accepts, Cleo declines this week only, Dan says maybe and then yes.
    for calendar, words in ((ben, "Yes"), (dan, "Maybe")):
        answer(calendar, words)
    answer(cleo, "No", "Only")
    expect(cleo.page.locator(".said-no")).to_have_count(1)
    proposed(ana).click()
    ana.dialog.get_by_role("button", name="Open the proposal").click()
    answers = ana.dialog.get_by_role("region", name="Answers").get_by_role("listitem")
    for name, words in (("Ben", "Yes"), ("Cleo", "No, for this date only"), ("Dan", "Maybe")):
        expect(answers.filter(has_text=name)).to_contain_text(words)
    answer(dan, "Yes")
    expect(answers.filter(has_text="Dan")).to_contain_text("Yes")

    # It becomes a single event for everybody.
    ana.dialog.locator(".candidate").get_by_role("button", name="Choose this time").click()
    ana.dialog.get_by_role("button", name="Choose this time").click()
    for calendar in people.values():
        expect(proposed(calendar)).to_have_count(0)
        expect(settled(calendar, "Dinner")).to_have_count(1)

    # Ben can't come to one of the dinners and says so in the event, for that date only.
    settled(ben, "Dinner").click()
    ben.dialog.get_by_role("group", name="Your answer").get_by_role("button", name="No").click()
    settled(ana, "Dinner").click()
    expect(answers.filter(has_text="Ben")).to_contain_text("No, for this date only")
    for calendar in (ana, ben):
        calendar.page.keyboard.press("Escape")
        expect(calendar.page.get_by_role("dialog")).to_have_count(0)

    # Dan leaves the group: the dinner is gone from his calendar, his own event stays.
    if dan.page.get_by_role("dialog").count():
        dan.page.keyboard.press("Escape")
    choose_for_group(dan, "Family", "Group settings")
    dan.dialog.get_by_role("button", name="Leave group").click()
    dan.dialog.get_by_role("button", name="Leave group").click()
    expect(settled(dan, "Dinner")).to_have_count(0)
    expect(settled(dan, "Surprise")).to_have_count(1)
    expect(open_side(ana).get_by_role("checkbox", name="Dan")).to_have_count(0)
