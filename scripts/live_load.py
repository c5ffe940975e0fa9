#!/usr/bin/env python3
"""Puts load on the live stream of the real server, and reports how late changes arrive.

    make load [CONNECTIONS=200] [CHANGES=20] [SECONDS=60]

Some accounts share a group. They take turns in changing its calendar through the HTTP API, CHANGES times per
second, while CONNECTIONS connections of all accounts listen. Each connection must receive each change exactly
once. The delay runs from before the change is sent until its record has arrived, measured on one clock. The run
fails if a change is missed or arrives twice.
"""

import argparse
import asyncio
import itertools
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ.setdefault("BINARY_TO_TEST", str(ROOT / ".build/release/meantime"))

from support.people import Household  # noqa: E402
from support.server import MANY_WRITES, Server  # noqa: E402

LATE_MS = 250
# How long to wait for the last change to arrive.
GRACE_SECONDS = 5
MARK = b"X-LOAD-NUMBER:"
NAMES = ["ana", "ben", "cleo", "dan"]


def event(number):
    return "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meantime//Load//EN", "BEGIN:VEVENT", "UID:load@example.org",
        "DTSTAMP:20260101T000000Z", "DTSTART:20260311T100000Z", f"SUMMARY:Load {number}", f"X-LOAD-NUMBER:{number}",
        "END:VEVENT", "END:VCALENDAR", "",
    ]).encode()


async def connect(port, method, path, cookie, body=b""):
    """Sends one request on a new connection; returns the connection once the response head is read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: meantime_session={cookie}\r\n"
    if body:
        head += f"Content-Type: text/calendar\r\nIf-None-Match: *\r\nContent-Length: {len(body)}\r\n"
    writer.write(head.encode() + b"\r\n" + body)
    await writer.drain()
    answer = await reader.readuntil(b"\r\n\r\n")
    return reader, writer, int(answer.split(b" ", 2)[1])


async def listen(port, cookie, arrivals, ready):
    """Records the arrival time of each change until cancelled."""
    reader, writer, status = await connect(port, "GET", "/api/v1/live", cookie)
    assert status == 200, status
    ready.release()
    try:
        while line := await reader.readline():
            now = time.monotonic()
            at = line.find(MARK)
            if at >= 0:
                number = int(line[at + len(MARK):].split(b"\\", 1)[0])
                arrivals.append((number, now))
    finally:
        writer.close()


async def add(port, calendar, cookie, number):
    """Adds an event, and returns the status of the answer."""
    path = f"/api/v1/calendars/{calendar}/events/load-{number}.ics"
    body = event(number).replace(b"UID:load@", f"UID:load-{number}@".encode())
    _, writer, status = await connect(port, "PUT", path, cookie, body)
    writer.close()
    return status


async def change(port, calendar, cookie, number):
    status = await add(port, calendar, cookie, number)
    assert status == 201, status


async def run(port, calendar, cookies, options, listen=listen, change=change, at_half_time=lambda: None):
    """Returns when each change was sent, and when each connection received which change."""
    ready, sent = asyncio.Semaphore(0), {}
    heard = [[] for _ in range(options.connections)]
    listeners = [
        asyncio.create_task(listen(port, cookie, arrivals, ready))
        for arrivals, cookie in zip(heard, itertools.cycle(cookies))
    ]
    for _ in listeners:
        await ready.acquire()
    count = int(options.changes * options.seconds)
    start, writers = time.monotonic() + 0.5, []
    for number, cookie in zip(range(count), itertools.cycle(cookies)):
        await asyncio.sleep(max(0, start + number / options.changes - time.monotonic()))
        if number == count // 2:
            at_half_time()
        sent[number] = time.monotonic()
        writers.append(asyncio.create_task(change(port, calendar, cookie, number)))
    await asyncio.gather(*writers)
    ends = time.monotonic() + GRACE_SECONDS
    while time.monotonic() < ends and any(len(arrivals) < count for arrivals in heard):
        await asyncio.sleep(0.05)
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    return sent, heard


def judge(sent, heard):
    """Prints the figures; returns whether every connection received every change exactly once."""
    delays = sorted((now - sent[number]) * 1000 for arrivals in heard for number, now in arrivals)
    wrong = sum(sorted(number for number, _ in arrivals) != sorted(sent) for arrivals in heard)
    at = lambda share: delays[min(len(delays) - 1, int(len(delays) * share))]
    print(f"{len(sent)} changes at {len(heard)} connections: {len(delays)} arrivals, {wrong} connections missed a change or got one twice")
    print(f"  median {at(0.5):.1f} ms, 95 % within {at(0.95):.1f} ms, 99 % within {at(0.99):.1f} ms (goal {LATE_MS}), longest {delays[-1]:.1f} ms")
    return wrong == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--changes", type=float, default=20, help="per second")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(pathlib.Path(folder) / "m.sqlite", pathlib.Path(folder) / "server.log", settings=MANY_WRITES).start()
        household = Household(server, NAMES)
        sent, heard = asyncio.run(run(server.port, household.calendar, [one.cookie for one in household.clients], options))
        server.stop()
    return 0 if judge(sent, heard) else 1


if __name__ == "__main__":
    sys.exit(main())
