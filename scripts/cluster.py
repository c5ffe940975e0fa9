#!/usr/bin/env python3
"""Three servers on one PostgreSQL database behind HAProxy, all on this machine.

    make cluster                                      until Ctrl-C, with the demo data
    make cluster-load [CONNECTIONS=600] [CHANGES=20] [SECONDS=60]

Under load, some accounts share a group and take turns in changing its calendar through the balancer, CHANGES times
per second, while CONNECTIONS connections of all accounts listen. At half-time one server is killed. Whoever was
connected to it comes back to another, from the last change it got. Each connection must receive each change exactly
once; the delay runs from before the change is sent until it has arrived, measured on one clock.

PostgreSQL writes to the disk here as it would in service. scripts/with-postgresql.sh starts it.
"""

import argparse
import asyncio
import base64
import functools
import os
import pathlib
import secrets
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ.setdefault("BINARY_TO_TEST", str(ROOT / ".build/release/meantime"))

from live_load import MARK, NAMES, add, connect, judge, run  # noqa: E402
from support.people import Household  # noqa: E402
from support.postgresql import ServerOnPostgreSQL, make_database  # noqa: E402
from support.server import MANY_WRITES, Client, free_port  # noqa: E402
from support.waiting import eventually  # noqa: E402

SERVER_COUNT = 3
# How long a writer goes on trying to get a change through while servers change places.
RETRY_SECONDS = 10


class Balancer:
    """HAProxy before some servers, which leaves out one that isn't ready."""

    def __init__(self, folder, servers):
        self.port = free_port()
        lines = [
            "global", "    maxconn 5000",
            "defaults", "    mode http", "    timeout connect 2s", "    timeout client 1h", "    timeout server 1h",
            # Otherwise what's written to a stream may wait up to 200 ms for more.
            "    option http-no-delay",
            "    option redispatch", "    retries 3", "    retry-on conn-failure empty-response",
            "frontend page", f"    bind 127.0.0.1:{self.port}", "    default_backend servers",
            "backend servers", "    balance leastconn", "    option httpchk",
            # Without a host, the server refuses a request.
            "    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost",
        ]
        lines += [f"    server s{server.port} 127.0.0.1:{server.port} check inter 500ms fall 1 rise 1" for server in servers]
        self.configuration = folder / "haproxy.cfg"
        self.configuration.write_text("\n".join(lines) + "\n")
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        self.process = subprocess.Popen(["haproxy", "-q", "-f", self.configuration], stdin=subprocess.DEVNULL)
        eventually(self._answers)
        return self

    def _answers(self):
        try:
            return Client(self).request("GET", "/healthz")[0] == 200
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Cluster:
    """The database's servers and their balancer."""

    def __init__(self, folder, common=None, demo=False):
        if not os.environ.get("TEST_POSTGRESQL"):
            sys.exit("There is no PostgreSQL on this machine (Debian: apt-get install postgresql).")
        address = make_database(f"cluster_{os.getpid()}")
        common = common or settings()
        self.servers = [
            ServerOnPostgreSQL(address, folder / f"server-{number + 1}.log", common, demo=demo and number == 0)
            for number in range(SERVER_COUNT)
        ]
        for server in self.servers:
            server.start()
        self.balancer = Balancer(folder, self.servers).start()

    def stop(self):
        self.balancer.stop()
        for server in self.servers:
            server.stop()


def settings():
    """The settings that all servers on a database have in common, such as the key for secrets of other services."""
    key = base64.b64encode(secrets.token_bytes(32)).decode()
    return MANY_WRITES | {"MEANTIME_SECRET_KEY": key, "MEANTIME_LOG_LEVEL": "warning"}


async def listen(since, comebacks, port, cookie, arrivals, ready):
    """Records the arrival of each change until cancelled, and comes back when a connection ends."""
    is_first = True
    while True:
        writer = None
        try:
            reader, writer, status = await connect(port, "GET", f"/api/v1/live?since={since}", cookie)
            if status != 200:
                raise OSError(f"the live stream was answered with {status}")
            if is_first:
                ready.release()
            else:
                comebacks.append(time.monotonic())
            is_first = False
            token, numbers = None, []
            while line := await reader.readline():
                if line == b"0\r\n":
                    # The last chunk: the server ends the stream, and the balancer keeps the connection.
                    break
                if line.startswith(b"id: "):
                    token = line[4:].strip().decode()
                elif (at := line.find(MARK)) >= 0:
                    numbers.append((int(line[at + len(MARK):].split(b"\\", 1)[0]), time.monotonic()))
                elif line.startswith(b"event: reset"):
                    raise AssertionError("a stream began anew")
                elif not line.strip(b"\r\n"):
                    # An event counts once it's whole, together with its token.
                    arrivals += numbers
                    since, token, numbers = token or since, None, []
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            if writer:
                writer.close()
        await asyncio.sleep(0.1)


async def change(port, calendar, cookie, number):
    """Adds an event; tries again while servers change places, as a page would."""
    ends = time.monotonic() + RETRY_SECONDS
    while True:
        try:
            status = await add(port, calendar, cookie, number)
        except (OSError, asyncio.IncompleteReadError):
            status = 0
        # 412: an earlier try succeeded, and only its answer was lost.
        if status in (201, 412):
            return
        assert time.monotonic() < ends, status
        await asyncio.sleep(0.05)


async def load(cluster, household, options, at_half_time):
    """Returns when each change was sent, what each connection received when, and how many had to come back."""
    comebacks = []
    since = household.clients[0].records()[0]["token"]
    # Servers count as ready until they are asked for the first time.
    await asyncio.sleep(1)
    sent, heard = await run(
        cluster.balancer.port,
        household.calendar,
        [one.cookie for one in household.clients],
        options,
        listen=functools.partial(listen, since, comebacks),
        change=change,
        at_half_time=at_half_time,
    )
    return sent, heard, len(comebacks)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--load", action="store_true", help="put load on it, kill a server, and report")
    parser.add_argument("--connections", type=int, default=600)
    parser.add_argument("--changes", type=float, default=20, help="per second")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(pathlib.Path(folder), demo=not options.load)
        try:
            if not options.load:
                print(f"{SERVER_COUNT} servers behind {cluster.balancer.url}/. Press Ctrl-C to stop.", flush=True)
                signal.pause()
            household = Household(cluster.servers[1], NAMES)
            sent, heard, comebacks = asyncio.run(load(cluster, household, options, cluster.servers[0].kill))
            print(f"{SERVER_COUNT} servers, one killed at half-time: {comebacks} connections came back")
            return 0 if judge(sent, heard) else 1
        except KeyboardInterrupt:
            return 0
        finally:
            cluster.stop()


if __name__ == "__main__":
    sys.exit(main())
