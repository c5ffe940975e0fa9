"""A proxy before a server, which answers as a test says."""

import http.client
import http.server
import threading
import time

SILENCE_SECONDS_MAX = 60


class Front:
    """
    Passes requests on to a server. Instead, `status` is an answer of its own, and `is_silent` gives none; `pages` are
    texts that it answers with at a path. `asked` are the paths of all requests.
    """

    def __init__(self, server):
        self.server = server
        self.log = server.log
        self.status, self.is_silent, self.pages, self.asked = None, False, {}, []
        front = self

        class Handler(http.server.BaseHTTPRequestHandler):
            # Browsers ask whether what they have is still right only in this version.
            protocol_version = "HTTP/1.1"

            def handle_request(self):
                front.answer(self)

            do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = handle_request

            def log_message(self, *_):
                pass

        self.listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads = True
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.listener.server_port}"

    def stop(self):
        self.listener.shutdown()
        self.listener.server_close()

    def answer(self, request):
        self.asked.append(request.path)
        end = time.monotonic() + SILENCE_SECONDS_MAX
        while self.is_silent and time.monotonic() < end:
            time.sleep(0.02)
        if self.status:
            request.send_error(self.status)
        elif request.path in self.pages:
            octets = self.pages[request.path].encode()
            request.send_response(200)
            request.send_header("Content-Type", "text/html; charset=utf-8")
            request.send_header("Connection", "close")
            request.end_headers()
            request.wfile.write(octets)
        else:
            self.pass_on(request)

    def pass_on(self, request):
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        behind = http.client.HTTPConnection("127.0.0.1", self.server.port)
        try:
            behind.request(request.command, request.path, body or None, dict(request.headers))
            answer = behind.getresponse()
            request.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "transfer-encoding"):
                    request.send_header(name, value)
            # The end of the answer, of which the length isn't always known.
            request.send_header("Connection", "close")
            request.end_headers()
            while octets := answer.read1():
                request.wfile.write(octets)
        except OSError:
            # Either side has gone.
            request.close_connection = True
        finally:
            behind.close()
