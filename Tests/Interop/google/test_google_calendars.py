"""Calendars at Google: allowed by their owner, read with everything that Google knows, and written field by field."""

import json
import re
import time

from support.google import READ
from support.google_examples import at, timed
from support.server import Client


# Consent.


def test_only_who_is_signed_in_is_asked_and_only_for_reading(anna):
    assert anna.ask("GET", "/sources") == {"sources": [], "google": True, "googleAccounts": []}
    status, _, _ = Client(anna.server).request("GET", "/sign-in/google?calendars=read&return=/")
    assert status == 401
    back = anna.consent()
    assert re.fullmatch(r"/year/2026\?google=[0-9a-f]{32}", back), back
    assert anna.ask("GET", "/sources")["googleAccounts"] == [{"id": anna.account, "email": "anna@gmail.com", "writable": False}]
    asked = [query for method, path, query, _ in anna.google.requests if path == "/token"]
    assert len(asked) == 1
    # What was allowed can be fetched once, and only by who asked.
    answer = {"answer": re.search("[0-9a-f]{32}", back)[0]}
    assert anna.client.request("POST", "/api/v1/sources/google", answer)[0] == 404
    # The same account isn't another one when it's asked again.
    anna.consent()
    assert len(anna.ask("GET", "/sources")["googleAccounts"]) == 1


def test_what_was_left_out_of_the_consent_is_said(anna):
    anna.google.unticked = {READ}
    assert anna.consent() == "/?problem=consent-incomplete"
    assert anna.ask("GET", "/sources")["googleAccounts"] == []


def test_nobody_else_sees_an_account(anna):
    anna.consent()
    other = anna.server.remembered("ben@example.org")
    for method, path in ("GET", "/calendars"), ("DELETE", ""):
        status, _, _ = other.request(method, f"/api/v1/sources/google/{anna.account}{path}")
        assert status == 404
    body = {"kind": "google", "account": anna.account, "id": "anna@gmail.com"}
    assert other.request("POST", "/api/v1/sources", body)[0] == 404


def test_an_answer_is_kept_for_who_asked(anna):
    """Somebody who begins the consent and has another person finish it gets nothing of theirs."""
    asking, anna.client = anna.client, anna.server.remembered("ben@example.org")
    anna.claims = False
    back = anna.consent()
    answer = {"answer": re.search("[0-9a-f]{32}", back)[0]}
    assert asking.request("POST", "/api/v1/sources/google", answer)[0] == 404
    assert anna.client.request("POST", "/api/v1/sources/google", answer)[0] == 200


# Reading.


def test_all_calendars_are_listed_over_pages(anna):
    anna.google.add_calendar("club@group.calendar.google.com", "reader", summary="Club", backgroundColor="#D50000")
    anna.google.add_calendar("boss@example.org", "freeBusyReader", summaryOverride="Boss")
    anna.google.page_size = 1
    anna.consent()
    found = [(each["name"], each["access"], each.get("color"), each["primary"]) for each in anna.calendars()]
    assert found == [
        ("anna@gmail.com", "owner", "mint", True),
        ("Club", "reader", "red", False),
        ("Boss", "freeBusyReader", None, False),
    ]
    anna.add()
    assert [each.get("calendar") for each in anna.calendars()] == [anna.calendar, None, None]
    status, _, answer = anna.client.request(
        "POST", "/api/v1/sources", {"kind": "google", "account": anna.account, "id": "anna@gmail.com"}
    )
    assert status == 422 and b"already-here" in answer


def test_every_kind_of_event_is_read(anna):
    google = anna.google.calendar()
    google.add("single", **timed(11, 9, summary="Lunch", description="One<br>two", location="Café"))
    google.add("days", summary="Holiday", start={"date": "2026-03-20"}, end={"date": "2026-03-23"}, transparency="transparent")
    google.add("weekly", **timed(2, 18, summary="Choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=4"]))
    google.change("weekly_20260309T170000Z", start=at(10, 19), end=at(10, 20), summary="Choir, moved")
    google.delete("weekly_20260316T170000Z")
    google.add(
        "evening_20260312T190000Z",
        **timed(12, 20, summary="Invited once", recurringEventId="evening", originalStartTime=at(12, 20)),
    )
    google.add("call", **timed(13, 9, summary="Call", hangoutLink="https://meet.google.com/abc-defg-hij"))
    google.add("broken", summary="No time")
    anna.google.page_size = 2
    anna.consent()
    anna.add()
    texts = anna.events()
    assert set(texts) == {"Lunch", "Holiday", "Choir", "Invited once", "Call"}
    assert "DESCRIPTION:One\\ntwo\n" in anna.text("Lunch")
    assert "DTSTART;TZID=Europe/Berlin:20260311T090000\n" in anna.text("Lunch")
    assert "DTEND;VALUE=DATE:20260323\n" in anna.text("Holiday")
    choir = anna.text("Choir")
    assert "RECURRENCE-ID;TZID=Europe/Berlin:20260309T180000\n" in choir
    assert "DTSTART;TZID=Europe/Berlin:20260310T190000\n" in choir
    assert "EXDATE;TZID=Europe/Berlin:20260316T180000\n" in choir
    assert "RECURRENCE-ID;TZID=Europe/Berlin:20260312T200000\n" in anna.text("Invited once")
    assert "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO:https://meet.google.com/abc-defg-hij\n" in anna.text("Call")
    assert anna.source()["access"] == "owner" and not anna.source()["writable"]


def test_changes_are_read_since_the_last_time_and_all_when_the_token_is_forgotten(anna):
    google = anna.google.calendar()
    google.add("a", **timed(11, 9, summary="A"))
    google.add("b", **timed(11, 11, summary="B"))
    google.add("weekly", **timed(2, 18, summary="Choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=4"]))
    anna.consent()
    anna.add()
    anna.google.requests.clear()
    google.change("a", summary="A again")
    google.delete("b")
    google.delete("weekly_20260309T170000Z")
    anna.refresh()
    assert set(anna.events()) == {"A again", "Choir"}
    assert "EXDATE;TZID=Europe/Berlin:20260309T180000\n" in anna.text("Choir")
    lists = [query for _, path, query, _ in anna.google.requests if path.endswith("/events")]
    assert "syncToken" in lists[0] and all("syncToken" not in query for query in lists[1:])
    google.forget_tokens()
    google.delete("a")
    google.add("c", **timed(12, 9, summary="C"))
    anna.refresh()
    assert set(anna.events()) == {"C", "Choir"}


def test_free_or_busy_has_no_titles(anna):
    boss = anna.google.add_calendar("boss@example.org", "freeBusyReader")
    boss.add("secret", **timed(11, 9, summary="Secret", description="More"))
    anna.consent("write")
    anna.add("boss@example.org")
    assert set(anna.events()) == {"Busy"}
    assert not anna.source()["writable"]


# What goes wrong.


def test_a_quota_is_waited_for_and_a_withdrawn_consent_is_said(anna):
    anna.google.calendar().add("a", **timed(11, 9, summary="A"))
    anna.consent()
    anna.add()
    anna.google.fail_next("GET", 403, "userRateLimitExceeded")
    source = anna.refresh()
    assert source["failure"] == "too-often" and source["due"] > time.time() + 600
    # Tokens that ended are asked for again without a word.
    anna.google.end_access()
    assert "failure" not in anna.refresh()
    anna.google.fail_next("GET", 500, "backendError")
    assert anna.refresh()["failure"] == "answered"
    anna.google.withdraw()
    assert anna.refresh()["failure"] == "consent-ended"
    # What was read before stays, and a new consent goes on with it.
    assert set(anna.events()) == {"A"}
    anna.consent()
    assert "failure" not in anna.refresh()


def test_an_account_is_disconnected(anna):
    anna.google.calendar().add("a", **timed(11, 9, summary="A"))
    anna.consent()
    anna.add()
    anna.ask("DELETE", f"/sources/google/{anna.account}")
    assert anna.google.consents == {}
    assert anna.ask("GET", "/sources") == {"sources": [], "google": True, "googleAccounts": []}
    assert all(each["calendar"] != anna.calendar for each in anna.client.events())
    assert anna.google.calendar().live()


# Writing.

LUNCH = """BEGIN:VEVENT
UID:lunch@example.org
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20260311T120000
DTEND;TZID=Europe/Berlin:20260311T130000
SUMMARY:Lunch
CATEGORIES:Food
X-OTHER:kept
END:VEVENT"""

CHOIR = """BEGIN:VEVENT
UID:choir@example.org
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20260302T180000
DTEND;TZID=Europe/Berlin:20260302T200000
RRULE:FREQ=WEEKLY;COUNT=6
SUMMARY:Choir
END:VEVENT"""


def writing(anna):
    anna.consent("write")
    anna.add()
    assert anna.source()["writable"]
    return anna.google.calendar()


def test_a_second_consent_lets_a_calendar_be_written(anna):
    google = anna.google.calendar()
    google.add("a", **timed(11, 9, summary="A"))
    anna.consent()
    anna.add()
    level = next(each for each in anna.client.calendars() if each["id"] == anna.calendar)
    anna.consent("write")
    anna.refresh()
    anna.refresh()
    assert anna.source()["writable"]
    now = next(each for each in anna.client.calendars() if each["id"] == anna.calendar)
    assert now != level
    anna.change("A", lambda text: text.replace("SUMMARY:A", "SUMMARY:A here"))
    anna.refresh()
    assert google.get("a")["summary"] == "A here"
    # When somebody takes the right away, it's only read again.
    google.role = "reader"
    anna.refresh()
    anna.refresh()
    assert not anna.source()["writable"] and set(anna.events()) == {"A here"}


def test_a_new_event_goes_there_and_what_google_has_no_place_for_stays_here(anna):
    google = writing(anna)
    anna.put(LUNCH)
    anna.refresh()
    [event] = google.live()
    assert event["summary"] == "Lunch" and event["start"] == at(11, 12)
    assert anna.source()["waiting"] == 0
    google.change(event["id"], summary="Late lunch", attendees=[{"email": "ben@example.org", "responseStatus": "accepted"}])
    anna.refresh()
    text = anna.text("Late lunch")
    assert "UID:lunch@example.org\n" in text and "CATEGORIES:Food\n" in text and "X-OTHER:kept\n" in text
    assert "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ben@example.org\n" in text
    anna.remove("Late lunch")
    anna.refresh()
    assert google.live() == []
    # Back from the bin it's the same event there.
    anna.put(LUNCH)
    anna.refresh()
    assert [each["id"] for each in google.live()] == [event["id"]]


def test_only_what_was_changed_is_sent(anna):
    google = writing(anna)
    google.add("call", **timed(11, 9, summary="Call", description="<b>Agenda</b><br>One", conferenceData={"entryPoints": []}))
    anna.refresh()
    anna.google.requests.clear()
    anna.change("Call", lambda text: text.replace("T090000", "T100000").replace("T100000\nSUMMARY", "T110000\nSUMMARY"))
    anna.refresh()
    [body] = [body for method, _, _, body in anna.google.requests if method == "PATCH"]
    assert '"start"' in body and "description" not in body and "conferenceData" not in body
    assert google.get("call")["description"] == "<b>Agenda</b><br>One"
    assert google.get("call")["start"]["dateTime"] == "2026-03-11T10:00:00+01:00"


def test_single_occurrences_are_moved_cancelled_and_brought_back(anna):
    google = writing(anna)
    anna.put(CHOIR)
    anna.refresh()
    [series] = google.live()
    moved = CHOIR.replace("RRULE:FREQ=WEEKLY;COUNT=6", "RECURRENCE-ID;TZID=Europe/Berlin:20260309T180000")
    moved = moved.replace("20260302T180000", "20260310T190000").replace("20260302T200000", "20260310T210000")
    anna.change("Choir", lambda text: text.replace("END:VEVENT\n", "END:VEVENT\n" + moved + "\n"))
    anna.refresh()
    [occurrence] = google.live(series["id"])
    assert occurrence["start"] == at(10, 19) and occurrence["id"].endswith("_20260309T170000Z")
    exception = "EXDATE;TZID=Europe/Berlin:20260316T180000\n"
    anna.change("Choir", lambda text: text.replace("RRULE", exception + "RRULE"))
    anna.refresh()
    assert google.get(series["id"] + "_20260316T170000Z")["status"] == "cancelled"
    assert len(google.live(series["id"])) == 1
    anna.change("Choir", lambda text: text.replace(exception, ""))
    anna.refresh()
    assert google.get(series["id"] + "_20260316T170000Z")["status"] == "confirmed"
    anna.change("Choir", lambda text: text.replace("COUNT=6", "COUNT=3"))
    anna.refresh()
    assert google.get(series["id"])["recurrence"] == ["RRULE:FREQ=WEEKLY;COUNT=3"]
    google.change(series["id"], summary="Big choir")
    anna.refresh()
    assert "RRULE:FREQ=WEEKLY;COUNT=3\n" in anna.text("Big choir")


def test_both_sides_change_one_event(anna):
    google = writing(anna)
    google.add("a", **timed(11, 9, summary="A", location="Here"))
    anna.refresh()
    google.change("a", location="There")
    anna.change("A", lambda text: text.replace("SUMMARY:A", "SUMMARY:B"))
    anna.refresh()
    assert (google.get("a")["summary"], google.get("a")["location"]) == ("B", "There")
    assert "LOCATION:There\n" in anna.text("B")


def test_an_answer_that_gets_lost_doubles_nothing(anna):
    google = writing(anna)
    anna.google.lose_next("POST")
    anna.put(LUNCH)
    anna.refresh()
    anna.refresh()
    assert len(google.live()) == 1 and set(anna.events()) == {"Lunch"}
    assert anna.google.faults == [] and anna.source()["waiting"] == 0
    anna.google.lose_next("PATCH")
    anna.change("Lunch", lambda text: text.replace("SUMMARY:Lunch", "SUMMARY:Brunch"))
    anna.refresh()
    anna.refresh()
    assert anna.google.faults == [] and google.live()[0]["summary"] == "Brunch" and set(anna.events()) == {"Brunch"}
    assert "CATEGORIES:Food\n" in anna.text("Brunch")


def test_a_refused_change_stays_here_and_is_said(anna):
    google = writing(anna)
    google.add("a", **timed(11, 9, summary="A"))
    anna.refresh()
    anna.google.fail_next("PATCH", 403, "forbiddenForNonOrganizer")
    anna.change("A", lambda text: text.replace("SUMMARY:A", "SUMMARY:B"))
    source = anna.refresh()
    assert source["failure"] == "not-taken" and source["waiting"] == 1
    assert google.get("a")["summary"] == "A" and set(anna.events()) == {"B"}


def bodies(anna, method):
    return [json.loads(body) for asked, _, _, body in anna.google.requests if asked == method and body]


def test_an_occurrence_is_the_same_in_whatever_zone_it_is_written(anna):
    google = writing(anna)
    anna.put(CHOIR)
    anna.refresh()
    [series] = google.live()
    google.change(series["id"] + "_20260309T170000Z", summary="Dress rehearsal")
    google.delete(series["id"] + "_20260316T170000Z")
    anna.refresh()

    def in_utc(text):
        text = text.replace("RECURRENCE-ID;TZID=Europe/Berlin:20260309T180000", "RECURRENCE-ID:20260309T170000Z")
        text = text.replace("EXDATE;TZID=Europe/Berlin:20260316T180000", "EXDATE:20260316T170000Z")
        return text.replace("SUMMARY:Choir", "SUMMARY:Big choir")

    anna.change("Choir", in_utc)
    anna.refresh()
    assert google.get(series["id"])["summary"] == "Big choir"
    assert google.get(series["id"] + "_20260309T170000Z")["summary"] == "Dress rehearsal"
    assert google.get(series["id"] + "_20260316T170000Z")["status"] == "cancelled"


def test_of_two_days_that_somebody_is_invited_to_one_can_go(anna):
    google = anna.google.calendar()
    for day in (12, 19):
        times = timed(day, 20, recurringEventId="evening", originalStartTime=at(day, 20), iCalUID="evening@x.example")
        google.add(f"evening_202603{day}T190000Z", **times, summary=f"Evening {day}")
    anna.consent()
    anna.add()
    google.delete("evening_20260312T190000Z")
    anna.refresh()
    assert "SUMMARY:Evening 19\n" in anna.text("Evening 19") and "Evening 12" not in anna.text("Evening 19")


MEETING = LUNCH.replace("SUMMARY:Lunch", "SUMMARY:Meeting\nORGANIZER:mailto:{}\nATTENDEE:mailto:ben@example.org")


def test_nobody_is_told_of_what_is_added_here(anna):
    google = writing(anna)
    anna.put(MEETING.format("boss@example.org"))
    anna.put(MEETING.format("anna@gmail.com").replace("lunch@", "own@").replace(":Meeting", ":Own meeting"))
    anna.refresh()
    added = {event["summary"]: event for event in google.live()}
    # Somebody else's meeting becomes one of one's own.
    assert "attendees" not in added["Meeting"]
    assert added["Own meeting"]["attendees"][0]["email"] == "ben@example.org"
    sent_updates = {query.get("sendUpdates") for method, _, query, _ in anna.google.requests if method == "POST" and "sendUpdates" in query}
    assert sent_updates == {"none"}


def test_what_changed_at_google_without_a_new_state_stays(anna):
    google = writing(anna)
    google.add("a", **timed(11, 9, summary="A", attendees=[{"email": "anna@gmail.com", "self": True}], attendeesOmitted=True))
    anna.refresh()
    google.defaults = [{"method": "email", "minutes": 60}]
    anna.google.requests.clear()
    anna.change("A", lambda text: text.replace("SUMMARY:A", "SUMMARY:B"))
    anna.refresh()
    assert bodies(anna, "PATCH") == [{"summary": "B"}]
    # Of guests who are left out, only one's own answer is sent.
    anna.google.requests.clear()
    anna.change("B", lambda text: text.replace("PARTSTAT=NEEDS-ACTION", "PARTSTAT=ACCEPTED"))
    anna.refresh()
    [body] = bodies(anna, "PATCH")
    assert body["attendeesOmitted"] is True and body["attendees"][0]["responseStatus"] == "accepted"
    assert "reminders" not in body


def test_times_without_a_zone_are_in_the_calendars(anna):
    google = writing(anna)
    anna.put(CHOIR.replace(";TZID=Europe/Berlin", ""))
    anna.refresh()
    [series] = google.live()
    assert series["start"] == at(2, 18)
    anna.change("Choir", lambda text: text.replace("RRULE", "EXDATE:20260309T180000\nRRULE"))
    anna.refresh()
    assert google.get(series["id"] + "_20260309T170000Z")["status"] == "cancelled"


def test_a_second_id_is_taken_when_nobody_can_have_the_first_any_more(anna):
    google = writing(anna)
    anna.put(LUNCH)
    anna.google.fail_next("POST", 409, "duplicate")
    anna.refresh()
    anna.refresh()
    assert len(google.live()) == 1 and set(anna.events()) == {"Lunch"}
    anna.change("Lunch", lambda text: text.replace("SUMMARY:Lunch", "SUMMARY:Brunch"))
    anna.refresh()
    assert [each["summary"] for each in google.live()] == ["Brunch"]
    assert "UID:lunch@example.org\n" in anna.text("Brunch") and anna.source()["waiting"] == 0


def test_what_waits_is_told_by_its_event(anna):
    google = writing(anna)
    google.add("a", **timed(11, 9, summary="A"))
    anna.refresh()
    path = f"/sources/{anna.calendar}/waiting"
    assert anna.ask("GET", path) == {"waiting": []}
    anna.google.fail_next("PATCH", 500, "backendError")
    anna.change("A", lambda text: text.replace("SUMMARY:A", "SUMMARY:B"))
    anna.refresh()
    assert anna.ask("GET", path) == {"waiting": [anna.events()["B"]["href"]]}
    anna.refresh()
    assert anna.ask("GET", path) == {"waiting": []} and google.get("a")["summary"] == "B"
