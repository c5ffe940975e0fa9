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
