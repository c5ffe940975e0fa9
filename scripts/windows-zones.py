#!/usr/bin/env python3
"""Writes Sources/CivilTime/Windows/WindowsZones+Names.swift out of CLDR's table.

The Python package tzlocal carries CLDR's windowsZones for territory 001: `pip install tzlocal`, then
run this. CLDR keeps the names zones had when it first took them up (`Asia/Calcutta`); they are replaced
by today's names with the links of tzdata, as not every system installs the old ones.
"""

import pathlib
import sys

from tzlocal.windows_tz import win_tz

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/CivilTime/Windows/WindowsZones+Names.swift"
LINKS = pathlib.Path("/usr/share/zoneinfo/tzdata.zi")

# Names Windows has given up and CLDR no longer lists; files still have them.
GIVEN_UP = {
    "Kamchatka Standard Time": "Asia/Kamchatka",
    "Mid-Atlantic Standard Time": "Etc/GMT+2",
}

HEAD = '''extension WindowsZones {
    /// Windows names and IANA names, in the order of the Windows names.
    ///
    /// Written by scripts/windows-zones.py out of CLDR's table.
    static let names = """
'''
TAIL = '''        """
}
'''


def todays_names():
    """The names that tzdata's links lead to, by the names they replace."""
    names = {}
    for line in LINKS.read_text().splitlines():
        if line.startswith("L "):
            _, target, name = line.split()
            names[name] = target
    return names


def main():
    today = todays_names()
    table = dict(GIVEN_UP)
    for windows, name in win_tz.items():
        # The catalogue calls UTC so, whatever tzdata does.
        table[windows] = "UTC" if name == "Etc/UTC" else today.get(name, name)
    rows = "".join(f"        {windows}={name}\n" for windows, name in sorted(table.items()))
    TARGET.write_text(HEAD + rows + TAIL)
    print(f"{TARGET.relative_to(ROOT)}: {len(table)} names", file=sys.stderr)


if __name__ == "__main__":
    main()
