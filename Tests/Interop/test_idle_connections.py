"""A thousand connections that send nothing, in processes of their own."""

import base64
import re
import resource
import socket
import time
import urllib.request
from pathlib import Path

CONNECTIONS = 1000


def resident_kib(process):
    """The memory of a process, in KiB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))


def test_a_thousand_idle_connections_slow_nobody_down(anna):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * CONNECTIONS)), hard))
    host, port = anna.server.url.removeprefix("http://").split(":")
    credentials = base64.b64encode(f"{anna.email}:{anna.password}".encode()).decode()

    def ask():
        request = urllib.request.Request(anna.root, method="PROPFIND")
        request.add_header("Authorization", "Basic " + credentials)
        request.add_header("Depth", "0")
        begin = time.monotonic()
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert answer.status == 207
        return time.monotonic() - begin

    ask()
    before = resident_kib(anna.server.process)
    idle = [socket.create_connection((host, int(port)), timeout=30) for _ in range(CONNECTIONS)]
    try:
        # Waits for the slowest machine: a server that is blocked by them never answers.
        assert ask() < 10
        assert resident_kib(anna.server.process) - before < 100 * 1024
    finally:
        for each in idle:
            each.close()
