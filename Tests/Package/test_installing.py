"""The package on a bare Debian, by the commands of docs/operating.md."""

import re
import subprocess

import operating_document
from bare_debian import run
from conftest import architecture
from support.waiting import eventually

PASSWORD = "correct horse battery staple"
CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Meantime//Tests//EN\r\n{}END:VCALENDAR\r\n"
EVENT = "BEGIN:VEVENT\r\nUID:{}\r\nDTSTAMP:20261124T120000Z\r\nDTSTART:20270303T180000Z\r\nSUMMARY:Choir\r\nEND:VEVENT\r\n"
# systemd's figure for how much a service may still do, from 0 to 10; below 2 it says "OK".
EXPOSURE_MAX = 1.5


def typed(machine, heading, number=0, answer="y\n"):
    """Types a block of commands of the document."""
    commands = operating_document.commands(heading)[number]
    return machine.type(commands.replace("amd64", architecture()), answer=answer)


def expect_page(machine):
    status, page = machine.request("GET", "/")
    assert (status, "<title>Meantime</title>" in page) == (200, True), page
    script = re.search(r'href="(/[^"]*app\.js)"', page).group(1)
    status, text = machine.request("GET", script)
    assert (status, len(text) > 10_000) == (200, True)


def sign_up(machine, code):
    form = {"code": code, "email": "cleo@example.org", "name": "Cleo", "password": PASSWORD}
    status, answer = machine.request("POST", "/api/v1/setup", form)
    assert status == 201, answer


def sign_in(machine, email):
    return machine.request("POST", "/api/v1/session", {"email": email, "password": PASSWORD})[0]


def import_events(machine, count):
    """Imports a file of more than a piece that stays in memory, through the folder for temporary files."""
    calendar = re.search(r'"type":"calendar","id":"([^"]+)"', machine.request("GET", "/api/v1/sync")[1]).group(1)
    text = CALENDAR.format("".join(EVENT.format(number) for number in range(count)))
    status, answer = machine.request("POST", f"/api/v1/calendars/{calendar}/import", text, "text/calendar")
    assert status == 200, answer


def event_count(machine):
    status, records = machine.request("GET", "/api/v1/sync")
    assert status == 200, records
    return records.count("SUMMARY:Choir")


def expect_sandbox(machine):
    """What the kernel says of the running process, and systemd of the unit."""
    process = machine.property("MainPID")
    status = machine.type(f"cat /proc/{process}/status")
    assert re.search(r"^Uid:\s+(\d+)", status, re.MULTILINE).group(1) == machine.type("id -u meantime").strip() != "0"
    for line in (r"CapEff:\s+0+$", r"CapBnd:\s+0+$", r"NoNewPrivs:\s+1$", r"Seccomp:\s+2$"):
        assert re.search("^" + line, status, re.MULTILINE), (line, status)
    assert machine.type("stat -c '%a %U' /var/lib/meantime /etc/meantime.conf") == "700 meantime\n640 root\n"
    # 127.0.0.1, port 8080, is all that listens.
    assert [line.split()[1] for line in machine.type("cat /proc/net/tcp*").splitlines() if line.split()[3] == "0A"] == ["0100007F:1F90"]
    assert machine.type("systemd-analyze verify --man=no meantime.service") == ""
    told = machine.type("systemd-analyze security --no-pager meantime.service")
    exposure = float(re.search(r"Overall exposure level for meantime.service: ([\d.]+)", told).group(1))
    print(f"systemd-analyze security: {exposure}")
    assert exposure <= EXPOSURE_MAX, told


def change_setting(machine, name, value):
    """Takes the comment sign from the line of a setting, and changes its value."""
    machine.type(f"sed -i 's/^#{name}=.*/{name}={value}/' /etc/meantime.conf && grep '^{name}={value}$' /etc/meantime.conf")


def expect_calendar_from_another_server(machine):
    """Its name is looked up and its certificate is one that the system trusts, in spite of the sandbox."""
    authority = "/usr/local/share/ca-certificates/feed.crt"
    kind = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=feed.example -addext subjectAltName=DNS:feed.example"
    machine.type(f"openssl req {kind} -keyout /srv/key -out {authority} && update-ca-certificates && echo 127.0.0.1 feed.example >> /etc/hosts")
    machine.put("/srv/holidays.ics", CALENDAR.format(EVENT.format("holiday").replace("Choir", "Holiday")))
    machine.type(f"systemd-run --working-directory=/srv openssl s_server -accept 8443 -cert {authority} -key /srv/key -WWW")
    # The certificates are read when the server starts.
    machine.type("systemctl restart meantime")
    form = {"address": "https://feed.example:8443/holidays.ics", "name": "Holidays"}
    eventually(lambda: f":{8443:X} " in machine.type("cat /proc/net/tcp /proc/net/tcp6"))
    status, answer = machine.request("POST", "/api/v1/sources", form)
    assert status == 201, answer
    assert "SUMMARY:Holiday" in machine.request("GET", "/api/v1/sync")[1]


def expect_stop_within_limit(machine):
    """With a stream open, which ends; systemd says whether it had to kill the server."""
    command = ["nsenter", "--target", str(machine.init), "--net", "curl", "--silent", "--no-buffer", "--noproxy", "*"]
    command += ["--header", f"Cookie: {machine.cookie}", "http://127.0.0.1:8080/api/v1/live"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stream:
        assert stream.stdout.readline() == ": live\n"
        machine.type("systemctl stop meantime")
        stream.communicate(timeout=60)
    assert (machine.property("Result"), machine.property("ExecMainStatus")) == ("success", "0")
    machine.type("systemctl start meantime")


def test_the_package_is_installed_used_upgraded_removed_and_purged(machine_with, first, later):
    machine = machine_with(first[0], later[0])
    typed(machine, "On Debian and Ubuntu", 0)
    assert machine.property("ActiveState") == "active"
    assert machine.property("StatusText") == "Serving http://127.0.0.1:8080/"
    assert machine.type("systemctl is-enabled meantime").strip() == "enabled"
    expect_page(machine)
    expect_sandbox(machine)

    sign_up(machine, re.search(r"Set-up code: (\S+)", typed(machine, "On Debian and Ubuntu", 1)).group(1))
    import_events(machine, 3000)
    assert event_count(machine) == 3000
    told = typed(machine, "On Debian and Ubuntu", 2, answer=PASSWORD + "\n")
    assert "active (running)" in told and "Added Anna <anna@example.org>" in told
    assert sign_in(machine, "anna@example.org") == 200
    assert sign_in(machine, "cleo@example.org") == 200

    change_setting(machine, "MEANTIME_REGISTRATION", "closed")
    change_setting(machine, "MEANTIME_SOURCE_HOSTS", "feed.example:8443")
    assert "MEANTIME_REGISTRATION=closed" in typed(machine, "Change settings")
    expect_calendar_from_another_server(machine)
    expect_stop_within_limit(machine)
    expect_restoring(machine)
    expect_restart_after_a_crash(machine)
    expect_restart_when_it_says_nothing(machine)

    before = machine.property("MainPID")
    typed(machine, "Update the package")
    assert machine.property("ActiveState") == "active"
    assert machine.property("MainPID") not in (before, "0")
    assert machine.type("dpkg-query -W -f '${Version}' meantime") == operating_document.versions()[1]
    assert event_count(machine) == 3000
    assert machine.type("grep -c ^MEANTIME_REGISTRATION=closed /etc/meantime.conf").strip() == "1"
    assert machine.type("stat -c '%a %U %G' /etc/meantime.conf").strip() == "640 root meantime"

    expect_nothing_lost_by_removal(machine)
    typed(machine, "Remove the package", 1)
    left = machine.type("find / -xdev -path '*meantime*' -not -path \"$HOME/*\" -not -path '/proc/*' -not -path '/sys/*' -not -path '/var/cache/*'")
    assert left == ""
    assert machine.type("id -u meantime").strip() != "0"


def expect_restart_after_a_crash(machine):
    before = machine.property("MainPID")
    machine.type(f"kill -KILL {before}")
    eventually(lambda: machine.property("MainPID"), lambda now: now not in (before, "0"), seconds=60)
    eventually(lambda: machine.property("ActiveState"), "active", seconds=60)
    assert event_count(machine) == 3000


def expect_restart_when_it_says_nothing(machine):
    """With a watchdog of seconds instead of minutes."""
    folder = "/run/systemd/system/meantime.service.d"
    machine.type(f"mkdir {folder} && printf '[Service]\nWatchdogSec=4s\nTimeoutAbortSec=1s\n' > {folder}/test.conf")
    machine.type("systemctl daemon-reload && systemctl restart meantime")
    for _ in range(2):
        before = machine.property("WatchdogTimestampMonotonic")
        eventually(lambda: machine.property("WatchdogTimestampMonotonic"), lambda now: now != before)
    before = machine.property("MainPID")
    machine.type(f"kill -STOP {before}")
    eventually(lambda: machine.property("MainPID"), lambda now: now not in (before, "0"), seconds=60)
    machine.type(f"rm -r {folder} && systemctl daemon-reload")
    eventually(lambda: machine.property("ActiveState"), "active", seconds=60)


def expect_restoring(machine):
    """The backup of the night, by the book: what was added since is gone."""
    typed(machine, "Back up", 0)
    typed(machine, "Back up", 1)
    assert machine.type("systemctl is-active meantime-backup.timer").strip() == "active"
    # What the timer does.
    machine.type("rm /var/lib/meantime/backups/*; systemctl start meantime-backup.service")
    import_events(machine, 3001)
    assert event_count(machine) == 3001
    restore, _, export = operating_document.commands("Restore")
    told = machine.type(restore + export + "cat everything.ics")
    assert "BEGIN:VCALENDAR" in told
    assert machine.property("ActiveState") == "active"
    assert event_count(machine) == 3000


def expect_nothing_lost_by_removal(machine):
    """Removes the package, and installs it again."""
    typed(machine, "Remove the package", 0)
    assert machine.type("systemctl is-active meantime", check=False).strip() == "inactive"
    assert machine.type("ls /usr/bin/meantime", check=False).startswith("ls: cannot access")
    typed(machine, "Update the package")
    assert machine.type("systemctl is-enabled meantime").strip() == "enabled"
    assert event_count(machine) == 3000


def test_the_tarball_is_installed_and_removed(machine_with, first):
    heading = "On other systems with systemd"
    machine = machine_with(first[1])
    rights = machine.type("stat -c '%a %U %G' /usr/local/bin /usr/local/share")
    typed(machine, heading, 0)
    assert machine.property("StatusText") == "Serving http://127.0.0.1:8080/"
    expect_page(machine)
    expect_sandbox(machine)
    assert machine.type("stat -c '%a %U %G' /usr/local/bin /usr/local/share") == rights
    assert "MEANTIME_WEB=/usr/local/share/meantime/web" in machine.type("meantime check-config")
    typed(machine, heading, 1)
    assert machine.type("find /usr/local -name '*meantime*'") == ""
    assert machine.type("ls /var/lib/meantime/meantime.sqlite").strip() == "/var/lib/meantime/meantime.sqlite"


def test_the_package_is_installed_where_no_systemd_runs(machine_with, first):
    """As in the image of a container, or of a machine that is started later."""
    machine = machine_with(first[0])
    machine.type("mkdir /tmp/tree && mount --bind / /tmp/tree && mount --bind ~ /tmp/tree$HOME")
    machine.type(f"chroot /tmp/tree apt-get install --yes ~/{first[0].name}")
    assert machine.property("ActiveState") == "inactive"
    machine.type("systemctl is-enabled meantime")
    machine.type("chroot /tmp/tree apt-get purge --yes meantime")
    assert machine.type("find /etc -name '*meantime*'") == ""


def test_every_command_of_the_chapter_is_typed_here():
    known = {"Install": 1, "On Debian and Ubuntu": 3, "Change settings": 1, "Update the package": 1, "Remove the package": 2}
    known |= {"On other systems with systemd": 2, "In a container": 0}
    assert {heading: len(operating_document.commands(heading)) for heading in operating_document.install_sections()} == known
    # This one was typed before: it made what is installed here.
    assert operating_document.commands("Install") == ["make package\n"]
    run("make", "--dry-run", "package")
