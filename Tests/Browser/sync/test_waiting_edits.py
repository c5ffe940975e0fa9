"""Edits made without a network wait on the device, whatever becomes of the page, and are made exactly once."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.calendar_page import CalendarPage
from support.events import event, stored
from support.kept_page import LOG, again, front, visit  # noqa: F401
from support.waiting import eventually, still, wait_for_events

WAITS = "1 change is waiting."
SERIES = event("Stand-up", "20260309T090000", "20260309T091500", "RRULE:FREQ=DAILY;COUNT=4")


def cut_off(calendar):
    calendar.page.context.set_offline(True)
    expect(calendar.page.get_by_text("You’re offline.")).to_be_visible()
    return calendar


def move_there(client, title, *hours):
    """Moves an event to other hours, as another device would."""
    [record] = [record for record in client.events() if f"SUMMARY:{title}" in record["ical"]]
    text = re.sub(r"(DTSTART[^:]*:\d{8}T)\d\d", rf"\g<1>{hours[0]}", record["ical"])
    text = re.sub(r"(DTEND[^:]*:\d{8}T)\d\d", rf"\g<1>{hours[1]}", text)
    path = f"/api/v1/calendars/{record['calendar']}/events/{record['href']}"
    status, _, answer = client.request("PUT", path, text.encode(), {"Content-Type": "text/calendar", "If-Match": record["etag"]})
    assert status == 200, (status, answer)


def reconnect(calendar):
    calendar.page.context.set_offline(False)
    return calendar


def test_they_survive_the_page_and_are_sent_by_the_next_one(visit, client):
    calendar = cut_off(visit())
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    calendar = again(calendar)
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    expect(calendar.chips("Walk")).to_have_count(1)
    assert len(client.events()) == 1
    reconnect(calendar)
    wait_for_events(client, 2)
    expect(calendar.page.locator(".banner")).to_be_hidden()
    eventually(lambda: calendar.page.evaluate(LOG), [])
    expect(calendar.chips("Walk")).to_have_count(1)


def test_several_of_one_event_wait_as_one(visit, client):
    calendar = cut_off(visit())
    for title in ("Brunch", "Late lunch"):
        calendar.edit(calendar.chips().first)
        calendar.fill_sheet(title=title)
        calendar.save()
    expect(calendar.chips("Late lunch")).to_have_count(1)
    eventually(lambda: len(calendar.page.evaluate(LOG)), 1)
    calendar = again(calendar)
    expect(calendar.page.get_by_text("1 change is waiting.")).to_be_visible()
    expect(calendar.chips("Late lunch")).to_have_count(1)
    # Another one on top of those of the page before.
    calendar.edit(calendar.chips().first)
    calendar.fill_sheet(title="Dinner")
    calendar.save()
    expect(calendar.chips("Dinner")).to_have_count(1)
    reconnect(calendar)
    expect(calendar.page.locator(".banner")).to_be_hidden()
    assert stored(client, "Dinner")
    expect(calendar.chips("Dinner")).to_have_count(1)
    assert len(client.events()) == 1


def test_a_series_that_was_split_and_one_that_was_deleted_stay_so(visit, client):
    client.put(SERIES)
    calendar = visit(2)
    expect(calendar.chips("Stand-up")).to_have_count(4)
    cut_off(calendar)
    calendar.edit(calendar.chips("Stand-up").nth(2))
    calendar.fill_sheet(title="Sit-down")
    calendar.dialog.get_by_role("button", name="Save", exact=True).click()
    calendar.dialog.get_by_role("button", name="This and following").click()
    calendar.chips("Lunch").click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    banner = calendar.page.get_by_role("button", name="You’re offline. 2 changes are waiting.")
    banner.click()
    rows = calendar.dialog.get_by_role("listitem")
    # The part of the series that stays as it was isn't named.
    expect(rows.filter(has_text="Undo")).to_have_count(2)
    for title, kind in (("Sit-down", "Series changed"), ("Lunch", "Deleted")):
        expect(rows.filter(has_text=title)).to_contain_text(kind)
    expect(calendar.page.get_by_role("button", name="Inbox, 2 changes")).to_have_text("Inbox2")
    calendar = again(calendar)
    for title, count in (("Stand-up", 2), ("Sit-down", 2), ("Lunch", 0)):
        expect(calendar.chips(title)).to_have_count(count)
    reconnect(calendar)
    eventually(lambda: sorted(re.search("SUMMARY:(.*)", record["ical"])[1].strip() for record in client.events()), ["Sit-down", "Stand-up"])


def test_a_new_series_is_listed_with_its_first_date(visit):
    calendar = cut_off(visit())
    calendar.page.keyboard.press("q")
    calendar.dialog.get_by_label("What and when").fill("Stand-up every Thursday 9:15")
    calendar.save()
    calendar.page.get_by_role("button", name="You’re offline. 1 change is waiting.").click()
    row = calendar.dialog.get_by_role("listitem").filter(has_text="Stand-up")
    expect(row).to_contain_text("New series · Thu 12 Mar · 9:15 – 10:15")


def test_changes_of_different_fields_are_both_kept(visit, client):
    calendar = cut_off(visit())
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(title="Brunch")
    calendar.save()
    calendar = again(calendar)
    expect(calendar.chips("Brunch")).to_have_count(1)
    move_there(client, "Lunch", 13, 14)
    calendar.page.context.witness.expected = [*calendar.page.context.witness.expected, "412"]
    reconnect(calendar)
    expect(calendar.announcement("Your change is saved now")).to_be_visible()
    assert stored(client, "Brunch") == ("20260311T1300", "20260311T1400")
    expect(calendar.chips("Brunch")).to_have_attribute("data-time", "13:00")


def test_a_date_of_a_series_is_listed_and_opened_and_its_conflict_names_it(visit, client):
    client.put(SERIES)
    calendar = cut_off(visit(2))
    calendar.edit(calendar.chips("Stand-up").nth(1))
    calendar.fill_sheet(title="Sit-down", place="Hall")
    calendar.dialog.get_by_role("button", name="Save", exact=True).click()
    calendar.dialog.get_by_role("button", name="This event").click()
    expect(calendar.page.locator(".chip.unsaved")).to_have_text("Sit-down")
    banner = calendar.page.get_by_role("button", name="You’re offline. 1 change is waiting.")
    banner.click()
    row = calendar.dialog.get_by_role("listitem").filter(has_text="Sit-down")
    expect(row).to_contain_text("One date changed · Tue 10 Mar · 9:00 – 9:15")
    row.get_by_role("button").first.click()
    expect(calendar.dialog.get_by_text("Hall")).to_be_visible()
    calendar.page.keyboard.press("Escape")
    [record] = [record for record in client.events() if "SUMMARY:Stand-up" in record["ical"]]
    override = "BEGIN:VEVENT\r\nUID:{uid}\r\nRECURRENCE-ID;TZID=Europe/Berlin:20260310T090000\r\nDTSTART;TZID=Europe/Berlin:20260310T090000\r\nDTEND;TZID=Europe/Berlin:20260310T091500\r\nSUMMARY:Walk\r\nDTSTAMP:20260301T000000Z\r\nEND:VEVENT\r\n"
    uid = re.search("UID:(.*)", record["ical"])[1].strip()
    text = record["ical"].replace("END:VCALENDAR", override.format(uid=uid) + "END:VCALENDAR")
    path = f"/api/v1/calendars/{record['calendar']}/events/{record['href']}"
    status, _, answer = client.request("PUT", path, text.encode(), {"Content-Type": "text/calendar", "If-Match": record["etag"]})
    assert status == 200, (status, answer)
    calendar.page.context.witness.expected = [*calendar.page.context.witness.expected, "412"]
    reconnect(calendar)
    said = "“Walk” was also changed elsewhere. Title on Tue 10 Mar: “Walk” stays; your “Sit-down” wasn’t used."
    expect(calendar.announcement(said)).to_be_visible()
    expect(calendar.chips("Walk")).to_have_count(1)
    expect(calendar.chips("Stand-up")).to_have_count(3)


def test_of_two_changes_of_one_field_the_other_is_kept_and_ones_own_can_be_taken(visit, client):
    calendar = cut_off(visit())
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(start="11:00", end="12:00")
    calendar.save()
    move_there(client, "Lunch", 13, 14)
    calendar.page.context.witness.expected = [*calendar.page.context.witness.expected, "412"]
    reconnect(calendar)
    said = "“Lunch” was also changed elsewhere. Time: “Wed 11 Mar 13:00 – 14:00” stays; your “Wed 11 Mar 11:00 – 12:00” wasn’t used."
    expect(calendar.announcement(said)).to_be_visible()
    expect(calendar.chips("Lunch")).to_have_attribute("data-time", "13:00")
    assert stored(client, "Lunch") == ("20260311T1300", "20260311T1400")
    # It's said until it was seen, also by a page that is opened later.
    calendar = again(calendar)
    expect(calendar.page.locator("toast-stack").get_by_text(said)).to_be_visible()
    calendar.page.locator("toast-stack").get_by_role("button", name="Use mine instead").click()
    expect(calendar.announcement("“Lunch”: your version is used now")).to_be_visible()
    eventually(lambda: stored(client, "Lunch"), ("20260311T1100", "20260311T1200"))
    undo = calendar.page.locator(".toast").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    eventually(lambda: calendar.page.evaluate(LOG), [])


def test_every_change_that_gave_way_is_said_one_after_the_other(visit, client):
    titles = [f"Talk {n}" for n in range(1, 6)]
    for n, title in enumerate(titles):
        client.put(event(title, f"202603{n + 2:02}T090000", f"202603{n + 2:02}T100000"))
    calendar = visit(6)
    cut_off(calendar)
    for title in titles:
        calendar.edit(calendar.chips(title))
        calendar.fill_sheet(start="11:00", end="12:00")
        calendar.save()
    for title in titles:
        move_there(client, title, 13, 14)
    calendar.page.context.witness.expected = [*calendar.page.context.witness.expected, "412"]
    reconnect(calendar)
    messages = calendar.page.locator(".toast:visible")
    expect(messages.get_by_text("2 more messages follow")).to_be_visible()
    expect(messages).to_have_count(3)
    assert findings_in_both_schemes(calendar.page) == []
    said = []
    for left in (4, 3, 2, 1, 0):
        said.append(messages.first.inner_text().split("”")[0].lstrip("“"))
        messages.first.get_by_role("button", name="Close").click()
        expect(messages).to_have_count(min(left, 3))
    assert sorted(said) == titles
    eventually(lambda: calendar.page.evaluate(LOG), [])


def test_a_deletion_that_was_refused_is_said_until_it_was_seen_and_can_be_made_anyway(visit, client):
    calendar = cut_off(visit())
    calendar.chips("Lunch").click()
    calendar.dialog.get_by_role("button", name="Delete").click()
    expect(calendar.chips("Lunch")).to_have_count(0)
    move_there(client, "Lunch", 13, 14)
    calendar.page.context.witness.expected = [*calendar.page.context.witness.expected, "412"]
    reconnect(calendar)
    message = calendar.page.locator(".toast").filter(has_text="“Lunch” wasn’t deleted, because it was changed elsewhere.")
    expect(message).to_be_visible()
    expect(calendar.chips("Lunch")).to_have_attribute("data-time", "13:00")
    calendar = again(calendar)
    message = calendar.page.locator(".toast").filter(has_text="“Lunch” wasn’t deleted")
    message.get_by_role("button", name="Delete anyway").click()
    eventually(client.events, [])
    expect(calendar.chips("Lunch")).to_have_count(0)
    eventually(lambda: calendar.page.evaluate(LOG), [])


def test_a_change_that_waits_is_marked_at_its_event(visit, client):
    client.put(event("Tea", "20260311T160000", "20260311T170000"))
    calendar = cut_off(visit(2))
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(title="Brunch")
    calendar.save()
    marked = calendar.page.locator(".chip.unsaved")
    expect(marked).to_have_count(1)
    expect(calendar.page.get_by_role("button", name="Brunch, only on this device")).to_be_visible()
    expect(calendar.page.get_by_role("gridcell", name="Wednesday, 11 March 2026, today, 2 events, changes only on this device")).to_be_visible()
    expect(calendar.page.get_by_role("gridcell", name=re.compile("only on this device"))).to_have_count(1)
    marked.click()
    expect(calendar.dialog.get_by_text("The last change is only on this device. It will be saved once there’s a connection.")).to_be_visible()
    calendar.page.keyboard.press("Escape")
    reconnect(calendar)
    expect(marked).to_have_count(0)


# What each view draws its mark with, and whether it's in sight.
MARK = """([selector, pseudo]) => {
    const host = document.querySelector(selector);
    if (!host) return false;
    const mark = getComputedStyle(host, pseudo);
    const box = host.getBoundingClientRect();
    return mark.maskImage.includes('svg') && parseFloat(mark.width) >= 8 && mark.backgroundColor !== 'rgba(0, 0, 0, 0)' && box.width > 0;
}"""


@pytest.mark.parametrize(
    "width,height,key,selector,pseudo",
    [
        (1280, 800, "m", ".chip.unsaved > i", None),
        (1280, 800, "m", ".day-events .unsaved > strong", "::before"),
        (1280, 800, "w", ".hours-event.unsaved > span", "::before"),
        (1280, 800, "a", ".agenda .unsaved > strong", "::before"),
        (390, 844, "m", '.compact [data-date="2026-03-11"]', "::before"),
        (390, 844, "w", ".hours-event.unsaved > span", "::before"),
    ],
)
def test_the_mark_is_drawn_in_every_view(visit, width, height, key, selector, pseudo):
    calendar = cut_off(visit())
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(title="Brunch")
    calendar.save()
    expect(calendar.page.locator(".chip.unsaved")).to_have_count(1)
    calendar.page.set_viewport_size({"width": width, "height": height})
    calendar.page.keyboard.press(key)
    eventually(lambda: calendar.page.evaluate(MARK, [selector, pseudo]))


def test_an_answer_that_is_lost_makes_nothing_twice(visit, client, front):
    calendar = visit(front=front)
    calendar.page.route("**/api/v1/edits", lambda route: (route.fetch(), route.abort()))
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    wait_for_events(client, 2)
    calendar = again(calendar)
    expect(calendar.page.locator(".banner")).to_be_hidden()
    eventually(lambda: calendar.page.evaluate(LOG), [])
    expect(calendar.chips("Walk")).to_have_count(1)
    assert len(client.events()) == 2


def test_another_tab_sends_what_a_closed_one_left(visit, client):
    calendar = visit()
    other = CalendarPage(calendar.page.context.new_page(), calendar.server).open("/month/2026-03-11")
    cut_off(calendar)
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    calendar.page.close()
    reconnect(other)
    other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_for_events(client, 2)
    expect(other.chips("Walk")).to_have_count(1)


def test_another_tab_lists_what_waits_in_an_open_one(visit, client):
    calendar = cut_off(visit())
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    other = CalendarPage(calendar.page.context.new_page(), calendar.server).open("/month/2026-03-11")
    other.page.get_by_role("button", name=re.compile(re.escape(WAITS))).click()
    listed = other.page.get_by_role("dialog", name="Waiting on this device").get_by_role("listitem")
    expect(listed).to_have_text("WalkIn another tab")
    # The tab that made it has it still.
    expect(calendar.chips("Walk")).to_have_count(1)
    reconnect(calendar)
    wait_for_events(client, 2)
    expect(other.chips("Walk")).to_have_count(1)
    expect(other.page.locator(".banner")).to_be_hidden()
    expect(listed).to_have_count(0)


def test_signing_out_asks_about_what_waits_in_another_tab(visit):
    calendar = visit()
    calendar.page.route("**/api/v1/edits", lambda route: route.abort())
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    other = CalendarPage(calendar.page.context.new_page(), calendar.server).open("/month/2026-03-11")
    expect(other.page.get_by_role("button", name="Inbox, 1 change is waiting on this device")).to_be_visible()
    other.open_menu_item("Sign out")
    expect(other.dialog.get_by_text("Sign out and lose 1 change that isn’t saved yet?")).to_be_visible()


def test_signing_out_asks_first_and_leaves_nothing(visit):
    calendar = visit()
    calendar.page.route("**/api/v1/edits", lambda route: route.abort())
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    account = calendar.page.evaluate("localStorage.getItem('meantime.settings.owner')")
    calendar.open_menu_item("Sign out")
    expect(calendar.dialog.get_by_text("Sign out and lose 1 change that isn’t saved yet?")).to_be_visible()
    calendar.dialog.get_by_role("button", name="Sign out").click()
    expect(calendar.page.get_by_label("Password")).to_be_visible()
    eventually(lambda: calendar.page.evaluate(LOG), [])
    eventually(lambda: account in calendar.page.evaluate("JSON.stringify(localStorage)"), False)


def test_signing_out_without_a_network_says_so_before_it_asks(visit):
    calendar = cut_off(visit())
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    calendar.open_menu_item("Sign out")
    expect(calendar.announcement("You’re offline, so you’re still signed in here.")).to_be_visible()
    expect(calendar.dialog).to_be_hidden()


def test_an_edit_waits_for_its_person_to_sign_in_again(visit, client):
    calendar = visit()
    calendar.page.context.witness.expected = [*calendar.page.context.witness.expected, "401"]
    refusal = {"status": 401, "content_type": "application/problem+json", "body": '{"type":"/problems/not-signed-in"}'}
    calendar.page.route("**/api/v1/edits", lambda route: route.fulfill(**refusal))
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    assert len(client.events()) == 1
    calendar = again(calendar)
    wait_for_events(client, 2)
    expect(calendar.chips("Walk")).to_have_count(1)


def test_another_account_neither_sees_nor_sends_them(visit, client, person):
    calendar = cut_off(visit())
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.page.get_by_text(WAITS)).to_be_visible()
    ben = person("Ben Berg")
    context = calendar.page.context
    calendar.page.close()
    [own] = [cookie for cookie in context.cookies() if cookie["name"] == "meantime_session"]
    context.add_cookies([{**own, "value": ben.client.cookie}])
    context.set_offline(False)
    calendar = CalendarPage(context.new_page(), calendar.server).open("/month/2026-03-11")
    expect(calendar.chips()).to_have_count(0)
    expect(calendar.page.locator(".banner")).to_be_hidden()
    calendar.page.close()
    context.add_cookies([own])
    CalendarPage(context.new_page(), calendar.server).open("/month/2026-03-11")
    wait_for_events(client, 2)
    assert ben.client.events() == []


def test_the_inbox_lists_what_waits_and_each_can_be_taken_back(visit, client):
    calendar = cut_off(visit())
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(title="Brunch")
    calendar.save()
    calendar.page.get_by_role("button", name="Inbox, 1 change is waiting on this device").click()
    card = calendar.page.get_by_role("dialog")
    expect(card.get_by_role("heading", name="Waiting on this device")).to_be_visible()
    card.get_by_role("button", name="Undo the change to “Brunch”").click()
    expect(calendar.chips("Lunch")).to_have_count(1)
    expect(card.locator("s")).to_have_text("Brunch")
    calendar.page.keyboard.press("Escape")
    expect(calendar.page.get_by_role("button", name="Inbox")).to_have_count(0)
    expect(calendar.page.get_by_text("1 change is waiting.")).to_have_count(0)
    eventually(lambda: calendar.page.evaluate(LOG), [])
    reconnect(calendar)
    assert stored(client, "Lunch")


def test_a_press_on_the_banner_lists_what_waits(visit):
    calendar = cut_off(visit())
    banner = calendar.page.get_by_role("button", name="You’re offline.")
    expect(banner).to_be_disabled()
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(title="Brunch")
    calendar.save()
    banner.click()
    card = calendar.page.get_by_role("dialog", name="Waiting on this device")
    expect(card.get_by_role("button", name="Brunch Changed")).to_be_visible()
    banner.click()
    expect(card).to_have_count(0)
    banner.press("Enter")
    expect(card).to_be_visible()
    calendar.page.keyboard.press("Escape")
    expect(banner).to_be_focused()


def test_the_list_of_a_phone_ends_above_the_banner(new_context, server, furnished, client):
    for hour in range(8, 20):
        client.put(event(f"Shift {hour}", f"20260311T{hour:02}0000", f"20260311T{hour:02}3000"))
    context = new_context(server, furnished[1], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.witness.expected = ["ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_NETWORK_CHANGED"]
    calendar = cut_off(CalendarPage(context.new_page(), server).open("/month/2026-03-11"))
    last = calendar.page.locator(".day-events > li").last
    last.scroll_into_view_if_needed()
    calendar.page.locator(".day-events").evaluate("list => list.scrollTo(0, list.scrollHeight)")
    row, banner = last.bounding_box(), calendar.page.locator(".banner").bounding_box()
    assert row["y"] + row["height"] <= banner["y"], (row, banner)
    assert banner["height"] >= 44, "high enough for a finger"


def test_what_was_undone_stays_in_the_list_until_it_is_closed(visit, client):
    client.put(event("Tea", "20260311T160000", "20260311T170000"))
    calendar = cut_off(visit(2))
    for title, other in (("Lunch", "Brunch"), ("Tea", "Coffee")):
        calendar.edit(calendar.chips(title))
        calendar.fill_sheet(title=other)
        calendar.save()
    banner = calendar.page.get_by_role("button", name="You’re offline. 2 changes are waiting.")
    banner.click()
    card = calendar.page.get_by_role("dialog")
    below = card.get_by_role("button", name="Undo the change to “Coffee”")
    before = still(below)
    card.get_by_role("button", name="Undo the change to “Brunch”").click()
    back = card.get_by_role("button", name="Put back the change to “Brunch”")
    expect(back).to_be_focused()
    expect(card.get_by_role("listitem").filter(has_text="Brunch")).to_contain_text("Undone")
    assert still(below) == before, "no row has moved under the finger"
    expect(calendar.page.get_by_text("You’re offline. 1 change is waiting.")).to_be_visible()
    expect(calendar.page.locator(".toast").filter(has_text="undone")).to_have_count(0)
    back.click()
    expect(calendar.chips("Brunch")).to_have_count(1)
    expect(card.locator("s")).to_have_count(0)
    expect(banner).to_be_visible()
    # The last one may be undone, too, without the list vanishing.
    for title in ("Brunch", "Coffee"):
        card.get_by_role("button", name=f"Undo the change to “{title}”").click()
    expect(card.locator("s")).to_have_count(2)
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    expect(calendar.chips("Lunch")).to_have_count(1)
    reconnect(calendar)
    expect(calendar.page.locator(".banner")).to_be_hidden()
    assert stored(client, "Lunch") and stored(client, "Tea")


def test_sending_without_a_network_says_that_there_is_none(visit, client):
    calendar = cut_off(visit())
    calendar.edit(calendar.chips("Lunch"))
    calendar.fill_sheet(title="Brunch")
    calendar.save()
    calendar.page.get_by_role("button", name="You’re offline.").click()
    card = calendar.page.get_by_role("dialog")
    send = card.get_by_role("button", name="Save now")
    send.click()
    expect(send).to_contain_text("Still no connection")
    expect(calendar.page.locator("live-region")).to_have_text("Still no connection")
    expect(send).to_be_focused()
    reconnect(calendar)
    expect(card).to_have_count(0)
    eventually(lambda: stored(client, "Brunch") is not None)


def test_sending_asks_a_server_again_that_was_away(visit, client, front):
    calendar = visit(front=front)
    calendar.page.route("**/api/v1/edits", lambda route: route.abort())
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    calendar.page.locator(".banner").get_by_role("button").click()
    send = calendar.dialog.get_by_role("button", name="Save now")
    send.click()
    expect(send).to_contain_text("The server still can’t be reached")
    calendar.page.unroute("**/api/v1/edits")
    send.click()
    wait_for_events(client, 2)
    expect(calendar.dialog).to_have_count(0)
