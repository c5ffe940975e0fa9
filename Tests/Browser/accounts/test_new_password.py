"""Choosing a new password with a link that the administrator made, and accounts that are disabled."""

import subprocess

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import EMAIL, PASSWORD
from support.calendar_page import CalendarPage
from support.server import binary


def run(server, *arguments):
    """Runs a command of the administrator beside the server, and returns the last line that it prints."""
    command = [binary(), "user", *arguments, "--data", server.place]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]


def link(server):
    return server.url + run(server, "password", EMAIL)


def test_a_link_lets_somebody_choose_a_password_once(new_context, server):
    address = link(server)
    context = new_context(server)
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_text(EMAIL)).to_be_visible()
    page.get_by_label("Password").fill("a new password")
    page.get_by_role("button", name="Save and sign in").click()
    calendar = CalendarPage(page, server).ready()
    assert "password" not in page.url
    calendar.sign_out()
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill("a new password")
    page.get_by_role("button", name="Sign in").click()
    CalendarPage(page, server).ready()

    context.witness.expected = ["404", "ERR_FAILED"]
    page.goto("about:blank")
    page.route("**/api/v1/password-link", lambda route: route.abort())
    page.goto(address)
    # It isn't known yet that the link was used.
    expect(page.get_by_role("alert")).to_have_text("Can’t reach the server. Check your connection and try again.")
    page.unroute("**/api/v1/password-link")
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("heading", name="This link doesn’t work")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("It has already been used, or it has expired.")


def test_a_password_that_is_refused_keeps_the_form(new_context, server):
    context = new_context(server, locale="de-DE")
    context.witness.expected = ["404"]
    page = context.new_page()
    address = link(server)
    page.goto(address)
    expect(page.get_by_role("heading", name="Neues Passwort wählen")).to_be_visible()
    link(server)
    page.get_by_label("Passwort").fill("a new password")
    page.get_by_role("button", name="Speichern und anmelden").click()
    expect(page.get_by_role("alert")).to_contain_text("abgelaufen")
    expect(page.get_by_label("Passwort")).to_have_value("a new password")


def test_a_disabled_account_says_so_after_the_right_password(new_context, server):
    run(server, "disable", EMAIL)
    context = new_context(server)
    context.witness.expected = ["401", "403"]
    page = context.new_page()
    page.goto(server.url)
    for password, said in [("wrong horse", "password"), (PASSWORD, "This account is disabled. Ask the server’s administrator.")]:
        page.get_by_label("E-mail").fill(EMAIL)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text(said)


def test_an_open_page_ends_when_its_account_is_disabled(calendar):
    calendar.page.context.witness.expected = ["401"]
    run(calendar.server, "disable", EMAIL)
    expect(calendar.page.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_and_nothing_is_cut_off(new_context, server, width):
    page = new_context(server, viewport={"width": width, "height": 800}).new_page()
    page.goto(link(server))
    expect(page.get_by_role("button", name="Save and sign in")).to_be_visible()
    assert findings_in_both_schemes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
