"""A PostgreSQL server for tests that stop and kill it, and our servers on it."""

import os
import pathlib
import random
import signal
import subprocess
import urllib.parse

from support.server import Server
from support.waiting import eventually


def make_database(name):
    """Makes an empty database on the server that scripts/with-postgresql.sh started, and returns its address."""
    server = os.environ["TEST_POSTGRESQL"]
    subprocess.run(["psql", "--quiet", server, "--command", f"CREATE DATABASE {name} OWNER meantime_owner"], check=True)
    return urllib.parse.urlparse(server)._replace(path=f"/{name}").geturl()


class ServerOnPostgreSQL(Server):
    """A server of ours whose data isn't a file."""

    def __init__(self, address, log, settings, demo=False):
        super().__init__(log.with_suffix(""), log, demo=demo, settings=settings)
        self.address = address

    @property
    def place(self):
        return self.address


class PostgreSQLServer:
    """The database's server that scripts/with-postgresql.sh started."""

    def __init__(self):
        self.address = os.environ["TEST_POSTGRESQL"]
        self.folder = pathlib.Path(urllib.parse.parse_qs(urllib.parse.urlparse(self.address).query)["host"][0])
        self.command = (self.folder / "data/postmaster.opts").read_text().strip()
        self.log = self.folder / "log"
        # Our own child, so that it's really gone once it was killed: until then its successor wouldn't start.
        main, _ = self.processes()
        os.kill(main, signal.SIGINT)
        eventually(lambda: not (self.folder / "data/postmaster.pid").exists())
        self.started = self.start()
        eventually(self.is_back)

    def ask(self, sql):
        """Runs a statement, and returns the exit code of the program that did."""
        return subprocess.run(["psql", "--quiet", self.address, "--command", sql], capture_output=True, check=False).returncode

    def processes(self):
        """The number of the main process, and those of its children."""
        main = int((self.folder / "data/postmaster.pid").read_text().split("\n", 1)[0])
        found = subprocess.run(["ps", "--ppid", str(main), "--format", "pid=,args="], stdout=subprocess.PIPE, text=True, check=False)
        return main, [line.split(None, 1) for line in found.stdout.splitlines()]

    def kill_worker(self):
        """Kills a process that works for our server: the others are stopped by the main one, and begin again."""
        _, children = self.processes()
        workers = [int(number) for number, command in children if ": meantime " in command]
        if workers:
            kill_process(random.choice(workers))

    def kill_all(self):
        """Kills all of its processes, and starts it again."""
        self.take_away()
        self.bring_back()

    def take_away(self):
        main, children = self.processes()
        for number in [main] + [int(number) for number, _ in children]:
            kill_process(number)
        self.started.wait()

    def bring_back(self):
        """Starts it, and waits until it answers."""
        eventually(self.is_back)

    def is_back(self):
        """Whether the database answers; starts it if it isn't running, as long as it takes its processes to go."""
        if self.started.poll() is not None:
            self.started = self.start()
        return self.ask("SELECT 1") == 0

    def start(self):
        command = self.command
        if os.getuid() == 0:
            command = f"exec runuser -u postgres -- {command}"
        with open(self.log, "ab") as log:
            return subprocess.Popen(["sh", "-c", command], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def kill_process(number):
    try:
        os.kill(number, signal.SIGKILL)
    except ProcessLookupError:
        pass
