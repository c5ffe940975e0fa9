"""The stand-in for Google itself: examples of what Google's documentation promises, so that it can't drift from it."""

import hashlib
import json
import urllib.error
import urllib.parse
import urllib.request
from base64 import urlsafe_b64encode

import pytest

from support.google import READ, WRITE
from support.google_examples import at, days, timed

EVENTS = "/calendar/v3/calendars/anna%40gmail.com/events"
WEEKLY = {"summary": "Choir", "recurrence": ["RRULE:FREQ=WEEKLY;COUNT=5"]}


class Caller:
    """A program that was let in to Anna's calendars."""

    def __init__(self, google, *scopes):
        self.google, self.token = google, google.consent.let_in(*(scopes or (READ, WRITE)))

    def ask(self, method, path="", body=None, **headers):
        """The status and the body of an answer."""
        place = path if path.startswith("/") else EVENTS + (path if path.startswith("?") or not path else f"/{path}")
        headers = {"Authorization": f"Bearer {self.token}"} | {name.replace("_", "-"): value for name, value in headers.items()}
        octets = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.google.url + place, data=octets, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                self.headers = answer.headers
                return answer.status, json.loads(answer.read() or "null")
        except urllib.error.HTTPError as refusal:
            self.headers = refusal.headers
            return refusal.code, json.loads(refusal.read())["error"]

    def reason(self, *request, **headers):
        status, error = self.ask(*request, **headers)
        return status, error["errors"][0]["reason"]

    def page(self, **query):
        status, page = self.ask("GET", "?" + urllib.parse.urlencode(query))
        assert status == 200, page
        return page


@pytest.fixture
def caller(google):
    return Caller(google)


def told(page):
    return sorted((item["id"], item["status"]) for item in page["items"])


# Lists.


def test_changes_since_a_token_and_pages(google, caller):
    calendar = google.calendar()
    calendar.add("lunch", **timed(11, 12))
    calendar.add("swim1", **timed(12, 12))
    google.page_size = 1
    first = caller.page()
    assert len(first["items"]) == 1 and "nextSyncToken" not in first
    # What is changed between the pages comes with the next changes.
    calendar.delete("lunch")
    second = caller.page(pageToken=first["nextPageToken"])
    assert told(first) + told(second) in ([("lunch", "confirmed"), ("swim1", "confirmed")], [("swim1", "confirmed"), ("lunch", "confirmed")])
    changes = caller.page(syncToken=second["nextSyncToken"])
    assert told(changes) == [("lunch", "cancelled")]
    assert caller.page(syncToken=changes["nextSyncToken"])["items"] == []
    assert caller.reason("GET", f"?pageToken={first['nextPageToken']}&showDeleted=true") == (400, "invalid")


def test_a_token_that_is_too_old_and_what_may_not_be_asked_with_one(google, caller):
    token = caller.page()["nextSyncToken"]
    for name in ("iCalUID", "timeMin", "q", "updatedMin", "orderBy"):
        assert caller.reason("GET", f"?syncToken={token}&{name}=x") == (400, "syncTokenWithRequestRestrictions")
    assert caller.reason("GET", "?syncToken=nonsense") == (400, "invalid")
    google.calendar().forget_tokens()
    assert caller.reason("GET", f"?syncToken={token}") == (410, "fullSyncRequired")


def test_a_cancelled_occurrence_is_listed_even_without_deleted_events(google, caller):
    calendar = google.calendar()
    calendar.add("choir", **timed(2, 18, **WEEKLY))
    calendar.add("lunch", **timed(11, 12))
    assert caller.ask("DELETE", "choir_20260309T170000Z") == (204, None)
    calendar.delete("lunch")
    assert told(caller.page()) == [("choir", "confirmed"), ("choir_20260309T170000Z", "cancelled")]
    [gap] = [item for item in caller.page()["items"] if item["status"] == "cancelled"]
    assert gap["recurringEventId"] == "choir" and gap["originalStartTime"] == at(9, 18)
    assert "start" not in gap and "iCalUID" not in gap
    assert ("lunch", "cancelled") in told(caller.page(showDeleted="true"))
    assert len(caller.page(iCalUID="choir@google.com", showDeleted="true")["items"]) == 2
    # With the series its gaps go from lists, too.
    calendar.delete("choir")
    assert caller.page()["items"] == []


def test_roles_say_how_much_is_seen(google, caller):
    for role in ("owner", "reader", "freeBusyReader"):
        calendar = google.add_calendar(f"{role}@example.org", role)
        calendar.add("lunch", **timed(11, 12, summary="Lunch"))
        calendar.add("doctor", **timed(12, 12, summary="Doctor", visibility="private"))
    seen = {}
    for role in ("owner", "reader", "freeBusyReader"):
        items = caller.ask("GET", f"/calendar/v3/calendars/{role}%40example.org/events")[1]["items"]
        seen[role] = sorted(item.get("summary", "") for item in items)
    assert seen == {"owner": ["Doctor", "Lunch"], "reader": ["", "Lunch"], "freeBusyReader": ["", ""]}
    path = "/calendar/v3/calendars/reader%40example.org/events/lunch"
    assert caller.reason("PATCH", path, {"summary": "x"}) == (403, "requiredAccessLevel")
    assert caller.reason("GET", "/calendar/v3/calendars/nobody%40example.org/events") == (404, "notFound")


# Changes.


def test_an_id_of_ones_own_can_be_used_once(google, caller):
    assert caller.reason("POST", "", timed(11, 12, id="short_one")) == (400, "invalid")
    status, made = caller.ask("POST", "", timed(11, 12, id="lunch", summary="Lunch"))
    assert (status, made["id"], made["iCalUID"]) == (200, "lunch", "lunch@google.com")
    assert caller.headers["ETag"] == made["etag"] and made["etag"].startswith('"')
    assert caller.reason("POST", "", timed(11, 12, id="lunch")) == (409, "duplicate")
    assert caller.ask("DELETE", "lunch")[0] == 204
    assert caller.reason("DELETE", "lunch") == (410, "deleted")
    assert caller.reason("POST", "", timed(11, 12, id="lunch")) == (409, "duplicate")
    assert caller.ask("GET", "lunch")[1]["status"] == "cancelled"
    # It comes back when its status is changed.
    assert caller.ask("PATCH", "lunch", {"status": "confirmed"})[1]["summary"] == "Lunch"


def test_a_patch_names_what_changes(google, caller):
    google.calendar().add("lunch", **timed(11, 12, location="Café", attendees=[{"email": "a@x.example"}, {"email": "b@x.example"}]))
    _, event = caller.ask("PATCH", "lunch", {"summary": "Lunch", "location": None, "attendees": [{"email": "c@x.example"}]})
    assert event["summary"] == "Lunch" and "location" not in event and event["attendees"] == [{"email": "c@x.example"}]
    # Times are objects, so what isn't named stays: a day needs the time to be cleared.
    assert caller.reason("PATCH", "lunch", days(11, 12))[0] == 400
    cleared = {name: time | {"dateTime": None, "timeZone": None} for name, time in days(11, 12).items()}
    assert caller.ask("PATCH", "lunch", cleared)[1]["start"] == {"date": "2026-03-11"}
    # A call is left alone by who doesn't say that they know calls.
    google.calendar().change("lunch", conferenceData={"conferenceId": "abc"})
    assert caller.ask("PATCH", "lunch", {"conferenceData": None})[1]["conferenceData"] == {"conferenceId": "abc"}
    assert "conferenceData" not in caller.ask("PATCH", "lunch?conferenceDataVersion=1", {"conferenceData": None})[1]


def test_only_the_state_that_was_read_is_changed(google, caller):
    google.calendar().add("lunch", **timed(11, 12))
    old = caller.ask("GET", "lunch")[1]["etag"]
    new = caller.ask("PATCH", "lunch", {"summary": "Lunch"}, If_Match=old)[1]["etag"]
    assert new != old
    for method in ("PATCH", "PUT", "DELETE"):
        assert caller.reason(method, "lunch", timed(11, 12), If_Match=old) == (412, "conditionNotMet")
    assert caller.ask("PUT", "lunch", timed(11, 13), If_Match=new)[1].get("summary") is None
    assert caller.ask("DELETE", "lunch")[0] == 204


def test_times_are_answered_in_the_zone_of_the_calendar(google, caller):
    there = {"dateTime": "2026-03-11T09:00:00", "timeZone": "America/New_York"}
    _, event = caller.ask("POST", "", {"start": there, "end": there | {"dateTime": "2026-03-11T10:00:00"}})
    assert event["start"] == {"dateTime": "2026-03-11T14:00:00+01:00", "timeZone": "America/New_York"}


# Series.


def test_a_changed_occurrence_becomes_an_exception(google, caller):
    google.calendar().add("choir", **timed(2, 18, **WEEKLY))
    before = caller.ask("GET", "choir")[1]["etag"]
    _, event = caller.ask("PATCH", "choir_20260309T170000Z", {"summary": "Concert"})
    assert event["recurringEventId"] == "choir" and event["iCalUID"] == "choir@google.com" and "recurrence" not in event
    assert event["start"] == event["originalStartTime"] == at(9, 18)
    assert told(caller.page()) == [("choir", "confirmed"), ("choir_20260309T170000Z", "confirmed")]
    assert caller.ask("GET", "choir")[1]["etag"] != before
    # The clocks change on 29 March: the occurrence after that has another time in UTC.
    assert caller.ask("GET", "choir_20260330T160000Z")[1]["start"] == at(30, 18, offset=2)
    for missing in ("choir_20260330T170000Z", "choir_20260310T170000Z", "choir_20260406T160000Z", "choir_20260309"):
        assert caller.reason("GET", missing) == (404, "notFound")
    found = caller.ask("GET", "choir/instances?originalStart=2026-03-16T17:00:00Z")[1]["items"]
    assert [item["id"] for item in found] == ["choir_20260316T170000Z"]


def test_occurrences_of_days_have_the_day_in_their_ids(google, caller):
    google.calendar().add("leave", **days(2, 4), recurrence=["RRULE:FREQ=DAILY;INTERVAL=7;UNTIL=20260316"])
    assert caller.ask("GET", "leave_20260316")[1]["end"] == {"date": "2026-03-18"}
    assert caller.reason("GET", "leave_20260323") == (404, "notFound")


def test_exceptions_go_when_their_series_moves_or_ends_before(google, caller):
    google.calendar().add("choir", **timed(2, 18, **WEEKLY))
    caller.ask("PATCH", "choir_20260309T170000Z", {"summary": "Concert"})
    caller.ask("DELETE", "choir_20260323T170000Z")
    token = caller.page()["nextSyncToken"]
    caller.ask("PATCH", "choir", {"recurrence": ["RRULE:FREQ=WEEKLY;UNTIL=20260316T170000Z"]})
    changes = caller.page(syncToken=token)
    assert told(changes) == [("choir", "confirmed"), ("choir_20260323T170000Z", "cancelled")]
    assert caller.ask("GET", "choir_20260316T170000Z")[0] == 200
    caller.ask("PATCH", "choir", {"start": at(2, 19), "end": at(2, 20)})
    assert told(caller.page(syncToken=changes["nextSyncToken"])) == [("choir", "confirmed"), ("choir_20260309T170000Z", "cancelled")]
    assert told(caller.page()) == [("choir", "confirmed")]


def test_a_series_needs_a_zone_and_rules(google, caller):
    bare = {"dateTime": "2026-03-11T09:00:00+01:00"}
    body = {"start": bare, "end": bare, "recurrence": ["RRULE:FREQ=DAILY"]}
    assert caller.reason("POST", "", body) == (400, "required")
    assert caller.reason("POST", "", timed(2, 18, recurrence=["DTSTART:20260302T170000Z"])) == (400, "invalid")
    assert caller.reason("POST", "", {"start": at(2, 18), "end": at(2, 17)}) == (400, "timeRangeEmpty")


def test_guests_change_only_what_is_theirs(google, caller):
    google.calendar().add("party", **timed(11, 20, organizer={"email": "ben@example.org"}))
    assert caller.reason("PATCH", "party", {"summary": "x"}) == (403, "forbiddenForNonOrganizer")
    assert caller.ask("PATCH", "party", {"colorId": "3"})[1]["colorId"] == "3"
    google.calendar().add("flight", **timed(12, 9, eventType="fromGmail"))
    assert caller.reason("PATCH", "flight", {"summary": "x"}) == (400, "eventTypeRestriction")


# Faults.


def test_faults_are_as_told(google, caller):
    google.fail_next("GET", 429, "rateLimitExceeded", retry_after=7)
    assert caller.reason("GET") == (429, "rateLimitExceeded") and caller.headers["Retry-After"] == "7"
    google.lose_next("POST")
    with pytest.raises(OSError):
        caller.ask("POST", "", timed(11, 12, id="lunch"))
    assert caller.ask("GET", "lunch")[0] == 200
    google.before_next("PATCH", lambda: google.calendar().change("lunch", summary="Theirs"))
    assert caller.ask("PATCH", "lunch", {"location": "Café"})[1]["summary"] == "Theirs"
    assert Caller(google, READ).reason("POST", "", timed(1, 1)) == (403, "insufficientPermissions")
    google.end_access()
    assert caller.reason("GET") == (401, "authError")


# The consent.


def test_a_code_is_good_once_and_only_for_who_asked(google):
    verifier = "v" * 43
    challenge = urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    back = "http://127.0.0.1:1/sign-in/google/callback"
    query = {"client_id": "meantime", "response_type": "code", "redirect_uri": back, "state": "s", "nonce": "n"}
    query |= {"code_challenge": challenge, "code_challenge_method": "S256", "scope": f"openid email {READ}"}
    client = {"client_id": "meantime", "client_secret": "not to be told", "grant_type": "authorization_code"}

    def exchange(query, **form):
        answer = urllib.parse.parse_qs(google.consented(query).partition("?")[2])
        assert answer["state"] == ["s"]
        usual = {"code": answer["code"][0], "code_verifier": verifier, "redirect_uri": back}
        form = client | usual | form
        return google.consent.token(form), form

    assert exchange(query, code_verifier="w" * 43)[0][0] == 400
    assert exchange(query, redirect_uri=back + "/other")[0][0] == 400
    assert exchange(query, client_secret="guessed")[0][0] == 401
    google.withdraw()
    # A lasting token comes only if it's asked for, and again only with a new consent.
    assert "refresh_token" not in exchange(query)[0][1]
    offline = query | {"access_type": "offline"}
    assert "refresh_token" not in exchange(offline)[0][1]
    (status, tokens), form = exchange(offline | {"prompt": "consent"})
    assert status == 200 and google.consent.token(form)[0] == 400
    lasting = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    assert google.consent.token(client | lasting)[0] == 200
    # What was allowed before is in the next consent, if it's asked for together.
    more = offline | {"prompt": "consent", "scope": f"openid email {WRITE}", "include_granted_scopes": "true"}
    assert set(exchange(more)[0][1]["scope"].split()) == {"openid", "email", READ, WRITE}
    assert google.consent.revoke(tokens["refresh_token"]) == (200, {})
    assert google.consent.token(client | lasting) == (400, {"error": "invalid_grant", "error_description": "Token has been expired or revoked."})


def test_the_page_of_the_consent_has_a_box_for_each_scope(google):
    query = {"client_id": "meantime", "response_type": "code", "redirect_uri": "http://127.0.0.1:1/back", "state": "s", "nonce": "n"}
    query |= {"code_challenge": "c", "code_challenge_method": "S256", "scope": f"openid email {READ} {WRITE}", "login_hint": "work@example.org"}
    status, page = google.consent.page(query, None)
    assert status == 200 and page.count("type=checkbox") == 2 and "<h1>work@example.org</h1>" in page
    status, answer = google.consent.page(query, ["openid", READ])
    back = urllib.parse.parse_qs(answer["location"].partition("?")[2])
    assert status == 303 and back["scope"] == [f"openid email {READ}"]
    assert "error=access_denied" in google.consent.page(query | {"cancel": "1"}, ["openid", READ])[1]["location"]
    assert google.consent.page(query | {"code_challenge_method": "plain"}, None)[0] == 400
