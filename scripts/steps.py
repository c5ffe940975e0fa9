#!/usr/bin/env python3
"""Runs make targets one after the other and ends with a summary of what passed and failed.

When a checking step fails, the others still run, so that one run shows all problems. When a build
step fails, the remaining steps are skipped, because their results would mean nothing.
"""

import os
import re
import subprocess
import sys
import time

BUILDS = {"web", "wasm", "build", "build-release"}

# The closing lines of each test runner: the pattern, and which count it gives.
CLOSINGS = {
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
    "test-browser": [
        (r"\b(\d+) passed", "passed"),
        (r"\b(\d+) (?:failed|errors?)\b", "failed"),
        (r"\b(\d+) skipped", "skipped"),
        (r"\b(\d+) rerun", "tried again"),
    ],
}


def run(step):
    """Runs one make target, shows its output as it comes, and returns (exit code, lines)."""
    process = subprocess.Popen(
        ["make", "--no-print-directory", step],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        print(line, end="", flush=True)
    return process.wait(), lines


def counts(step, code, lines):
    """Counts the tests of a step; a step without a test runner counts as one test."""
    found = {"passed": 0, "failed": 0, "skipped": 0, "tried again": 0}
    if step not in CLOSINGS:
        found["passed" if code == 0 else "failed"] = 1
        return found
    for pattern, kind in CLOSINGS[step]:
        matches = [match for match in (re.search(pattern, line) for line in lines) if match]
        if not matches:
            continue
        if kind == "failed-line":
            found["failed"] = len(matches)
            found["passed"] -= len(matches)
        else:
            found[kind] = int(matches[-1].group(1))
    if code == 0 and found["passed"] == 0:
        print(f"{step}: exit code 0, but no tests were found", file=sys.stderr)
        found["failed"] += 1
    if code != 0 and found["failed"] == 0:
        found["failed"] = 1
    return found


def retried(lines):
    """The tests that were retried, with the number of retries each."""
    names = [match.group(1) for match in (re.match(r"RERUN (\S+)", line) for line in lines) if match]
    return {name: names.count(name) for name in names}


def main(steps):
    total = {"passed": 0, "failed": 0, "skipped": 0, "tried again": 0}
    rows, again = [], {}
    for step in steps:
        print(f"\n── make {step}", flush=True)
        started = time.monotonic()
        code, lines = run(step)
        found = counts(step, code, lines)
        for kind, number in found.items():
            total[kind] += number
        rows.append((step, code, found, time.monotonic() - started))
        again |= retried(lines)
        if code != 0 and step in BUILDS:
            print(f"make {step} failed: skipping the remaining steps", file=sys.stderr)
            break
    print()
    for step, code, found, seconds in rows:
        word = "ok" if code == 0 and not found["failed"] else "FAILED"
        print(f"{step:<14}{word:<8}{found['passed']:>6} passed{found['failed']:>4} failed{seconds:>7.0f} s")
    left_out = len(steps) - len(rows)
    if left_out:
        print(f"{left_out} steps skipped")
    for name, times in again.items():
        print(f"tried again: {name}{f' ({times} times)' if times > 1 else ''}")
    others = "".join(f", {total[kind]} {kind}" for kind in ("skipped", "tried again") if total[kind])
    print(f"{total['passed']} passed, {total['failed']} failed{others}")
    return 1 if total["failed"] or left_out else 0


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main(sys.argv[1:]))
