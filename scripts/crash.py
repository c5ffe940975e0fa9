#!/usr/bin/env python3
"""Kills servers while events are written, and checks that no acknowledged write is lost.

    make crash [KILLS=10000] [POSTGRESQL_KILLS=1000]

Some accounts put events over HTTP, each one's next write as soon as the one before was answered, so their writes share
transactions. After a random time the server is killed (SIGKILL) and started again. Every event must then have the text of
its last acknowledged write, or of one that was sent after that and got no answer, and nothing in between. On PostgreSQL,
the kill hits our server, one of the database's processes or all of them, in turn; while the database is away, requests
have to be answered with 503.
"""

import argparse
import collections
import http.client
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ.setdefault("BINARY_TO_TEST", str(ROOT / ".build/release/meantime"))

from support.people import Household  # noqa: E402
from support.postgresql import PostgreSQLServer, ServerOnPostgreSQL, make_database  # noqa: E402
from support.server import Server, binary  # noqa: E402
from support.waiting import eventually  # noqa: E402

WRITERS = 4
EVENTS_PER_WRITER = 25
# The longest time from the first acknowledged write to the kill.
KILL_AFTER_SECONDS = 0.12
# The number of kills after which a new database is begun, so that reading all of it stays short.
KILLS_PER_DATABASE = 500
# How often a server is asked while its database stays away; ten requests take a few seconds.
AWAY_QUESTIONS = 10
# How long a database that was killed may take until writes succeed again.
RECOVERY_SECONDS = 30


def text(name, number):
    """The text of an event's write; some are longer than a page of the database."""
    note = "".join(f"\r\n {number:08}{'x' * 56}" for _ in range(number % 7 * 20))
    return "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meantime//Crash//EN", "BEGIN:VEVENT", f"UID:{name}@example.org",
        "DTSTAMP:20260101T000000Z", "DTSTART:20260311T100000Z", f"SUMMARY:Write {number}{note}", "END:VEVENT",
        "END:VCALENDAR", "",
    ]).encode()


def writer_of(name):
    """The number of the writer whose event has a name."""
    return int(name.split("-")[1])


class Ledger:
    """What each event may be: the text that was acknowledged last, and those that were sent after it."""

    def __init__(self):
        self.possible = collections.defaultdict(lambda: [None])
        self.tags = {}
        self.acknowledged = self.refused = self.unanswered = 0
        self.lock = threading.Lock()

    def sent(self, name, body):
        self.possible[name].append(body)

    def condition(self, name):
        """The header with which a write replaces what is known to be there, or nothing."""
        return {"If-Match": self.tags[name]} if self.tags.get(name) else {"If-None-Match": "*"}

    def answered(self, name, body, status, tag, answer):
        with self.lock:
            if status in (200, 201):
                self.possible[name], self.tags[name] = [body], tag
                self.acknowledged += 1
            elif status == 503:
                self.refused += 1
            else:
                raise AssertionError(f"{name}: answered with {status}: {answer.decode(errors='replace')}")

    def cut_off(self):
        with self.lock:
            self.unanswered += 1

    def check(self, name, found, tag):
        """Holds what an event is now against what it may be; from now on it's that."""
        if found not in self.possible[name]:
            which = [body and body[:160] for body in self.possible[name]]
            raise AssertionError(f"{name} was lost or is half written: {found and found[:160]}, not one of {which}")
        self.possible[name], self.tags[name] = [found], tag


class Writer(threading.Thread):
    """Writes its own events in turn until it's told to stop or, without patience, a connection ends."""

    def __init__(self, run, number, is_patient):
        super().__init__(daemon=True)
        self.run_of_kills, self.is_patient = run, is_patient
        self.names = [f"event-{number}-{index}" for index in range(EVENTS_PER_WRITER)]
        self.is_over = threading.Event()
        self.failure = None

    def run(self):
        try:
            self.write()
        except AssertionError as failure:
            self.failure = failure

    def write(self):
        run, connection = self.run_of_kills, None
        names = list(self.names)
        while names and not self.is_over.is_set():
            name = random.choice(names)
            body = text(name, run.next_number())
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", run.server.port, timeout=60)
                run.ledger.sent(name, body)
                connection.request("PUT", run.path(name), body, run.headers(name) | run.ledger.condition(name))
                answer = connection.getresponse()
                said = answer.read()
            except (OSError, http.client.HTTPException):
                connection = None
                # The outcome of the request is found out after the kill.
                names.remove(name)
                run.ledger.cut_off()
                if not self.is_patient:
                    return
                time.sleep(0.02)
                continue
            run.ledger.answered(name, body, answer.status, answer.headers["ETag"], said)
            if answer.status == 503:
                names.remove(name)
                time.sleep(0.02)


class Run:
    """A server on one database, which is killed again and again."""

    def __init__(self, server, ledger):
        self.server, self.ledger = server, ledger
        server.start()
        # The writes of one account never share a transaction, so each writer has an account.
        household = Household(server, [f"writer{number}" for number in range(WRITERS)], group=None)
        self.clients = household.clients
        self.calendars = [household.own(number) for number in range(WRITERS)]
        self.number, self.lock = 0, threading.Lock()

    def next_number(self):
        with self.lock:
            self.number += 1
            return self.number

    def path(self, name):
        return f"/api/v1/calendars/{self.calendars[writer_of(name)]}/events/{name}.ics"

    def headers(self, name):
        return {"Cookie": f"meantime_session={self.clients[writer_of(name)].cookie}", "Content-Type": "text/calendar"}

    def kill_once(self, kill, is_patient):
        """Writes until a random moment, kills, and checks each event one by one."""
        writers = [Writer(self, number, is_patient) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        before = self.ledger.acknowledged
        eventually(lambda: self.ledger.acknowledged > before, seconds=RECOVERY_SECONDS)
        time.sleep(random.uniform(0, KILL_AFTER_SECONDS))
        kill()
        for writer in writers:
            writer.is_over.set()
        for writer in writers:
            writer.join(120)
            assert not writer.is_alive(), "a request wasn't answered within two minutes"
            if writer.failure:
                raise writer.failure

    def check(self):
        """Reads every event that was ever sent; a database that was killed may refuse for a while."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        ends = time.monotonic() + RECOVERY_SECONDS
        for name in list(self.ledger.possible):
            while True:
                connection.request("GET", self.path(name), headers=self.headers(name))
                answer = connection.getresponse()
                body = answer.read()
                if answer.status in (200, 404):
                    break
                assert answer.status == 503 and b"Try again" in body and time.monotonic() < ends, (name, answer.status, body)
                time.sleep(0.02)
            self.ledger.check(name, body if answer.status == 200 else None, answer.headers["ETag"])

    def check_whole(self):
        """Reads everything as a page does, and lets the program verify the database."""
        found = {record["href"].removesuffix(".ics"): record for client in self.clients for record in client.events()}
        for name in list(self.ledger.possible):
            record = found.pop(name, None)
            self.ledger.check(name, record and record["ical"].encode(), record and record["etag"])
        assert not found, f"nobody wrote {list(found)}"
        self.server.stop()
        subprocess.run([binary(), "verify", self.server.place], check=True, stdout=subprocess.DEVNULL)


def stay_away(database, run):
    """Takes the database away until the server was asked for it often; it has to say so each time."""
    database.take_away()
    for _ in range(AWAY_QUESTIONS):
        for path, sentence in [("/readyz", b"."), (run.path("event-0-0"), b"Try again")]:
            status, headers, body = run.clients[0].request("GET", path)
            assert status == 503 and sentence in body, (path, status, body)
    assert run.clients[0].request("GET", "/healthz")[0] == 200
    database.bring_back()
    eventually(lambda: run.clients[0].request("GET", "/readyz")[0], 200)


def crash_sqlite(kills, folder, tell):
    totals = collections.Counter()
    while kills > 0:
        ledger = Ledger()
        place = folder / "crash"
        place.mkdir()
        run = Run(Server(place / "crash.sqlite", place / "log", settings={"MEANTIME_LOG_LEVEL": "critical"}), ledger)
        count = min(kills, KILLS_PER_DATABASE)
        for _ in range(count):
            run.kill_once(run.server.kill, is_patient=False)
            run.server.start()
            run.check()
            totals["kills"] += 1
            tell(totals["kills"])
        run.check_whole()
        add(totals, ledger)
        kills -= count
        shutil.rmtree(place)
    return totals


def crash_postgresql(kills, folder, tell):
    totals = collections.Counter()
    if not os.environ.get("TEST_POSTGRESQL"):
        print("There is no PostgreSQL on this machine (Debian: apt-get install postgresql): nothing is killed there.")
        return totals
    database = PostgreSQLServer()
    ledger = Ledger()
    settings = {"MEANTIME_LOG_LEVEL": "error", "MEANTIME_SECRET_KEY_FILE": str(folder / "secret-key")}
    run = Run(ServerOnPostgreSQL(make_database(f"crash_{os.getpid()}"), folder / "postgresql.log", settings), ledger)
    ways = [("ours", run.server.kill), ("one process", database.kill_worker), ("all processes", database.kill_all)]
    try:
        # Once, the database stays away for a while.
        run.kill_once(lambda: stay_away(database, run), is_patient=True)
        run.check()
        for number in range(kills):
            way, kill = ways[number % len(ways)]
            run.kill_once(kill, is_patient=way != "ours")
            if way == "ours":
                run.server.start()
            run.check()
            totals["kills"] += 1
            tell(totals["kills"])
        run.check_whole()
    except AssertionError:
        said = [line for line in run.server.output().splitlines() if "error=busy" not in line]
        print(*said[-20:], *database.log.read_text().splitlines()[-20:], sep="\n", flush=True)
        raise
    add(totals, ledger)
    return totals


def add(totals, ledger):
    for name in ("acknowledged", "refused", "unanswered"):
        totals[name] += getattr(ledger, name)


def teller(place, kills):
    """Says now and then how far it is."""
    began = time.monotonic()

    def tell(count):
        if count % 250 == 0:
            print(f"{place}: {count} of {kills} kills in {time.monotonic() - began:.0f} s", flush=True)

    return tell


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10_000, help="of the server on SQLite")
    parser.add_argument("--postgresql-kills", type=int, default=1000, help="of both servers on PostgreSQL")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"Seed {options.seed}", flush=True)
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        for place, crash, kills in [
            ("SQLite", crash_sqlite, options.kills),
            ("PostgreSQL", crash_postgresql, options.postgresql_kills),
        ]:
            began = time.monotonic()
            totals = crash(kills, pathlib.Path(folder), teller(place, kills)) if kills else None
            if totals:
                print(
                    f"{place}: {totals['kills']} kills in {time.monotonic() - began:.0f} s. None of {totals['acknowledged']} "
                    f"acknowledged writes is lost and none is half written; {totals['unanswered']} got no answer, "
                    f"{totals['refused']} were refused with 503.",
                    flush=True,
                )


if __name__ == "__main__":
    sys.exit(main())
