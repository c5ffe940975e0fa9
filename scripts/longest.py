#!/usr/bin/env python3
"""Prints the ten longest files and functions in Swift and in JavaScript, for a reviewer to look at.

Nothing fails by its length: code that is packed to stay under a limit reads worse than code that is over it.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
SHOWN = 10

# The first line of a function. It ends at the line that closes its block, which has the same indentation.
HEADERS = {
    ".swift": re.compile(r"^( *)(?:@\w+(?:\([^)]*\))? |[a-z]+(?:\(\w+\))? )*(?:func \S|init[?(<])"),
    ".js": re.compile(
        r"^( *)(?:(?:export |async |static |get |set )*function\b"
        r"|(?:async |static |get |set |\*)*#?(?!if|for|while|switch|catch)\w+\(.*\) \{$|const \w+ = .*=> \{$)"
    ),
}


def functions(lines, header):
    """The line and the length of each function among the lines of a file."""
    for start, line in enumerate(lines):
        match = header.match(line)
        if not match:
            continue
        if line.endswith("}"):
            yield start + 1, 1
            continue
        indent = match.group(1)
        for end in range(start, len(lines)):
            if end > start and lines[end].startswith(indent + "}"):
                yield start + 1, end - start + 1
                break
            # A requirement of a protocol has no block.
            if end > start and lines[end] and len(lines[end]) - len(lines[end].lstrip()) < len(indent):
                break


def show(title, rows):
    print(f"\n{title}")
    for length, place in sorted(rows, reverse=True)[:SHOWN]:
        print(f"{length:>5}  {place}")


def main():
    paths = [path for folder, ending in (("Sources", "swift"), ("Web", "js")) for path in (ROOT / folder).rglob(f"*.{ending}")]
    for ending, language in ((".swift", "Swift"), (".js", "JavaScript")):
        texts = {
            str(path.relative_to(ROOT)): path.read_text().splitlines()
            for path in paths
            if path.suffix == ending and "tests" not in path.parts and "node_modules" not in path.parts
        }
        show(f"The longest files in {language}", [(len(lines), name) for name, lines in texts.items()])
        found = [(length, f"{name}:{line}") for name, lines in texts.items() for line, length in functions(lines, HEADERS[ending])]
        show(f"The longest functions in {language}", found)


if __name__ == "__main__":
    main()
