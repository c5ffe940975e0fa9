#!/usr/bin/env python3
"""Drives evolution-data-server, which GNOME's calendars use, against a real server: `make programs`.

It finds the calendars from the server's address alone, reads, writes, moves one occurrence of a series, sees
what the page changes, and answers an invitation. There is no window and nobody's settings are touched: everything is in a temporary folder.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from scene import INVITATION, LUNCH, MOVED, SECONDS_MAX, SERIES, Steps, accounts, change, eventually, wait_for_answer, wait_for_text

# The system's own Python has the bindings.
PYTHON = "/usr/bin/python3"


class Evolution:
    """The data server with one account."""

    def __init__(self, person):
        import gi

        gi.require_version("EDataServer", "1.2")
        gi.require_version("ECal", "2.0")
        from gi.repository import ECal, EDataServer, GLib, ICalGLib

        self.ECal, self.EDataServer, self.ICal, self.GLib = ECal, EDataServer, ICalGLib, GLib
        self.person = person
        self.registry = EDataServer.SourceRegistry.new_sync(None)

    def add_account(self):
        """Makes an account from an address, a user name and a password, as the dialog does."""
        source = self.EDataServer.Source.new_with_uid("meantime", None)
        source.set_display_name("Meantime")
        collection = source.get_extension(self.EDataServer.SOURCE_EXTENSION_COLLECTION)
        collection.set_backend_name("webdav")
        collection.set_identity(self.person.email)
        collection.set_calendar_enabled(True)
        collection.set_contacts_enabled(False)
        collection.set_calendar_url(self.person.server.url + "/")
        sign_in = source.get_extension(self.EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
        sign_in.set_host("127.0.0.1")
        sign_in.set_port(self.person.server.port)
        sign_in.set_user(self.person.email)
        sign_in.set_method("plain/password")
        source.get_extension(self.EDataServer.SOURCE_EXTENSION_SECURITY).set_method("none")
        self.registry.commit_source_sync(source, None)
        self.sign_in(self.registry.ref_source("meantime"))

    def sign_in(self, source):
        credentials = self.EDataServer.NamedParameters.new()
        credentials.set(self.EDataServer.SOURCE_CREDENTIAL_USERNAME, self.person.email)
        credentials.set(self.EDataServer.SOURCE_CREDENTIAL_PASSWORD, self.person.password)
        source.invoke_authenticate_sync(credentials, None)

    def calendars(self):
        """The calendars that it found, by name."""
        self._handle_events()
        sources = self.registry.list_sources(self.EDataServer.SOURCE_EXTENSION_CALENDAR)
        return {each.get_display_name(): each for each in sources if each.get_parent() == "meantime"}

    def _handle_events(self):
        context = self.GLib.MainContext.default()
        while context.pending():
            context.iteration(False)

    def open(self, source):
        """Opens a calendar and answers its question for the password, as the dialog does."""
        source.connect("credentials-required", lambda asking, *_: self.sign_in(asking))
        client = self.ECal.Client.connect_sync(source, self.ECal.ClientSourceType.EVENTS, 1, None)
        self.sign_in(source)
        return client

    def component(self, text):
        return self.ICal.Component.new_from_string(text.replace("\n", "\r\n") + "\r\n")

    def texts(self, client):
        """The texts of all events in a calendar, after looking for changes."""
        self._handle_events()
        client.refresh_sync(None)
        _, found = client.get_object_list_sync("#t", None)
        return [each.as_ical_string() for each in found]

    def create(self, client, text):
        return client.create_object_sync(self.component(text), self.ECal.OperationFlags.NONE, None)

    def change(self, client, text, extent):
        """Changes an event, or one occurrence of it, as the extent says."""
        return client.modify_object_sync(self.component(text), extent, self.ECal.OperationFlags.NONE, None)


def drive(folder):
    with accounts(folder) as (anna, ben):
        steps, page, evolution = Steps("evolution-data-server"), anna.page(), Evolution(anna)
        evolution.add_account()
        found = eventually(evolution.calendars, seconds=SECONDS_MAX)
        steps.done(f"found {sorted(found)} from {anna.server.url}/")
        client = evolution.open(found["Personal"])
        page.put(SERIES)
        eventually(lambda: evolution.texts(client), lambda texts: len(texts) == 1, SECONDS_MAX)
        steps.done("reads what the page made")
        evolution.create(client, LUNCH)
        wait_for_text(page, "SUMMARY:Lunch")
        steps.done("writes, and the page has it")
        evolution.change(client, MOVED, evolution.ECal.ObjModType.THIS)
        wait_for_text(page, "20270310T200000")
        steps.done("moves one occurrence of a series")
        change(page, "lunch", "SUMMARY:Lunch", "SUMMARY:Late lunch")
        eventually(lambda: "".join(evolution.texts(client)), lambda text: "SUMMARY:Late lunch" in text, SECONDS_MAX)
        steps.done("sees a change made in the page")
        ben.page().put(INVITATION)
        (text,) = eventually(lambda: [each for each in evolution.texts(client) if "UID:walk" in each], seconds=SECONDS_MAX)
        evolution.change(client, text.replace("PARTSTAT=NEEDS-ACTION", "PARTSTAT=ACCEPTED"), evolution.ECal.ObjModType.ALL)
        wait_for_answer(ben.page())
        steps.done("answers an invitation")


def main():
    if len(sys.argv) > 1:
        drive(pathlib.Path(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory() as folder:
        # The services that the session's bus starts have the environment of the bus.
        variables = os.environ | {"HOME": folder, "XDG_RUNTIME_DIR": folder, "GIO_USE_VFS": "local", "GSETTINGS_BACKEND": "memory"}
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "DISPLAY"):
            variables.pop(name, None)
        command = ["dbus-run-session", "--", PYTHON, __file__, folder]
        sys.exit(subprocess.run(command, env=variables).returncode)


if __name__ == "__main__":
    main()
