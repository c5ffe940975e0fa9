"""The calendars of the stand-in for Google: their events, and what has changed since a token."""

import copy
import datetime
import hashlib
import itertools
import re
import threading
import zlib

from support.google_times import UTC, instant, length_seconds, local, occurrence, suffix, takes_place, written

__all__ = ["GoogleCalendar", "Refusal", "instant"]

# Each change gets a higher number, of which ETags, times and tokens are made.
numbers = itertools.count(1)
ID = re.compile(r"[a-v0-9]{5,1024}")
# What nobody may set: Google says it.
OWN_FIELDS = (
    *("id", "iCalUID", "etag", "kind", "created", "updated", "creator", "organizer", "sequence", "eventType"),
    *("htmlLink", "hangoutLink", "recurringEventId", "originalStartTime", "attendeesOmitted", "locked"),
)
# What a guest may change in their copy of an event, and anybody in an event that was made of a mail.
GUEST_FIELDS = {"attendees", "reminders", "colorId", "transparency", "visibility", "extendedProperties", "status"}
TYPE_FIELDS = {"fromGmail": GUEST_FIELDS, "birthday": {"colorId", "reminders", "summary", "start", "end", "recurrence"}}
WITHOUT_TOKEN = ("iCalUID", "orderBy", "privateExtendedProperty", "q", "sharedExtendedProperty", "timeMin", "timeMax", "updatedMin")
BUSY_FIELDS = ("kind", "id", "status", "iCalUID", "start", "end", "etag", "recurrence", "recurringEventId", "originalStartTime")


class Refusal(Exception):
    """An answer with an error, as Google words it."""

    def __init__(self, status, reason, message="Refused.", retry_after=None):
        super().__init__(message)
        self.status, self.reason, self.message, self.retry_after = status, reason, message, retry_after


class GoogleCalendar:
    """One calendar. Events are kept as the interface gives them, by their IDs; deleted ones stay, cancelled."""

    def __init__(self, identity, role="owner", lock=None, **entry):
        self.id, self.role, self.entry = identity, role, entry
        self.lock = lock or threading.RLock()
        self.events = {}
        # The number of the last change of each event.
        self.changed = {}
        # Exceptions that went back into their series, with the numbers of that; lists of changes tell them as cancelled.
        self.dropped = {}
        # The rest of lists that were cut into pages, by the tokens of the next pages.
        self.pages = {}
        self.oldest_token = 0
        self.zone = "Europe/Berlin"
        self.defaults = [{"method": "popup", "minutes": 10}]
        # What isn't documented, so both have to be right: whether a series has another ETag when an occurrence changes,
        # and whether exceptions follow the series in what they don't change themselves.
        self.marks_series, self.carries_over = True, False
        # Whether lists begin with a page without items, as documented.
        self.starts_with_empty_page = False

    # What somebody does in Google's own page.

    def add(self, identity, **fields):
        with self.lock:
            uid = f"{fields.get('recurringEventId', identity)}@google.com"
            event = {"kind": "calendar#event", "id": identity, "iCalUID": uid, "status": "confirmed"}
            event |= {"eventType": "default", "sequence": 0, "organizer": {"email": self.id, "self": True}}
            event |= {"creator": {"email": self.id, "self": True}, "reminders": {"useDefault": True}} | fields
            return self._store(event)

    def change(self, identity, **fields):
        with self.lock:
            return self._change(copy.deepcopy(self.get(identity)), fields)

    def remove(self, identity):
        self.delete(identity)

    def live(self, series=None):
        """The events that take place, without cancelled ones."""
        found = [event for event in self.events.values() if event["status"] != "cancelled"]
        return [event for event in found if series is None or event.get("recurringEventId") == series]

    def forget_tokens(self):
        """After this, everybody has to read everything again."""
        self.oldest_token = next(numbers)

    # The interface.

    def get(self, identity):
        event = self.events.get(identity) or self._instance(identity)
        if event is None:
            raise Refusal(404, "notFound", "Not Found")
        return event

    def insert(self, body, query=None):
        identity = body.get("id") or "made" + hashlib.sha256(str(next(numbers)).encode()).hexdigest()[:20]
        if not ID.fullmatch(identity):
            raise Refusal(400, "invalid", "Invalid resource id value.")
        if identity in self.events:
            raise Refusal(409, "duplicate", "The requested identifier already exists.")
        fields = self._writable(body, query or {})
        self._check(fields)
        return self.add(identity, **fields)

    def patch(self, identity, body, etag=None, query=None):
        event = copy.deepcopy(self.get(identity))
        self._match(event, etag)
        fields = self._writable(body, query or {})
        self._may(event, fields)
        return self._change(event, fields, is_checked=True)

    def put(self, identity, body, etag=None, query=None):
        """Writes all fields of an event: what isn't named is cleared."""
        event = copy.deepcopy(self.get(identity))
        self._match(event, etag)
        fields = self._writable(body, query or {})
        cleared = {name: None for name in event if name not in (*OWN_FIELDS, "conferenceData", "attachments")}
        self._may(event, fields)
        return self._change(event, cleared | {"status": "confirmed"} | fields, is_checked=True)

    def delete(self, identity, etag=None):
        with self.lock:
            event = self.get(identity)
            if event["status"] == "cancelled":
                raise Refusal(410, "deleted", "Resource has been deleted")
            self._match(event, etag)
            for other in self._exceptions(identity):
                self._store(other | {"status": "cancelled"})
            return self._store(event | {"status": "cancelled"})

    def page(self, query, size):
        """A page of the events, of all changes since a token, or of those with a UID."""
        asked = {name: value for name, value in query.items() if name not in ("pageToken", "maxResults")}
        if token := query.get("pageToken"):
            known, found, number = self.pages.get(token, (None, [], 0))
            if known != asked:
                raise Refusal(400, "invalid", "Invalid page token value.")
        else:
            found, number = [self.shown(event) for event in self._listed(query)], next(numbers)
        shown = [] if self.starts_with_empty_page and not token and found else found[:size]
        answer = {
            "kind": "calendar#events",
            "etag": f'"p{number}"',
            "summary": self.entry.get("summary", ""),
            "timeZone": self.zone,
            "accessRole": self.role,
            "defaultReminders": self.defaults,
            "items": shown,
        }
        if rest := found[len(shown) :]:
            following = f"page-{next(numbers)}"
            self.pages[following] = asked, rest, number
            return answer | {"nextPageToken": following}
        # What is changed while somebody reads the pages comes with the next changes.
        return answer if "iCalUID" in query else answer | {"nextSyncToken": self._token(number)}

    def instances(self, series, query):
        """The occurrence of a series with an original start; no others are asked for."""
        start = query["originalStart"]
        time = {"date": start} if len(start) == 10 else {"dateTime": start}
        identity = f"{series}_{suffix(time, self.zone)}"
        event = self.events.get(identity) or self._instance(identity)
        return [self.shown(event)] if event and (event["status"] != "cancelled" or query.get("showDeleted") == "true") else []

    def shown(self, event):
        """An event as somebody with this role sees it."""
        if event["status"] == "cancelled":
            # More isn't promised.
            kept = ("kind", "id", "status", "recurringEventId", "originalStartTime", "etag")
            return {name: event[name] for name in kept if name in event}
        is_hidden = self.role == "reader" and event.get("visibility") in ("private", "confidential")
        if self.role == "freeBusyReader" or is_hidden:
            return {name: event[name] for name in BUSY_FIELDS if name in event} | {"visibility": "private"}
        return event

    # Lists.

    def _token(self, number):
        return f"{number}-{zlib.crc32(self.id.encode())}"

    def _listed(self, query):
        token, uid = query.get("syncToken"), query.get("iCalUID")
        if query.get("singleEvents") == "true":
            raise Refusal(501, "notImplemented", "The stand-in doesn't list occurrences one by one.")
        if token and (any(name in query for name in WITHOUT_TOKEN) or query.get("showDeleted") == "false"):
            message = "Sync token cannot be used with other request restrictions."
            raise Refusal(400, "syncTokenWithRequestRestrictions", message)
        since = int(token.split("-")[0]) if token and token[0].isdigit() else 0
        if token and token != self._token(since):
            raise Refusal(400, "invalid", "Invalid sync token value.")
        if token and since < self.oldest_token:
            raise Refusal(410, "fullSyncRequired", "Sync token is no longer valid, a full sync is required.")
        found = [event | {"status": "cancelled"} for number, event in self.dropped.values() if token and number > since]
        for identity, event in self.events.items():
            is_listed = event["status"] != "cancelled" or token or query.get("showDeleted") == "true" or self._is_gap(event)
            if self.changed[identity] > since and is_listed and uid in (None, event["iCalUID"]):
                found.append(event)
        # The order isn't documented: an exception may well come before its series.
        return sorted(found, key=lambda event: hashlib.sha256(event["id"].encode()).digest())

    def _is_gap(self, event):
        """Whether it's a cancelled occurrence of a series that isn't cancelled."""
        series = self.events.get(event.get("recurringEventId"))
        return series is not None and series["status"] != "cancelled"

    # Changes.

    def _writable(self, body, query):
        """What is taken of a body: links to calls and files only from who says that they know them."""
        left_out = set(OWN_FIELDS)
        if query.get("conferenceDataVersion") != "1":
            left_out.add("conferenceData")
        if query.get("supportsAttachments") != "true":
            left_out.add("attachments")
        return {name: value for name, value in body.items() if name not in left_out}

    def _may(self, event, fields):
        is_own = event.get("organizer", {}).get("self") or event.get("guestsCanModify")
        if not is_own and set(fields) - GUEST_FIELDS:
            raise Refusal(403, "forbiddenForNonOrganizer", "Shared properties can only be changed by the organizer of the event.")
        allowed = TYPE_FIELDS.get(event.get("eventType"))
        if allowed and set(fields) - allowed:
            raise Refusal(400, "eventTypeRestriction", "This isn't allowed for events of this type.")

    def _change(self, before, fields, is_checked=False):
        event = {name: value for name, value in _merged(before, fields).items() if value is not None}
        if event.get("status") == "cancelled":
            return self.delete(event["id"])
        event.setdefault("status", "confirmed")
        if is_checked:
            self._check(event)
        event = self._with_times(event)
        if any(event.get(name) != before.get(name) for name in ("start", "end", "recurrence")):
            event["sequence"] = event.get("sequence", 0) + 1
        stored = self._store(event)
        if "recurringEventId" not in event:
            self._follow(before, stored)
        return stored

    def _follow(self, before, series):
        """What a changed series means to its exceptions."""
        is_moved = series.get("start") != before.get("start")
        for other in self._exceptions(series["id"]):
            if is_moved or not self._has(series, other["originalStartTime"]):
                del self.events[other["id"]]
                self.dropped[other["id"]] = next(numbers), other
                continue
            same = {name for name in ("summary", "location", "description") if other.get(name) == before.get(name)}
            carried = {name: series.get(name) for name in same if series.get(name) != other.get(name)}
            if self.carries_over and carried and other["status"] != "cancelled":
                self._store(other | carried)

    def _has(self, series, original):
        return bool(series.get("recurrence")) and takes_place(series, local(original, self.zone), self.zone)

    def _exceptions(self, series):
        return [event for event in self.events.values() if event.get("recurringEventId") == series]

    def _store(self, event):
        number = next(numbers)
        event = self._with_times({name: value for name, value in event.items() if value is not None})
        moment = datetime.datetime(2026, 3, 1, tzinfo=UTC) + datetime.timedelta(seconds=number)
        event["updated"] = moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        event.setdefault("created", event["updated"])
        event["etag"] = f'"31811617{number:08}"'
        self.events[event["id"]], self.changed[event["id"]] = event, number
        self.dropped.pop(event["id"], None)
        series = self.events.get(event.get("recurringEventId"))
        if self.marks_series and series is not None and series["status"] != "cancelled":
            series["etag"] = f'"31811617{next(numbers):08}"'
        return event

    def _with_times(self, event):
        names = [name for name in ("start", "end", "originalStartTime") if event.get(name)]
        return event | {name: written(event[name], self.zone) for name in names}

    def _match(self, event, etag):
        if etag not in (None, "*", event.get("etag")):
            raise Refusal(412, "conditionNotMet", "Precondition Failed")

    def _check(self, event):
        start, end = event.get("start") or {}, event.get("end") or {}
        forms = [{"date", "dateTime"} & set(time) for time in (start, end)]
        if forms[0] != forms[1] or len(forms[0]) != 1:
            raise Refusal(400, "required", "Missing end time.")
        if event.get("recurrence") and "dateTime" in start and not start.get("timeZone"):
            raise Refusal(400, "required", "Missing time zone definition for start time.")
        if length_seconds(event, self.zone) < 0:
            raise Refusal(400, "timeRangeEmpty", "The specified time range is empty.")
        for line in event.get("recurrence") or []:
            if not re.match(r"(RRULE|EXRULE|RDATE|EXDATE)[;:]", line):
                raise Refusal(400, "invalid", "Invalid recurrence rule.")

    def _instance(self, identity):
        """An occurrence that is like the others: it's known by its ID."""
        match = re.fullmatch(r"(.+)_(\d{8}(?:T\d{6}Z)?)", identity)
        series = match and self.events.get(match[1])
        if not series or series["status"] == "cancelled" or not series.get("recurrence"):
            return None
        times = occurrence(series, match[2], self.zone)
        if not times:
            return None
        copied = {name: copy.deepcopy(value) for name, value in series.items() if name != "recurrence"}
        start, end = times
        return copied | {"id": identity, "recurringEventId": match[1], "originalStartTime": start, "start": start, "end": end}


def _merged(old, new):
    """A patch: what it names is replaced, null clears it, and objects are patched in the same way."""
    result = dict(old)
    for name, value in new.items():
        if isinstance(value, dict) and isinstance(old.get(name), dict):
            merged = _merged(old[name], value)
            result[name] = {key: part for key, part in merged.items() if part is not None}
        else:
            result[name] = copy.deepcopy(value)
    return result
