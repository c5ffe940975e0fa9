#!/usr/bin/env python3
"""Compares the core with its peers in one run, as figures and ratios.

    make benchmark                 builds what is needed and prints the tables
    make benchmark WRITE=--write   also puts them into docs/performance.md
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
HERE = ROOT / "Benchmarks"
BUILD = ROOT / ".build/benchmarks"
PYTHON = ROOT / ".build/peers/bin/python"
FILE_EVENTS = 23_000
TITLES = {
    "daily": "`DAILY`",
    "lastFriday": "`MONTHLY;BYDAY=-1FR`",
    "yearlySet": "`YEARLY;BYMONTH=1,3;BYDAY=SU,TU;BYHOUR=8,9`",
    "threeDays": "`WEEKLY;BYDAY=MO,WE,FR`",
    "dailyWeek": "a week of a daily rule, 26 years on",
    "hourlyWeek": "a week of an hourly rule, 26 years on",
    "distantWeek": "a week of 2090 of a daily rule from 1970",
    "impossible": "`YEARLY;BYMONTH=2;BYMONTHDAY=30`",
}
COUNTED = ["daily", "lastFriday", "yearlySet", "threeDays"]
# The goals: a time in nanoseconds, and how many times faster than libical.
GOALS = {
    "daily": (10, 100), "lastFriday": (40, 80), "yearlySet": (30, 35), "threeDays": (60, 40), "dailyWeek": (1000, 8),
    "hourlyWeek": (5000, None), "distantWeek": (1000, None), "impossible": (50_000, None),
}
ENGINES = ["meantime", "WebAssembly", "libical", "Foundation", "python-dateutil"]


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, cwd=ROOT, **options)


def figures(*command, **options):
    """The JSON lines a program prints."""
    output = run(*command, stdout=subprocess.PIPE, text=True, **options).stdout
    return [json.loads(line) for line in output.splitlines()]


def build_module():
    """Compiles the workloads for WebAssembly and links them with the objects of the page's core."""
    run("scripts/webassembly.sh")
    objects = ROOT / ".build/wasm"
    target = "wasm32-unknown-none-wasm"
    info = json.loads(run("swiftc", "-print-target-info", "-target", target, stdout=subprocess.PIPE, text=True).stdout)
    resources = pathlib.Path(info["paths"]["runtimeResourcePath"])
    flags = ["-target", target, "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-enable-experimental-feature",
             "Embedded", "-enable-experimental-feature", "Extern", "-Xfrontend", "-disable-stack-protector", "-I", objects, "-I", BUILD]
    for module, folder in [("Workloads", "Workloads"), ("WorkloadExports", "WorkloadExports")]:
        sources = sorted((HERE / "Sources" / folder).glob("*.swift"))
        run("swiftc", *flags, "-module-name", module, "-emit-module", "-emit-module-path", BUILD / f"{module}.swiftmodule",
            "-c", *sources, "-o", BUILD / f"{module}.o")
    libraries = [run("scripts/find-wasm-library.sh", name, stdout=subprocess.PIPE, text=True).stdout.strip()
                 for name in ("libc.a", "libclang_rt.builtins-wasm32.a")]
    names = ["WasmRuntime"]
    run(resources / "../../bin/wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", "stack-size=1048576",
        "--max-memory=2147483648", *(objects / f"{name}.o" for name in names), BUILD / "Workloads.o", BUILD / "WorkloadExports.o",
        *libraries, resources / "embedded" / target / "libswiftUnicodeDataTables.a", "-o", BUILD / "workloads.wasm")


def build():
    # SwiftPM notices added and removed files of the main package only when this package has changed.
    (HERE / "Package.swift").touch()
    run("swift", "build", "-c", "release", "--package-path", "Benchmarks", "--scratch-path", BUILD, stdout=sys.stderr)
    build_module()


def rows():
    """The native program's list of workloads: name, rule, start, from, to."""
    return run(BUILD / "release/Benchmark", "rows", stdout=subprocess.PIPE, text=True).stdout


def measure(file):
    """All figures: (workload, engine) → record."""
    native = BUILD / "release/Benchmark"
    found = figures(BUILD / "release/Allocations")
    found += figures(BUILD / "release/FreeTime")
    named = rows()
    names = [line.split("\t")[0] for line in named.splitlines()]
    found += figures(native, "rules")
    found += figures("node", HERE / "workloads.mjs", BUILD / "workloads.wasm", file, ",".join(names), ",".join(COUNTED))
    found += figures(PYTHON, HERE / "peers.py", "rules", input=named)
    found += figures(native, "parse", file)
    found += figures(PYTHON, HERE / "peers.py", "parse", file)
    for engine in ("meantime", "libical"):
        found += figures(native, "memory", engine, file)
    found += figures(PYTHON, HERE / "peers.py", "memory", file)
    return {(record["workload"], record["engine"]): record for record in found}


def amount(nanoseconds):
    """A time in a unit that keeps the number short."""
    for limit, unit, divisor in [(1e3, "ns", 1), (1e6, "µs", 1e3), (1e9, "ms", 1e6)]:
        if nanoseconds < limit:
            value = nanoseconds / divisor
            return f"{value:.1f} {unit}" if value < 100 else f"{value:,.0f} {unit}"
    return f"{nanoseconds / 1e9:.1f} s"


def rule_table(records):
    lines = ["| | " + " | ".join(["here", "in WebAssembly", *ENGINES[2:]]) + " | goal |", "| --- |" + " --- |" * 6]
    for name, title in TITLES.items():
        ours = records[name, "meantime"]
        cells = []
        for engine in ENGINES:
            record = records.get((name, engine))
            if record is None:
                cells.append("–")
                continue
            text = amount(record["value"])
            if engine != "meantime":
                text += f" ({record['value'] / ours['value']:,.1f}×)"
            if record.get("check", ours["check"]) != ours["check"]:
                text += ", wrong"
            cells.append(text)
        goal, ratio = GOALS[name]
        cells.append(f"{amount(goal)}" + (f", {ratio}× libical" if ratio else ""))
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def allocation_line(records):
    each = ", ".join(f"{records[name, 'allocations']['value']:.3g}" for name in COUNTED)
    return f"Allocations per occurrence of the first four rules, after a warm-up (goal: 0): {each}."


def free_time_line(records):
    spread, dense = records["freeTime", "meantime"], records["freeTimeDense", "meantime"]
    return (
        f"Finding common free time of 50 members with 2,000 events each in 4 weeks (goal: 5 ms): {amount(spread['value'])} with the events "
        f"spread over two years ({spread['occurrences']:,} occurrences in the weeks), {amount(dense['value'])} with all of them in the weeks "
        f"({dense['occurrences']:,} occurrences)."
    )


def file_table(records):
    by_engine = collections.defaultdict(dict)
    for (workload, engine), record in records.items():
        if workload in ("parse", "memory"):
            by_engine[engine][workload] = record
    ours = by_engine["meantime"]["parse"]["value"]
    lines = ["| | reading, MB/s | relative to here | memory, × the file size |", "| --- | --- | --- | --- |"]
    for engine, both in by_engine.items():
        memory = f"{both['memory']['value']:.1f}" if "memory" in both else "–"
        lines.append(f"| {engine} | {both['parse']['value']:.1f} | {both['parse']['value'] / ours:.3f} | {memory} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    options = parser.parse_args()
    build()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "large.ics"
        run(sys.executable, "Fixtures/generate-large.py", file, "--count", FILE_EVENTS)
        megabytes = file.stat().st_size / 1e6
        records = measure(file)
    taken = (
        f"Taken on {datetime.date.today()}, one of {os.cpu_count()} cores, release builds; medians. Times are per occurrence, "
        "or for the whole week; in brackets, relative to ours. \"Wrong\": the occurrences differ from all other engines.\n\n"
        f"{rule_table(records)}\n\n{allocation_line(records)}\n\n{free_time_line(records)}\n\nReading a file of {megabytes:.1f} MB, {FILE_EVENTS:,} events:\n\n{file_table(records)}"
    )
    print(taken)
    if options.write:
        path = ROOT / "docs/performance.md"
        marks = r"(<!-- engine: begin -->\n).*?(<!-- engine: end -->)"
        path.write_text(re.sub(marks, lambda m: m[1] + taken + "\n" + m[2], path.read_text(), flags=re.DOTALL))


if __name__ == "__main__":
    main()
