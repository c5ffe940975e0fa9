#!/usr/bin/env python3
"""Drives Thunderbird against a real server: `make programs`.

It finds the calendars from the server's address alone, as its dialog for a new calendar does, reads, writes, moves one
occurrence of a series, sees what the page changes, and answers an invitation. There is no window, and its profile is made anew.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

from marionette import Marionette
from scene import INVITATION, LUNCH, SECONDS_MAX, SERIES, Steps, accounts, change, eventually, free_port, wait_for_answer, wait_for_text

SETTINGS = {
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "mail.provider.suppress_dialog_on_startup": True,
    "mail.spotlight.firstRunDone": True,
    "mailnews.start_page.enabled": False,
    # Passwords are kept in the clear, in the profile that is thrown away.
    "signon.rememberSignons": True,
    "calendar.timezone.local": "Europe/Berlin",
    "calendar.timezone.useSystemTimezone": False,
}
BEGIN = """
    const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
    const { CalEvent } = ChromeUtils.importESModule("resource:///modules/CalEvent.sys.mjs");
    const calendar = cal.manager.getCalendars().find((each) => each.type === "caldav");
"""
FIND = """
    const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
    const [user, password, address] = arguments;
    const found = await cal.provider.detection.detect(user, password, address, true, [], {});
    const calendars = [...found.values()].flat();
    for (const each of calendars) cal.manager.registerCalendar(each);
    return calendars.map((each) => each.name);
"""
TEXTS = """
    calendar.refresh();
    const items = await calendar.getItemsAsArray(Ci.calICalendar.ITEM_FILTER_TYPE_EVENT | Ci.calICalendar.ITEM_FILTER_COMPLETED_ALL, 0, null, null);
    return items.map((each) => each.icalString);
"""
ADD = """
    const event = new CalEvent();
    event.icalString = arguments[0];
    await calendar.addItem(event);
"""
MOVE = """
    const series = await calendar.getItem("choir");
    const moment = cal.createDateTime("20270310T180000");
    moment.timezone = cal.timezoneService.getTimezone("Europe/Berlin");
    const before = series.recurrenceInfo.getOccurrenceFor(moment);
    const after = before.clone();
    for (const name of ["startDate", "endDate"]) {
        const later = after[name].clone();
        later.hour += 2;
        after[name] = later;
    }
    const changed = series.clone();
    changed.recurrenceInfo.modifyException(after, true);
    await calendar.modifyItem(changed, series);
"""
ANSWER = """
    const event = await calendar.getItem("walk");
    const changed = event.clone();
    const attendee = changed.getAttendeeById("mailto:anna@example.org");
    changed.removeAttendee(attendee);
    const answered = attendee.clone();
    answered.participationStatus = "ACCEPTED";
    changed.addAttendee(answered);
    await calendar.modifyItem(changed, event);
"""


@contextlib.contextmanager
def thunderbird(folder):
    """Starts the program with a profile of its own."""
    profile, port = folder / "profile", free_port()
    profile.mkdir()
    settings = SETTINGS | {"marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = ["thunderbird", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile]
    with open(folder / "thunderbird.log", "wb") as log:
        process = subprocess.Popen(command, env=os.environ | {"HOME": str(folder)}, stdout=log, stderr=log)
    try:
        yield connected(port)
    finally:
        process.terminate()
        process.wait(SECONDS_MAX)


def connected(port):
    def attempt():
        try:
            return Marionette(port)
        except ConnectionRefusedError:
            return None

    marionette = eventually(attempt, seconds=60)
    marionette.begin()
    return marionette


def drive(folder):
    with accounts(folder) as (anna, ben), thunderbird(folder) as program:
        steps, page = Steps("Thunderbird"), anna.page()
        found = program.run(FIND, anna.email, anna.password, anna.server.url)
        steps.done(f"found {found} from {anna.server.url}")
        page.put(SERIES)
        eventually(lambda: program.run(BEGIN + TEXTS), lambda texts: len(texts) == 1, SECONDS_MAX)
        steps.done("reads what the page made")
        program.run(BEGIN + ADD, LUNCH.replace("\n", "\r\n"))
        wait_for_text(page, "SUMMARY:Lunch")
        steps.done("writes, and the page has it")
        program.run(BEGIN + MOVE)
        wait_for_text(page, "20270310T200000")
        steps.done("moves one occurrence of a series")
        change(page, "lunch", "SUMMARY:Lunch", "SUMMARY:Late lunch")
        eventually(lambda: "".join(program.run(BEGIN + TEXTS)), lambda text: "SUMMARY:Late lunch" in text, SECONDS_MAX)
        steps.done("sees a change made in the page")
        ben.page().put(INVITATION)
        eventually(lambda: "".join(program.run(BEGIN + TEXTS)), lambda text: "UID:walk" in text, SECONDS_MAX)
        program.run(BEGIN + ANSWER)
        wait_for_answer(ben.page())
        steps.done("answers an invitation")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        drive(pathlib.Path(temporary))
