"""More events at once than fit side by side: the last ones are counted, and the count lists them all."""

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import PHONE
from support.events import event
from support.timeline import hours
from support.waiting import eventually, rested


@pytest.fixture
def events(client):
    for number in range(8):
        client.put(event(f"Same {number}", "20260313T100000", "20260313T110000"))
    client.put(event("Alone", "20260313T140000", "20260313T150000"))


@pytest.fixture
def week(open_calendar, events):
    return open_calendar("/week/2026-03-13")


def drawn(calendar):
    """The boxes of the events at ten, from left to right."""
    rested(calendar.page)
    found = calendar.page.locator(".hours-event:visible").filter(has_text="Same")
    return sorted((found.nth(n).bounding_box() for n in range(found.count())), key=lambda box: box["x"])


def count_of(calendar):
    return calendar.page.locator(".hours-more")


def test_a_day_with_room_shows_eight_events_side_by_side(open_calendar, events):
    boxes = drawn(open_calendar("/day/2026-03-13"))
    assert len(boxes) == 8
    assert all(a["x"] + a["width"] <= b["x"] + 1 for a, b in zip(boxes, boxes[1:]))


@pytest.mark.parametrize("path, viewport, narrowest", [
    ("/week/2026-03-13", None, 24), ("/days/2026-03-13", PHONE, 24), ("/week/2026-03-13", PHONE, 12),
])
def test_where_there_is_no_room_the_last_events_are_counted(open_calendar, events, path, viewport, narrowest):
    calendar = open_calendar(path, **({"viewport": viewport} if viewport else {}))
    boxes = drawn(calendar)
    assert 1 <= len(boxes) <= 4 and min(box["width"] for box in boxes) >= narrowest
    count = count_of(calendar)
    expect(count).to_have_text(f"+{8 - len(boxes)}")
    box = count.bounding_box()
    assert boxes[-1]["x"] + boxes[-1]["width"] <= box["x"] and box["width"] >= 24
    # An event without others at its time has the whole day.
    assert hours(calendar, "Alone").bounding_box()["width"] > boxes[-1]["x"] + boxes[-1]["width"] - boxes[0]["x"] + 20


def test_the_count_lists_all_events_of_its_time(week):
    count_of(week).click()
    expect(week.dialog).to_have_accessible_name("Fri 13 Mar, 10:00 to 11:00")
    expect(week.dialog.get_by_role("listitem")).to_have_count(8)
    assert findings_in_both_schemes(week.page) == []
    week.dialog.get_by_role("button", name="Same 7").click()
    expect(week.dialog).to_contain_text("Same 7")
    week.page.keyboard.press("Escape")
    expect(week.page.get_by_role("dialog")).to_have_count(0)


def test_arrow_keys_reach_the_count(week):
    hours(week, "Same 0").focus()
    for _ in range(8):
        week.page.keyboard.press("ArrowDown")
        if week.page.evaluate("document.activeElement.matches('.hours-more')"):
            break
    expect(count_of(week)).to_be_focused()
    week.page.keyboard.press("Enter")
    expect(week.dialog.get_by_role("listitem")).to_have_count(8)
    week.page.keyboard.press("Escape")
    expect(count_of(week)).to_be_focused()
    week.page.keyboard.press("ArrowUp")
    eventually(lambda: week.page.evaluate("document.activeElement.matches('.hours-event')"))
