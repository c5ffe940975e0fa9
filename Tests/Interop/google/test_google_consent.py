"""Letting this server in to calendars at Google: what is asked for, what comes back, several accounts, and the end of it."""

import re
import urllib.parse

from support.google import READ, WRITE
from support.google_account import led_to


def token_requests(anna):
    return [urllib.parse.parse_qs(body)["grant_type"][0] for _, path, _, body in anna.google.requests if path == "/token"]


def test_what_is_asked_for(anna):
    asked, _ = anna.asked()
    assert asked["scope"].split() == ["openid", "email", READ]
    expected = {"response_type": "code", "access_type": "offline", "prompt": "consent", "include_granted_scopes": "true"}
    expected |= {"client_id": "meantime", "code_challenge_method": "S256", "redirect_uri": anna.server.url + "/sign-in/google/callback"}
    assert {name: asked.get(name) for name in expected} == expected
    assert asked["state"] and asked["nonce"] and "login_hint" not in asked
    anna.consent()
    asked, _ = anna.asked("write")
    assert asked["scope"].split() == ["openid", "email", READ, WRITE] and asked["login_hint"] == "anna@gmail.com"


def test_the_page_that_was_open_is_shown_again_with_its_query(anna):
    asked, binding = anna.asked(path="/month/2026-03-11?calendars=2")
    back, _ = led_to(anna.google.consented(asked), binding)
    assert re.fullmatch(r"/month/2026-03-11\?calendars=2&google=[0-9a-f]{32}", back)


def test_a_consent_that_was_refused_or_is_not_ones_own(anna):
    asked, binding = anna.asked()
    refused = asked["redirect_uri"] + "?" + urllib.parse.urlencode({"error": "access_denied", "state": asked["state"]})
    assert led_to(refused, binding)[0] == "/?problem=sign-in-cancelled"
    asked, binding = anna.asked()
    agreed = anna.google.consented(asked)
    # Somebody else's browser changes nothing for the own one. A code works once.
    _, others = anna.asked()
    assert led_to(agreed, others)[0] == "/?problem=sign-in-expired"
    assert led_to(agreed, binding[:-4] + "0000")[0] == "/?problem=sign-in-expired"
    assert led_to(agreed, binding)[0].startswith("/year/2026?google=")
    assert led_to(agreed, binding)[0] == "/?problem=provider-failed"


def test_a_consent_without_what_is_needed(anna):
    anna.google.consent.gives_lasting_tokens = False
    assert anna.consent() == "/?problem=consent-incomplete"
    assert anna.ask("GET", "/sources")["googleAccounts"] == []
    anna.google.consent.gives_lasting_tokens = True
    anna.consent()
    # Writing was left out: what could be done before can still be done.
    anna.google.unticked = {WRITE}
    assert anna.consent("write") == "/?problem=consent-incomplete"
    [account] = anna.ask("GET", "/sources")["googleAccounts"]
    assert account["writable"] is False and len(anna.calendars()) == 1


def test_two_accounts_of_one_person(anna):
    google = anna.google
    google.add_person("work@example.org").add("standup", summary="Stand-up", start={"date": "2026-03-11"}, end={"date": "2026-03-12"})
    anna.consent()
    anna.add()
    first = anna.account, anna.calendar
    google.consent.email, anna.account = "work@example.org", None
    anna.consent()
    anna.add("work@example.org")
    accounts = anna.ask("GET", "/sources")["googleAccounts"]
    assert [each["email"] for each in accounts] == ["anna@gmail.com", "work@example.org"]
    assert set(anna.events()) == {"Stand-up"} and len(google.consents) == 2
    # The hint leads to the account that is meant, whoever used the browser last.
    anna.account, anna.calendar = first
    anna.consent("write")
    assert anna.account == first[0]
    assert [each["writable"] for each in anna.ask("GET", "/sources")["googleAccounts"]] == [True, False]
    anna.ask("DELETE", f"/sources/google/{first[0]}")
    assert {person for person, _ in google.consents.values()} == {"work@example.org"}
    [left] = anna.ask("GET", "/sources")["sources"]
    assert left["user"] == "work@example.org" and "failure" not in left


def test_too_many_accounts(anna):
    def connect(number):
        anna.google.add_person(f"anna{number}@gmail.com")
        anna.google.consent.email, anna.account = f"anna{number}@gmail.com", None
        return anna.consent()

    for number in range(10):
        connect(number)
    try:
        answer = connect(10)
    except AssertionError as refusal:
        answer = str(refusal)
    assert "too-many" in answer
    assert len(anna.ask("GET", "/sources")["googleAccounts"]) == 10


def test_tokens_for_an_hour_are_asked_for_only_when_they_end(anna):
    anna.consent()
    anna.add()
    anna.google.requests.clear()
    anna.refresh()
    anna.refresh()
    assert token_requests(anna) == []
    anna.google.consent.access_seconds = 61
    anna.google.end_access()
    assert "failure" not in anna.refresh()
    assert token_requests(anna) == ["refresh_token"]
    # They are taken for ended a minute early.
    anna.google.consent.access_seconds = 30
    anna.google.end_access()
    anna.refresh()
    anna.refresh()
    assert len(token_requests(anna)) >= 3


def test_the_consent_is_withdrawn_at_google_when_an_account_is_removed(anna):
    anna.consent("write")
    anna.add()
    [lasting] = anna.google.consents
    anna.ask("DELETE", f"/sources/google/{anna.account}")
    [(_, _, _, body)] = [request for request in anna.google.requests if request[1] == "/revoke"]
    assert urllib.parse.parse_qs(body) == {"token": [lasting]}
    assert anna.google.consent.allowed == {} and anna.google.consent.access == {}
    # A new consent begins anew.
    anna.account = None
    anna.consent()
    assert [each["writable"] for each in anna.ask("GET", "/sources")["googleAccounts"]] == [False]


def test_an_account_goes_even_if_google_cannot_be_reached(anna):
    anna.consent()
    anna.add()
    anna.google.stop()
    anna.ask("DELETE", f"/sources/google/{anna.account}")
    answer = anna.ask("GET", "/sources")
    assert answer["sources"] == [] and answer["googleAccounts"] == []
