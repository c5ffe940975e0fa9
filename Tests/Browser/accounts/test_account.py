"""The account: signing in through an OpenID provider, and everything in the account dialog."""

import io
import json
import re
import tarfile

import pytest
from oidc_provider_mock import User, run_server_in_thread
from playwright.sync_api import expect

from support.axe import findings
from support.browser import DESKTOP, EMAIL, PASSWORD, PHONE
from support.calendar_page import CalendarPage
from support.openid import PROVIDER_MAY_WARN
from support.pictures import png

pytestmark = PROVIDER_MAY_WARN
MARIA = {"email": "maria@example.com", "email_verified": True, "name": "Maria Example"}
# The provider says so, but the address already belongs to the first account, which may be somebody else's.
IMPOSTOR = {"email": EMAIL, "email_verified": True, "name": "Not Anna"}


@pytest.fixture(scope="module")
def provider():
    """A local OpenID provider, on localhost; the calendar is on 127.0.0.1, so the browser treats them as two sites."""
    users = [User(sub="maria", claims=MARIA), User(sub="impostor", claims=IMPOSTOR)]
    with run_server_in_thread(user_claims=users, require_nonce=True) as running:
        yield f"http://localhost:{running.server_port}"


def sign_in(page, server, sub="maria", path="/"):
    page.goto(server.url + path)
    page.get_by_role("link", name="Sign in with Acme").click()
    expect(page).to_have_url(re.compile(r"^http://localhost:.*/authorize|^http://localhost:.*oauth2"))
    page.get_by_role("button", name=sub, exact=True).first.click()


def open_account(page):
    calendar = CalendarPage(page, None).ready()
    calendar.open_menu_item("Account")
    expect(calendar.dialog.get_by_role("heading", name="Where you’re signed in")).to_be_visible()
    return calendar.dialog


def test_signing_in_through_a_provider_returns_to_the_same_page(visitor, open_server):
    """The session cookie is strict, so coming back from another site must not lose it."""
    page = visitor()
    sign_in(page, open_server, path="/week/2026-03-11")
    calendar = CalendarPage(page, open_server).ready()
    expect(page).to_have_url(open_server.url + "/week/2026-03-11")
    expect(page.locator(".side-account")).to_have_text("Maria Example")
    cookies = {cookie["name"]: cookie for cookie in page.context.cookies(open_server.url)}
    assert cookies["meantime_session"]["sameSite"] == "Strict" and cookies["meantime_session"]["httpOnly"]
    assert "meantime_sign_in" not in cookies
    first = cookies["meantime_session"]["value"]

    calendar.sign_out()
    expect(page.get_by_role("link", name="Sign in with Acme")).to_be_visible()
    sign_in(page, open_server)
    CalendarPage(page, open_server).ready()
    expect(page.locator(".side-account")).to_have_text("Maria Example")
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies(open_server.url)}
    assert cookies["meantime_session"] != first


@pytest.mark.parametrize(
    ("section", "button", "title"),
    [("Account", "Manage account", "Account"), ("Use in other apps", "Set up an app", "Use in other apps")],
)
def test_without_a_network_a_card_says_that_it_can_t_be_shown(open_calendar, section, button, title):
    calendar = open_calendar(viewport=PHONE, has_touch=True)
    calendar.page.context.witness.expected = ["ERR_INTERNET_DISCONNECTED"]
    calendar.page.context.set_offline(True)
    expect(calendar.page.get_by_text("You’re offline.")).to_be_visible()
    calendar.open_settings(section)
    calendar.dialog.get_by_role("button", name=button).click()
    card = calendar.page.get_by_role("dialog", name=title).last
    expect(card.get_by_role("alert")).to_have_text("You’re offline, so this can’t be shown.")
    heading = card.get_by_role("heading", name=title, level=2)
    expect(heading).to_be_in_viewport(ratio=1)
    # Where the card has a field for a name, its heading is only for screen readers.
    assert heading.bounding_box()["height"] > 20


def test_failed_sign_ins_through_a_provider_are_explained(visitor, open_server):
    page = visitor()
    sign_in(page, open_server, "impostor")
    expect(page.get_by_role("alert")).to_contain_text("There’s already an account with this e-mail address")
    expect(page).to_have_url(open_server.url + "/")

    page.get_by_role("link", name="Sign in with Acme").click()
    page.get_by_role("button", name="Deny").click()
    expect(page.get_by_role("alert")).to_have_text("The sign-in was cancelled.")
    page.goto(open_server.url + "/sign-in/acme/callback?code=x&state=y")
    expect(page.get_by_role("alert")).to_contain_text("Signing in took too long")
    page.goto(open_server.url + "/?problem=%3Cimg%20src=x%3E")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_registering_with_a_password_and_adding_a_provider(visitor, open_server):
    page = visitor()
    page.goto(open_server.url)
    page.get_by_role("button", name="Create an account").click()
    page.get_by_label("Name").fill("Ben")
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill("long enough for me")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("alert")).to_have_text("There’s already an account with this e-mail address.")
    page.get_by_label("E-mail").fill("ben@example.com")
    page.get_by_role("button", name="Create account").click()
    dialog = open_account(page)
    dialog.get_by_role("link", name="Add Acme").click()
    page.get_by_role("button", name="maria", exact=True).first.click()
    dialog = open_account(page)
    expect(dialog.get_by_role("button", name="Remove Acme")).to_be_visible()
    expect(page.locator(".side-account")).to_have_text("Ben")


def test_sessions(visitor, open_server):
    here, there = visitor(), visitor()
    sign_in(here, open_server)
    CalendarPage(here, open_server).ready()
    sign_in(there, open_server)
    CalendarPage(there, open_server).ready()

    dialog = open_account(here)
    expect(dialog.get_by_text("This browser")).to_have_count(1)
    end = dialog.get_by_role("button", name=re.compile("^Sign out Chrome"))
    expect(end).to_have_count(1)
    end.click()
    expect(end).to_have_count(0)
    # The pressed button is gone with its entry, so the nearest one has the focus.
    expect(dialog.get_by_role("button", name="Sign out everywhere")).to_be_focused()
    there.reload()
    expect(there.get_by_role("link", name="Sign in with Acme")).to_be_visible()

    dialog.get_by_role("button", name="Sign out everywhere").click()
    expect(here.get_by_role("link", name="Sign in with Acme")).to_be_visible()


def test_name_picture_archive_and_deleting_the_account(visitor, open_server):
    page = visitor()
    sign_in(page, open_server)
    dialog = open_account(page)
    # The name is saved when the field is left, and the page beside the card stays bright.
    dialog.get_by_label("Name", exact=True).fill("Maria E.")
    dialog.get_by_label("Name", exact=True).press("Enter")
    expect(dialog.get_by_role("status").first).to_have_text("Saved")

    with page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Choose a picture").click()
    chooser.value.set_files({"name": "me.png", "mimeType": "image/png", "buffer": png(900)})
    portrait = dialog.get_by_role("img", name="Picture")
    expect(portrait).to_be_visible()
    assert portrait.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") == 256
    octets = page.request.get(open_server.url + portrait.get_attribute("src")).body()
    assert octets.startswith(b"\xff\xd8") and b"home" not in octets and len(octets) < 20_000
    with page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Choose a picture").click()
    chooser.value.set_files({"name": "me.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(dialog.get_by_role("alert")).to_have_text("This file can’t be read as a picture.")

    with page.expect_download() as download:
        dialog.get_by_role("link", name="Download everything (.tar)").click()
    with tarfile.open(fileobj=io.BytesIO(download.value.path().read_bytes())) as archive:
        assert sorted(archive.getnames()) == [
            "meantime/account.json",
            "meantime/calendars/1-Personal.ics",
            "meantime/picture.jpeg",
            "meantime/settings.json",
        ]
        account = json.load(archive.extractfile("meantime/account.json"))
        assert account["name"] == "Maria E." and account["identities"][0]["name"] == "Acme"

    dialog.get_by_role("button", name="Delete my account").click()
    sure = page.get_by_role("dialog").last
    expect(sure).to_contain_text("the 0 events in them")
    sure.get_by_label(f"Type {MARIA['email']} to confirm").fill("mistyped@example.com")
    sure.get_by_role("button", name="Delete my account").click()
    expect(sure.get_by_role("alert")).to_have_text("That’s not the e-mail address of this account.")
    sure.get_by_label(f"Type {MARIA['email']} to confirm").fill(MARIA["email"])
    sure.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("link", name="Sign in with Acme")).to_be_visible()
    expect(page.get_by_text("Your account and everything in it has been deleted.")).to_be_visible()


def test_changing_the_password(open_calendar):
    calendar = open_calendar()
    calendar.page.context.witness.expected.append("422")
    dialog = open_account(calendar.page)
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_label("Current password")).to_be_focused()
    dialog.get_by_label("Current password").fill("wrong")
    dialog.get_by_label("New password").fill("another long one")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_have_text("That’s not your password.")
    dialog.get_by_label("Current password").fill(PASSWORD)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("status").first).to_have_text("Password changed. Other browsers are signed out.")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(visitor, open_server, size):
    page = visitor(viewport=size)
    page.goto(open_server.url)
    expect(page.get_by_role("link", name="Sign in with Acme")).to_be_visible()
    assert findings(page) == []
    sign_in(page, open_server)
    dialog = open_account(page)
    expect(dialog.get_by_text("This browser")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert findings(page) == []
    fits = page.evaluate("document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth")
    assert fits, "the content is wider than the dialog"
