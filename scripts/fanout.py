#!/usr/bin/env python3
"""Simulates whom a change reaches when many servers share one database, for docs/scale.md.

    python3 scripts/fanout.py

People are in groups: families, clubs and departments of companies. Some have pages open, each on a server that the
balancer chose at random. A change in a calendar of a group, or in somebody's own that fellow members see, wakes the
streams of all who see it. Every server reads the log to find out whether it has such streams; each account that is
woken on a server has its page of the log read there once.
"""

import random
import statistics

# How many of a hundred people are in groups of which size.
GROUPS = [(60, 4), (30, 25), (10, 120)]
# The share of accounts that have a page open at the busiest time, and how many.
ONLINE = 0.1
STREAMS_EACH = 2
STREAMS_PER_SERVER = 5_000
CHANGES_PER_ACCOUNT_AND_DAY = 20
# The busiest hour has this many times the changes of the mean one.
PEAK = 5
SAMPLES = 20_000


def audience(dice):
    """How many people see one change: a group in proportion to its members, because they write as much."""
    share = dice.random() * 100
    for percent, size in GROUPS:
        if share < percent:
            return size
        share -= percent
    return 1


def simulate(accounts, dice):
    servers = max(1, round(accounts * ONLINE * STREAMS_EACH / STREAMS_PER_SERVER))
    changes = accounts * CHANGES_PER_ACCOUNT_AND_DAY / 86_400 * PEAK
    reads, woken = [], []
    for _ in range(SAMPLES):
        online = sum(dice.random() < ONLINE for _ in range(audience(dice)))
        places = [{dice.randrange(servers) for _ in range(STREAMS_EACH)} for _ in range(online)]
        reads.append(sum(map(len, places)))
        woken.append(len(set().union(*places)))
    return servers, changes, statistics.mean(reads), statistics.mean(woken)


def main():
    dice = random.Random(17)
    print("| accounts | servers | changes a second | pages read for a change | servers with streams for it | pages read a second | looks at entries a second |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for accounts in [10_000, 1_000_000, 100_000_000]:
        servers, changes, reads, woken = simulate(accounts, dice)
        print(f"| {accounts:,} | {servers:,} | {changes:,.0f} | {reads:.1f} | {woken:.1f} | {changes * reads:,.0f} | {changes * servers:,.0f} |")


if __name__ == "__main__":
    main()
