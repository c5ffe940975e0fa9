"""The command palette: commands, calendars, dates and events by typing; and the account's menu in the side panel."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import event


@pytest.fixture
def calendar(open_calendar, client):
    for day, uid, title in (("12", "lunch", "Lunch with Zoë"), ("13", "long", "L" * 100_000)):
        client.put(event(uid, f"202603{day}T120000", f"202603{day}T130000").replace(f"SUMMARY:{uid}", f"SUMMARY:{title}"))
    return open_calendar("/month/2026-03-11")


def ask(calendar, text):
    if not calendar.dialog.is_visible():
        calendar.page.keyboard.press("Control+k")
    field = calendar.dialog.get_by_role("combobox", name="Search or jump")
    expect(field).to_be_focused()
    field.fill(text)


def options(calendar):
    return calendar.dialog.get_by_role("option")


def chosen(calendar):
    """What Enter takes."""
    return calendar.dialog.get_by_role("option", selected=True)


def test_it_runs_a_command_and_remembers_it(calendar):
    keys = calendar.page.keyboard
    ask(calendar, "week")
    expect(chosen(calendar)).to_have_text("View: WeekW")
    keys.press("Enter")
    expect(calendar.page).to_have_url(re.compile("/week/2026-03-11$"))
    keys.press("Control+k")
    expect(chosen(calendar)).to_have_text("View: WeekW")
    expect(calendar.dialog.get_by_text("Recent")).to_be_visible()
    keys.press("ArrowUp")
    expect(chosen(calendar)).not_to_have_text("View: WeekW")
    assert findings_in_both_schemes(calendar.page) == []
    # The key that opens it closes it too.
    keys.press("Control+k")
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("has_touch", [False, True], ids=["keyboard", "touch"])
def test_it_offers_the_list_of_keys_where_there_are_keys(open_calendar, has_touch):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=has_touch)
    ask(calendar, "keyboard")
    expect(options(calendar).filter(has_text=re.compile("^Keyboard shortcuts"))).to_have_count(0 if has_touch else 1)
    ask(calendar, "settings")
    expect(options(calendar).filter(has_text="Settings").first).to_be_visible()


def test_it_leads_to_a_date_an_event_and_the_search(calendar):
    keys = calendar.page.keyboard
    ask(calendar, "24 dec")
    expect(chosen(calendar)).to_have_text(re.compile("Go to Thursday.* 24 December 2026"))
    keys.press("Enter")
    expect(calendar.heading).to_contain_text("December 2026")
    ask(calendar, "zoe")
    expect(chosen(calendar)).to_contain_text("Lunch with Zoë")
    keys.press("Enter")
    expect(calendar.heading).to_contain_text("March 2026")
    expect(calendar.day("2026-03-12")).to_be_in_viewport()
    expect(calendar.dialog).to_have_accessible_name("Lunch with Zoë")
    keys.press("Escape")
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)
    ask(calendar, "lll")
    expect(chosen(calendar)).to_contain_text("LLL")
    assert chosen(calendar).evaluate("option => option.textContent.length") < 1000
    assert findings_in_both_schemes(calendar.page) == []


def test_an_event_comes_before_what_can_be_done_with_a_calendar_of_that_name(calendar, client):
    client.request("POST", "/api/v1/calendars", {"name": "Lunch club", "color": "red"})
    ask(calendar, "lunch")
    expect(options(calendar).filter(has_text="Show only Lunch club")).to_be_visible()
    expect(chosen(calendar)).to_contain_text("Lunch with Zoë")
    ask(calendar, "lunch club")
    expect(chosen(calendar)).to_have_text("Show only Lunch club")


def test_it_lists_what_comes_while_it_is_open_and_keeps_the_option_that_a_key_led_to(calendar, client):
    ask(calendar, "lunch")
    expect(chosen(calendar)).to_contain_text("Lunch with Zoë")
    calendar.page.keyboard.press("ArrowDown")
    expect(chosen(calendar)).to_contain_text("Add “lunch”")
    client.request("POST", "/api/v1/calendars", {"name": "Lunch club", "color": "red"})
    expect(options(calendar).filter(has_text="Show only Lunch club")).to_be_visible()
    expect(chosen(calendar)).to_contain_text("Add “lunch”")


def test_it_hides_a_calendar_and_offers_the_line_to_quick_add(calendar):
    keys = calendar.page.keyboard
    name = calendar.page.locator("calendar-list .calendar-name").first.inner_text()
    ask(calendar, f"hide {name}")
    expect(chosen(calendar)).to_have_text(f"Hide {name}")
    keys.press("Enter")
    expect(calendar.page.get_by_role("checkbox", name=name)).not_to_be_checked()
    ask(calendar, "dinner fri 19:00")
    expect(chosen(calendar)).to_have_text(re.compile("Add “dinner fri 19:00”.*13 Mar.*19:00"))
    keys.press("Enter")
    expect(calendar.dialog.get_by_label("What and when")).to_have_value("dinner fri 19:00")


def test_days_in_a_city_show_all_times_by_its_clock(calendar):
    ask(calendar, "in Tokyo 16 to 18 March")
    expect(chosen(calendar)).to_have_text(re.compile("All times in local time: Tokyo, .*16.*18 Mar"))
    calendar.page.keyboard.press("Enter")
    calendar.show("week")
    expect(calendar.page.locator('section[data-date="2026-03-16"]')).to_be_visible()
    # Lunch on 12 March is at home; from the 16th on the hours are Tokyo's.
    expect(calendar.page.get_by_text(re.compile("GMT\\+9|JST")).first).to_be_visible()


def test_the_side_panel_has_fields_for_it_and_for_quick_add(calendar):
    page = calendar.page
    page.get_by_role("button", name="Search or jump").click()
    expect(calendar.dialog.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Add: lunch").click()
    expect(calendar.dialog.get_by_label("What and when")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_text("A group shows its members’ calendars")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("side-bar")).to_be_hidden()
    page.reload()
    expect(calendar.ready().page.locator("side-bar")).to_be_hidden()
    page.get_by_role("button", name="Show or hide the side panel").click()
    expect(page.locator("side-bar")).to_be_visible()


def test_the_account_has_a_menu_usable_by_keys(calendar):
    page, keys = calendar.page, calendar.page.keyboard
    button = page.get_by_role("button", name="Anna: settings and account")
    button.focus()
    keys.press("ArrowUp")
    expect(page.get_by_role("menuitem", name="Sign out")).to_be_focused()
    keys.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Settings")).to_be_focused()
    assert findings_in_both_schemes(page) == []
    # A letter goes to an item, and not to the page.
    keys.press("b")
    expect(page.get_by_role("menuitem", name="Bin")).to_be_focused()
    keys.press("Escape")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    keys.press("Enter")
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    keys.press("Escape")
    expect(button).to_be_focused()


def test_on_a_phone_they_are_in_the_drawer(open_calendar):
    calendar = open_calendar("/month/2026-03-11", viewport=PHONE, has_touch=True)
    page = calendar.page
    page.get_by_role("button", name="Calendars", exact=True).click()
    page.get_by_role("button", name="Anna: settings and account").click()
    expect(page.get_by_role("menuitem", name="Settings")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    page.get_by_role("button", name="Search or jump").click()
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(calendar.dialog.get_by_role("combobox")).to_be_focused()
    assert findings_in_both_schemes(page) == []


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "has_touch": True}], ids=["desktop", "phone"])
def test_its_cross_can_be_pressed(open_calendar, options):
    calendar = open_calendar("/month/2026-03-11", **options)
    calendar.page.keyboard.press("/")
    calendar.dialog.get_by_label("Search all events").fill("walk")
    calendar.dialog.get_by_role("button", name="Close").click()
    expect(calendar.page.get_by_role("dialog")).to_have_count(0)


def test_it_finds_a_setting_by_its_name(calendar):
    ask(calendar, "second time")
    expect(chosen(calendar)).to_have_text("Setting: Second time zone")
    calendar.page.keyboard.press("Enter")
    expect(calendar.page.get_by_role("dialog", name="Settings")).to_be_visible()
    expect(calendar.dialog.get_by_role("button", name="None")).to_be_focused()
