"""Every dialog can be left where it stands."""

import pytest
from playwright.sync_api import expect

ASK = "([name, detail]) => document.dispatchEvent(new CustomEvent(name, { detail }))"
COMMANDS = ["palette", "search", "newEvent", "quickAdd", "goToDate", "settings", "account", "shortcuts", "bin"]
DIALOGS = [
    *(("command", {"name": name}) for name in COMMANDS),
    ("shell-search", None),
    ("shell-new", None),
    ("shell-jump", None),
    ("calendar-edit", {"id": None}),
    ("set-edit", {"index": None}),
    ("group-edit", {"id": None}),
]


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "wide"])
def test_every_dialog_has_a_close_button_in_sight_and_closes_by_escape(calendar, size):
    page = calendar.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # The listeners of groups come with the part of the page that is loaded later, as do the first steps.
    expect(page.get_by_role("region", name="First steps")).to_be_visible()
    dialogs = page.locator("dialog[open]")
    for name, detail in DIALOGS:
        page.evaluate(ASK, [name, detail])
        expect(dialogs, name).to_have_count(1)
        close = dialogs.get_by_role("button", name="Close").or_(dialogs.get_by_role("button", name="Cancel")).first
        expect(close, name).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(dialogs, name).to_have_count(0)


@pytest.mark.parametrize("name", ["account", "programs", "subscriptions", "bin", "goToDate", "palette", "search"])
def test_a_card_leaves_the_page_usable(calendar, name):
    """The page isn't dimmed, and a press on it closes the card and does what it does without one."""
    page = calendar.page
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("region", name="First steps")).to_be_visible()
    page.evaluate(ASK, ["command", {"name": name}])
    dialogs = page.locator("dialog[open]")
    expect(dialogs).to_have_count(1)
    expect(page.locator("dialog:modal")).to_have_count(0)
    page.get_by_role("button", name="Agenda").click()
    expect(dialogs).to_have_count(0)
    expect(page.locator("agenda-view")).to_be_visible()


@pytest.mark.parametrize("name", ["palette", "shortcuts", "bin", "newEvent", "quickAdd", "settings"])
def test_the_cross_is_at_the_end_of_the_head_and_the_arrow_of_a_page_at_its_start(calendar, name):
    page = calendar.page
    expect(page.get_by_role("region", name="First steps")).to_be_visible()
    page.evaluate(ASK, ["command", {"name": name}])
    close = page.locator("dialog[open] .dialog-head").get_by_role("button", name="Close")
    expect(close).to_be_visible()
    sheet, cross = page.locator("dialog[open]").bounding_box(), close.bounding_box()
    is_at_end = cross["x"] + cross["width"] / 2 > sheet["x"] + sheet["width"] / 2
    assert is_at_end == (name != "settings")
