#!/usr/bin/env python3
"""Makes the Debian package and the tarball from a built program and page.

    scripts/package.py [--program FILE] [--web FOLDER] [--out FOLDER] [--version VERSION] [--level LEVEL]

What goes where is in LAYOUT; the templates are in packaging/. The same commit and the same program give the same
bytes: every file has the time of the commit. The version is the program's own; --version is for tests of an upgrade. LEVEL is how hard to compress, from 1
to 9.
"""

import argparse
import gzip
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
from email.utils import formatdate

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The files that are the same in the package (below /usr) and in the tarball (below /usr/local): source and place.
LAYOUT = {
    "packaging/meantime.service": "lib/systemd/system/meantime.service",
    "packaging/meantime-backup.service": "lib/systemd/system/meantime-backup.service",
    "packaging/meantime-backup.timer": "lib/systemd/system/meantime-backup.timer",
    "packaging/meantime.sysusers": "lib/sysusers.d/meantime.conf",
    "packaging/meantime.1": "share/man/man1/meantime.1.gz",
    "packaging/nginx.conf": "share/doc/meantime/nginx.conf",
    "packaging/Caddyfile": "share/doc/meantime/Caddyfile",
    "docs/operating.md": "share/doc/meantime/operating.md",
    "CHANGELOG.md": "share/doc/meantime/NEWS.md.gz",
}
SETTINGS = "packaging/meantime.conf"
# Texts of licences in the sources of the libraries that the program contains.
NOTICES = re.compile(r"(licen[cs]e|notice|copying)[^/]*", re.IGNORECASE)


def output(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout.strip()


def commit_second():
    """The time of the commit, or what SOURCE_DATE_EPOCH says."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct", cwd=ROOT))


def put(octets, path):
    """Writes a file, compressed if its name says so, without the time at which it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(octets, 9, mtime=0) if path.suffix == ".gz" else octets)


def libraries():
    """The folders with the sources of the libraries that the program contains, and their names."""
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[1] / "share/swift"
    yield "swift", toolchain
    for folder in sorted((ROOT / ".build/checkouts").iterdir()):
        yield folder.name, folder


def notices():
    """The licences of these libraries, each text once, after the names of those that have it."""
    found = {}
    for name, folder in libraries():
        texts = sorted(path for path in folder.rglob("*") if path.is_file() and NOTICES.fullmatch(path.name) and path.suffix in ("", ".txt", ".md"))
        assert texts, f"{folder}: there is no licence in this folder, so the package can't name it"
        for path in texts:
            found.setdefault(path.read_text(errors="replace").strip(), []).append(f"{name}: {path.relative_to(folder)}")
    parts = ["\n".join([*names, "=" * 72, text]) for text, names in found.items()]
    return "The program contains these libraries; their licences say that you be told.\n\n" + "\n\n\n".join(parts) + "\n"


def identify_by_contents(program):
    """Replaces what differs from build to build, which nothing reads when the program runs.

    That is what the compiler notes of each module for the next build, and with it the build ID, which is a hash of all.
    """
    sections = output("readelf", "--wide", "--sections", program)
    octets = bytearray(program.read_bytes())

    def place(name):
        row = re.search(rf" {re.escape(name)} +\w+ +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) ", sections)
        assert row, f"{program}: the section {name} is missing"
        begin, length = int(row[1], 16), int(row[2], 16)
        return slice(begin, begin + length)

    noted = place(".swift_modhash")
    octets[noted] = bytes(noted.stop - noted.start)
    # The ID follows the note's head: three numbers and "GNU".
    identity = slice(place(".note.gnu.build-id").start + 16, place(".note.gnu.build-id").stop)
    octets[identity] = bytes(identity.stop - identity.start)
    octets[identity] = hashlib.sha1(octets).digest()[: identity.stop - identity.start]
    program.write_bytes(octets)


def fill(prefix, program, web):
    """Fills the folder that becomes /usr or /usr/local."""
    for source, place in LAYOUT.items():
        put((ROOT / source).read_bytes(), prefix / place)
    put(notices().encode(), prefix / "share/doc/meantime/third-party-notices.gz")
    shutil.copytree(web, prefix / "share/meantime/web", copy_function=shutil.copyfile)
    binary = prefix / "bin/meantime"
    binary.parent.mkdir()
    subprocess.run(["strip", "--strip-all", "--remove-section=.comment", "-o", binary, program], check=True)
    identify_by_contents(binary)


def settle(folder, second, executables=()):
    """Gives every file below a folder the same rights and the same time, whoever made them."""
    for path in [*folder.rglob("*"), folder]:
        is_open = path.is_dir() or path.parent.name == "bin" or path.name in executables
        path.chmod(0o755 if is_open else 0o644)
        os.utime(path, (second, second))


def dependencies(binary):
    """The packages of the libraries that the program links to, as dpkg-shlibdeps finds them."""
    with tempfile.TemporaryDirectory() as made:
        control = pathlib.Path(made, "debian/control")
        control.parent.mkdir()
        control.write_text("Source: meantime\n\nPackage: meantime\nArchitecture: any\n")
        found = output("dpkg-shlibdeps", "-O", binary, cwd=made)
    return found.removeprefix("shlibs:Depends=")


def changelog(version, second):
    """Debian's changelog, which has its own form; what is new is in NEWS.md."""
    maintainer = re.search(r"^Maintainer: (.*)$", (ROOT / "packaging/debian/control").read_text(), re.MULTILINE).group(1)
    return f"meantime ({version}) unstable; urgency=medium\n\n  * See NEWS.md.gz.\n\n -- {maintainer}  {formatdate(second)}\n"


def make_deb(built, out, version, architecture, second, scratch, level):
    tree = scratch / "deb"
    control = tree / "DEBIAN"
    # By this folder, dpkg-shlibdeps knows where the package begins.
    control.mkdir(parents=True)
    shutil.copytree(built, tree / "usr")
    put((ROOT / SETTINGS).read_bytes(), tree / "etc/meantime.conf")
    documents = tree / "usr/share/doc/meantime"
    put(changelog(version, second).encode(), documents / "changelog.gz")
    put((ROOT / "packaging/debian/copyright").read_bytes(), documents / "copyright")
    put((ROOT / "packaging/debian/lintian-overrides").read_bytes(), tree / "usr/share/lintian/overrides/meantime")
    files = sorted(path for path in tree.rglob("*") if path.is_file())
    values = {
        "version": version,
        "architecture": architecture,
        "size": str(sum(-(-path.stat().st_size // 1024) for path in files)),
        "depends": dependencies(tree / "usr/bin/meantime"),
    }
    template = (ROOT / "packaging/debian/control").read_text()
    put(re.sub(r"@(\w+)@", lambda name: values[name[1]], template).encode(), control / "control")
    put(b"/etc/meantime.conf\n", control / "conffiles")
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files if path.name != "meantime.conf" or "etc" not in path.parts]
    put("".join(sums).encode(), control / "md5sums")
    scripts = ("postinst", "prerm", "postrm")
    for name in scripts:
        put((ROOT / "packaging/debian" / name).read_bytes(), control / name)
    settle(tree, second, scripts)
    # Until the account of the server exists, only root can read the settings.
    (tree / "etc/meantime.conf").chmod(0o640)
    made = out / f"meantime_{version}_{architecture}.deb"
    # More threads than one would write other bytes.
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{level}", "--threads-max=1", "--build", tree, made]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(second)})
    return made


def make_tarball(built, out, version, architecture, second, scratch, level):
    name = f"meantime-{version}-linux-{architecture}"
    tree = scratch / name
    shutil.copytree(built, tree)
    put((ROOT / SETTINGS).read_bytes().replace(b"/usr/share/", b"/usr/local/share/"), tree / "share/meantime/meantime.conf")
    put((ROOT / "LICENSE").read_bytes(), tree / "share/doc/meantime/LICENSE")
    for unit in (tree / "lib/systemd/system").glob("*.service"):
        unit.write_text(unit.read_text().replace("ExecStart=/usr/bin/", "ExecStart=/usr/local/bin/"))
    settle(tree, second)
    made = out / f"{name}.tar.gz"

    def owned_by_root(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    with open(made, "wb") as file, gzip.GzipFile("", "wb", level, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for path in [tree, *sorted(tree.rglob("*"))]:
                archive.add(path, path.relative_to(scratch).as_posix(), recursive=False, filter=owned_by_root)
    return made


def main():
    options = argparse.ArgumentParser(description="Makes the Debian package and the tarball.")
    options.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/meantime")
    options.add_argument("--web", type=pathlib.Path, default=ROOT / ".build/web")
    options.add_argument("--out", type=pathlib.Path, default=ROOT / ".build/package")
    options.add_argument("--version", help="instead of the program's own")
    options.add_argument("--level", type=int, choices=range(1, 10), default=6)
    chosen = options.parse_args()
    assert (chosen.web / "core.wasm").exists(), f"{chosen.web}: the page isn't complete; run 'make web'"
    version = chosen.version or output(chosen.program, "--version")
    architecture = output("dpkg", "--print-architecture")
    second = commit_second()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        scratch = pathlib.Path(made)
        built = scratch / "prefix"
        fill(built, chosen.program, chosen.web)
        for make in (make_deb, make_tarball):
            path = make(built, chosen.out, version, architecture, second, scratch, chosen.level)
            print(f"{path}  {path.stat().st_size / 1_048_576:.1f} MiB")


if __name__ == "__main__":
    main()
