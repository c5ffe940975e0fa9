"""Backups and restorations by the commands of docs/operating.md, beside a server with pages and programs."""

import base64
import os
import re
import subprocess
import urllib.error
import urllib.request

from support.server import ROOT, binary

TEXT = (ROOT / "docs/operating.md").read_text()
EVENT = "BEGIN:VEVENT\nUID:{0}@example.org\nDTSTAMP:20260101T000000Z\nDTSTART:20260311T100000Z\nSUMMARY:{0}\nEND:VEVENT"
SYNC = '<sync-collection xmlns="DAV:"><sync-token>{}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>'


def blocks(heading):
    """The blocks of commands in a chapter."""
    chapter = re.search(rf"^## {heading}\n(.*?)^## ", TEXT, re.MULTILINE | re.DOTALL).group(1)
    return re.findall(r"```sh\n(.*?)```", chapter, re.DOTALL)


class Machine:
    """Types commands as they stand, where the folder of the service is that of the test."""

    def __init__(self, server, folder):
        self.server, self.folder = server, folder
        (folder / "bin").mkdir()
        self.install("runuser", '[ "$1 $2 $3" = "-u meantime --" ] && shift 3 && exec "$@"')
        self.install("meantime", f'exec "{binary()}" "$@"')
        self.known = ""

    def install(self, name, script):
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def type(self, block):
        """Types the lines of a block, and returns what they print."""
        printed = ""
        for line in block.replace("/var/lib/meantime", str(self.folder)).splitlines():
            if line == "systemctl stop meantime":
                self.server.stop()
            elif line == "systemctl start meantime":
                self.server.start()
            elif re.match(r"\w+=", line):
                self.known += line + "\n"
            else:
                printed += self.run(self.known + line)
        return printed

    def run(self, script):
        environment = {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "MEANTIME_DATA": str(self.server.data)}
        done = subprocess.run(["sh", "-euc", script], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (script, done.stdout, done.stderr)
        return done.stdout


class Program:
    """A calendar program that follows a calendar by its token."""

    def __init__(self, person, calendar):
        self.address = f"{person.root}calendars/{person.email}/{calendar}/"
        self.entry = base64.b64encode(f"{person.email}:{person.password}".encode()).decode()
        self.token, self.tags = "", {}

    def sync(self):
        """Asks for what changed since the last time; returns the status, and begins anew if the token is refused."""
        headers = {"Authorization": f"Basic {self.entry}", "Content-Type": "application/xml", "Depth": "0"}
        request = urllib.request.Request(self.address, SYNC.format(self.token).encode(), headers, method="REPORT")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, text = answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            status, text = refusal.code, refusal.read().decode()
            assert "valid-sync-token" in text, text
            self.token, self.tags = "", {}
            return status
        self.token = re.search(r"<(?:\w+:)?sync-token>([^<]+)<", text).group(1)
        for href, rest in re.findall(r"<(?:\w+:)?href>([^<]+)</(?:\w+:)?href>(.*?)</(?:\w+:)?response>", text, re.DOTALL):
            tag = re.search(r"getetag>([^<]+)<", rest)
            if tag:
                self.tags[href.rsplit("/", 1)[1]] = tag.group(1)
            else:
                self.tags.pop(href.rsplit("/", 1)[1], None)
        return status


def first_lines(client, token):
    """What a page hears first that knows everything up to a token."""
    headers = {"Cookie": f"meantime_session={client.cookie}"}
    request = urllib.request.Request(f"{client.server.url}/api/v1/live?since={token}", headers=headers)
    with urllib.request.urlopen(request, timeout=60) as stream:
        return [stream.readline().decode().strip() for _ in range(3)]


def names(client):
    return sorted(record["href"] for record in client.events())


def test_yesterdays_backup_is_restored_and_readers_who_were_ahead_end_up_right(people_named, tmp_path):
    anna = people_named("Anna")[0]
    client = anna.page()
    machine = Machine(anna.server, tmp_path)
    calendar = client.calendars()[0]
    program = Program(anna, calendar["id"])
    put = lambda name: client.put(EVENT.format(name), href=f"{name}.ics", calendar=calendar["id"])
    put("before")
    assert "Backed up to" in machine.type(blocks("Back up")[0])
    put("lost")
    assert program.sync() == 207 and sorted(program.tags) == ["before.ics", "lost.ics"]
    token = client.records()[0]["token"]

    printed = machine.type(blocks("Restore")[0])
    assert "nothing is wrong" in printed and "What was there before" in printed
    assert names(client) == ["before.ics"]
    put("after")
    assert "event: reset" in first_lines(client, token)
    assert int(client.records()[0]["token"]) > int(token)
    assert [program.sync(), program.sync()] == [403, 207]
    assert sorted(program.tags) == ["after.ics", "before.ics"]
    put("later")
    assert program.sync() == 207 and sorted(program.tags) == ["after.ics", "before.ics", "later.ics"]

    printed = machine.type(blocks("Restore")[1].replace("--calendar Work", f"--calendar '{calendar['name']}'"))
    assert "1 events, for anna@example.org" in printed
    added = [each for each in client.calendars() if "(backup of " in each["name"]]
    assert len(added) == 1 and len(client.events()) == 4

    machine.type(blocks("Restore")[2])
    assert "SUMMARY:before" in (tmp_path / "everything.ics").read_text()
