"""A bare Debian of the release that this machine has, started with systemd in namespaces of its own.

It has its own processes, mounts and network, and no way out: apt installs what was downloaded before. Everything it
writes is in memory and gone with it.
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from support.server import ROOT
from support.waiting import eventually

FOLDER = ROOT / ".build/package"
# In the machine: a PATH as after a login, and nothing of whoever runs the tests.
ENVIRONMENT = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"]
SECONDS_MAX = 300

# Runs in the new namespaces: puts a layer in memory over the tree, and becomes its systemd.
BOOT = """
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$LAYER"
mkdir "$LAYER"/upper "$LAYER"/work "$LAYER"/tree
mount -t overlay overlay -o lowerdir="$TREE",upperdir="$LAYER"/upper,workdir="$LAYER"/work "$LAYER"/tree
cd "$LAYER"/tree
mount --bind "$HOME_OF_ROOT" root
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mkdir old
pivot_root . old
umount -l old
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --show-status=0
"""


def run(*command, text=None, check=True, **options):
    """Runs a command of this machine; returns its output, with its errors."""
    done = subprocess.run(
        command, input=text or "", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_MAX, **options
    )  # fmt: skip
    assert not check or done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def release():
    """The code name of this machine's release, because the package depends on its libraries."""
    return re.search(r"^VERSION_CODENAME=(\w+)$", pathlib.Path("/etc/os-release").read_text(), re.MULTILINE).group(1)


def tree(dependencies):
    """A folder with a bare Debian, and packages in apt's cache that it may need; made once, in about two minutes."""
    made = FOLDER / f"bare-{release()}"
    if not made.exists():
        part = made.with_name(made.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        run("debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv", release(), part)
        part.rename(made)
    known = made / "var/cache/apt/packages-of-meantime"
    wanted = " ".join(dependencies)
    if not known.exists() or known.read_text() != wanted:
        run("chroot", made, "apt-get", "update")
        run("chroot", made, "apt-get", "install", "--yes", "--download-only", *dependencies)
        known.write_text(wanted)
    return made


@contextlib.contextmanager
def control_group():
    """A control group for the machine, so that its systemd doesn't touch those of this one."""
    mounts = [line.split() for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()]
    places = [place for _, place, kind, *_ in mounts if kind == "cgroup2"]
    assert places, "the bare Debian's systemd needs control groups: mount cgroup2"
    group = pathlib.Path(places[0], f"meantime-test-{os.getpid()}")
    group.mkdir()
    try:
        yield group
    finally:
        eventually(lambda: not any((folder / "cgroup.procs").read_text() for folder in [group, *group.rglob("*/")]))
        for folder in sorted(group.rglob("*/"), reverse=True):
            folder.rmdir()
        group.rmdir()


class Machine:
    """A running machine. `files` are in root's home directory."""

    def __init__(self, process, init):
        self.process = process
        self.init = init
        self.cookie = None

    @classmethod
    @contextlib.contextmanager
    def started(cls, tree, files):
        with control_group() as group, tempfile.TemporaryDirectory() as folder:
            layer, home = pathlib.Path(folder, "layer"), pathlib.Path(folder, "home")
            layer.mkdir()
            home.mkdir()
            for file in files:
                shutil.copy(file, home)
            names = {"TREE": str(tree), "LAYER": str(layer), "HOME_OF_ROOT": str(home), "GROUP": str(group)}
            spaces = ["--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup", "--fork", "--kill-child"]
            command = ["sh", "-c", 'echo $$ > "$GROUP"/cgroup.procs && exec "$@"', "sh", "unshare", *spaces, "sh", "-c", BOOT]
            with open(pathlib.Path(folder, "console"), "w+") as console:
                process = subprocess.Popen(command, env=os.environ | names, stdin=subprocess.DEVNULL, stdout=console, stderr=console)
                try:
                    yield cls(process, cls._init_of(process, console))._when_running()
                finally:
                    cls._end(process)

    @staticmethod
    def _init_of(process, console):
        """The process that became the machine's systemd."""
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")

        def systemd():
            assert process.poll() is None, f"the machine didn't start:\n{pathlib.Path(console.name).read_text()}"
            for child in children.read_text().split():
                if pathlib.Path(f"/proc/{child}/comm").read_text() == "systemd\n":
                    return int(child)
            return None

        return eventually(systemd)

    @staticmethod
    def _end(process):
        for child in pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
        # It ends with its child.
        process.wait(SECONDS_MAX)

    def _when_running(self):
        eventually(lambda: self.type("systemctl is-system-running", check=False).strip(), "running", seconds=60)
        return self

    def type(self, commands, answer="y\n", check=True):
        """Types lines as root, in the home of root; returns what they print. `answer` is typed when they ask."""
        spaces = ["--target", str(self.init), "--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup", "--root"]
        return run("nsenter", *spaces, "env", "-i", *ENVIRONMENT, "bash", "-e", "-c", "cd /root\n" + commands, text=answer, check=check)

    def put(self, path, text):
        """Writes a file as root."""
        self.type(f"cat > {path}", answer=text)

    def property(self, name):
        """What systemd says of the service."""
        return self.type(f"systemctl show --property {name} --value meantime").strip()

    def request(self, method, path, body=None, kind="application/json"):
        """Sends a request to 127.0.0.1 in the machine; returns the status and the body."""
        command = ["nsenter", "--target", str(self.init), "--net", "curl", "--silent", "--show-error", "--noproxy", "*"]
        command += ["--request", method, "--include", f"http://127.0.0.1:8080{path}"]
        command += ["--header", f"Cookie: {self.cookie}"] if self.cookie else []
        if body is not None:
            command += ["--header", f"Content-Type: {kind}", "--header", "Expect:", "--data-binary", "@-"]
            body = body if isinstance(body, str) else json.dumps(body)
        head, _, answer = run(*command, text=body).replace("\r\n", "\n").partition("\n\n")
        cookie = re.search(r"^Set-Cookie: (meantime_session=[^;]+)", head, re.MULTILINE | re.IGNORECASE)
        self.cookie = cookie.group(1) if cookie else self.cookie
        return int(head.split()[1]), answer
