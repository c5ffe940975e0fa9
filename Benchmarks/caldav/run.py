#!/usr/bin/env python3
"""Compares the server with Radicale and xandikos over CalDAV, in one run, as figures and ratios.

    make benchmark-caldav                        builds what is needed and prints the table
    make benchmark-caldav WRITE=--write          also puts it into docs/performance.md
    Benchmarks/caldav/run.py --only Meantime     one server; --count 1000 for a first impression

Every server starts on an empty folder, and gets all events by PUT on one connection that stays open. Meantime checks an
app password with every request; the others run without passwords, which is to their advantage.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

import events
import workloads
from servers import ROOT, SERVERS

COUNT = 10_000
# Events that are written to the full calendar.
FURTHER = 3000
TITLES = {
    "empty": "New events per second, one connection, empty calendar",
    "full": "with 10,000 events in it",
    "together": "8 connections",
    "week": "One week, `calendar-query` with data",
    "expanded": "31 days, expanded",
    "poll": "ctag and token",
    "changed": "`sync-collection` after one change",
    "nothing": "`sync-collection` from nothing",
    "multiget": "`calendar-multiget` of 50",
    "memory": "Memory, loaded",
}
GOALS = {
    "full": "1,000", "together": "1,000", "week": "10 ms", "expanded": "15 ms", "poll": "0.5 ms", "changed": "2 ms",
    "nothing": "100 ms", "multiget": "3 ms", "memory": "60 MB",
}
RATES = ("empty", "full", "together")


def loaded(kind, programs, folder, objects):
    """Loads a server, unless an earlier run has kept its data in the folder."""
    mark = folder / "loaded"
    if mark.exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    with kind(folder, programs) as server:
        workloads.load(server, objects)
    mark.touch()


def measure(kind, programs, folder, objects, further):
    loaded(kind, programs, folder, objects)
    with tempfile.TemporaryDirectory() as temporary:
        empty = pathlib.Path(temporary) / "empty"
        with kind(empty, programs) as server:
            found = {"empty": {"value": workloads.load(server, further, workloads.ROW_SECONDS_MAX)}}
        # On a copy, so that the folder stays as it was loaded.
        copy = shutil.copytree(folder, pathlib.Path(temporary) / "copy")
        with kind(copy, programs) as server:
            found |= measured(server, objects, further)
    say(kind.name, found)
    return found


def measured(server, objects, further):
    found = {}
    for name, body in workloads.READS.items():
        figure = body(server, objects)
        found[name] = {"value": figure["seconds"], "count": figure["count"]}
        say(server.name, {name: figure})
    now, most = server.memory_bytes()
    found["memory"] = {"value": now, "most": most}
    half = len(further) // 2
    found["full"] = {"value": workloads.load(server, further[:half], workloads.ROW_SECONDS_MAX)}
    found["together"] = {"value": workloads.load_together(server, further[half:], workloads.ROW_SECONDS_MAX)}
    return found


def say(name, figures):
    print(f"{name}: {figures}", file=sys.stderr, flush=True)


def text(row, value):
    if row in RATES:
        return f"{value:,.0f}"
    if row == "memory":
        return f"{value / 1e6:,.0f} MB"
    return f"{value * 1e3:,.1f} ms" if value < 0.1 else f"{value * 1e3:,.0f} ms"


def cell(row, record, ours):
    """A figure, how many times Meantime's advantage, and what the answer held if that differs."""
    written = text(row, record["value"])
    if record is ours:
        return written
    ratio = ours["value"] / record["value"] if row in RATES else record["value"] / ours["value"]
    written += f" ({ratio:,.1f}×)" if ratio < 100 else f" ({ratio:,.0f}×)"
    if record.get("count") != ours.get("count"):
        written += f", {record['count']:,} instead of {ours['count']:,} found"
    return written


def table(figures):
    first = next(iter(figures))
    lines = [f"| | {' | '.join(figures)} | goal |", "| --- |" + " --- |" * (len(figures) + 1)]
    for row, title in TITLES.items():
        cells = [cell(row, records[row], figures[first][row]) for records in figures.values()]
        lines.append(f"| {title} | {' | '.join(cells)} | {GOALS.get(row, '')} |")
    return "\n".join(lines)


def write(taken):
    path = ROOT / "docs/performance.md"
    marks = r"(<!-- caldav: begin -->\n).*?(<!-- caldav: end -->)"
    path.write_text(re.sub(marks, lambda m: m[1] + taken + "\n" + m[2], path.read_text(), flags=re.DOTALL))


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    parser.add_argument("--only", action="append", choices=SERVERS, help="measure only this server; may be repeated")
    parser.add_argument("--count", type=int, default=COUNT, help="events in the calendar")
    parser.add_argument("--json", type=pathlib.Path, help="also write the figures to this file")
    parser.add_argument("--meantime", type=pathlib.Path, default=ROOT / ".build/release/meantime", help="the program to measure")
    parser.add_argument("--python", type=pathlib.Path, default=ROOT / ".build/peers/bin/python", help="a Python that has the peers")
    parser.add_argument("--folder", type=pathlib.Path, help="keep the loaded servers here, and use those that are there")
    return parser.parse_args()


def main():
    chosen = options()
    programs = {"meantime": chosen.meantime, "python": chosen.python, "web": ROOT / ".build/web"}
    objects = list(events.objects(chosen.count + FURTHER))
    figures = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or pathlib.Path(temporary)
        for name in chosen.only or SERVERS:
            figures[name] = measure(SERVERS[name], programs, folder / name, objects[: chosen.count], objects[chosen.count :])
            if chosen.json:
                chosen.json.write_text(json.dumps(figures, indent=1))
    taken = (
        f"Taken on {datetime.date.today()}, {os.cpu_count()} cores, release build; the fastest of up to {workloads.ROUNDS} rounds. In brackets, "
        f"how many times better Meantime is.\n\n{table(figures)}"
    )
    print(taken)
    if chosen.write:
        write(taken)


if __name__ == "__main__":
    main()
