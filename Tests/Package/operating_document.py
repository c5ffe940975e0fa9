"""The commands in docs/operating.md, as people read them."""

import re

from support.server import ROOT

TEXT = (ROOT / "docs/operating.md").read_text()


def install_sections():
    """The texts of the chapter "Install", by their headings."""
    chapter = re.search(r"^## Install\n(.*?)^## ", TEXT, re.MULTILINE | re.DOTALL).group(1)
    intro, *parts = re.split(r"^### (.*)\n", chapter, flags=re.MULTILINE)
    return {"Install": intro, **dict(zip(parts[::2], parts[1::2]))}


def commands(heading):
    """The commands below a heading, a text for each block."""
    _, *parts = re.split(r"^###? (.*)\n", TEXT, flags=re.MULTILINE)
    return re.findall(r"```sh\n(.*?)```", dict(zip(parts[::2], parts[1::2]))[heading], re.DOTALL)


def versions():
    """The versions of the packages that the document installs: the first, and a later one."""
    return re.findall(r"meantime_(\S+)_amd64\.deb", TEXT)
