#!/usr/bin/env python3
"""Replaces servers of an older version by this one, one after the other, while people write and pages listen.

    make rolling-upgrade FROM=REVISION [SECONDS=40]

Three servers of the older version share a PostgreSQL database behind a balancer. From half-time on, each is stopped as
an administrator would, and this version is started in its place; the first of them brings the tables up to date while
the other two go on. Every change must be saved, and reach every connection exactly once.
"""

import argparse
import asyncio
import os
import pathlib
import sys
import tempfile
import threading

import cluster
from live_load import NAMES, judge
from support.people import Household

# As many changes as the limit of changes a minute lets four accounts make, whether a version knows it or not.
CHANGES_PER_SECOND = 20
CONNECTIONS = 60


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("older", type=pathlib.Path, help="the program of the older version")
    parser.add_argument("--seconds", type=float, default=40)
    options = parser.parse_args()
    options.connections, options.changes = CONNECTIONS, CHANGES_PER_SECOND
    newer = os.environ["BINARY_TO_TEST"]
    common = {name: value for name, value in cluster.settings().items() if name not in cluster.MANY_WRITES}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BINARY_TO_TEST"] = str(options.older.resolve())
        servers = cluster.Cluster(pathlib.Path(folder), common)
        done = []

        def upgrade():
            os.environ["BINARY_TO_TEST"] = newer
            for server in servers.servers:
                server.stop()
                server.start()
            done.append(True)

        thread = threading.Thread(target=upgrade)
        try:
            household = Household(servers.servers[0], NAMES)
            sent, heard, comebacks = asyncio.run(cluster.load(servers, household, options, thread.start))
            thread.join()
            stored = {event["href"] for event in household.clients[0].events()}
            lost = [number for number in sent if f"load-{number}.ics" not in stored]
            print(f"all servers replaced: {comebacks} connections came back, {len(lost)} saved changes lost")
            return 0 if judge(sent, heard) and done and not lost else 1
        finally:
            servers.stop()


if __name__ == "__main__":
    sys.exit(main())
