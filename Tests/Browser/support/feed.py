"""A web server on this machine with a calendar that changes and breaks."""

import http.server
import threading


class Feed:
    """Answers every request with what `say` or `fail` said last."""

    def __init__(self):
        self.status, self.text = 200, ""
        feed = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = feed.text.encode()
                self.send_response(feed.status)
                self.send_header("Content-Type", "text/calendar")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                """Says nothing."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # How often it looks whether to stop. The default is half a second, which every test would wait for.
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def place(self):
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def address(self):
        return f"http://{self.place}/holidays.ics"

    def say(self, titles, name="Holidays"):
        """Has one event of an hour for each title, all on 11 March 2026."""
        events = [
            f"BEGIN:VEVENT\r\nUID:{title}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:{title}\r\n"
            f"DTSTART:20260311T{9 + place:02}0000\r\nDTEND:20260311T{10 + place:02}0000\r\nEND:VEVENT\r\n"
            for place, title in enumerate(titles)
        ]
        head = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Feed//EN\r\nX-WR-CALNAME:{name}\r\n"
        self.status, self.text = 200, head + "".join(events) + "END:VCALENDAR\r\n"

    def fail(self, status, text=""):
        self.status, self.text = status, text

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
