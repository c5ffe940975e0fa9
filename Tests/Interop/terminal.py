"""khal and vdirsyncer, as somebody uses them who lives in a terminal."""

import json
import subprocess

from suites import ROOT, environment, program

# Prints what "Use in other apps" tells people to write into their configurations.
CONFIGURATIONS = """
import { khalConfiguration, syncConfiguration } from './Web/views/programs/program-address.js';
console.log(JSON.stringify([syncConfiguration(...process.argv.slice(1)), khalConfiguration]));
"""
LOCALE = """
[locale]
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
"""


class Terminal:
    """Somebody's khal and vdirsyncer, with a home folder of their own."""

    def __init__(self, person, home):
        self.home = home
        self.calendars = home / ".local/share/meantime"
        self.sync_settings = home / ".config/vdirsyncer/config"
        self.khal_settings = home / ".config/khal/config"
        for path in (self.calendars, self.sync_settings.parent, self.khal_settings.parent):
            path.mkdir(parents=True)
        command = ["node", "--input-type=module", "-e", CONFIGURATIONS, person.server.url, person.email]
        printed = subprocess.run(command, cwd=ROOT, text=True, check=True, capture_output=True).stdout
        sync, khal = json.loads(printed)
        # Nobody is there to be asked for the password.
        asking = 'password.fetch = ["prompt", "Meantime"]'
        assert asking in sync
        self.sync_settings.write_text(sync.replace(asking, f'password = "{person.password}"'))
        self.khal_settings.write_text(khal + LOCALE)

    def _run(self, *command, answers=""):
        done = subprocess.run(command, env=environment(self.home), input=answers, text=True, capture_output=True, timeout=60)
        assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def find(self):
        """Finds the calendars, and says yes to making each of them here."""
        self._run(program("vdirsyncer"), "--config", self.sync_settings, "discover", answers="y\n" * 20)

    def sync(self):
        self._run(program("vdirsyncer"), "--config", self.sync_settings, "sync")

    def khal(self, *arguments):
        return self._run(program("khal"), "--config", self.khal_settings, *arguments)

    def agenda(self, start="2027-03-01", days=28):
        """What khal lists, as "date time title" lines."""
        text = self.khal("list", "--format", "{start} {title}", "--day-format", "", start, f"{days}d")
        return [line for line in text.splitlines() if line]
