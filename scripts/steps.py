#!/usr/bin/env python3
"""Runs make targets, and ends with the tests that failed, how long each target took and how many tests it ran.

    steps.py lint,web,test-node+build test-browser

runs lint, web and test-node one after the other, with build in parallel, and test-browser after both. When
a check fails, the other steps still run, so that one run shows every failure. When a build fails, the steps
that come after it are left out, because they would test an old build.
"""

import os
import re
import subprocess
import sys
import threading
import time

BUILDS = {"web", "wasm", "build", "build-release"}

PYTEST = [
    (r"\b(\d+) passed", "passed"),
    (r"\b(\d+) (?:failed|errors?)\b", "failed"),
    (r"\b(\d+) skipped", "skipped"),
]

# How to read each test runner's summary: patterns, and the count that each one gives. Swift's has no number of
# failed tests, so their lines are counted.
SUMMARIES = {
    "test-swift": [
        (r"Test run with (\d+) tests?.* passed after", "passed"),
        (r"Test run with (\d+) tests?.* failed after", "passed"),
        (r"^✘ Test (?!run).* failed after", "failed-line"),
    ],
    "test-node": [
        (r"^\S+ pass (\d+)$", "passed"),
        (r"^\S+ fail (\d+)$", "failed"),
        (r"^\S+ skipped (\d+)$", "skipped"),
    ],
    "test-browser": PYTEST,
    "test-interop": PYTEST,
}

# The lines that name a failed test and what it expected.
FAILURES = {
    "test-swift": r"^✘ (?!Suite|Test run)",
    "test-node": r"^\s*✖ ",
    "test-browser": r"^(FAILED|ERROR) ",
    "test-interop": r"^(FAILED|ERROR) ",
}

# How many of a failed target's last lines are repeated at the end; the others are above.
LINES_OF_A_FAILURE = 40

PRINTING = threading.Lock()


def run(step, is_shown):
    """Runs one make target and returns (exit code, lines); prints its output as it comes, or at its end."""
    process = subprocess.Popen(
        # BUILT=1: the steps before it have built what it needs.
        ["make", "--no-print-directory", step, "BUILT=1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    lines = []
    if is_shown:
        print(f"\n── make {step}", flush=True)
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if is_shown:
            with PRINTING:
                print(line, end="", flush=True)
    code = process.wait()
    if not is_shown:
        with PRINTING:
            print(f"\n── make {step}, beside it", *lines, "──", sep="\n", flush=True)
    return code, lines


def counts(step, code, lines):
    """The tests a step ran; a step without a test runner counts as one test."""
    found = {"passed": 0, "failed": 0, "skipped": 0}
    if step not in SUMMARIES:
        found["passed" if code == 0 else "failed"] = 1
        return found
    for pattern, kind in SUMMARIES[step]:
        matches = [match for match in (re.search(pattern, line) for line in lines) if match]
        if not matches:
            continue
        if kind == "failed-line":
            found["failed"] = len(matches)
            found["passed"] -= len(matches)
        else:
            found[kind] = int(matches[-1].group(1))
    if code == 0 and found["passed"] == 0:
        print(f"{step}: exit code 0, but no test was counted", file=sys.stderr)
        found["failed"] += 1
    if code != 0 and found["failed"] == 0:
        found["failed"] = 1
    return found


def failures(step, lines):
    """The lines of a failed target that say what failed: its last ones, when it has no test runner."""
    if step not in FAILURES:
        return lines[-LINES_OF_A_FAILURE:]
    named = [line for line in lines if re.search(FAILURES[step], line)]
    return (named or lines)[-LINES_OF_A_FAILURE:]


def run_lane(steps, is_shown, rows):
    """Runs steps in order until a build fails; appends (step, code, counts, seconds, failures) to rows for each."""
    for step in steps:
        started = time.monotonic()
        code, lines = run(step, is_shown)
        named = failures(step, lines) if code != 0 else []
        rows.append((step, code, counts(step, code, lines), time.monotonic() - started, named))
        if code != 0 and step in BUILDS:
            print(f"make {step} failed: the steps after it are left out", file=sys.stderr)
            return


def run_stage(lanes):
    """Runs lanes of steps in parallel; returns their rows."""
    rows = [[] for _ in lanes]
    threads = [threading.Thread(target=run_lane, args=(lane, lane is lanes[0], mine)) for lane, mine in zip(lanes, rows)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [row for mine in rows for row in mine]


def main(arguments):
    stages = [[lane.split(",") for lane in argument.split("+")] for argument in arguments]
    count = sum(len(lane) for lanes in stages for lane in lanes)
    started, rows = time.monotonic(), []
    for lanes in stages:
        rows += run_stage(lanes)
        if any(code != 0 and step in BUILDS for step, code, *_ in rows):
            break
    total = {kind: sum(found[kind] for _, _, found, *_ in rows) for kind in ("passed", "failed", "skipped")}
    for step, _, _, _, named in rows:
        if named:
            print(f"\n── make {step} failed", *named, sep="\n")
    print()
    for step, code, found, seconds, _ in rows:
        word = "ok" if code == 0 and not found["failed"] else "FAILED"
        print(f"{step:<14}{word:<8}{found['passed']:>6} passed{found['failed']:>4} failed{seconds:>7.0f} s")
    print(f"{'all of it':<38}{time.monotonic() - started:>6.0f} s")
    left_out = count - len(rows)
    if left_out:
        print(f"{left_out} steps left out")
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    print(f"{total['passed']} passed, {total['failed']} failed{skipped}")
    return 1 if total["failed"] or left_out else 0


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main(sys.argv[1:]))
