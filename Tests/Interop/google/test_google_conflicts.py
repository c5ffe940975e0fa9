"""Writing to calendars at Google while others write, too, while answers get lost, and where it isn't allowed."""

import contextlib
import re
import threading

from support.google import READ
from support.google_examples import at, event, excluding, renamed, replaced, timed, with_exception
from support.waiting import SECONDS_MAX


def sent(google, method):
    return [(path, query, body) for verb, path, query, body in google.requests if verb == method and "/events" in path]


# Both sides at once.


def test_somebody_changes_an_event_just_before_ours_arrives(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch", location="Café"))
    anna.refresh()
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    anna.google.before_next("PATCH", lambda: calendar.change("lunch", location="Hall"))
    anna.refresh()
    assert (calendar.get("lunch")["summary"], calendar.get("lunch")["location"]) == ("Brunch", "Hall")
    assert "LOCATION:Hall\n" in anna.text("Brunch") and anna.source()["waiting"] == 0


def test_both_sides_change_the_same_field(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.refresh()
    calendar.change("lunch", summary="Theirs")
    anna.change("Lunch", renamed("Lunch", "Ours"))
    anna.refresh()
    [title] = anna.events()
    assert title == calendar.get("lunch")["summary"] and title in ("Theirs", "Ours")
    assert anna.source()["waiting"] == 0


def test_both_sides_change_different_occurrences_of_a_series(anna, calendar):
    calendar.add("choir", **timed(2, 18, summary="Choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=5"]))
    anna.refresh()
    calendar.change("choir_20260309T170000Z", summary="Theirs")
    calendar.delete("choir_20260316T170000Z")
    anna.change("Choir", excluding("20260323T180000"))
    anna.change("Choir", with_exception("Ours", "20260330T180000", "choir@google.com"))
    anna.refresh()
    anna.refresh()
    text = anna.text("Choir")
    assert "SUMMARY:Theirs\n" in text and "SUMMARY:Ours\n" in text
    assert "EXDATE;TZID=Europe/Berlin:20260316T180000" in text and "EXDATE;TZID=Europe/Berlin:20260323T180000" in text
    assert calendar.get("choir_20260323T170000Z")["status"] == "cancelled"
    # After the change of the clocks.
    assert calendar.get("choir_20260330T160000Z")["summary"] == "Ours"
    assert {each["id"] for each in calendar.live("choir")} == {"choir_20260309T170000Z", "choir_20260330T160000Z"}


def test_one_side_removes_what_the_other_changes(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    calendar.add("swim1", **timed(12, 12, summary="Swim"))
    anna.refresh()
    calendar.delete("lunch")
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    calendar.change("swim1", summary="Late swim")
    anna.remove("Swim")
    anna.refresh()
    anna.refresh()
    # What somebody changed isn't lost, and both sides agree.
    assert sorted(each["summary"] for each in calendar.live()) == sorted(anna.events())
    assert "Late swim" in anna.events()
    assert anna.source()["waiting"] == 0 and "failure" not in anna.source()


def test_a_copy_that_google_made_under_the_same_uid_is_no_second_event(anna, calendar):
    anna.put(event("Lunch"))
    anna.refresh()
    calendar.forget_tokens()
    anna.refresh()
    assert len(calendar.live()) == 1 and set(anna.events()) == {"Lunch"}
    assert "UID:lunch@example.org\n" in anna.text("Lunch")


# Series.


def test_a_new_series_arrives_with_what_differs(anna, calendar):
    anna.put(event("Choir", "RRULE:FREQ=WEEKLY;COUNT=5", "EXDATE;TZID=Europe/Berlin:20260318T120000"))
    anna.change("Choir", with_exception("Concert", "20260401T120000", "choir@example.org"))
    anna.refresh()
    [series] = [each for each in calendar.live() if each.get("recurrence")]
    [other] = calendar.live(series["id"])
    # The clocks have changed by then.
    assert other["id"] == series["id"] + "_20260401T100000Z" and other["summary"] == "Concert"
    assert "EXDATE;TZID=Europe/Berlin:20260318T120000" in series["recurrence"]
    anna.refresh()
    assert anna.text("Choir").count("EXDATE") == 1


def test_a_series_of_days_loses_one_and_another_is_renamed(anna, calendar):
    calendar.add("leave", summary="Leave", start={"date": "2026-03-02"}, end={"date": "2026-03-03"}, recurrence=["RRULE:FREQ=WEEKLY;COUNT=4"])
    anna.refresh()
    other = (
        "BEGIN:VEVENT\nUID:leave@google.com\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID;VALUE=DATE:20260316\n"
        "DTSTART;VALUE=DATE:20260316\nDTEND;VALUE=DATE:20260317\nSUMMARY:Away\nEND:VEVENT\n"
    )
    anna.change("Leave", lambda text: replaced(text, {"RRULE": "EXDATE;VALUE=DATE:20260309\nRRULE", "END:VEVENT\n": f"END:VEVENT\n{other}"}))
    anna.refresh()
    assert calendar.get("leave_20260309")["status"] == "cancelled"
    assert calendar.get("leave_20260316")["summary"] == "Away"


def test_a_series_ends_earlier_and_goes_on_as_another(anna, calendar):
    anna.put(event("Choir", "RRULE:FREQ=WEEKLY;COUNT=6", day=2))
    anna.refresh()
    [series] = calendar.live()
    calendar.change(series["id"] + "_20260309T110000Z", summary="Concert")
    calendar.delete(series["id"] + "_20260323T110000Z")
    anna.refresh()
    # This and all following, as the page writes it: what differed later is gone.
    anna.change("Choir", lambda text: re.sub("EXDATE.*\n", "", text).replace("COUNT=6", "UNTIL=20260309T110000Z"))
    anna.put(event("Ensemble", "RRULE:FREQ=WEEKLY;COUNT=4", day=16, hour=14))
    anna.refresh()
    anna.refresh()
    assert calendar.get(series["id"])["recurrence"] == ["RRULE:FREQ=WEEKLY;UNTIL=20260309T110000Z"]
    assert sorted(each["summary"] for each in calendar.live()) == ["Choir", "Concert", "Ensemble"]
    assert set(anna.events()) == {"Choir", "Ensemble"} and anna.text("Choir").count("BEGIN:VEVENT") == 2


def test_a_series_that_moves_keeps_what_was_moved_here_with_it(anna, calendar):
    anna.put(event("Choir", "RRULE:FREQ=WEEKLY;COUNT=4", day=2))
    anna.refresh()
    [series] = calendar.live()
    moved = {"DTSTART;TZID=Europe/Berlin:20260302T12": "DTSTART;TZID=Europe/Berlin:20260302T13"}
    moved |= {"DTEND;TZID=Europe/Berlin:20260302T13": "DTEND;TZID=Europe/Berlin:20260302T14"}
    concert = with_exception("Concert", "20260309T130000", "choir@example.org", "20260310T130000")
    anna.change("Choir", lambda text: concert(replaced(text, moved)))
    anna.refresh()
    anna.refresh()
    assert calendar.get(series["id"])["start"] == at(2, 13)
    [other] = calendar.live(series["id"])
    assert other["id"] == series["id"] + "_20260309T120000Z" and (other["summary"], other["start"]) == ("Concert", at(10, 13))
    assert anna.text("Choir").count("BEGIN:VEVENT") == 2


# Lost answers.


def test_an_answer_is_lost_in_the_middle_of_a_series(anna, calendar):
    calendar.add("choir", **timed(2, 18, summary="Choir", recurrence=["RRULE:FREQ=WEEKLY;COUNT=5"]))
    anna.refresh()
    anna.change("Choir", renamed("Choir", "Big choir"))
    anna.change("Big choir", excluding("20260316T180000"))
    anna.change("Big choir", with_exception("Concert", "20260309T180000", "choir@google.com"))
    anna.google.lose_next("PATCH", part="choir_2026")
    anna.google.fail_next("DELETE", 500, "backendError")
    for _ in range(4):
        anna.refresh()
    assert anna.google.faults == []
    assert calendar.get("choir")["summary"] == "Big choir"
    assert calendar.get("choir_20260309T170000Z")["summary"] == "Concert"
    text = anna.text("Big choir")
    assert "SUMMARY:Concert\n" in text and "EXDATE;TZID=Europe/Berlin:20260316T180000\n" in text
    is_refused = calendar.get("choir_20260316T170000Z")["status"] != "cancelled"
    # What was refused is tried again after a while; until then it's said to wait.
    assert anna.source()["waiting"] == is_refused


def test_the_answer_to_a_removal_is_lost(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.refresh()
    anna.google.lose_next("DELETE")
    anna.remove("Lunch")
    anna.refresh()
    anna.refresh()
    assert anna.google.faults == [] and calendar.live() == [] and anna.events() == {}
    assert anna.source()["waiting"] == 0 and "failure" not in anna.source()


def test_the_server_is_killed_while_it_sends(anna, calendar):
    killed = threading.Event()

    def kill():
        anna.server.kill()
        killed.set()

    anna.google.before_next("POST", kill)
    anna.put(event("Lunch"))
    # The answer to this may be cut off with the server.
    with contextlib.suppress(OSError):
        anna.refresh()
    assert killed.wait(SECONDS_MAX)
    anna.server.start()
    assert [each["summary"] for each in calendar.live()] == ["Lunch"]
    # The reading that was cut off counts as running for ten minutes; a change here asks for another one.
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    anna.refresh()
    assert len(calendar.live()) == 1 and set(anna.events()) == {"Brunch"}


def test_a_list_is_forgotten_while_changes_wait(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    calendar.add("swim1", **timed(12, 12, summary="Swim"))
    anna.refresh()
    calendar.forget_tokens()
    calendar.delete("swim1")
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    anna.put(event("Tea"))
    anna.refresh()
    assert sorted(each["summary"] for each in calendar.live()) == ["Brunch", "Tea"]
    assert set(anna.events()) == {"Brunch", "Tea"}


# What has no place here isn't touched.


def test_what_only_google_knows_stays_when_something_else_is_changed(anna, calendar):
    call = {"entryPoints": [{"entryPointType": "video", "uri": "https://meet.google.com/abc"}], "conferenceId": "abc"}
    guests = [{"email": "anna@gmail.com", "self": True, "responseStatus": "accepted"}]
    own = {"private": {"a": "b"}}
    files = [{"fileUrl": "https://drive.google.com/x", "title": "Plan"}]
    fields = {"conferenceData": call, "hangoutLink": "https://meet.google.com/abc", "extendedProperties": own, "attachments": files}
    fields |= {"attendees": guests, "attendeesOmitted": True, "guestsCanModify": True, "anyoneCanAddSelf": True}
    calendar.add("call1", **timed(11, 12, summary="Call", description="<b>Agenda</b>", source={"url": "https://a.example"}, **fields))
    anna.refresh()
    before = dict(calendar.get("call1"))
    anna.google.requests.clear()
    anna.change("Call", renamed("Call", "Long call"))
    anna.refresh()
    assert anna.google.written("PATCH") == [{"summary": "Long call"}]
    after = calendar.get("call1")
    changing = ("summary", "etag", "updated")
    assert {name: value for name, value in after.items() if name not in changing} == {
        name: value for name, value in before.items() if name not in changing
    }
    assert "CONFERENCE" in anna.text("Long call")


def test_usual_reminders_stay_until_they_are_changed_here(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.refresh()
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    anna.refresh()
    assert calendar.get("lunch")["reminders"] == {"useDefault": True}
    anna.change("Brunch", lambda text: text.replace("TRIGGER:-PT10M", "TRIGGER:-PT30M"))
    anna.refresh()
    assert calendar.get("lunch")["reminders"] == {"useDefault": False, "overrides": [{"method": "popup", "minutes": 30}]}


def test_guests_are_told_by_google(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    calendar.add("party", **timed(12, 20, summary="Party", attendees=[{"email": "ben@example.org", "comment": "Late", "responseStatus": "accepted"}]))
    anna.refresh()
    anna.google.requests.clear()
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    anna.change("Party", lambda text: text.replace("END:VEVENT", "ATTENDEE:mailto:cem@example.org\nEND:VEVENT", 1))
    anna.refresh()
    told = {path.rsplit("/", 1)[1]: query.get("sendUpdates", "none") for path, query, _ in sent(anna.google, "PATCH")}
    assert told == {"lunch": "none", "party": "all"}
    people = {each["email"]: each for each in calendar.get("party")["attendees"]}
    assert set(people) == {"ben@example.org", "cem@example.org"} and people["ben@example.org"]["comment"] == "Late"


# What isn't allowed.


def test_what_only_the_organizer_may_change_stays_here_and_is_said(anna, calendar):
    calendar.add("party", **timed(11, 20, summary="Party", organizer={"email": "ben@example.org"}, location="Hall"))
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.refresh()
    anna.change("Party", renamed("Party", "My party"))
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    source = anna.refresh()
    # One that is refused holds up no others.
    assert source["failure"] == "not-taken" and source["waiting"] == 1 and calendar.get("lunch")["summary"] == "Brunch"
    calendar.change("party", location="Garden")
    anna.refresh()
    assert "LOCATION:Garden\n" in anna.text("My party") and calendar.get("party")["summary"] == "Party"
    # An invitation can be taken out of one's calendar.
    anna.remove("My party")
    anna.refresh()
    assert [each["id"] for each in calendar.live()] == ["lunch"] and anna.source()["waiting"] == 0


def test_the_right_to_write_is_lost_while_a_change_waits(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.refresh()
    calendar.role = "reader"
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    source = anna.refresh()
    # It would be lost if the calendar were only read from now on, so that has to wait as well.
    assert calendar.get("lunch")["summary"] == "Lunch" and set(anna.events()) == {"Brunch"}
    assert (source["failure"], source["waiting"], source["access"]) == ("not-taken", 1, "reader")
    anna.change("Brunch", renamed("Brunch", "Lunch"))
    for _ in range(3):
        source = anna.refresh()
    assert "waiting" not in source and not source["writable"] and "failure" not in source


def test_the_right_to_write_comes_back_while_a_change_waits(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.refresh()
    calendar.role = "reader"
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    anna.refresh()
    calendar.role = "owner"
    for _ in range(3):
        source = anna.refresh()
    assert calendar.get("lunch")["summary"] == "Brunch"
    assert source["waiting"] == 0 and source["writable"] and "failure" not in source


def test_a_new_consent_that_allows_only_reading(anna, calendar):
    calendar.add("lunch", **timed(11, 12, summary="Lunch"))
    anna.refresh()
    anna.google.withdraw()
    anna.change("Lunch", renamed("Lunch", "Brunch"))
    source = anna.refresh()
    assert source["failure"] == "consent-ended" and source["waiting"] == 1 and set(anna.events()) == {"Brunch"}
    anna.consent("write")
    anna.refresh()
    assert calendar.get("lunch")["summary"] == "Brunch" and anna.source()["waiting"] == 0
    anna.google.withdraw()
    anna.consent("read")
    assert {scope for _, scopes in anna.google.consents.values() for scope in scopes} == {"openid", "email", READ}
    anna.refresh()
    anna.refresh()
    assert not anna.source()["writable"] and "failure" not in anna.source()


def test_a_quota_while_writing_keeps_all_changes(anna, calendar):
    for number in range(3):
        anna.put(event(f"Event{number}", hour=9 + number))
    anna.google.fail_next("POST", 403, "rateLimitExceeded", retry_after=1)
    source = anna.refresh()
    assert source["failure"] == "too-often" and source["waiting"] >= 1
    anna.refresh()
    anna.refresh()
    assert sorted(each["summary"] for each in calendar.live()) == ["Event0", "Event1", "Event2"] == sorted(anna.events())
    assert anna.source()["waiting"] == 0
