"""Groups: people who share calendars with each other, each in their own browser."""

import re

import pytest
from playwright.sync_api import expect

from support.axe import findings_in_both_schemes
from support.browser import DESKTOP, PASSWORD, PHONE
from support.calendar_page import CalendarPage
from support.choices import choices_of, choose
from support.events import event
from support.people import Household, choose_for_group, open_side, sent
from support.pictures import png
from support.waiting import eventually, frames, passed, still


@pytest.fixture
def server(spare_servers, neighbours):
    """A server on which Ana, Ben and Clara have accounts."""
    server = spare_servers.take(neighbours)
    yield server
    server.stop()


@pytest.fixture
def family(server):
    """Ana, who owns the group, and Ben; each shows the other only when they are busy."""
    return Household(server, ["ana", "ben"])


@pytest.fixture
def open_as(new_context):
    """Opens the page as a member of a household, given their index in it."""

    def open_page(household, index, path="/month/2026-03-11", **options):
        client = household.clients[index]
        context = new_context(client.server, client.cookie, **options)
        return CalendarPage(context.new_page(), client.server).open(path)

    return open_page


def open_group(calendar, name="Family"):
    choose_for_group(calendar, name, "Group settings")
    expect(calendar.dialog.get_by_role("heading", name=name, exact=True)).to_be_visible()
    return calendar.dialog


def dentist(family, index=1):
    """Stores an event in a member's own calendar."""
    client = family.clients[index]
    return client.put(event("Dentist", "20260311T140000", "20260311T150000", "LOCATION:Tooth street 3"), calendar=family.own(index))


def group_of(client, name):
    return next(record["id"] for record in client.records() if record["type"] == "group" and record["name"] == name)


def show_all(family, index=1):
    sent(family.clients[index], "PUT", f"/groups/{family.group}/shares", {"calendars": {family.own(index): "full"}})


def test_a_group_is_created_and_joined_by_a_link(new_context, server, open_as):
    household = Household(server, ["ana"], group=None)
    ana = open_as(household, 0)
    open_side(ana).get_by_role("button", name="New group").click()
    ana.dialog.get_by_label("Name").fill("Family")
    ana.dialog.get_by_role("button", name="Create group").click()
    expect(ana.dialog.get_by_text("1 member")).to_be_visible()
    # Each choice is shown whole.
    for name in ("Who can use it", "How long it’s valid"):
        field = ana.dialog.get_by_label(name)
        for words in reversed(choices_of(field)):
            choose(field, words)
            assert field.locator(".choice-text").evaluate("(text) => text.scrollWidth <= text.clientWidth"), words
    ana.dialog.get_by_role("button", name="Create link").click()
    link = ana.dialog.get_by_label("Invitation link").input_value()
    expect(ana.dialog.get_by_text(re.compile("For one person, until"))).to_be_visible()

    # Somebody who isn't signed in sees the join page too, while signing in as well as while making an account.
    ben = household.add("ben")
    page = new_context(server).new_page()
    page.goto(link)
    invited = page.get_by_text("Ana invites you to share calendars in “Family”.")
    expect(invited).to_be_visible()
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", name="New account")).to_be_visible()
    expect(invited).to_be_visible()
    page.get_by_role("button", name="I already have an account").click()
    expect(page.get_by_role("heading", name="Meantime")).to_be_visible()
    expect(invited).to_be_visible()
    page.get_by_label("E-mail").fill("ben@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Join “Family”")).to_be_visible()
    expect(invited).to_be_visible()
    choose(page.get_by_label("Calendars added later"), "Hidden")
    page.get_by_role("button", name="Join", exact=True).click()
    calendar = CalendarPage(page, server).ready()
    expect(calendar.announcement("You joined “Family”")).to_be_visible()
    expect(open_side(calendar).get_by_role("checkbox", name="Ana")).to_be_checked()
    assert "/join/" not in page.url

    # Ana sees him without a reload.
    expect(ana.dialog.get_by_text("2 members")).to_be_visible()
    record = next(r for r in ben.records() if r["type"] == "group")
    assert record["defaultLevel"] == "hidden"
    assert list(record["shares"].values()) == ["busy"]


def chip(calendar, title=None):
    return calendar.chips(title)


def test_others_are_shown_as_busy_without_any_details(family, open_as):
    dentist(family)
    ana = open_as(family, 0)
    page = ana.page
    expect(chip(ana, "Busy")).to_have_attribute("data-who", "Be")
    expect(ana.listed("Busy")).to_have_accessible_name(re.compile("^Ben: Busy"))
    for view in ("week", "day", "days", "agenda", "year"):
        page.goto(ana.server.url + f"/{view}/2026-03-11")
        ana.ready()
        if view in ("week", "day", "days"):
            expect(page.get_by_role("listitem").filter(has_text=re.compile("^B?Ben: Busy, 14:00 to"))).to_be_visible()
        elif view == "year":
            ana.day("2026-03-11").click()
            expect(ana.dialog.get_by_role("button", name=re.compile("^Ben: Busy"))).to_be_visible()
        else:
            expect(page.get_by_role("button", name=re.compile("^Ben: Busy")).first).to_be_visible()
        assert not re.search("Dentist|Tooth", page.content())
    ana.open("/month/2026-03-11")
    page.keyboard.press("/")
    ana.dialog.get_by_label("Search all events").fill("Dentist")
    expect(ana.dialog.get_by_text("Nothing found")).to_be_visible()


def test_the_letter_of_a_person_stays_on_the_line_of_a_long_first_word(family, open_as):
    family.clients[1].put(event("Handball", "20260311T140000", "20260311T160000"), calendar=family.own(1))
    show_all(family)
    title = open_as(family, 0, "/week/2026-03-11", viewport={"width": 680, "height": 900}).page.locator(".hours-event > [data-who]")
    expect(title).to_have_text("Handball")
    # In greys, on the ground of the page.
    expect(title.locator("..")).to_have_css("background-color", "rgb(255, 255, 255)")
    sizes = title.evaluate("""(title) => {
        const words = document.createRange();
        words.selectNodeContents(title);
        const [first] = words.getClientRects();
        return { top: first.top - title.getBoundingClientRect().top, line: parseFloat(getComputedStyle(title).lineHeight) };
    }""")
    assert sizes["top"] < sizes["line"] / 2, sizes


@pytest.mark.parametrize("view", ["week", "month"])
def test_a_persons_day_has_the_ground_of_the_page(family, open_as, view):
    """Like their events by the hour: greys, and their colour at the start alone."""
    family.clients[1].put(event("Fair", "20260312", "20260313"), calendar=family.own(1))
    family.clients[0].put(event("Mine", "20260312", "20260313"), calendar=family.own(0))
    show_all(family)
    ana = open_as(family, 0, f"/{view}/2026-03-11", viewport=DESKTOP)
    bars = ana.page.locator(f'[data-view="{view}"] .bar.chip, .bars .bar.chip')
    expect(bars.filter(has_text="Fair")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(bars.filter(has_text="Mine")).not_to_have_css("background-color", "rgb(255, 255, 255)")
    assert findings_in_both_schemes(ana.page) == []


def test_a_change_of_what_a_member_shows_takes_effect_at_once(family, open_as):
    ana, ben = open_as(family, 0), open_as(family, 1)
    dentist(family)
    expect(chip(ana, "Busy")).to_be_visible()
    dialog = open_group(ben)
    choose(dialog.get_by_label("Personal"), "Full details")
    expect(chip(ana, "Dentist")).to_have_attribute("data-who", "Be")
    choose(dialog.get_by_label("Personal"), "Hidden")
    expect(chip(ana)).to_have_count(0)
    assert "Dentist" not in ana.page.content()


def test_a_members_event_can_be_read_and_copied_but_not_changed(family, open_as):
    dentist(family)
    show_all(family)
    ana = open_as(family, 0)
    chip(ana, "Dentist").click()
    expect(ana.dialog.get_by_role("heading", name="Dentist")).to_be_visible()
    expect(ana.dialog.get_by_text("Ben · Personal")).to_be_visible()
    expect(ana.dialog.get_by_text("Tooth street 3")).to_be_visible()
    expect(ana.dialog.get_by_role("button", name="Save")).to_have_count(0)
    expect(ana.dialog.get_by_role("button", name="Delete")).to_have_count(0)
    expect(ana.dialog.get_by_role("textbox")).to_have_count(0)
    ana.dialog.get_by_role("button", name="Duplicate to my calendar").click()
    expect(ana.dialog.get_by_label("Title")).to_have_value("Dentist")
    assert choices_of(ana.dialog.get_by_label("Calendar", exact=True)) == ["Personal", "Family"]
    ana.save()
    expect(chip(ana, "Dentist")).to_have_count(2)


def test_an_open_event_is_closed_when_its_calendar_is_hidden(family, open_as):
    dentist(family)
    # When a calendar is sent again, its events arrive one by one; with so many, the open event isn't there at first.
    year = [f"BEGIN:VEVENT\r\nUID:{n}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:2027{n % 12 + 1:02}{n % 28 + 1:02}T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT" for n in range(1500)]
    family.clients[1].import_file("\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *year, "END:VCALENDAR", ""]).encode(), calendar=family.own(1))
    ana = open_as(family, 0)
    chip(ana, "Busy").click()
    expect(ana.dialog.get_by_text("Ben shares only when they’re busy.")).to_be_visible()
    expect(ana.dialog.get_by_role("button", name="Duplicate to my calendar")).to_be_hidden()
    show_all(family)
    expect(ana.dialog.get_by_text("Dentist")).to_be_visible()
    sent(family.clients[1], "PUT", f"/groups/{family.group}/shares", {"calendars": {family.own(1): "hidden"}})
    expect(ana.dialog).to_have_count(0)


@pytest.mark.parametrize("view", ["month", "week"])
def test_a_members_event_can_not_be_dragged(family, open_as, view):
    dentist(family)
    show_all(family)
    ana = open_as(family, 0, f"/{view}/2026-03-11")
    page = ana.page
    drawn = page.locator(f'[data-view="{view}"] [data-uid]').first
    expect(drawn).to_be_visible()
    passed(page)
    drawn.scroll_into_view_if_needed()
    box = still(drawn)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 90, steps=6)
    # A dragged event would be drawn with the next frame.
    frames(page)
    expect(page.locator(".held-chip, .held, .goal-day, .ghost")).to_have_count(0)
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_have_count(0)
    after = family.clients[1].events()
    assert "20260311T140000" in after[0]["ical"]


def test_a_members_event_can_not_be_moved_by_keys(family, open_as):
    dentist(family)
    show_all(family)
    ana = open_as(family, 0, "/week/2026-03-11")
    ana.page.get_by_role("button", name=re.compile("^Ben: Dentist")).focus()
    ana.page.keyboard.press("Space")
    expect(ana.page.get_by_text("This belongs to Ben; only they can change it.")).to_have_count(1)
    expect(ana.page.locator(".held:not([hidden])")).to_have_count(0)


def test_members_can_be_hidden_and_stay_hidden_after_a_reload(family, open_as):
    dentist(family)
    family.clients[0].put(event("Mine", "20260311T100000", "20260311T110000"), calendar=family.own(0))
    ana = open_as(family, 0)
    expect(chip(ana)).to_have_count(2)
    ben = open_side(ana).get_by_role("checkbox", name="Ben")
    before = sent(family.clients[0], "GET", "/settings")
    ben.uncheck()
    expect(chip(ana)).to_have_text(["Mine"])
    eventually(lambda: sent(family.clients[0], "GET", "/settings"), lambda there: there != before)
    ana.reload()
    expect(open_side(ana).get_by_role("checkbox", name="Ben")).not_to_be_checked()
    expect(chip(ana)).to_have_text(["Mine"])
    alone = ana.page.get_by_role("button", name="Only Ben, Show all")
    expect(alone).to_be_hidden()
    open_side(ana).get_by_role("button", name="Show only Ben").click()
    expect(chip(ana)).to_have_text(["Busy"])
    # Above the view, a chip says so, and one press shows all again.
    alone.click()
    expect(chip(ana)).to_have_count(2)
    expect(alone).to_be_hidden()
    open_side(ana).get_by_role("button", name="Show only Ben").click()
    expect(chip(ana)).to_have_text(["Busy"])
    open_side(ana).get_by_role("listitem").filter(has_text="Ben").get_by_role("button", name="Show all").click()
    expect(chip(ana)).to_have_count(2)


def test_events_of_another_group_are_shown_as_busy_until_hidden(family, open_as):
    ana_program, ben_program = family.clients
    choir = sent(ana_program, "POST", "/groups", {"name": "Choir"}, expecting=201)["calendar"]
    ana_program.put(event("Rehearsal", "20260311T180000", "20260311T200000", "LOCATION:Crypt"), calendar=choir)
    ben = open_as(family, 1)
    expect(chip(ben, "Busy")).to_have_attribute("data-who", "An")
    expect(ben.listed("Busy")).to_have_accessible_name(re.compile("^Ana: Busy"))
    assert not re.search("Rehearsal|Crypt|Choir", ben.page.content())
    dialog = open_group(open_as(family, 0))
    shown = dialog.get_by_label("Events of “Choir”")
    expect(shown).to_have_text("Busy only")
    assert choices_of(shown) == ["Busy only", "Hidden"]
    choose(shown, "Hidden")
    expect(chip(ben)).to_have_count(0)
    choose(shown, "Busy only")
    expect(chip(ben, "Busy")).to_be_visible()
    # After joining that group, Ben sees the event itself, and no longer the busy time.
    token = sent(ana_program, "POST", f"/groups/{group_of(ana_program, 'Choir')}/invitations", {"uses": 1, "days": 7}, expecting=201)["token"]
    ben.page.goto(f"{ben.server.url}/join/{token}")
    expect(ben.page.get_by_label("Events of “Family”")).to_have_text("Busy only")
    ben.page.get_by_role("button", name="Join", exact=True).click()
    ben.ready()
    expect(chip(ben)).to_have_text(["Rehearsal"])


def test_a_group_can_be_shown_by_itself(family, open_as):
    ana_program, ben_program = family.clients
    dentist(family)
    ana_program.put(event("Mine", "20260311T100000", "20260311T110000", "COLOR:pink"), calendar=family.own(0))
    secret = sent(ana_program, "POST", "/calendars", {"name": "Secret", "color": "green"}, expecting=201)["id"]
    sent(ana_program, "PUT", f"/groups/{family.group}/shares", {"calendars": {secret: "hidden"}})
    ana_program.put(event("Diary", "20260311T120000", "20260311T130000"), calendar=secret)
    ben_program.put(event("Dinner", "20260311T180000", "20260311T190000"), calendar=family.calendar)
    ana = open_as(family, 0)
    expect(chip(ana)).to_have_count(4)
    expect(chip(ana, "Mine")).to_have_attribute("data-color", "pink")
    open_side(ana).get_by_role("button", name="Family", exact=True).click()
    expect(chip(ana)).to_have_count(3)
    expect(chip(ana, "Diary")).to_have_count(0)
    mine = next(m for r in ana_program.records() if r["type"] == "group" for m in r["members"] if m["name"] == "Ana")
    expect(chip(ana, "Mine")).to_have_attribute("data-color", mine["color"])
    expect(chip(ana, "Mine")).to_have_attribute("data-who", "An")
    expect(ana.page.get_by_text("Only Family")).to_be_visible()
    # Showing only Ben hides Ana's own events too, until she shows herself again.
    open_side(ana).get_by_role("button", name="Show only Ben").click()
    expect(chip(ana)).to_have_text(["Busy"])
    expect(open_side(ana).get_by_role("checkbox", name="Ana")).not_to_be_checked()
    open_side(ana).get_by_role("checkbox", name="Ana").check()
    expect(chip(ana)).to_have_text(["Mine", "Busy"])
    open_side(ana).get_by_role("checkbox", name="Calendar of Family").check()
    expect(chip(ana)).to_have_count(3)
    open_side(ana).get_by_role("checkbox", name="Ana").uncheck()
    expect(chip(ana)).to_have_count(2)
    # While the group is shown by itself, new events go into its calendar.
    ana.new_event("Picnic", date="2026-03-12", start="12:00", end="13:00")
    expect(chip(ana, "Picnic")).to_be_visible()
    eventually(lambda: any("Picnic" in record["ical"] for record in ben_program.events() if record["calendar"] == family.calendar))
    ana.page.locator(".group-line").get_by_role("button", name="Show everything").click()
    expect(chip(ana)).to_have_count(5)
    expect(ana.page.get_by_text("Only Family")).to_be_hidden()


def test_a_long_name_of_the_group_shown_alone_takes_one_line(family, open_as):
    name = "The neighbourhood gardening and allotment association of the northern harbour district"
    sent(family.clients[0], "PATCH", f"/groups/{family.group}", {"name": name})
    page = open_as(family, 0, viewport=PHONE, has_touch=True, is_mobile=True).page
    page.get_by_role("button", name="Calendars").first.tap()
    page.get_by_role("button", name=name, exact=True).tap()
    line = page.locator(".group-line")
    expect(line).to_be_visible()
    expect(line.get_by_title(name)).to_have_text(f"Only {name}")
    button = line.get_by_role("button", name="Show everything").bounding_box()
    assert line.bounding_box()["height"] < 2 * button["height"]


def test_any_member_can_change_an_event_of_the_group(family, open_as):
    ana, ben = open_as(family, 0), open_as(family, 1)
    family.clients[0].put(event("Dinner", "20260311T180000", "20260311T190000"), calendar=family.calendar)
    expect(chip(ben, "Dinner")).to_be_visible()
    assert chip(ben, "Dinner").get_attribute("data-who") is None
    ben.edit(chip(ben, "Dinner"))
    ben.fill_sheet(title="Dinner at Ben’s")
    ben.save()
    expect(chip(ana, "Dinner at Ben’s")).to_be_visible()


def test_a_revoked_link_opens_nothing_and_the_page_says_so(family, open_as, new_context):
    token = family.join_link(uses=1)
    ana = open_as(family, 0)
    dialog = open_group(ana)
    links = dialog.get_by_role("button", name=re.compile("^Revoke the link: For one person"))
    expect(links).to_have_count(1)
    links.click()
    expect(links).to_have_count(0)
    clara = family.add("clara")
    context = new_context(family.server, clara.cookie)
    context.witness.expected = ["404"]
    page = context.new_page()
    page.goto(f"{family.server.url}/join/{token}")
    expect(page.get_by_role("alert")).to_have_text(re.compile("used or revoked, or it has expired"))
    page.get_by_role("button", name="Go to my calendar").click()
    CalendarPage(page, family.server).ready()


def test_joining_twice_changes_nothing(family, new_context):
    token = family.join_link(uses=1)
    context = new_context(family.server, family.clients[1].cookie)
    page = context.new_page()
    page.goto(f"{family.server.url}/join/{token}")
    choose(page.get_by_label("Personal"), "Full details")
    page.get_by_role("button", name="Join", exact=True).click()
    CalendarPage(page, family.server).ready()
    record = next(r for r in family.clients[1].records() if r["type"] == "group")
    assert len(record["members"]) == 2
    assert record["shares"] == {} and record["defaultLevel"] == "busy"


def test_signing_in_returns_to_the_join_page(family, new_context):
    family.add("clara")
    page = new_context(family.server).new_page()
    page.goto(f"{family.server.url}/join/{family.join_link()}")
    expect(page.get_by_text("Ana invites you")).to_be_visible()
    expect(page.get_by_role("combobox")).to_have_count(0)
    page.get_by_role("button", name="I already have an account").click()
    page.get_by_label("E-mail").fill("clara@example.org")
    page.get_by_label("Password").fill("correct horse battery staple")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Personal")).to_have_text("Busy only")
    page.get_by_role("button", name="Join", exact=True).click()
    calendar = CalendarPage(page, family.server).ready()
    expect(open_side(calendar).get_by_role("checkbox", name="Ben")).to_be_checked()


def test_a_link_to_join_lets_somebody_make_an_account(family, new_context):
    """On a server without open registration, only people with a link to join a group can make an account."""
    page = new_context(family.server).new_page()
    page.goto(family.server.url)
    expect(page.get_by_label("E-mail")).to_be_visible()
    expect(page.get_by_role("button", name="Create an account")).to_have_count(0)
    page.goto(f"{family.server.url}/join/{family.join_link(uses=1)}")
    page.get_by_role("button", name="Create an account").click()
    page.get_by_label("Name").fill("Dora")
    page.get_by_label("E-mail").fill("dora@example.org")
    page.get_by_label("Password").fill("correct horse battery staple")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Join “Family”")).to_be_visible()
    choose(page.get_by_label("Personal"), "Full details")
    page.get_by_role("button", name="Join", exact=True).click()
    calendar = CalendarPage(page, family.server).ready()
    expect(calendar.announcement("You joined “Family”")).to_be_visible()
    expect(open_side(calendar).get_by_role("checkbox", name="Ana")).to_be_checked()
    record = next(r for r in family.clients[0].records() if r["type"] == "group")
    assert sorted(member["name"] for member in record["members"]) == ["Ana", "Ben", "Dora"]


def test_pictures_and_time_zones_of_members_are_used_and_followed(family, open_as):
    ana = family.clients[0]
    status, _, _ = ana.request("PUT", "/api/v1/account/picture", png(64))
    assert status == 200
    ben = open_as(family, 1)
    portrait = open_side(ben).locator("li", has_text="Ana").locator(".face > img")
    expect(portrait).to_be_visible()
    assert portrait.evaluate("(image) => image.naturalWidth") == 64
    # Initials take as much room as the picture.
    def size():
        box = open_side(ben).locator("li", has_text="Ana").locator(".face").bounding_box()
        return box["width"], box["height"]

    shown = size()
    expect(open_group(ben).locator(".members .face", has_text="Be")).to_be_visible()
    expect(ben.dialog.locator(".members .face > img")).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator("dialog")).to_have_count(0)
    # A button that is held down while the sidebar is redrawn still gets its click.
    choose_for_group(ben, "Family", "Find a time")
    ben.page.keyboard.press("Escape")
    held = open_side(ben).get_by_role("button", name="Group Family")
    held.hover()
    ben.page.mouse.down()
    sent(ana, "DELETE", "/account/picture", expecting=204)
    sent(family.clients[1], "PATCH", f"/calendars/{family.own(1)}", {"name": "After that"})
    expect(ben.page.locator("calendar-list")).to_contain_text("After that")
    ben.page.mouse.up()
    ben.page.get_by_role("menuitem", name="Find a time").click()
    best = ben.dialog.locator(".found-window").first
    # The calendar beside it stays in sight and can be used.
    assert ben.dialog.evaluate("(dialog) => !dialog.matches(':modal')")
    expect(best).to_contain_text("10:00")
    ben.dialog.get_by_label("Only during working hours").check()
    expect(portrait).to_have_count(0)
    assert size() == shown

    # Nine o'clock in New York is two in Berlin, so common time begins later. Until the zone is loaded, the first result
    # stays.
    held = []
    ben.page.route("**/api/v1/zones?*", lambda route: held.append(route))
    newcomer = open_as(family, 0, timezone_id="America/New_York")
    eventually(lambda: (frames(ben.page), held)[1])
    expect(best).to_contain_text("10:00")
    for route in held:
        route.continue_()
    expect(best).to_contain_text("14:00")
    ben.page.unroute("**/api/v1/zones?*")
    expect(best).to_contain_text("Everybody")
    newcomer.open_menu_item("Settings")
    choose(newcomer.dialog.get_by_label("Work starts"), "10")
    expect(best).to_contain_text("15:00")

    # Evenings are outside everybody's working hours. Whether these count can be chosen, and is kept for the group.
    found = ben.dialog.locator(".found-window")
    ben.dialog.get_by_label("Earliest start").fill("19:00")
    expect(ben.dialog.get_by_text("outside working hours")).to_be_visible()
    ben.dialog.get_by_label("Only during working hours").uncheck()
    expect(best).to_contain_text("19:00")
    choose(ben.dialog.get_by_label("Within"), "4 weeks")
    expect(found).to_have_count(12)
    ben.dialog.get_by_role("button", name="Show more times").click()
    expect(found).to_have_count(24)
    assert findings_in_both_schemes(ben.page) == []
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator("dialog")).to_have_count(0)
    choose_for_group(ben, "Family", "Find a time")
    expect(best).to_contain_text("19:00")
    expect(ben.dialog.get_by_label("Only during working hours")).not_to_be_checked()


def test_a_search_looks_at_whole_days_from_today_and_says_why_one_has_no_time(family, open_as):
    family.clients[0].put(event("Trip", "20260313", "20260314"))
    # An event pressed two days ahead doesn't hide today and tomorrow.
    ben = open_as(family, 1, path="/week/2026-03-13")
    choose_for_group(ben, "Family", "Find a time")
    work = ben.dialog.get_by_label("Only during working hours")
    expect(work).not_to_be_checked()
    expect(ben.dialog.get_by_label("Earliest start")).to_have_value("8:00")
    expect(ben.dialog.get_by_label("Latest end")).to_have_value("22:00")
    expect(ben.dialog.get_by_label("From", exact=True)).to_have_value(re.compile("11 Mar"))
    days = ben.dialog.locator(".strip-row")
    expect(days).to_have_count(7)
    expect(days.nth(0)).to_have_text("Wed 11 Mar")
    expect(days.nth(2)).to_have_text("Fri 13 MarBusy: Ana")
    expect(ben.dialog.locator(".found-window").filter(has_text="Sat 14 Mar, 8:00 to 22:00")).to_be_visible()
    assert findings_in_both_schemes(ben.page) == []
    work.check()
    expect(days.nth(3)).to_have_text("Sat 14 MarWeekend")
    ben.dialog.get_by_label("From", exact=True).fill("16 Mar")
    ben.dialog.get_by_label("From", exact=True).press("Tab")
    expect(days.nth(0)).to_have_text("Mon 16 Mar")


def test_leaving_a_group_keeps_own_events_and_says_so(family, open_as):
    dentist(family)
    family.clients[1].put(event("Dinner", "20260311T180000", "20260311T190000"), calendar=family.calendar)
    ana, ben = open_as(family, 0), open_as(family, 1)
    expect(chip(ana)).to_have_count(2)
    open_group(ben).get_by_role("button", name="Leave group").click()
    expect(ben.dialog.get_by_text("Your own calendars don’t change")).to_be_visible()
    ben.dialog.get_by_role("button", name="Leave group").click()
    expect(ben.announcement("You left “Family”")).to_be_visible()
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    expect(chip(ben)).to_have_text(["Dentist"])
    expect(open_side(ben).get_by_text("Family")).to_have_count(0)
    expect(chip(ana)).to_have_text(["Dinner"])


def test_the_owner_hands_over_gives_roles_and_removes(family, open_as):
    ana, ben = open_as(family, 0), open_as(family, 1)
    dialog = open_group(ana)
    expect(dialog.get_by_text("To leave, hand the group over")).to_be_visible()
    choose(dialog.get_by_label("Role of Ben"), "Administrator")
    bens = open_group(ben)
    expect(bens.get_by_role("button", name="Create link")).to_be_visible()
    choose(dialog.get_by_label("Role of Ben"), "Hand over the group")
    expect(ana.dialog.get_by_text("Ben becomes the owner")).to_be_visible()
    ana.dialog.get_by_role("button", name="Hand over the group").click()
    expect(bens.get_by_label("Role of Ana")).to_have_text("Administrator")
    expect(ana.dialog.get_by_role("button", name="Leave group")).to_be_visible()
    bens.get_by_role("button", name="Remove Ana").click()
    expect(ben.dialog.get_by_text("Ana can no longer see the group")).to_be_visible()
    ben.dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(ben.dialog.get_by_text("1 member")).to_be_visible()
    # Ana isn't in the group any more, so her dialog about it is closed.
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    expect(open_side(ana).get_by_text("Family")).to_have_count(0)


def test_a_group_is_renamed_and_deleted(family, open_as):
    ana, ben = open_as(family, 0), open_as(family, 1)
    dialog = open_group(ana)
    name = dialog.get_by_label("Name")
    name.fill("Home")
    name.press("Enter")
    dialog.get_by_label("Green").check()
    expect(open_side(ben).get_by_role("button", name="Home", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Delete group").click()
    expect(ana.dialog.get_by_text("deleted for all 2 members")).to_be_visible()
    ana.dialog.get_by_role("button", name="Delete group").click()
    expect(ana.announcement(re.compile("“Home” deleted"))).to_be_visible()
    expect(open_side(ben).get_by_text("Home")).to_have_count(0)


def test_groups_on_a_phone(family, open_as):
    dentist(family)
    ana = open_as(family, 0, viewport=PHONE, has_touch=True)
    page = ana.page
    groups = open_side(ana)
    ben = groups.get_by_role("checkbox", name="Ben")
    assert groups.get_by_role("listitem").filter(has_text="Ben").locator("label").bounding_box()["height"] >= 44
    ben.uncheck()
    ben.check()
    choose_for_group(ana, "Family", "Group settings")
    dialog = ana.dialog
    expect(dialog.get_by_text("2 members")).to_be_visible()
    wide = "(body) => body.scrollWidth <= body.clientWidth"
    assert dialog.locator(".group-form").evaluate(wide)
    choose(dialog.get_by_label("Personal"), "Full details")
    dialog.get_by_role("button", name="Close").click()
    groups.get_by_role("button", name="Family", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Only Family")).to_be_visible()
    ana.listed("Busy").tap()
    expect(ana.dialog.get_by_text("Ben shares only when they’re busy.")).to_be_visible()


def test_groups_by_keyboard_alone(family, open_as):
    ana = open_as(family, 0)
    page = ana.page
    open_side(ana).get_by_role("button", name="Group Family").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Propose")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(ana.dialog.get_by_text("2 members")).to_be_visible()
    page.keyboard.press("Escape")
    expect(open_side(ana).get_by_role("button", name="Group Family")).to_be_focused()
    open_side(ana).get_by_role("checkbox", name="Ben").focus()
    page.keyboard.press("Space")
    expect(open_side(ana).get_by_role("checkbox", name="Ben")).not_to_be_checked()
    expect(open_side(ana).get_by_role("checkbox", name="Ben")).to_be_focused()
    open_side(ana).get_by_role("button", name="Family", exact=True).focus()
    page.keyboard.press("Enter")
    expect(open_side(ana).get_by_role("button", name="Family", exact=True)).to_be_focused()
    expect(page.get_by_text("Only Family")).to_be_visible()


def test_the_focus_returns_to_a_list_that_changed_behind_the_dialog(family, open_as):
    ana = open_as(family, 0)
    button = open_side(ana).get_by_role("button", name="Group Family")
    button.focus()
    for key in ("Enter", "End", "Enter"):
        ana.page.keyboard.press(key)
    expect(ana.dialog.get_by_text("2 members")).to_be_visible()
    first = button.element_handle()
    sent(family.clients[0], "POST", "/calendars", {"name": "Running", "color": "green"}, expecting=201)
    eventually(lambda: not first.evaluate("(button) => button.isConnected"))
    ana.page.keyboard.press("Escape")
    expect(button).to_be_focused()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_groups(family, open_as, new_context, size):
    dentist(family)
    show_all(family)
    ana = open_as(family, 0, viewport=size)
    open_side(ana).get_by_role("button", name="Family", exact=True).click()
    assert findings_in_both_schemes(ana.page) == []
    open_side(ana).get_by_role("button", name="New group").click()
    expect(ana.dialog.get_by_label("Name")).to_be_focused()
    assert findings_in_both_schemes(ana.page) == []
    ana.page.keyboard.press("Escape")
    dialog = open_group(ana)
    dialog.get_by_role("button", name="Create link").click()
    expect(dialog.get_by_label("Invitation link")).to_be_visible()
    assert findings_in_both_schemes(ana.page) == []
    dialog.get_by_role("button", name="Delete group").click()
    expect(ana.dialog.get_by_text("deleted for all 2 members")).to_be_visible()
    assert findings_in_both_schemes(ana.page) == []
    ana.open("/month/2026-03-11/day")
    ana.listed("Dentist").click()
    expect(ana.dialog.get_by_text("Only Ben can change this event.")).to_be_visible()
    assert findings_in_both_schemes(ana.page) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_a_join_page(family, new_context, size):
    clara, token = family.add("clara"), family.join_link()
    for cookie in (clara.cookie, None):
        page = new_context(family.server, cookie, viewport=size).new_page()
        page.goto(f"{family.server.url}/join/{token}")
        expect(page.get_by_role("button", name=re.compile("^Join|^Create an account")).first).to_be_visible()
        assert findings_in_both_schemes(page) == []
