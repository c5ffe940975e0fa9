"""The server's data is replaced by a backup: an open page that knows more ends up with what the backup has."""

import subprocess

from playwright.sync_api import expect

from support.events import event
from support.server import binary


def command(*arguments):
    subprocess.run([binary(), *arguments], check=True, capture_output=True)


def test_an_open_page_that_was_ahead_of_the_backup_ends_up_right(calendar, server, client, tmp_path):
    client.put(event("Breakfast", "20260311T080000", "20260311T083000"))
    expect(calendar.chips("Breakfast")).to_be_visible()
    backup = tmp_path / "backup.sqlite"
    command("backup", backup, "--data", server.data)
    # More changes than the restored server makes, so that old tokens would seem to be known.
    for day in range(12, 17):
        client.put(event(f"Lost {day}", f"202603{day}T080000", f"202603{day}T083000"))
    expect(calendar.chips("Lost 16")).to_be_visible()

    calendar.page.context.witness.expected = ["ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE"]
    server.stop()
    command("restore", backup, "--replace", "--data", server.data)
    server.start()
    client.put(event("Dinner", "20260312T190000", "20260312T200000"))
    expect(calendar.chips("Dinner")).to_be_visible(timeout=60_000)
    expect(calendar.chips("Breakfast")).to_be_visible()
    expect(calendar.chips("Lost 16")).to_have_count(0)
    calendar.new_event("Lunch", date="2026-03-11", start="12:00", end="13:00")
    expect(calendar.chips("Lunch")).to_be_visible()
