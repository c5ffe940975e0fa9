"""What is measured: each function takes a loaded server and returns figures."""

import datetime
import math
import random
import re
import statistics
import threading
import time

ROUNDS = 15
ROUNDS_MIN = 3
# A row of a slow server ends after this long, with at least ROUNDS_MIN rounds.
ROW_SECONDS_MAX = 12
WRITERS = 8
PART = 50
MULTIGET_COUNT = 50
FIRST_MONDAY = datetime.date(2026, 3, 2)
NAMES = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"'
XML = {"Content_Type": "application/xml; charset=utf-8"}


def put(connection, calendar, name, octets, **headers):
    answer = connection.request("PUT", calendar + name, octets, Content_Type="text/calendar; charset=utf-8", **headers)
    assert answer.status in (200, 201, 204), (name, answer)


def load(server, objects, seconds_max=math.inf):
    """Puts objects on one connection, for some time at most; how many per second, as the median of the parts."""
    connection, rates = server.connect(), []
    started = began = time.perf_counter()
    for count, (name, octets) in enumerate(objects, 1):
        put(connection, server.calendar, name, octets, If_None_Match="*")
        now = time.perf_counter()
        if count % PART == 0:
            rates.append(PART / (now - began))
            began = now
        if now - started > seconds_max:
            break
    return statistics.median(rates) if rates else count / (now - started)


def load_together(server, objects, seconds_max):
    """The same on several connections at once."""
    rates, failures = [], []

    def write(mine):
        try:
            rates.append(load(server, mine, seconds_max))
        except Exception as failure:
            failures.append(failure)

    writers = [threading.Thread(target=write, args=(objects[first::WRITERS],)) for first in range(WRITERS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    if failures:
        raise failures[0]
    return sum(rates)


def report(connection, calendar, body, depth=1):
    answer = connection.request("REPORT", calendar, body.encode(), Depth=depth, **XML)
    assert answer.status == 207, answer
    return answer.body


def responses(body):
    return len(re.findall(rb"<(?:\w+:)?response[\s>]", body))


def events(body):
    return body.count(b"BEGIN:VEVENT")


def _span(round, days):
    start = FIRST_MONDAY + datetime.timedelta(weeks=round)
    return " ".join(
        f'{name}="{day:%Y%m%d}T000000Z"' for name, day in [("start", start), ("end", start + datetime.timedelta(days=days))]
    )


def query(span, data="<C:calendar-data/>"):
    return (
        f"<C:calendar-query {NAMES}><D:prop><D:getetag/>{data}</D:prop><C:filter><C:comp-filter name=\"VCALENDAR\">"
        f'<C:comp-filter name="VEVENT"><C:time-range {span}/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>'
    )


def timed(body, before=None):
    """The seconds of a body's fastest round, and what its first answer held."""
    if before:
        before(0)
    count = body(0)()
    seconds, ends = [], time.perf_counter() + ROW_SECONDS_MAX
    for round in range(1, ROUNDS + 1):
        if before:
            before(round)
        started = time.perf_counter()
        body(round)
        seconds.append(time.perf_counter() - started)
        if time.perf_counter() > ends and round >= ROUNDS_MIN:
            break
    return {"seconds": min(seconds), "count": count}


def week(server, objects):
    connection = server.connect()

    def body(round):
        found = report(connection, server.calendar, query(_span(round, 7)))
        return lambda: responses(found)

    return timed(body)


def expanded(server, objects):
    connection = server.connect()

    def body(round):
        span = _span(round, 31)
        data = f"<C:calendar-data><C:expand {span}/></C:calendar-data>"
        found = report(connection, server.calendar, query(span, data))
        return lambda: events(found)

    return timed(body)


def _properties(connection, server, names, depth=0):
    body = f"<D:propfind {NAMES}><D:prop>{names}</D:prop></D:propfind>".encode()
    answer = connection.request("PROPFIND", server.calendar, body, Depth=depth, **XML)
    assert answer.status == 207, answer
    return answer.body


def poll(server, objects):
    """What a program asks every few minutes to find that nothing has changed."""
    connection = server.connect()

    def body(round):
        found = _properties(connection, server, "<S:getctag/><D:sync-token/>")
        return lambda: responses(found)

    return timed(body)


def _token(body):
    return re.findall(rb"sync-token>([^<]+)<", body)[-1].decode()


def _sync(connection, server, token):
    body = (
        f"<D:sync-collection {NAMES}><D:sync-token>{token}</D:sync-token><D:sync-level>1</D:sync-level>"
        "<D:prop><D:getetag/></D:prop></D:sync-collection>"
    )
    return report(connection, server.calendar, body, depth=0)


def changed(server, objects):
    connection = server.connect()
    tokens = [_token(_properties(connection, server, "<D:sync-token/>"))]

    def change(round):
        name, octets = objects[round * 37 % len(objects)]
        put(connection, server.calendar, name, octets.replace(b"SUMMARY:", b"SUMMARY:Changed "))

    def body(round):
        found = _sync(connection, server, tokens[-1])
        tokens.append(_token(found))
        return lambda: responses(found)

    return timed(body, before=change)


def from_nothing(server, objects):
    connection = server.connect()

    def body(round):
        found = _sync(connection, server, "")
        return lambda: responses(found)

    return timed(body)


def multiget(server, objects):
    connection = server.connect()

    def body(round):
        names = random.Random(round).sample([name for name, _ in objects], min(MULTIGET_COUNT, len(objects)))
        hrefs = "".join(f"<D:href>{server.calendar}{name}</D:href>" for name in names)
        found = report(
            connection, server.calendar,
            f"<C:calendar-multiget {NAMES}><D:prop><D:getetag/><C:calendar-data/></D:prop>{hrefs}</C:calendar-multiget>",
        )
        return lambda: events(found)

    return timed(body)


READS = {
    "week": week, "expanded": expanded, "poll": poll, "changed": changed, "nothing": from_nothing, "multiget": multiget,
}
