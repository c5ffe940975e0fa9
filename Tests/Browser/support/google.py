"""A stand-in for Google: the consent, and the interface of its calendars, as its documentation describes them.

Written from the Calendar API v3 reference and from "Using OAuth 2.0 for Web Server Applications".
"""

import dataclasses
import http.server
import json
import threading
import urllib.parse
from collections.abc import Callable

from support.google_consent import CLIENT, READ, SECRET, WRITE, GoogleConsent
from support.google_events import GoogleCalendar, Refusal

__all__ = ["Google", "READ", "WRITE"]


@dataclasses.dataclass
class Fault:
    """What happens to the next request of a method: it's refused, or carried out without an answer, or something else first."""

    method: str
    refusal: Refusal | None = None
    is_lost: bool = False
    before: Callable | None = None
    # Part of the path that the request must have.
    part: str = ""


class Google:
    """A server on this machine with people, first of all `email`, and their calendars."""

    def __init__(self, email="anna@gmail.com"):
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
        self.lock = threading.RLock()
        self.consent = GoogleConsent(self.url, email)
        # All calendars by their IDs, and which of them each person has in their list.
        self.calendars, self.lists = {}, {}
        self.requests = []
        self.page_size = 2500
        # What happens to the next requests for calendars.
        self.faults = []
        self.add_person(email)
        # How often it looks whether to stop. The default is half a second, which every test would wait for.
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def email(self):
        return self.consent.email

    def settings(self, public_url):
        """What a server has to know to ask here."""
        return {
            "MEANTIME_GOOGLE_SERVER": self.url,
            "MEANTIME_GOOGLE_CLIENT_ID": CLIENT,
            "MEANTIME_GOOGLE_CLIENT_SECRET": SECRET,
            "MEANTIME_PUBLIC_URL": public_url,
        }

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    # What a test makes of it.

    def add_person(self, email):
        """Somebody else with a calendar of their own."""
        self.lists[email] = []
        return self.add_calendar(email, person=email, primary=True, backgroundColor="#9fe1e7")

    def calendar(self, identity=None):
        return self.calendars[identity or self.email]

    def add_calendar(self, identity, role="owner", person=None, **entry):
        self.calendars[identity] = GoogleCalendar(identity, role, self.lock, **{"summary": identity, "selected": True} | entry)
        self.lists[person or self.email].append(identity)
        return self.calendars[identity]

    def fail_next(self, method, status, reason, count=1, retry_after=None, part=""):
        """Answers the next requests of a method with an error."""
        self.faults += [Fault(method, refusal=Refusal(status, reason, retry_after=retry_after), part=part) for _ in range(count)]

    def lose_next(self, method, part=""):
        """Does what the next request of a method wants, and closes the connection without an answer."""
        self.faults.append(Fault(method, is_lost=True, part=part))

    def before_next(self, method, act, part=""):
        """Does something just before the next request of a method is carried out, such as somebody else's change."""
        self.faults.append(Fault(method, before=act, part=part))

    def written(self, method):
        """The bodies of the requests of a method that changed events, parsed."""
        return [json.loads(body) for verb, path, _, body in self.requests if verb == method and "/events" in path and body]

    def end_access(self):
        """Ends the tokens for an hour before their time; the consent stays."""
        self.consent.access.clear()

    def withdraw(self):
        """The person withdraws what they allowed, on Google's own page."""
        self.consent.withdraw()

    @property
    def consents(self):
        return self.consent.consents

    @property
    def unticked(self):
        return self.consent.unticked

    @unticked.setter
    def unticked(self, scopes):
        self.consent.unticked = scopes

    def consented(self, query):
        """Where the browser goes after the person has agreed to a request, except for what is unticked."""
        with self.lock:
            return self.consent.consented(query)

    # Answers.

    def answer(self, handler, body):
        parts = urllib.parse.urlsplit(handler.path)
        fields = urllib.parse.parse_qs(parts.query)
        query = {name: values[-1] for name, values in fields.items()}
        path = [urllib.parse.unquote(part) for part in parts.path.strip("/").split("/")]
        headers = {"Content-Type": "application/json; charset=UTF-8"}
        with self.lock:
            self.requests.append((handler.command, parts.path, query, body.decode() if body else ""))
            fault = self._fault(handler.command, path)
            try:
                if fault and fault.before:
                    fault.before()
                if fault and fault.refusal:
                    raise fault.refusal
                status, answer = self._answered(handler, path, query, fields.get("agree"), body)
            except Refusal as refusal:
                error = {"domain": "global", "reason": refusal.reason, "message": refusal.message}
                status = refusal.status
                answer = {"error": {"errors": [error], "code": status, "message": refusal.message}}
                if refusal.retry_after is not None:
                    headers["Retry-After"] = str(refusal.retry_after)
        if fault and fault.is_lost:
            handler.close_connection = True
            return handler.connection.close()
        if isinstance(answer, str):
            return self._send(handler, status, answer.encode(), {"Content-Type": "text/html; charset=utf-8"})
        if status == 303:
            return self._send(handler, status, b"", {"Location": answer["location"]})
        if status < 300 and answer and "etag" in answer:
            headers["ETag"] = answer["etag"]
        self._send(handler, status, json.dumps(answer).encode() if answer is not None else b"", headers)

    def _fault(self, method, path):
        for fault in self.faults:
            if fault.method == method and path[0] == "calendar" and fault.part in "/".join(path):
                self.faults.remove(fault)
                return fault
        return None

    def _send(self, handler, status, octets, headers):
        handler.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(octets))}).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(octets)

    def _answered(self, handler, path, query, agreed, body):
        match handler.command, path:
            case "GET", [".well-known", "openid-configuration"]:
                return 200, self.consent.configuration()
            case "GET", ["keys"]:
                return 200, {"keys": [self.consent.key.as_dict(private=False)]}
            case "GET", ["authorize"]:
                return self.consent.page({name: value for name, value in query.items() if name != "agree"}, agreed)
            case "POST", ["token"]:
                return self.consent.token(_form(body), handler.headers.get("Authorization", ""))
            case "POST", ["revoke"]:
                return self.consent.revoke(_form(body).get("token") or query.get("token"))
            case _, ["calendar", "v3", *rest]:
                return self._calendar(handler, rest, query, json.loads(body) if body else {})
        raise Refusal(404, "notFound", "Not Found")

    # Calendars.

    def _calendar(self, handler, path, query, body):
        person, scopes = self.consent.bearer(handler.headers.get("Authorization", "")) or (None, [])
        if person is None:
            raise Refusal(401, "authError", "Invalid Credentials")
        is_write = handler.command != "GET"
        if not {WRITE if is_write else READ} & set(scopes):
            raise Refusal(403, "insufficientPermissions", "Request had insufficient authentication scopes.")
        if path == ["users", "me", "calendarList"]:
            return 200, self._list(person, query)
        identity = person if path[1] == "primary" else path[1]
        if path[:1] + path[2:3] != ["calendars", "events"] or identity not in self.lists[person]:
            raise Refusal(404, "notFound", "Not Found")
        calendar = self.calendars[identity]
        if is_write and calendar.role not in ("owner", "writer"):
            raise Refusal(403, "requiredAccessLevel", "You need to have writer access to this calendar.")
        etag = handler.headers.get("If-Match")
        match handler.command, path[3:]:
            case "GET", []:
                return 200, calendar.page(query, min(self.page_size, int(query.get("maxResults", 250)), 2500))
            case "GET", [event]:
                return 200, calendar.shown(calendar.get(event))
            case "GET", [event, "instances"]:
                return 200, {"kind": "calendar#events", "items": calendar.instances(event, query)}
            case "POST", []:
                return 200, calendar.insert(body, query)
            case "PATCH", [event]:
                return 200, calendar.patch(event, body, etag, query)
            case "PUT", [event]:
                return 200, calendar.put(event, body, etag, query)
            case "DELETE", [event]:
                calendar.delete(event, etag)
                return 204, None
        raise Refusal(404, "notFound", "Not Found")

    def _list(self, person, query):
        entries = [self._entry(self.calendars[identity]) for identity in self.lists[person]]
        entries = [entry for entry in entries if query.get("showHidden") == "true" or not entry.get("hidden")]
        entries = [entry for entry in entries if query.get("showDeleted") == "true" or not entry.get("deleted")]
        start = int(query.get("pageToken") or 0)
        page = entries[start : start + min(self.page_size, int(query.get("maxResults", 100)), 250)]
        more = {"nextPageToken": str(start + len(page))} if start + len(page) < len(entries) else {"nextSyncToken": "list-1"}
        return {"kind": "calendar#calendarList", "etag": '"list"', "items": page} | more

    def _entry(self, calendar):
        usual = {"kind": "calendar#calendarListEntry", "etag": '"1"', "timeZone": calendar.zone}
        return usual | {"id": calendar.id, "accessRole": calendar.role, "defaultReminders": calendar.defaults} | calendar.entry


def _form(body):
    return dict(urllib.parse.parse_qsl(body.decode()))
