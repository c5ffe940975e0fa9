#!/usr/bin/env python3
"""Builds the folder that the server serves to browsers from Web/.

    scripts/web.py FOLDER

esbuild bundles the page's modules and style sheets, with source maps; the rest is copied. Compressible
files get a gzip copy beside them, and a brotli copy if brotli is installed. scripts/webassembly.sh puts
core.wasm into the same folder.
"""

import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

WEB = pathlib.Path(__file__).resolve().parents[1] / "Web"
# The page and the scripts it loads later; they share their modules.
SCRIPTS = ["app.js", "app/lazy-parts.js", "app/widget.js"]
# Scripts that run in a worker share nothing with the page.
WORKERS = ["core/inspect-worker.js"]
# What the page runs first, and waits for; it loads app.js.
FIRST = "still.js"
# The service worker, which keeps the page for a start without a network.
PAGE_WORKER = "worker.js"
STYLES = ["styles/app.css"]
COPIED = {".svg", ".json", ".html", ".webmanifest", ".png", ".ico", ".txt"}
# What the server fills the addresses of the assets into.
FILLED_IN = {"index.html", PAGE_WORKER}
COMPRESSED = {".js", ".css", ".svg", ".wasm", ".json", ".webmanifest", ".map"}
# Not part of the page: tests, types, and configuration of other tools.
LEFT_OUT = ("tests/", "types/", "jsconfig.json")


def esbuild(entries, out, *options):
    """Bundles entry points into a folder, and returns esbuild's description of the output files."""
    about = out / "metafile.json"
    subprocess.run(
        ["esbuild", *entries, "--bundle", f"--outdir={out}", f"--metafile={about}", "--minify",
         "--target=es2022", "--sourcemap", "--log-level=warning", *options],
        cwd=WEB, check=True,
    )
    outputs = json.loads(about.read_text())["outputs"]
    about.unlink()
    return {pathlib.Path(WEB, path).resolve().relative_to(out).as_posix(): made for path, made in outputs.items()}


def bundled(out):
    """Bundles all scripts and style sheets; returns the scripts that app.js imports statically."""
    module = ["--format=esm", "--entry-names=[name]", "--chunk-names=shared-[hash]"]
    outputs = esbuild(SCRIPTS, out, "--splitting", *module)
    esbuild(WORKERS, out, *module)
    esbuild([FIRST], out, "--format=iife", "--external:./app.js")
    esbuild(STYLES, out, "--outbase=.")
    name_sources(out)
    return imported_by("app.js", outputs, out)


def add_page_worker(out):
    """Bundles the service worker with the list of the files to keep. Call it when all the others are there."""
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file() and path.suffix != ".map"}
    kept = sorted(names - FILLED_IN | {"core.wasm"})
    subprocess.run(
        ["esbuild", PAGE_WORKER, "--bundle", f"--outdir={out}", "--minify", "--target=es2022", "--format=iife",
         "--log-level=warning", f"--define:globalThis.keptFiles={json.dumps(kept)}"],
        cwd=WEB, check=True,
    )


def imported_by(script, outputs, out):
    """The scripts that a script imports statically, directly or indirectly, each once."""
    found = []
    for imported in outputs[script]["imports"]:
        path = pathlib.Path(WEB, imported["path"]).resolve().relative_to(out).as_posix()
        if imported["kind"] == "import-statement" and path not in found:
            found += [path, *(p for p in imported_by(path, outputs, out) if p not in found)]
    return found


def name_sources(out):
    """Makes the paths in source maps relative to Web/; esbuild makes them relative to the output folder."""
    for path in out.rglob("*.map"):
        about = json.loads(path.read_text())
        about["sources"] = [(path.parent / source).resolve().relative_to(WEB).as_posix() for source in about["sources"]]
        path.write_text(json.dumps(about))


def with_preloads(html, scripts):
    """The page with preload links, so that the browser fetches its scripts together, not one after another."""
    links = "".join(f'<link rel="modulepreload" href="{{{{assets}}}}/{path}">\n' for path in scripts)
    return html.replace("</head>", links + "</head>", 1)


def make(out):
    """Fills an empty folder with everything except core.wasm."""
    preloads = bundled(out)
    for path in WEB.rglob("*"):
        name = path.relative_to(WEB).as_posix()
        if path.suffix not in COPIED or name.startswith(LEFT_OUT):
            continue
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, out / name)
    page = out / "index.html"
    page.write_text(with_preloads(page.read_text(), preloads))
    add_page_worker(out)


def write(path, octets):
    """Writes a file under another name and renames it, so that a running server never reads half of it."""
    if path.exists() and path.read_bytes() == octets:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(octets)
    part.replace(path)


def compress(path):
    """Writes the compressed copies of a file if they are missing or older than it."""
    octets = path.read_bytes()
    packers = {".gz": lambda: gzip.compress(octets, 9, mtime=0)}
    if shutil.which("brotli"):
        packers[".br"] = lambda: subprocess.run(
            ["brotli", "--best", "--stdout", path], check=True, capture_output=True
        ).stdout
    for suffix, pack in packers.items():
        sibling = path.with_name(path.name + suffix)
        if not sibling.exists() or sibling.stat().st_mtime < path.stat().st_mtime:
            write(sibling, pack())


def main():
    out = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made).resolve()
        make(folder)
        names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        for name in names:
            write(out / name, (folder / name).read_bytes())
    for path in sorted(out.rglob("*"), reverse=True):
        name = path.relative_to(out).as_posix()
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif re.sub(r"\.(gz|br)$", "", name) not in names | {"core.wasm"}:
            path.unlink()
    for path in sorted(out.rglob("*")):
        if path.suffix in COMPRESSED and path.name not in FILLED_IN:
            compress(path)


if __name__ == "__main__":
    main()
