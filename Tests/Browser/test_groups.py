"""Groups: several people, each in a browser of their own, who see of each other what each one shows."""

import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from calendar_page import CalendarPage
from server import Client, binary

PASSWORD = "correct horse battery staple"


class Person:
    """Somebody with an account, a program that speaks for them, and windows."""

    def __init__(self, client, account, new_context):
        self.client, self.account, self.new_context = client, account, new_context

    def open(self, path="/month/2026-03-11", **options):
        context = self.new_context(self.client.server, self.client.cookie, **options)
        return CalendarPage(context.new_page(), self.client.server).open(path)

    def ask(self, method, path, body=None, status=(200, 201, 204)):
        code, _, answer = self.client.request(method, "/api/v1" + path, body)
        assert code in status, (method, path, code, answer)
        return json.loads(answer) if answer else None

    def put(self, uid, *lines, calendar=None):
        event = "\n".join(["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", *lines, "END:VEVENT"])
        return self.client.put(event, calendar=calendar)


@pytest.fixture
def person(server, client, new_context):
    """Makes people: the first is the one who set up the server."""

    def make(name=None):
        if name is None:
            return Person(client, client.records()[0]["account"]["id"], new_context)
        email = name.lower().split()[0] + "@example.org"
        command = [binary(), "user", "add", email, "--name", name, "--data", server.data]
        subprocess.run(command, input=PASSWORD + "\n", text=True, check=True, capture_output=True)
        other = Client(server)
        status, headers, answer = other.request("POST", "/api/v1/session", {"email": email, "password": PASSWORD})
        assert status == 200, answer
        other.cookie = re.match(r"meantime_session=([^;]+)", headers["Set-Cookie"]).group(1)
        return Person(other, json.loads(answer)["account"]["id"], new_context)

    return make


@pytest.fixture
def choir(person):
    """Anna's group, and Ben Berg in it: she shares everything with it, he only when he is busy."""
    anna, ben = person(), person("Ben Berg")
    group = anna.ask("POST", "/groups", {"name": "Choir"})["id"]
    anna.ask("PUT", f"/groups/{group}/shares", {"default": "full"})
    token = anna.ask("POST", f"/groups/{group}/invitations", {"uses": 1, "days": 7})["token"]
    ben.ask("POST", f"/invitations/{token}", {"default": "busy"})
    return anna, ben, group


def side(page):
    return page.page.locator("group-list")


def test_a_group_is_made_and_joined_by_its_link(person):
    anna, ben = person(), person("Ben Berg")
    hers = anna.open()
    side(hers).get_by_role("button", name="New group").click()
    hers.dialog.get_by_label("Name").fill("Choir")
    hers.dialog.get_by_role("button", name="Save").click()
    group = side(hers).get_by_role("region", name="Choir")
    group.get_by_role("button", name="Edit group Choir").click()
    hers.dialog.get_by_role("button", name="Make a link").click()
    link = hers.dialog.get_by_label("Link to the group")
    expect(link).to_have_value(re.compile(r"/join/.+"))
    path = re.sub(r"^https?://[^/]+", "", link.input_value())
    expect(hers.dialog.get_by_text("For one person, until")).to_be_visible()

    his = ben.open(path)
    expect(his.dialog.get_by_text("Anna invites you to Choir.")).to_be_visible()
    expect(his.dialog.get_by_text("In it: Anna")).to_be_visible()
    expect(his.dialog.get_by_label("Personal")).to_have_value("busy")
    his.dialog.get_by_role("button", name="Join", exact=True).click()
    expect(side(his).get_by_role("region", name="Choir").get_by_label("Anna")).to_be_checked()
    # She sees him at once, in the list and in the dialog that is open.
    expect(group.locator('input[type="checkbox"]')).to_have_count(2)
    expect(hers.dialog.locator("[data-account]")).to_have_count(2)
    # The link was for one person.
    again = person("Cem").open(path)
    expect(again.dialog.get_by_text("This invitation is not good any more.")).to_be_visible()
    again.page.context.witness.expected.append("404")


def test_one_sees_of_a_member_what_they_show_and_can_not_change_it(choir):
    anna, ben, group = choir
    hers = anna.open()
    ben.put("dentist", "DTSTART:20260311T130000Z", "DTEND:20260311T140000Z", "SUMMARY:Dentist")
    expect(hers.chips("BB · Busy")).to_have_count(1)
    expect(hers.chips("Dentist")).to_have_count(0)
    ben.ask("PUT", f"/groups/{group}/shares", {"calendars": {ben.client.calendars()[0]["id"]: "full"}})
    expect(hers.chips("BB · Dentist")).to_have_count(1)
    hers.chips("BB · Dentist").click()
    expect(hers.dialog.get_by_text("Ben Berg’s event")).to_be_visible()
    expect(hers.dialog.locator("input, textarea, select")).to_have_count(0)
    hers.page.keyboard.press("Escape")
    # Switched off and on again; what she chose stays with the account.
    box = side(hers).get_by_label("Ben Berg")
    box.uncheck()
    expect(hers.chips("Dentist")).to_have_count(0)
    hers.reload()
    expect(side(hers).get_by_label("Ben Berg")).not_to_be_checked()
    side(hers).get_by_label("Ben Berg").check()
    expect(hers.chips("BB · Dentist")).to_have_count(1)
    # And hidden again, on his side.
    ben.ask("PUT", f"/groups/{group}/shares", {"calendars": {ben.client.calendars()[0]["id"]: "hidden"}})
    expect(hers.chips("Dentist")).to_have_count(0)
    expect(hers.chips("Busy")).to_have_count(0)


def test_a_group_is_looked_at_by_itself(choir):
    anna, ben, group = choir
    anna.put("own", "DTSTART:20260310T130000Z", "DTEND:20260310T140000Z", "SUMMARY:Mine")
    secret = anna.ask("POST", "/calendars", {"name": "Diary", "color": "red"})["id"]
    anna.ask("PUT", f"/groups/{group}/shares", {"calendars": {secret: "hidden"}})
    anna.put("diary", "DTSTART:20260310T150000Z", "DTEND:20260310T160000Z", "SUMMARY:Diary", calendar=secret)
    hers = anna.open()
    expect(hers.chips("Mine")).to_have_count(1)
    look = side(hers).get_by_role("button", name="Choir", exact=True)
    look.click()
    expect(hers.chips("A · Mine")).to_have_count(1)
    expect(hers.chips("Diary")).to_have_count(0)
    look.click()
    expect(hers.chips("Diary")).to_have_count(1)


def test_members_are_told_what_happens_before_it_does(choir):
    anna, ben, _ = choir
    his = ben.open()
    region = side(his).get_by_role("region", name="Choir")
    region.get_by_role("button", name="Edit group Choir").click()
    expect(his.dialog.get_by_label("Name")).to_be_disabled()
    expect(his.dialog.get_by_role("button", name="Make a link")).to_have_count(0)
    his.dialog.get_by_role("button", name="Leave the group").click()
    expect(his.dialog.get_by_text("stay in your own calendars")).to_be_visible()
    his.dialog.get_by_role("button", name="Leave the group").click()
    expect(region).to_have_count(0)
    expect(his.page.get_by_role("dialog")).to_have_count(0)
    assert [record for record in ben.client.records() if record["type"] == "group"] == []


def test_time_that_all_have_is_found_and_proposed(choir):
    anna, ben, _ = choir
    ben.put("work", "DTSTART:20260311T080000Z", "DTEND:20260311T170000Z", "SUMMARY:Work")
    hers = anna.open()
    side(hers).get_by_role("button", name="Find a time").click()
    windows = hers.dialog.locator(".found-window")
    # Working hours are 9 to 17 unless one says otherwise; the eleventh is taken.
    expect(windows.first).to_contain_text("Thursday")
    expect(windows.first).to_contain_text("Everybody is free")
    expect(hers.dialog.locator(".common-time.missing-0").first).to_be_visible()
    hers.dialog.get_by_label("Ben Berg").uncheck()
    expect(windows.first).to_contain_text("Wednesday")
    windows.first.get_by_role("button").click()
    expect(hers.dialog.get_by_label("Start date")).to_have_value("2026-03-11")


def test_the_board_shows_each_member_in_a_row(choir):
    anna, ben, _ = choir
    ben.put("work", "DTSTART:20260311T080000Z", "DTEND:20260311T100000Z", "SUMMARY:Work")
    anna.put("own", "DTSTART:20260312T130000Z", "DTEND:20260312T140000Z", "SUMMARY:Mine")
    hers = anna.open()
    side(hers).get_by_role("button", name="Board").click()
    rows = hers.dialog.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="Ben Berg").get_by_role("button")).to_have_text("Busy")
    expect(rows.filter(has_text="Anna").get_by_role("button")).to_have_text("Mine")
    hers.dialog.get_by_role("button", name="Next week").click()
    expect(rows.filter(has_text="Anna").get_by_role("button")).to_have_count(0)
