#!/usr/bin/env python3
"""Measures the server on PostgreSQL, all on this machine and in one run.

    make scale [SECONDS=20] [ACCOUNTS=20000]

Writes: 8, 32 and 64 clients add events as fast as they can, each in a calendar of its own and waiting for each answer. As
many clients run `pgbench -N` on the same database server before and after. Both write durably.

Sync: an account with 100 events loads everything, in turns from a database of 200 accounts and from one of ACCOUNTS
accounts, each with as many events and in a group of five.

`make scale` then runs `make cluster-load`. PostgreSQL writes to the disk here as it would in service.
"""

import argparse
import asyncio
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ.setdefault("BINARY_TO_TEST", str(ROOT / ".build/release/meantime"))

import cluster  # noqa: E402
from live_load import event  # noqa: E402
from support.people import Household  # noqa: E402
from support.postgresql import ServerOnPostgreSQL, make_database  # noqa: E402

CLIENTS = 8, 32, 64
EVENTS_EACH = 100
FEW_ACCOUNTS = 200
SYNCS = 50
# The rows of other accounts are written directly to the database, by its superuser. Their tokens are smaller than
# those of the server's own transactions.
SEED = """
SET session_replication_role = replica;
INSERT INTO users (id, email, name, password, created_second)
    SELECT md5('user' || n), 'user' || n || '@example.org', 'User ' || n, 'none', 0 FROM generate_series(1, :accounts) AS n;
INSERT INTO groups (id, name, color, created_second)
    SELECT md5('group' || n), 'Group ' || n, 'green', 0 FROM generate_series(1, :accounts / 5) AS n;
INSERT INTO memberships (group_id, account_id, role, color, default_level, joined_second, times_id)
    SELECT md5('group' || 1 + (n - 1) / 5), md5('user' || n), CASE WHEN n % 5 = 1 THEN 'owner' ELSE 'member' END, 'red', 1, 0,
    md5('times' || n) FROM generate_series(1, :accounts) AS n;
INSERT INTO calendars (id, owner_id, name, color, position, is_default, object_count, change_token)
    SELECT md5('calendar' || n), md5('user' || n), 'Personal', 'blue', 0, 1, :each, n FROM generate_series(1, :accounts) AS n;
INSERT INTO calendars (id, owner_id, name, color, position, is_default, change_token, group_id)
    SELECT md5('shared' || n), md5('user' || n * 5 - 4), 'Group ' || n, 'green', 1, 0, n, md5('group' || n)
    FROM generate_series(1, :accounts / 5) AS n;
INSERT INTO objects (id, calendar_id, href, uid, etag, ical, first_second, last_second, change_token)
    SELECT md5('object' || n), md5('calendar' || 1 + n / :each), n || '.ics', n || '@example.org', '"' || n || '"',
    E'BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nPRODID:-//Meantime//Load//EN\\r\\nBEGIN:VEVENT\\r\\nUID:' || n
    || E'@example.org\\r\\nDTSTAMP:20260101T000000Z\\r\\nDTSTART:20260311T100000Z\\r\\nDTEND:20260311T110000Z\\r\\nSUMMARY:Meeting '
    || n || E'\\r\\nEND:VEVENT\\r\\nEND:VCALENDAR\\r\\n', 1773223200 + n % 30000000, 1773226800 + n % 30000000, n + 1
    FROM generate_series(0, :accounts * :each - 1) AS n;
INSERT INTO changes (token, owner_id, what, subject_id, href, object_id)
    SELECT n + 1, md5('user' || 1 + n / :each), 'event', md5('calendar' || 1 + n / :each), n || '.ics', md5('object' || n)
    FROM generate_series(greatest(0, :accounts * :each - 900000), :accounts * :each - 1) AS n;
INSERT INTO writes (last_token, first_token, account_id, way, second)
    SELECT token, token, owner_id, 'page', 0 FROM changes WHERE token <= :accounts * :each;
VACUUM ANALYZE;
"""


def serve(folder, name):
    """A server on an empty database."""
    return ServerOnPostgreSQL(make_database(f"{name}_{os.getpid()}"), folder / f"{name}.log", cluster.settings()).start()


def as_superuser(address):
    return re.sub("//meantime@", "//postgres@", address)


class Writer(asyncio.Protocol):
    """Adds events on one connection, each once the one before has been answered. It has to cost as little as a client of pgbench."""

    def __init__(self, cookie, calendar, name, ends):
        self.ends = ends
        self.count = 0
        self.answer = b""
        self.finished = asyncio.get_running_loop().create_future()
        # All numbers have six digits, so all requests have the same length.
        body = event(0).replace(b"UID:load@", f"UID:{name}-%06d@".encode())
        self.request = (
            f"PUT /api/v1/calendars/{calendar}/events/{name}-%06d.ics HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: meantime_session={cookie}\r\nContent-Type: text/calendar\r\nIf-None-Match: *\r\n"
            f"Content-Length: {len(body % 0)}\r\n\r\n".encode() + body
        )

    def connection_made(self, transport):
        self.transport = transport
        self.send()

    def send(self):
        self.transport.write(self.request % (self.count, self.count))

    def data_received(self, data):
        self.answer += data
        head, blank, body = self.answer.partition(b"\r\n\r\n")
        if not blank or len(body) < int(re.search(rb"(?i)content-length: (\d+)", head).group(1)):
            return
        if not head.startswith(b"HTTP/1.1 201"):
            self.finished.set_exception(AssertionError(head))
            return
        self.answer = b""
        self.count += 1
        if time.monotonic() < self.ends:
            self.send()
        else:
            self.transport.close()

    def connection_lost(self, error):
        if self.finished.done():
            return
        if time.monotonic() < self.ends:
            self.finished.set_exception(error or ConnectionError("the server ended the connection"))
        else:
            self.finished.set_result(self.count)


async def write_all(server, household, seconds):
    ends = time.monotonic() + seconds
    loop = asyncio.get_running_loop()
    writers = [
        Writer(client.cookie, household.own(index), f"e{time.monotonic_ns()}-{index}", ends)
        for index, client in enumerate(household.clients)
    ]
    for writer in writers:
        await loop.create_connection(lambda writer=writer: writer, "127.0.0.1", server.port)
    return sum(await asyncio.gather(*(writer.finished for writer in writers))) / seconds


def pgbench(*arguments):
    """Runs pgbench and returns its report."""
    return subprocess.run(["pgbench", *arguments], check=True, capture_output=True, text=True).stdout


def peer_rate(address, clients, seconds):
    """The transactions per second of `pgbench -N`."""
    report = pgbench("--no-vacuum", "--skip-some-updates", f"--client={clients}", "--jobs=2", f"--time={seconds}", address)
    return float(re.search(r"tps = ([\d.]+)", report).group(1))


def populate(folder, name, accounts):
    """A server whose database has some accounts, each with events."""
    server = serve(folder, name)
    seed = [f"--set={key}={value}" for key, value in {"accounts": accounts, "each": EVENTS_EACH}.items()]
    begin = time.monotonic()
    command = ["psql", "--quiet", "--set=ON_ERROR_STOP=1", *seed, as_superuser(server.address)]
    subprocess.run(command, input=SEED, text=True, check=True)
    query = ["psql", "--tuples-only", "--command=SELECT pg_database_size(current_database())", as_superuser(server.address)]
    size = int(subprocess.run(query, check=True, capture_output=True, text=True).stdout)
    print(f"{accounts:,} accounts with {EVENTS_EACH} events each, made in {time.monotonic() - begin:.0f} s, {size / 1e6:,.0f} MB")
    return server


def measure_writes(folder, clients, seconds):
    """Compares the writes of some clients on new databases."""
    bench = as_superuser(make_database(f"bench_{clients}_{os.getpid()}"))
    pgbench("--initialize", "--scale=20", "--quiet", bench)
    server = populate(folder, f"writes_{clients}", FEW_ACCOUNTS)
    household = Household(server, [f"writer{number}" for number in range(clients)], group=None)
    before = peer_rate(bench, clients, seconds)
    ours = asyncio.run(write_all(server, household, seconds))
    after = peer_rate(bench, clients, seconds)
    server.stop()
    peer = (before + after) / 2
    print(f"{clients} clients: {ours:.0f} events written per second; pgbench -N {before:.0f} and {after:.0f} transactions: {ours / peer:.0%} (goal 40 %)")


def populate_one(folder, name, accounts):
    """A server whose database has some accounts, and a client signed in to one more."""
    server = populate(folder, name, accounts)
    household = Household(server, cluster.NAMES)
    for number in range(EVENTS_EACH):
        household.clients[0].put(f"BEGIN:VEVENT\nUID:own-{number}\nDTSTAMP:20260101T000000Z\nDTSTART:20260311T100000Z\nSUMMARY:Own {number}\nEND:VEVENT",
                                 calendar=household.own(0))
    return server, household.clients[0]


def measure_sync(folder, accounts):
    few, many = populate_one(folder, "few", FEW_ACCOUNTS), populate_one(folder, "many", accounts)
    times = [], []
    for _ in range(SYNCS):
        for samples, (_, client) in zip(times, [few, many]):
            begin = time.monotonic()
            records = client.records()
            samples.append(time.monotonic() - begin)
            assert sum(record["type"] == "event" for record in records) >= EVENTS_EACH
    for server, _ in [few, many]:
        server.stop()
    medians = [statistics.median(samples) * 1000 for samples in times]
    print(f"everything of an account with {EVENTS_EACH} events: {medians[0]:.1f} ms among few, {medians[1]:.1f} ms among many: "
          f"{medians[1] / medians[0]:.2f} times (goal 1.5)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--accounts", type=int, default=20_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for clients in CLIENTS:
            measure_writes(pathlib.Path(folder), clients, options.seconds)
        measure_sync(pathlib.Path(folder), options.accounts)


if __name__ == "__main__":
    main()
