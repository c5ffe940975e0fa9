"""The consent of the stand-in for Google: who lets the calendar in, and the tokens that come of it."""

import base64
import functools
import hashlib
import html
import secrets
import time
import urllib.parse

from joserfc import jwt
from joserfc.jwk import RSAKey

READ = "https://www.googleapis.com/auth/calendar.readonly"
WRITE = "https://www.googleapis.com/auth/calendar.events"
CLIENT, SECRET = "meantime", "not to be told"


@functools.cache
def signing_key():
    """The key that Google's tokens are signed with. Making one takes as long as a short test."""
    return RSAKey.generate_key(2048, {"kid": "key-1", "alg": "RS256", "use": "sig"})


class GoogleConsent:
    """Who has let the calendar in, as "Using OAuth 2.0 for Web Server Applications" describes it."""

    def __init__(self, url, email):
        self.url = url
        # Who sits at the browser, unless a hint names somebody else.
        self.email = email
        # What each person has allowed at some time.
        self.allowed = {}
        # What was asked for, by code; person and scopes, by lasting token; the same and the end, by token for an hour.
        self.codes, self.consents, self.access = {}, {}, {}
        self.access_seconds = 3599
        # What the person leaves out when they agree.
        self.unticked = set()
        # Google gives a lasting token only once unless it's asked to; this leaves it out altogether.
        self.gives_lasting_tokens = True
        self.key = signing_key()

    def withdraw(self, email=None):
        """The person withdraws what they allowed, on Google's own page."""
        email = email or self.email
        self.allowed.pop(email, None)
        self.consents = {token: consent for token, consent in self.consents.items() if consent[0] != email}
        self.access = {token: access for token, access in self.access.items() if access[0] != email}

    def configuration(self):
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "revocation_endpoint": f"{self.url}/revoke",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["plain", "S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        }

    # The page on which the person agrees.

    def page(self, query, agreed):
        """Shows what is asked for, or goes back with what the person ticked: status, and page or answer."""
        fault = self._fault(query)
        if fault:
            return 400, f"<!doctype html><title>Error 400</title><h1>{html.escape(fault)}</h1>"
        if "cancel" in query:
            return 303, {"location": self._back(query, error="access_denied")}
        if agreed:
            return 303, {"location": self.consented(query, unticked=set(_calendar_scopes(query)) - set(agreed))}
        boxes = "".join(
            f"<p><label><input type=checkbox name=agree value='{scope}' checked> {html.escape(scope)}</label>"
            for scope in _calendar_scopes(query)
        )
        kept = "".join(f"<input type=hidden name='{name}' value='{html.escape(value, quote=True)}'>" for name, value in query.items())
        return 200, (
            f"<!doctype html><title>Sign in with Google</title><h1>{html.escape(self._person(query))}</h1>"
            f"<form action=/authorize>{kept}<input type=hidden name=agree value=openid>{boxes}"
            "<p><button>Continue</button> <button name=cancel value=1>Cancel</button></form>"
        )

    def _fault(self, query):
        if query.get("client_id") != CLIENT or query.get("response_type") != "code":
            return "invalid_client"
        if query.get("code_challenge_method") != "S256" or not query.get("redirect_uri"):
            return "invalid_request"
        return None

    def _person(self, query):
        return query.get("login_hint") or self.email

    def consented(self, query, unticked=None):
        """Where the browser goes after the person has agreed to a request, except for what is unticked."""
        assert not self._fault(query), query
        left_out = self.unticked if unticked is None else unticked
        person = self._person(query)
        scopes = [scope for scope in query["scope"].split() if scope not in left_out]
        before = self.allowed.get(person)
        if before and query.get("include_granted_scopes") == "true":
            scopes += [scope for scope in before if scope not in scopes]
        self.allowed[person] = scopes
        is_lasting = query.get("access_type") == "offline" and (not before or query.get("prompt") == "consent")
        code = "4/" + secrets.token_hex(8)
        self.codes[code] = query, person, scopes, is_lasting and self.gives_lasting_tokens
        return self._back(query, code=code, scope=" ".join(scopes))

    def _back(self, query, **fields):
        return query["redirect_uri"] + "?" + urllib.parse.urlencode({"state": query.get("state", "")} | fields)

    # Tokens.

    def token(self, form, authorization=""):
        """What the token endpoint answers to a form: status and body."""
        name, secret = form.get("client_id"), form.get("client_secret")
        if basic := authorization.removeprefix("Basic "):
            name, secret = map(urllib.parse.unquote_plus, base64.b64decode(basic).decode().split(":"))
        if (name, secret) != (CLIENT, SECRET):
            return 401, {"error": "invalid_client", "error_description": "Unauthorized"}
        if form.get("grant_type") == "refresh_token":
            return self._refreshed(form.get("refresh_token"))
        if form.get("grant_type") == "authorization_code":
            return self._exchanged(form)
        return 400, {"error": "unsupported_grant_type"}

    def _refreshed(self, lasting):
        if lasting not in self.consents:
            return 400, {"error": "invalid_grant", "error_description": "Token has been expired or revoked."}
        return 200, self._access(*self.consents[lasting])

    def _exchanged(self, form):
        query, person, scopes, is_lasting = self.codes.pop(form.get("code"), (None, "", [], False))
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if not query or query["code_challenge"] != challenge:
            return 400, {"error": "invalid_grant", "error_description": "Malformed auth code."}
        if form.get("redirect_uri") != query["redirect_uri"]:
            return 400, {"error": "redirect_uri_mismatch"}
        answer = self._access(person, scopes) | {"id_token": self._id_token(person, query)}
        if is_lasting:
            answer["refresh_token"] = "1//" + secrets.token_hex(20)
            self.consents[answer["refresh_token"]] = person, scopes
        return 200, answer

    def _access(self, person, scopes):
        token = "ya29." + secrets.token_hex(20)
        self.access[token] = person, scopes, time.time() + self.access_seconds
        return {"access_token": token, "expires_in": self.access_seconds, "scope": " ".join(scopes), "token_type": "Bearer"}

    def bearer(self, authorization):
        """The person and the scopes of a token for an hour; None if it has ended."""
        person, scopes, end = self.access.get(authorization.removeprefix("Bearer "), (None, [], 0))
        return (person, scopes) if end > time.time() else None

    def let_in(self, *scopes, email=None):
        """A token for an hour, as if somebody had agreed."""
        return self._access(email or self.email, list(scopes))["access_token"]

    def revoke(self, token):
        """Ends all that the person has allowed, as Google does whichever token of theirs it gets."""
        known = self.consents.get(token) or self.access.get(token)
        if not known:
            return 400, {"error": "invalid_token", "error_description": "Token expired or revoked"}
        self.withdraw(known[0])
        return 200, {}

    def _id_token(self, person, query):
        subject = str(int(hashlib.sha256(person.encode()).hexdigest(), 16))[:21]
        claims = {"iss": self.url, "aud": CLIENT, "azp": CLIENT, "sub": subject, "email": person, "email_verified": True}
        claims |= {"iat": int(time.time()), "exp": int(time.time()) + 3600, "nonce": query["nonce"]}
        return jwt.encode({"alg": "RS256", "kid": "key-1"}, claims, self.key)


def _calendar_scopes(query):
    return [scope for scope in query["scope"].split() if scope.startswith("https:")]
