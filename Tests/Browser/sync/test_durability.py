"""Every acknowledged write is kept, whatever happens to the server process."""

import threading
from http.client import HTTPException

from support.server import Client

WRITES = 500
KILLED_AFTER = 180


def event(number):
    return (
        f"BEGIN:VEVENT\nUID:write-{number}@example.org\nDTSTAMP:20260101T000000Z\n"
        f"DTSTART:20260311T{number % 24:02}0000Z\nSUMMARY:Write {number}\nEND:VEVENT"
    )


def test_every_acknowledged_write_survives_a_kill_during_many_writes(server, client):
    calendar = client.calendars()[0]["id"]
    acknowledged, enough = [], threading.Event()

    def write():
        for number in range(WRITES):
            try:
                client.put(event(number), href=f"write-{number}.ics", calendar=calendar)
            except (OSError, HTTPException):
                return
            acknowledged.append(number)
            if len(acknowledged) >= KILLED_AFTER:
                enough.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert enough.wait(60), f"only {len(acknowledged)} writes in a minute"
    server.kill()
    writer.join()
    assert KILLED_AFTER <= len(acknowledged) < WRITES, "the kill came too late to prove anything"

    server.start()
    survivors = Client(server, client.cookie).events()
    stored = {record["href"] for record in survivors}
    lost = [number for number in acknowledged if f"write-{number}.ics" not in stored]
    assert lost == []
    # The write that was in progress may or may not be stored, but never half.
    assert len(stored) - len(acknowledged) in (0, 1)
    for record in survivors:
        assert record["ical"].rstrip().endswith("END:VCALENDAR")


def test_every_acknowledged_write_survives_a_stop_during_many_writes(server, client):
    calendar = client.calendars()[0]["id"]
    acknowledged, enough = [], threading.Event()

    def write():
        for number in range(WRITES):
            try:
                client.put(event(number), href=f"write-{number}.ics", calendar=calendar)
            except (OSError, HTTPException, AssertionError):
                return
            acknowledged.append(number)
            if len(acknowledged) >= 50:
                enough.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert enough.wait(60)
    server.stop()
    writer.join()
    server.start()
    stored = {record["href"] for record in Client(server, client.cookie).events()}
    assert [n for n in acknowledged if f"write-{n}.ics" not in stored] == []


def test_an_import_cut_short_by_a_kill_can_be_repeated(server, client, large_file):
    calendar = client.calendars()[0]["id"]
    done = threading.Event()

    def run_import():
        try:
            client.import_file(large_file, calendar=calendar)
        except (OSError, HTTPException, AssertionError):
            pass
        done.set()

    importer = threading.Thread(target=run_import)
    importer.start()
    done.wait(2)
    server.kill()
    importer.join()
    server.start()
    again = Client(server, client.cookie)
    before = len(again.events())
    answer = again.import_file(large_file, calendar=calendar)[-1]
    assert answer["unchanged"] == before and answer["added"] == 10_000 - before, answer
    assert len(again.events()) == 10_000
