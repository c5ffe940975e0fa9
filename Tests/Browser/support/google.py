"""A stand-in for Google: the consent, and the interface of its calendars, as its documentation describes them.

Written from the Calendar API v3 reference and from "Using OAuth 2.0 for Web Server Applications".
"""

import base64
import hashlib
import html
import http.server
import json
import secrets
import threading
import time
import urllib.parse

from joserfc import jwt
from joserfc.jwk import RSAKey

from support.google_events import GoogleCalendar, Refusal

READ = "https://www.googleapis.com/auth/calendar.readonly"
WRITE = "https://www.googleapis.com/auth/calendar.events"


class Google:
    """A server on this machine with one person, `email`, and their calendars."""

    def __init__(self, email="anna@gmail.com"):
        self.email = email
        self.calendars = {email: GoogleCalendar(email, summary=email, primary=True, selected=True, backgroundColor="#9fe1e7")}
        self.requests, self.codes, self.consents, self.access = [], {}, {}, {}
        self.lock = threading.RLock()
        self.page_size = 2500
        # What to do with the next requests for calendars, by their methods.
        self.faults = []
        # What the person leaves out of the consent.
        self.unticked = set()
        self.key = RSAKey.generate_key(2048, {"kid": "key-1", "alg": "RS256", "use": "sig"})
        google = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                length = int(self.headers.get("Content-Length") or 0)
                google.answer(self, self.rfile.read(length))

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any

            def log_message(self, *_):
                """Says nothing."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}"

    def settings(self, public_url):
        """What a server has to know to ask here."""
        return {
            "MEANTIME_GOOGLE_SERVER": self.url,
            "MEANTIME_GOOGLE_CLIENT_ID": "meantime",
            "MEANTIME_GOOGLE_CLIENT_SECRET": "not to be told",
            "MEANTIME_PUBLIC_URL": public_url,
        }

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def calendar(self, identity=None):
        return self.calendars[identity or self.email]

    def add_calendar(self, identity, role="owner", **entry):
        self.calendars[identity] = GoogleCalendar(identity, role, **{"summary": identity, "selected": True} | entry)
        return self.calendars[identity]

    def fail_next(self, method, status, reason):
        """Answers the next request of a method with an error."""
        self.faults.append((method, (status, reason)))

    def lose_next(self, method):
        """Does what the next request of a method wants, and closes the connection without an answer."""
        self.faults.append((method, None))

    def _fault(self, method, path):
        found = next((each for each in self.faults if each[0] == method and path[0] == "calendar"), None)
        if found:
            self.faults.remove(found)
        return found

    def end_access(self):
        """Ends the tokens for an hour before their time; the consent stays."""
        self.access.clear()

    def withdraw(self):
        """The person withdraws what they allowed, on Google's own page."""
        self.consents.clear()
        self.access.clear()

    # Answers.

    def answer(self, handler, body):
        parts = urllib.parse.urlsplit(handler.path)
        query = dict(urllib.parse.parse_qsl(parts.query))
        path = [urllib.parse.unquote(part) for part in parts.path.strip("/").split("/")]
        with self.lock:
            self.requests.append((handler.command, parts.path, query, body.decode() if body else ""))
            try:
                fault = self._fault(handler.command, path)
                if fault and fault[1]:
                    raise Refusal(*fault[1])
                status, answer = self._answered(handler, path, query, body)
                if fault:
                    handler.close_connection = True
                    return handler.connection.close()
            except Refusal as refusal:
                error = {"domain": "global", "reason": refusal.reason, "message": refusal.message}
                status = refusal.status
                answer = {"error": {"code": status, "message": refusal.message, "errors": [error]}}
        if isinstance(answer, str):
            return self._send(handler, status, answer.encode(), "text/html; charset=utf-8")
        if status == 303:
            return self._send(handler, status, b"", "text/plain", {"Location": answer["location"]})
        self._send(handler, status, json.dumps(answer).encode() if answer is not None else b"", "application/json")

    def _send(self, handler, status, octets, kind, headers=None):
        handler.send_response(status)
        for name, value in ({"Content-Type": kind, "Content-Length": str(len(octets))} | (headers or {})).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(octets)

    def _answered(self, handler, path, query, body):
        match path:
            case [".well-known", "openid-configuration"]:
                return 200, self._configuration()
            case ["keys"]:
                return 200, {"keys": [self.key.as_dict(private=False)]}
            case ["authorize"]:
                return self._authorization(query)
            case ["token"]:
                return self._token(handler, dict(urllib.parse.parse_qsl(body.decode())))
            case ["revoke"]:
                token = dict(urllib.parse.parse_qsl(body.decode()))["token"]
                self.consents.pop(token, None)
                self.access.clear()
                return 200, {}
            case ["calendar", "v3", *rest]:
                return self._calendar(handler, rest, query, json.loads(body) if body else None)
        raise Refusal(404, "notFound", "Not Found")

    # The consent.

    def _configuration(self):
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "revocation_endpoint": f"{self.url}/revoke",
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        }

    def _authorization(self, query):
        """The page on which the person agrees; `agree` says which of the scopes they ticked."""
        if "agree" not in query:
            scopes = [scope for scope in query["scope"].split() if scope.startswith("https:")]
            boxes = "".join(f"<label><input type=checkbox name=agree value='{scope}' checked>{scope}</label>" for scope in scopes)
            kept = "".join(f"<input type=hidden name='{name}' value='{html.escape(value)}'>" for name, value in query.items())
            cancel = query["redirect_uri"] + "?" + urllib.parse.urlencode({"error": "access_denied", "state": query["state"]})
            return 200, (
                f"<!doctype html><title>Google</title><h1>{self.email}</h1><form>{kept}"
                f"<input type=hidden name=agree value=openid>{boxes}<button>Continue</button></form>"
                f"<a href='{html.escape(cancel)}'>Cancel</a>"
            )
        return 303, {"location": self.consented(query)}

    def consented(self, query):
        """Where the browser goes after the person has agreed to a request, except for what is unticked."""
        code = secrets.token_hex(8)
        self.codes[code] = query
        return query["redirect_uri"] + "?" + urllib.parse.urlencode({"code": code, "state": query["state"]})

    def _token(self, handler, form):
        name, secret = form.get("client_id"), form.get("client_secret")
        if basic := handler.headers.get("Authorization", "").removeprefix("Basic "):
            name, secret = map(urllib.parse.unquote_plus, base64.b64decode(basic).decode().split(":"))
        if (name, secret) != ("meantime", "not to be told"):
            return 401, {"error": "invalid_client"}
        if form["grant_type"] == "refresh_token":
            scope = self.consents.get(form["refresh_token"])
            if scope is None:
                return 400, {"error": "invalid_grant", "error_description": "Token has been expired or revoked."}
            return 200, self._access(scope)
        asked = self.codes.pop(form["code"], None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode().rstrip("=")
        if not asked or asked["redirect_uri"] != form["redirect_uri"] or asked["code_challenge"] != challenge:
            return 400, {"error": "invalid_grant"}
        scope = " ".join(each for each in asked["scope"].split() if each not in self.unticked)
        answer = self._access(scope) | {"scope": scope, "id_token": self._id_token(asked)}
        if asked.get("access_type") == "offline" and asked.get("prompt") == "consent":
            answer["refresh_token"] = secrets.token_hex(20)
            self.consents[answer["refresh_token"]] = scope
        return 200, answer

    def _access(self, scope):
        token = secrets.token_hex(20)
        self.access[token] = scope
        return {"access_token": token, "expires_in": 3599, "token_type": "Bearer"}

    def _id_token(self, asked):
        claims = {"iss": self.url, "aud": "meantime", "sub": "1" * 21, "email": self.email, "email_verified": True}
        claims |= {"iat": int(time.time()), "exp": int(time.time()) + 3600, "nonce": asked["nonce"]}
        return jwt.encode({"alg": "RS256", "kid": "key-1"}, claims, self.key)

    # Calendars.

    def _calendar(self, handler, path, query, body):
        scope = self.access.get(handler.headers.get("Authorization", "").removeprefix("Bearer "))
        if scope is None:
            raise Refusal(401, "authError", "Invalid Credentials")
        is_write = handler.command != "GET"
        if READ not in scope or (is_write and WRITE not in scope):
            raise Refusal(403, "insufficientPermissions", "Request had insufficient authentication scopes.")
        if path == ["users", "me", "calendarList"]:
            return 200, self._list(query)
        calendar = self.calendars.get(path[1])
        if calendar is None:
            raise Refusal(404, "notFound", "Not Found")
        if is_write and calendar.role not in ("owner", "writer"):
            raise Refusal(403, "requiredAccessLevel", "You need to have writer access to this calendar.")
        etag = handler.headers.get("If-Match")
        match handler.command, path[3:]:
            case "GET", []:
                return 200, calendar.page(query, min(self.page_size, int(query.get("maxResults", 250))))
            case "GET", [identity]:
                return 200, calendar.get(identity)
            case "GET", [identity, "instances"]:
                return 200, {"items": calendar.instances(identity, query["originalStart"])}
            case "POST", []:
                return 200, calendar.insert(body)
            case "PATCH", [identity]:
                return 200, calendar.patch(identity, body, etag)
            case "DELETE", [identity]:
                calendar.delete(identity, etag)
                return 204, None
        raise Refusal(404, "notFound", "Not Found")

    def _list(self, query):
        entries = [{"id": each.id, "accessRole": each.role} | each.entry for each in self.calendars.values()]
        start = int(query.get("pageToken") or 0)
        page = entries[start : start + min(self.page_size, 250)]
        more = {"nextPageToken": str(start + len(page))} if start + len(page) < len(entries) else {"nextSyncToken": "list-1"}
        return {"kind": "calendar#calendarList", "items": page} | more
