"""The calendars of the stand-in for Google: their events, and what has changed since a token."""

import copy
import datetime
import itertools
import re


class Refusal(Exception):
    """An answer with an error, as Google words it."""

    def __init__(self, status, reason, message="Refused."):
        super().__init__(message)
        self.status, self.reason, self.message = status, reason, message


UTC = datetime.timezone.utc
# Each change gets a higher number, of which ETags, times and tokens are made.
numbers = itertools.count(1)
ID = re.compile(r"[a-v0-9]{5,1024}")


class GoogleCalendar:
    """One calendar. Events are kept as the interface gives them, by their IDs; deleted ones stay, cancelled."""

    def __init__(self, identity, role="owner", **entry):
        self.id, self.role, self.entry = identity, role, entry
        self.events = {}
        # The number of the last change of each event.
        self.changed = {}
        self.oldest_token = 0
        self.zone = "Europe/Berlin"
        self.defaults = [{"method": "popup", "minutes": 10}]

    # What somebody does in Google's own page.

    def add(self, identity, **fields):
        event = {"id": identity, "iCalUID": f"{identity}@google.com", "status": "confirmed", "eventType": "default"}
        event |= {"organizer": {"email": self.id, "self": True}, "reminders": {"useDefault": True}} | fields
        return self._store(event)

    def change(self, identity, **fields):
        return self.patch(identity, fields)

    def live(self, series=None):
        """The events that take place, without cancelled ones."""
        found = [event for event in self.events.values() if event["status"] != "cancelled"]
        return [event for event in found if series is None or event.get("recurringEventId") == series]

    # The interface.

    def get(self, identity):
        event = self.events.get(identity) or self._instance(identity)
        if event is None:
            raise Refusal(404, "notFound", "Not Found")
        return event

    def insert(self, body):
        identity = body.get("id") or f"made{next(numbers):08}"
        if not ID.fullmatch(identity):
            raise Refusal(400, "invalid", "Invalid resource id value.")
        if identity in self.events:
            raise Refusal(409, "duplicate", "The requested identifier already exists.")
        self._check(body)
        return self.add(identity, **{name: value for name, value in body.items() if name != "id"})

    def patch(self, identity, body, etag=None):
        event = copy.deepcopy(self.get(identity))
        self._match(event, etag)
        before = event.get("start"), event.get("recurrence")
        for name, value in body.items():
            if name in ("id", "iCalUID", "etag", "recurringEventId", "originalStartTime"):
                continue
            if value is None:
                event.pop(name, None)
            elif name in ("start", "end") and isinstance(value, dict):
                merged = (event.get(name) or {}) | value
                event[name] = {key: part for key, part in merged.items() if part is not None}
            else:
                event[name] = value
        event.setdefault("status", "confirmed")
        self._check(event)
        stored = self._store(event)
        if "recurringEventId" not in event and (event.get("start"), event.get("recurrence")) != before:
            # When a series moves, its exceptions go back into it.
            for other in [each for each in self.events.values() if each.get("recurringEventId") == identity]:
                self._store(other | {"status": "cancelled"})
                self.events.pop(other["id"])
                self.dropped = getattr(self, "dropped", {}) | {other["id"]: (next(numbers), other)}
        return stored

    def delete(self, identity, etag=None):
        event = self.get(identity)
        if event["status"] == "cancelled":
            raise Refusal(410, "deleted", "Resource has been deleted")
        self._match(event, etag)
        if "recurringEventId" in event:
            kept = ("id", "iCalUID", "recurringEventId", "originalStartTime")
            self._store({name: event[name] for name in kept} | {"status": "cancelled"})
            return
        for other in [each for each in self.events.values() if each.get("recurringEventId") == identity]:
            self._store(other | {"status": "cancelled"})
        self._store(event | {"status": "cancelled"})

    def page(self, query, size):
        """A page of the events, of all changes since a token, or of those with a UID."""
        token, uid = query.get("syncToken"), query.get("iCalUID")
        if token and (uid or "timeMin" in query or "q" in query):
            raise Refusal(400, "invalid", "Sync token cannot be used with other restrictions.")
        since = int(token.split("-")[1]) if token else 0
        if token and since < self.oldest_token:
            raise Refusal(410, "fullSyncRequired", "Sync token is no longer valid, a full sync is required.")
        shows_deleted = bool(token) or query.get("showDeleted") == "true"
        dropped = getattr(self, "dropped", {}) if token else {}
        found = [event for number, event in dropped.values() if number > since]
        found = [event | {"status": "cancelled"} for event in found]
        for identity, event in sorted(self.events.items()):
            is_listed = event["status"] != "cancelled" or shows_deleted or self._is_gap(event)
            if self.changed[identity] > since and is_listed and uid in (None, event["iCalUID"]):
                found.append(event)
        start = int(query.get("pageToken") or 0)
        answer = {
            "kind": "calendar#events",
            "summary": self.entry.get("summary", ""),
            "timeZone": self.zone,
            "accessRole": self.role,
            "defaultReminders": self.defaults,
            "items": [self._shown(event) for event in found[start : start + size]],
        }
        if start + size < len(found):
            return answer | {"nextPageToken": str(start + size)}
        return answer if uid else answer | {"nextSyncToken": f"since-{next(numbers)}"}

    def instances(self, series, original):
        return [event for event in [self._instance(f"{series}_{original}")] if event]

    def forget_tokens(self):
        """After this, everybody has to read everything again."""
        self.oldest_token = next(numbers)

    # How it's kept.

    def _is_gap(self, event):
        """Whether it's a cancelled occurrence of a series that isn't cancelled."""
        series = self.events.get(event.get("recurringEventId"))
        return series is not None and series["status"] != "cancelled"

    def _shown(self, event):
        if event["status"] == "cancelled":
            kept = ("id", "status", "recurringEventId", "originalStartTime", "etag")
            return {name: event[name] for name in kept if name in event}
        if self.role == "freeBusyReader":
            kept = ("id", "status", "iCalUID", "start", "end", "etag", "recurrence", "recurringEventId", "originalStartTime")
            return {name: event[name] for name in kept if name in event} | {"visibility": "private"}
        return event

    def _store(self, event):
        number = next(numbers)
        event = {name: value for name, value in event.items() if value is not None}
        moment = datetime.datetime(2026, 3, 1, tzinfo=UTC) + datetime.timedelta(seconds=number)
        event["updated"] = moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        event["etag"] = f'"31811617{number:08}"'
        self.events[event["id"]], self.changed[event["id"]] = event, number
        if event["status"] == "cancelled" and event["id"] in getattr(self, "dropped", {}):
            self.dropped.pop(event["id"])
        series = self.events.get(event.get("recurringEventId"))
        if series is not None and series["status"] != "cancelled":
            # A series changes with its occurrences.
            series["etag"] = f'"31811617{number:08}s"'
        return event

    def _match(self, event, etag):
        if etag not in (None, "*", event.get("etag")):
            raise Refusal(412, "conditionNotMet", "Precondition Failed")

    def _check(self, event):
        start, end = event.get("start") or {}, event.get("end") or {}
        if not (start.get("date") or start.get("dateTime")) or ("date" in start) != ("date" in end):
            raise Refusal(400, "required", "Missing end time.")
        if event.get("recurrence") and "dateTime" in start and not start.get("timeZone"):
            raise Refusal(400, "required", "Missing time zone definition for start time.")
        for line in event.get("recurrence") or []:
            if not re.match(r"(RRULE|EXRULE|RDATE|EXDATE)[;:]", line):
                raise Refusal(400, "invalid", "Invalid recurrence rule.")

    def _instance(self, identity):
        """An occurrence that is like the others: it's known by its ID."""
        match = re.fullmatch(r"(.+)_(\d{8})(T\d{6}Z)?", identity)
        series = match and self.events.get(match[1])
        if not series or series["status"] == "cancelled" or not series.get("recurrence"):
            return None
        copied = {name: copy.deepcopy(value) for name, value in series.items() if name not in ("recurrence", "etag")}
        if match[3]:
            moment = datetime.datetime.strptime(match[2] + match[3], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
            length = instant(series["end"]) - instant(series["start"])
            start = {"dateTime": spelled(moment), "timeZone": series["start"].get("timeZone", "UTC")}
            end = {"dateTime": spelled(moment + length), "timeZone": start["timeZone"]}
        else:
            day = datetime.datetime.strptime(match[2], "%Y%m%d").date()
            length = datetime.date.fromisoformat(series["end"]["date"]) - datetime.date.fromisoformat(series["start"]["date"])
            start, end = {"date": day.isoformat()}, {"date": (day + length).isoformat()}
        return copied | {
            "id": identity,
            "recurringEventId": match[1],
            "originalStartTime": start,
            "start": start,
            "end": end,
            "etag": series["etag"],
        }


def instant(time):
    """When a time is; one without an offset counts in Berlin."""
    moment = datetime.datetime.fromisoformat(time["dateTime"])
    if moment.tzinfo is None:
        import zoneinfo

        moment = moment.replace(tzinfo=zoneinfo.ZoneInfo(time.get("timeZone", "Europe/Berlin")))
    return moment.astimezone(UTC)


def spelled(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
