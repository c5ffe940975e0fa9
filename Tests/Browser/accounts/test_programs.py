"""Using the calendars in other programs: what to enter there, passwords for them, and which calendars they show."""

import base64
import json
import plistlib
import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import DESKTOP, EMAIL, PHONE
from support.server import Client
from support.waiting import eventually

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
FIND = b'<propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>'
REMOVE = re.compile("^Remove ")


def open_programs(calendar):
    calendar.open_settings("Use in other apps")
    calendar.dialog.get_by_role("button", name="Set up an app").click()
    expect(calendar.dialog.get_by_role("heading", name="Use in other apps")).to_be_visible()
    expect(calendar.dialog.get_by_label("Server address", exact=True)).to_be_visible()
    return calendar.dialog


def sign_in(server, email, password):
    """The status with which the server answers a calendar program."""
    basic = base64.b64encode(f"{email}:{password}".encode()).decode()
    headers = {"Authorization": f"Basic {basic}", "Depth": "0", "Content-Type": "application/xml"}
    return Client(server).request("PROPFIND", "/dav/", FIND, headers)[0]


def test_a_program_gets_in_with_what_the_page_shows(calendar, server):
    page = calendar.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = open_programs(calendar)
    for label, text in (("Server address", f"{server.url}/dav/"), ("User name", EMAIL)):
        expect(dialog.get_by_label(label, exact=True)).to_have_value(text)
        dialog.get_by_role("button", name=f"Copy: {label}").click()
        expect(dialog.get_by_role("status").filter(has_text="Copied.").first).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == text

    expect(dialog.get_by_text("No app passwords yet.")).to_be_visible()
    expect(dialog.get_by_label("App name")).to_have_value("iPhone")
    dialog.get_by_role("button", name="Create app password").click()
    # The password, which is shown only once, is in view and can be copied.
    shown = dialog.locator(".new-secret code")
    expect(shown).to_be_in_viewport(ratio=1)
    password = shown.inner_text()
    assert re.fullmatch(r"([a-z1-9]{7}-){3}[a-z1-9]{7}", password)
    copy = dialog.get_by_role("button", name="Copy", exact=True)
    expect(copy).to_be_focused()
    expect(copy).to_have_accessible_description(re.compile("shown only once"))
    copy.press("Enter")
    eventually(lambda: page.evaluate("navigator.clipboard.readText()"), password)
    assert sign_in(server, EMAIL, password) == 207

    expect(dialog.get_by_text("No app passwords yet.")).not_to_be_visible()
    dialog.get_by_role("button", name="Remove iPhone").click()
    expect(dialog.get_by_role("button", name=REMOVE)).to_have_count(0)
    expect(shown).to_have_count(0)
    assert sign_in(server, EMAIL, password) == 401


def test_several_app_passwords_are_listed_and_removed_one_by_one(calendar, client):
    for name in ("Mail on the phone", "Laptop"):
        client.request("POST", "/api/v1/account/app-passwords", {"name": name})
    dialog = open_programs(calendar)
    dialog.get_by_role("button", name="Remove Laptop").click()
    expect(dialog.get_by_role("button", name=REMOVE)).to_have_count(1)
    # The pressed button is gone with its entry, so the nearest one has the focus.
    expect(dialog.get_by_role("button", name="Remove Mail on the phone")).to_be_focused()


def test_a_profile_for_apple_devices_signs_in(calendar, server):
    dialog = open_programs(calendar)
    dialog.get_by_text("iPhone, iPad, Mac").click()
    with calendar.page.expect_download() as download:
        dialog.get_by_role("button", name="Download profile").click()
    assert download.value.suggested_filename == "Meantime.mobileconfig"
    [account] = plistlib.loads(download.value.path().read_bytes())["PayloadContent"]
    assert (account["CalDAVHostName"], account["CalDAVPort"], account["CalDAVUseSSL"]) == ("127.0.0.1", server.port, False)
    assert sign_in(server, account["CalDAVUsername"], account["CalDAVPassword"]) == 207
    expect(dialog.get_by_role("button", name="Remove Apple")).to_be_visible()
    expect(dialog.get_by_role("status").filter(has_text="contains a new app password")).to_be_visible()
    # The page is still there: only a file was downloaded.
    expect(calendar.page).to_have_url(re.compile("/settings/programs$"))


def test_a_refused_download_leaves_the_page(calendar):
    calendar.page.context.witness.expected.append("401")
    dialog = open_programs(calendar)
    dialog.get_by_text("iPhone, iPad, Mac").click()
    calendar.page.context.clear_cookies()
    dialog.get_by_role("button", name="Download profile").click()
    expect(dialog.get_by_role("alert").first).not_to_be_empty()
    expect(calendar.page).to_have_url(re.compile("/settings/programs$"))


def test_a_phone_reads_the_address_from_a_code(calendar, client, server):
    dialog = open_programs(calendar)
    code = dialog.get_by_role("img", name=f"QR code with the server address and the user name {EMAIL}")
    expect(code).to_have_count(0)
    dialog.get_by_text("DAVx⁵ (Android)").click()
    expect(code).to_be_visible()
    text = f"caldav://anna%40example.org@127.0.0.1:{server.port}/dav/"
    rows = json.loads(client.request("POST", "/api/v1/account/programs/qr-code", {"text": text})[2])["rows"]
    # Every dark module is in the picture, and nothing else.
    drawn = code.locator("path").evaluate(
        """(path, side) => Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) =>
            Number(path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5)))).join(''))""",
        len(rows),
    )
    assert drawn == rows


def test_on_a_phone_its_own_guide_is_open(open_calendar, server):
    dialog = open_programs(open_calendar(viewport=PHONE, user_agent=ANDROID))
    expect(dialog.get_by_label("App name")).to_have_value("Android")
    link = dialog.get_by_role("link", name="Open in DAVx⁵")
    expect(link).to_have_attribute("href", f"caldav://anna%40example.org@127.0.0.1:{server.port}/dav/")
    dialog = open_programs(open_calendar(viewport=PHONE, user_agent=IPHONE))
    expect(dialog.get_by_role("button", name="Download profile")).to_be_visible()


def test_calendars_of_others_can_be_left_out_of_programs(choir):
    anna, *_ = choir
    calendar = anna.open()
    dialog = open_programs(calendar)
    group, ben = (dialog.get_by_role("switch", name=name) for name in ("Calendar of Choir", "Ben Berg · Busy"))
    expect(group).to_be_checked()
    ben.uncheck()
    expect(dialog.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    hidden = anna.ask("GET", "/account/program-calendars")["hidden"]
    [of_ben] = [record["id"] for record in anna.client.calendars() if record.get("owner")]
    assert hidden == [of_ben]

    # What can't be saved is put back, and what can't be loaded can be asked for again.
    calendar.page.context.witness.expected.append("507")
    calendar.page.route("**/program-calendars", lambda route: route.fulfill(status=507, json={"detail": "The disk is full."}))
    group.click()
    expect(dialog.get_by_role("alert").last).to_contain_text("The disk is full.")
    expect(group).to_be_checked()
    calendar.page.keyboard.press("Escape")
    calendar.page.keyboard.press("Escape")
    dialog = open_programs(calendar)
    retry = dialog.get_by_role("button", name="Try again")
    expect(retry).to_be_visible()
    calendar.page.unroute("**/program-calendars")
    retry.click()
    expect(ben).not_to_be_checked()
    expect(group).to_be_checked()
    expect(retry).not_to_be_visible()


def test_the_account_and_the_command_palette_lead_there(calendar):
    calendar.open_menu_item("Account")
    calendar.dialog.get_by_role("button", name="Use in other apps").click()
    title = calendar.page.get_by_role("heading", name="Use in other apps")
    expect(title).to_be_visible()
    calendar.page.keyboard.press("Escape")
    calendar.page.keyboard.press("Escape")
    expect(title).to_have_count(0)
    calendar.page.keyboard.press("Control+k")
    calendar.page.keyboard.type("iphone")
    calendar.page.keyboard.press("Enter")
    expect(title).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, {"width": 320, "height": 640}], ids=["desktop", "phone", "narrow"])
def test_axe_finds_nothing(open_calendar, choir, size):
    calendar = open_calendar(viewport=size)
    dialog = open_programs(calendar)
    expect(dialog.get_by_role("switch")).to_have_count(2)
    dialog.get_by_role("button", name="Create app password").click()
    expect(dialog.get_by_role("button", name=REMOVE)).to_have_count(1)
    for guide in dialog.locator("summary").all():
        guide.click()
        assert findings_in_both_schemes(calendar.page) == []
    fits = calendar.page.evaluate("[...document.querySelectorAll('.programs')].every((each) => each.scrollWidth <= each.clientWidth)")
    assert fits, "the content is wider than the dialog"
