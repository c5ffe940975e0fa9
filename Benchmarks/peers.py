"""Runs the same workloads in the Python peers and prints the same JSON lines as the native program.

    peers.py rules < rows      rows of: workload, rule, start, from, to, separated by tabs
    peers.py parse FILE
    peers.py memory FILE
"""

import datetime
import json
import resource
import statistics
import sys
import time

ROUNDS = 5
ROUND_SECONDS_MIN = 0.02
EPOCH = datetime.datetime(1970, 1, 1)


def seconds(body):
    """The median time of one call."""
    repeats = 1

    def round_seconds():
        started = time.perf_counter()
        for _ in range(repeats):
            body()
        return time.perf_counter() - started

    while round_seconds() < ROUND_SECONDS_MIN:
        repeats *= 2
    return statistics.median(round_seconds() / repeats for _ in range(ROUNDS))


def report(workload, engine, value, unit, check):
    print(json.dumps({"workload": workload, "engine": engine, "value": value, "unit": unit, "check": check}), flush=True)


def rules(rows):
    from dateutil.rrule import rrulestr

    def at(text):
        return datetime.datetime.strptime(text, "%Y%m%dT%H%M%S")

    for name, rule, start, first, last in rows:
        def made():
            return rrulestr(rule, dtstart=at(start))

        if name == "impossible":
            continue  # python-dateutil would search until the year 9999, which takes minutes.
        if first:
            value = seconds(lambda: made().between(at(first), at(last), inc=True)) * 1e9
            unit = "ns"
        else:
            def some(count=1000):
                iterator = iter(made())
                for _ in range(count):
                    next(iterator)

            value, unit = seconds(some) * 1e9 / 1000, "ns per occurrence"
        iterator = iter(made())
        check = sum(int((next(iterator) - EPOCH).total_seconds()) for _ in range(400))
        report(name, "python-dateutil", value, unit, check)


def parse(path, isMemory):
    import icalendar

    octets = open(path, "rb").read()
    if isMemory:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        count = len(icalendar.Calendar.from_ical(octets).subcomponents)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        report("memory", "icalendar (Python)", grown / len(octets), "× the file", count)
    else:
        started = time.perf_counter()
        count = len(icalendar.Calendar.from_ical(octets).subcomponents)
        report("parse", "icalendar (Python)", len(octets) / 1e6 / (time.perf_counter() - started), "MB/s", count)


if __name__ == "__main__":
    if sys.argv[1] == "rules":
        rules(line.rstrip("\n").split("\t") for line in sys.stdin)
    else:
        parse(sys.argv[2], sys.argv[1] == "memory")
