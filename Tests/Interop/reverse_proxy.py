"""nginx and Caddy, started with the configurations in packaging/, on free ports and with a certificate of their own."""

import os
import re
import shutil
import socket
import subprocess

from support.server import ROOT, free_port
from support.waiting import eventually

# What Debian's nginx.conf has around a site, as far as it matters here: it compresses.
NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    gzip on;
    gzip_types *;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site;
}}
"""
CADDY = """{
	admin off
	auto_https off
	servers {
		protocols h1 h2
	}
}
"""


def changed(text, changes):
    """Replaces each key, which is where and as often as its value says: (count, replacement)."""
    for old, (count, new) in changes.items():
        assert text.count(old) == count, f"{old!r} is in the configuration {text.count(old)} times"
        text = text.replace(old, new)
    return text


class ReverseProxy:
    """A proxy that is to be started before a server at a port."""

    def __init__(self, name, folder):
        self.name = name
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        self.certificate, self.key = folder / "certificate", folder / "key"
        kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        command = ["openssl", "req", "-x509", *kind, *about, "-out", self.certificate, "-keyout", self.key]
        subprocess.run(command, check=True, capture_output=True)
        self.process = None

    @property
    def url(self):
        return f"https://localhost:{self.port}"

    def start(self, server_port):
        command = self._nginx(server_port) if self.name == "nginx" else self._caddy(server_port)
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        with open(self.folder / "proxy.log", "wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        eventually(self._is_ready, seconds=60)

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(60)

    def _is_ready(self):
        assert self.process.poll() is None, (self.folder / "proxy.log").read_text()
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def _nginx(self, server_port):
        text = (ROOT / "packaging/nginx.conf").read_text()
        # A machine without IPv6 can't listen there.
        text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)
        text = changed(text, {
            "127.0.0.1:8080": (1, f"127.0.0.1:{server_port}"),
            "listen 443": (1, f"listen 127.0.0.1:{self.port}"),
            "listen 80;": (1, f"listen 127.0.0.1:{self.plain_port};"),
            "https://calendar.example.org$": (1, f"{self.url}$"),
            "/etc/letsencrypt/live/calendar.example.org/fullchain.pem": (1, str(self.certificate)),
            "/etc/letsencrypt/live/calendar.example.org/privkey.pem": (1, str(self.key)),
            "server_name calendar.example.org": (2, "server_name localhost"),
        })  # fmt: skip
        (self.folder / "site").write_text(text)
        (self.folder / "nginx.conf").write_text(NGINX.format(folder=self.folder))
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        return [program, "-e", "stderr", "-p", self.folder, "-c", self.folder / "nginx.conf"]

    def _caddy(self, server_port):
        text = changed((ROOT / "packaging/Caddyfile").read_text(), {
            "127.0.0.1:8080": (1, f"127.0.0.1:{server_port}"),
            "calendar.example.org {\n": (1, f"{self.url} {{\n\ttls {self.certificate} {self.key}\n"),
        })  # fmt: skip
        (self.folder / "Caddyfile").write_text(CADDY + text)
        return ["caddy", "run", "--adapter", "caddyfile", "--config", self.folder / "Caddyfile"]
