"""Events of which a part can't be read: they're shown, say so, and can be changed like any other."""

import pytest
from playwright.sync_api import expect

from support.events import event, stored, wait_for
from support.pointer import centre, drag
from support.timeline import HOUR, hours
from support.waiting import eventually

RULES = ["FREQ=FORTNIGHTLY;COUNT=3", "COUNT=3", "FREQ=WEEKLY;BYDAY=XX"]


def rules(client):
    return [line for record in client.events() for line in record["ical"].splitlines() if line.startswith("RRULE")]


@pytest.fixture(params=RULES)
def rule(request, client):
    client.put(event("Broken", "20260413T100000", "20260413T110000", f"RRULE:{request.param}"))
    return f"RRULE:{request.param}"


def said(calendar):
    return calendar.dialog.get_by_text("Repeat rule can’t be read")


def test_a_rule_that_cannot_be_read_is_said_and_survives_every_change(open_calendar, client, rule):
    calendar = open_calendar("/week/2026-04-13")
    broken = hours(calendar, "Broken")
    calendar.edit(broken)
    calendar.fill_sheet(title="Still broken")
    calendar.save()
    eventually(lambda: stored(client, "Still broken", 2), [("20260413T1000", "20260413T1100")])
    broken = hours(calendar, "Still broken")
    drag(calendar.page, centre(broken), (0, HOUR))
    wait_for(client, "Still broken", ("20260413T1100", "20260413T1200"))
    calendar.page.keyboard.press("Control+z")
    wait_for(client, "Still broken", ("20260413T1000", "20260413T1100"))
    broken.click()
    expect(said(calendar)).to_be_visible()
    calendar.dialog.get_by_role("button", name="Colour").click()
    calendar.dialog.get_by_role("menuitemradio", name="Green").click()
    expect(broken).to_have_attribute("data-color", "green")
    calendar.dialog.get_by_role("button", name="Duplicate").click()
    calendar.fill_sheet(title="A copy")
    calendar.save()
    wait_for(client, "A copy", ("20260413T1000", "20260413T1100"))
    assert rules(client).count(rule) >= 1
    broken.click()
    calendar.page.keyboard.press("Delete")
    expect(broken).to_have_count(0)
    calendar.undo()
    expect(broken).to_have_count(1)
    eventually(lambda: rule in rules(client), True)


def test_a_rule_that_cannot_be_read_is_said_in_every_view_and_on_paper(open_calendar, rule):
    calendar = open_calendar("/week/2026-04-13")
    for view in ("day", "month", "agenda"):
        calendar.open(f"/{view}/2026-04-13")
        shown = calendar.page.locator(f'[data-view="{view}"] [data-uid]').filter(has_text="Broken").first
        shown.click()
        expect(said(calendar)).to_be_visible()
        calendar.page.keyboard.press("Escape")
        expect(calendar.page.get_by_role("dialog")).to_have_count(0)
        shown.click(button="right")
        expect(calendar.page.get_by_role("menu", name="Broken")).to_be_visible()
        calendar.page.keyboard.press("Escape")
    for view in ("year", "week", "agenda", "month"):
        calendar.open(f"/{view}/2026-04-13")
        calendar.wait_until("customElements.get('year-view') !== undefined")
        calendar.page.emulate_media(media="print")
        calendar.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(calendar.page.locator(".print-sheet")).to_be_visible()
        calendar.page.evaluate("dispatchEvent(new Event('afterprint'))")
        calendar.page.emulate_media(media="screen")


@pytest.mark.parametrize("zone", ["Customized Time Zone", "Mitteleuropäische Zeit (Sonderfall)", "Mars/Olympus"])
def test_an_unknown_zone_is_named_and_the_time_is_as_written(open_calendar, client, zone):
    client.put(event("Odd zone", "20260413T100000", "20260413T110000", zone=zone))
    calendar = open_calendar("/week/2026-04-13", timezone_id="America/New_York")
    hours(calendar, "Odd zone").click()
    expect(calendar.dialog.get_by_text(f"Time zone “{zone}” isn’t known; the time is shown as written.")).to_be_visible()
    expect(calendar.dialog.get_by_text("10:00")).to_be_visible()


def test_a_zone_that_the_event_describes_itself_is_known(open_calendar, client):
    described = "\n".join(
        ["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300",
         "END:STANDARD", "END:VTIMEZONE"]
    )
    client.put(described + "\n" + event("Described", "20260413T100000", "20260413T110000", zone="Customized Time Zone"))
    calendar = open_calendar("/week/2026-04-13", timezone_id="Europe/Berlin")
    hours(calendar, "Described").click()
    expect(calendar.dialog.get_by_text("9:00")).to_be_visible()
    expect(calendar.dialog.get_by_text("isn’t known")).to_have_count(0)
