#!/usr/bin/env python3
"""Makes the folder the server serves to browsers out of Web/.

    scripts/web.py FOLDER

A page of sixty modules needs no bundler to run, but over the wire sixty files cost a third of a second and
a third more octets than one. So each entry and the modules it imports go into one file, in the order in which
they run, each in a function of its own; nothing is renamed or rewritten but imports and exports, and a source
map leads back to the modules. Style sheets are joined at their @import. Every file that shrinks gets compressed siblings.
core.wasm is put into the folder by scripts/webassembly.sh.
"""

import gzip
import json
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

WEB = pathlib.Path(__file__).resolve().parents[1] / "Web"
# The page; what it loads later, sharing its modules; and what runs in a world of its own. Most of
# what comes later is in one file, for two would each have what both of them need.
PAGE = "app.js"
LATER = ["more.js", "widget.js", "bench.js", "lib/perf-meter.js"]
WORKERS = ["core/inspect-worker.js"]
STYLES = "styles/app.css"
COPIED = {".svg", ".json", ".html", ".webmanifest", ".png", ".ico", ".txt"}
COMPRESSED = {".js", ".css", ".svg", ".wasm", ".json", ".webmanifest", ".map"}

IMPORT = re.compile(r"^import (?:(?P<names>\{[^}]*\}|\* as \w+) from )?'(?P<path>\.[^']+)';$")
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (?P<name>\w+))")
EXPORT_FROM = re.compile(r"^export (?P<names>\{[^}]*\}) from '(?P<path>\.[^']+)';$")
EXPORT_LIST = re.compile(r"^export \{(?P<names>[^}]*)\};$")


class Module:
    """A file of script: what it imports, what it exports, and its lines without either."""

    def __init__(self, path):
        self.path, self.imports, self.exports = path, [], []
        self.source = (WEB / path).read_text()
        self.lines = [self.take(number, line) for number, line in enumerate(without_comments(self.source), 1)]

    def take(self, number, line):
        if match := IMPORT.match(line):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), match["path"]))
            self.imports.append(target)
            if not match["names"]:
                return ""
            names = match["names"].removeprefix("* as ").replace(" as ", ": ")
            return f"const {names} = {variable(target)};"
        if match := EXPORT_FROM.match(line):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), match["path"]))
            self.imports.append(target)
            self.exports += [name.strip() for name in match["names"].strip("{}").split(",")]
            return f"const {match['names']} = {variable(target)};"
        if match := EXPORT_LIST.match(line):
            self.exports += [name.strip() for name in match["names"].split(",")]
            return ""
        if match := EXPORT.match(line):
            self.exports.append(match["name"])
            return line[match.end():]
        if re.match(r"(import|export|await)\b", line):
            raise SystemExit(f"{WEB / self.path}:{number}: can't be joined: {line}")
        return line

    def within(self, entry):
        """The lines for a joined file, which stands at another address than the module."""
        here = posixpath.relpath(self.path, posixpath.dirname(entry) or ".")
        if posixpath.dirname(here):
            return [line.replace("import.meta.url", f"new URL('{here}', import.meta.url)") for line in self.lines]
        return self.lines


def variable(path):
    """The name under which a joined file keeps a module's exports."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def without_comments(text):
    """The lines of a script; those that are nothing but comment are empty."""
    inside = False
    for line in text.split("\n"):
        bare = line.strip()
        # A type before an expression is part of its line.
        starts = bare.startswith("/**") and ("*/" not in bare or bare.endswith("*/"))
        yield "" if inside or starts or bare.startswith("//") else line
        inside = (inside or starts) and "*/" not in bare


def in_order(entry, modules, known):
    """The modules an entry needs, each after those it imports."""
    order, open_paths = [], []

    def visit(path):
        if path in known or path in order:
            return
        if path in open_paths:
            raise SystemExit(f"Web: modules import each other: {' → '.join([*open_paths, path])}")
        open_paths.append(path)
        for target in modules.setdefault(path, Module(path)).imports:
            visit(target)
        order.append(open_paths.pop())

    visit(entry)
    return order


def joined(entry, modules, known=()):
    """One script of a module and what it needs, and its source map."""
    order = in_order(entry, modules, known)
    lines, origins = [], []
    if known:
        up = posixpath.relpath(PAGE, posixpath.dirname(entry) or ".")
        used = sorted({target for path in order for target in modules[path].imports if target in known})
        lines.append(f"import {{ {', '.join(map(variable, used))} }} from './{up}';")
        origins.append(None)
    for index, path in enumerate(order):
        module = modules[path]
        exports = ", ".join(module.exports)
        # The first and the last line are the wrapper's; every other is the line of the source.
        lines += [f"const {variable(path)} = (() => {{", *module.within(entry), f"return {{ {exports} }};", "})();"]
        origins += [None, *((index, line) for line in range(len(module.lines))), None, None]
    if entry in LATER:
        lines.append(f"export const {{ {', '.join(modules[entry].exports)} }} = {variable(entry)};")
    if entry == PAGE:
        lines.append(f"export {{ {', '.join(map(variable, order))} }};")
    lines.append(f"//# sourceMappingURL={posixpath.basename(entry)}.map\n")
    return re.sub(r"\n{2,}", "\n", "\n".join(lines)), source_map(lines, origins, [modules[path] for path in order])


def source_map(lines, origins, modules):
    """A source map (ECMA-426) of whole lines; empty ones are not shipped."""
    mappings, before = [], (0, 0)
    for line, origin in zip(lines, origins):
        if not line:
            continue
        if origin is None:
            mappings.append("")
            continue
        mappings.append("".join(map(base64_vlq, (0, origin[0] - before[0], origin[1] - before[1], 0))))
        before = origin
    return json.dumps({
        "version": 3, "sources": [module.path for module in modules],
        "sourcesContent": [module.source for module in modules], "names": [], "mappings": ";".join(mappings),
    })


def base64_vlq(number):
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    rest, text = (abs(number) << 1) | (number < 0), ""
    while True:
        rest, digit = rest >> 5, rest & 31
        text += digits[digit | (32 if rest else 0)]
        if not rest:
            return text


def styles():
    """All style sheets as one, in the order of their @import."""
    folder = posixpath.dirname(STYLES)
    text = (WEB / STYLES).read_text()
    return re.sub(r"@import '([\w-]+\.css)';", lambda match: (WEB / folder / match[1]).read_text(), text)


def shipped():
    """Everything the folder holds besides core.wasm: path → octets."""
    modules = {}
    files = {}
    page = in_order(PAGE, modules, ())
    for entry, known in [(PAGE, ()), *((later, page) for later in LATER), *((worker, ()) for worker in WORKERS)]:
        files[entry], files[entry + ".map"] = (text.encode() for text in joined(entry, modules, known))
    files[STYLES] = styles().encode()
    for path in WEB.rglob("*"):
        name = path.relative_to(WEB).as_posix()
        if path.suffix in COPIED and not name.startswith(("tests/", "types/")) and name != "jsconfig.json":
            files[name] = path.read_bytes()
    return files


def write(path, octets):
    """Puts a file under its name when it is whole, for a server that runs meanwhile; says whether it is another."""
    if path.exists() and path.read_bytes() == octets:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(octets)
    part.replace(path)
    return True


def compress(path):
    """Writes the compressed siblings of a file when they are missing or older."""
    octets = path.read_bytes()
    packers = {".gz": lambda: gzip.compress(octets, 9, mtime=0)}
    if shutil.which("brotli"):
        packers[".br"] = lambda: subprocess.run(["brotli", "--best", "--stdout", path], check=True, capture_output=True).stdout
    for suffix, pack in packers.items():
        sibling = path.with_name(path.name + suffix)
        if not sibling.exists() or sibling.stat().st_mtime < path.stat().st_mtime:
            write(sibling, pack())


def main():
    out = pathlib.Path(sys.argv[1])
    files = shipped()
    for name, octets in files.items():
        write(out / name, octets)
    for path in sorted(out.rglob("*"), reverse=True):
        name = path.relative_to(out).as_posix()
        original = re.sub(r"\.(gz|br)$", "", name)
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif original not in files and original != "core.wasm":
            path.unlink()
    # The page itself is not among them: the server fills in addresses when it is asked.
    for path in sorted(out.rglob("*")):
        if path.suffix in COMPRESSED:
            compress(path)


if __name__ == "__main__":
    main()
