"""The server behind a reverse proxy with TLS, by the configurations that come with it."""

import re
import socket
import ssl

import pytest
import requests
from person import PASSWORD, Person, event
from reverse_proxy import ReverseProxy
from support.server import Server

BODY_BYTES_MAX = 256 * 1_048_576
# Failed attempts of one network at one account.
ATTEMPTS_MAX = 10
PRINCIPAL = '<propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>'
QUERY = """<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>"""


class Site:
    """A server with an account behind a proxy."""

    def __init__(self, name, folder):
        self.proxy = ReverseProxy(name, folder)
        settings = {"MEANTIME_PUBLIC_URL": self.proxy.url, "MEANTIME_TRUST_PROXY": "yes"}
        self.server = Server(folder / "meantime.sqlite", folder / "server.log", settings=settings)
        self.anna = Person(self.server, "Anna")
        self.session = requests.Session()
        # Nothing of whoever runs the tests: proxies, passwords in files.
        self.session.trust_env = False
        self.session.verify = str(self.proxy.certificate)

    def __enter__(self):
        try:
            self.server.start()
            self.proxy.start(self.server.port)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.session.close()
        self.proxy.stop()
        self.server.stop()

    def ask(self, method, path, **options):
        return self.session.request(method, self.proxy.url + path, timeout=120, allow_redirects=False, **options)

    def sign_in(self, password=PASSWORD, **headers):
        form = {"email": self.anna.email, "password": password}
        return self.ask("POST", "/api/v1/session", json=form, headers={"Origin": self.proxy.url, **headers})

    def program(self, method, path, body=None, **headers):
        octets = body and body.encode()
        return self.ask(method, path, data=octets, headers=headers, auth=(self.anna.email, self.anna.password))

    def exchange(self, head):
        """Sends the head of a request as it is, and no body; returns what comes back first."""
        context = ssl.create_default_context(cafile=self.proxy.certificate)
        address = ("127.0.0.1", self.proxy.port)
        with socket.create_connection(address, 60) as plain, context.wrap_socket(plain, server_hostname="localhost") as secure:
            secure.sendall(head.replace("\n", "\r\n").encode())
            return secure.recv(65_536).decode()


@pytest.fixture(params=["nginx", "Caddy"])
def site(request, tmp_path):
    with Site(request.param, tmp_path) as made:
        yield made


@pytest.fixture
def nginx(tmp_path):
    with Site("nginx", tmp_path) as made:
        yield made


def test_the_page_comes_compressed_once_and_people_sign_in(site):
    page = site.ask("GET", "/")
    assert page.status_code == 200 and "<title>Meantime</title>" in page.text
    assert page.headers["Strict-Transport-Security"].startswith("max-age=31536000")
    script = site.ask("GET", re.search(r'href="(/[^"]*app\.js)"', page.text).group(1), headers={"Accept-Encoding": "gzip"})
    assert script.headers["Content-Encoding"] == "gzip" and "import" in script.text
    answer = site.sign_in()
    assert answer.status_code == 200
    assert answer.headers["Set-Cookie"].startswith("__Host-meantime_session=") and "Secure" in answer.headers["Set-Cookie"]
    assert site.ask("GET", "/api/v1/sync").status_code == 200


def test_browsers_may_speak_http_2(site):
    context = ssl.create_default_context(cafile=site.proxy.certificate)
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection(("127.0.0.1", site.proxy.port), 60) as plain:
        with context.wrap_socket(plain, server_hostname="localhost") as secure:
            assert secure.selected_alpn_protocol() == "h2"


def test_a_change_arrives_on_the_live_stream_while_it_stays_open(site):
    site.sign_in()
    with site.ask("GET", "/api/v1/live", stream=True) as stream:
        assert stream.status_code == 200 and "Content-Encoding" not in stream.headers
        lines = stream.iter_lines(chunk_size=1, decode_unicode=True)
        assert next(lines) == ": live"
        site.anna.page().put(event("choir", "20270303T180000", "Choir"))
        assert "SUMMARY:Choir" in next(line for line in lines if line.startswith("data:") and "choir" in line)
        # The next one also arrives: nothing waits for the end of the answer.
        site.anna.page().put(event("market", "20270304T180000", "Market"))
        assert "SUMMARY:Market" in next(line for line in lines if line.startswith("data:") and "market" in line)


def test_calendar_programs_get_through_with_their_methods(site):
    moved = site.ask("GET", "/.well-known/caldav")
    assert moved.status_code == 301 and moved.headers["Location"] in ("/dav/", site.proxy.url + "/dav/")
    found = site.program("PROPFIND", "/dav/", PRINCIPAL, Depth="0")
    assert found.status_code == 207
    home = re.search(r"<(?:\w+:)?href>(/dav/principals?/[^<]+)<", found.text)
    assert home, found.text
    listed = site.program("PROPFIND", "/dav/", Depth="1")
    assert listed.status_code == 207
    calendar = calendar_of(site)
    assert site.program("OPTIONS", calendar).headers["DAV"].count("calendar-access") == 1
    made = calendar.rstrip("/").rpartition("/")[0] + "/made-behind-a-proxy/"
    assert site.program("MKCALENDAR", made).status_code == 201
    text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//T//T//EN\n" + event("choir", "20270303T180000", "Choir").replace(";TZID=Europe/Berlin", "") + "\nEND:VCALENDAR\n"
    put = site.program("PUT", calendar + "choir.ics", text.replace("\n", "\r\n"), **{"Content-Type": "text/calendar", "If-None-Match": "*"})
    assert put.status_code == 201, put.text
    assert "choir.ics" in site.program("REPORT", calendar, QUERY, Depth="1").text
    # A program writes the address at which it reaches the server.
    target = site.proxy.url + made + "choir.ics"
    assert site.program("MOVE", calendar + "choir.ics", Destination=target).status_code == 201
    assert site.program("MOVE", made + "choir.ics", Destination="https://elsewhere.example" + calendar + "b.ics").status_code == 502
    forged = {"Destination": "https://elsewhere.example" + calendar + "b.ics", "X-Forwarded-Host": "elsewhere.example"}
    assert site.program("MOVE", made + "choir.ics", **forged).status_code == 502
    assert site.program("DELETE", made).status_code == 204


def calendar_of(site):
    """The path of the account's calendar, as a program finds it."""
    found = site.program("PROPFIND", "/dav/", PRINCIPAL, Depth="0").text
    principal = re.search(r"principal>.*?href>([^<]+)<", found, re.DOTALL).group(1)
    wanted = '<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:calendar-home-set/></prop></propfind>'
    home = re.search(r"calendar-home-set>.*?href>([^<]+)<", site.program("PROPFIND", principal, wanted, Depth="0").text, re.DOTALL).group(1)
    listed = site.program("PROPFIND", home, '<propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>', Depth="1").text
    responses = re.findall(r"<(?:\w+:)?response>.*?</(?:\w+:)?response>", listed, re.DOTALL)
    return next(re.search(r"href>([^<]+)<", each).group(1) for each in responses if re.search(r"<(\w+:)?calendar[ /]", each))


def import_head(site, octet_count):
    """The head of an import, signed in."""
    calendar = site.anna.page().calendars()[0]["id"]
    site.sign_in()
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in site.session.cookies)
    head = f"POST /api/v1/calendars/{calendar}/import HTTP/1.1\nHost: localhost:{site.proxy.port}\nCookie: {cookies}\n"
    return head + f"Content-Type: text/calendar\nConnection: close\nContent-Length: {octet_count}\n\n"


def test_a_body_past_the_limit_is_refused(site):
    answer = site.exchange(import_head(site, BODY_BYTES_MAX + 1))
    assert answer.startswith("HTTP/1.1 413 "), answer


def test_nginx_itself_refuses_only_a_body_past_the_server_s_limit(nginx):
    head = import_head(nginx, BODY_BYTES_MAX + 1)
    assert "nginx" in nginx.exchange(head).partition("\r\n\r\n")[2]
    # The server, not nginx, refuses somebody who isn't signed in.
    at_limit = re.sub("Cookie: .*\n", "", head).replace(str(BODY_BYTES_MAX + 1), str(BODY_BYTES_MAX))
    answer = nginx.exchange(at_limit)
    assert answer.startswith("HTTP/1.1 401 ") and "problem+json" in answer, answer


def test_a_forged_address_or_scheme_is_not_believed(site):
    forged = [{"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}"} for number in range(ATTEMPTS_MAX + 1)]
    statuses = [site.sign_in("a wrong password", **headers).status_code for headers in forged]
    assert statuses == ATTEMPTS_MAX * [401] + [429]
    # Whoever reaches the server itself is believed, so nobody else may: the proxy makes the difference.
    page = site.anna.server
    direct = requests.post(page.url + "/api/v1/session", json={"email": site.anna.email, "password": PASSWORD}, headers=forged[0], timeout=60)
    assert direct.status_code == 200
    site.session.cookies.clear()


def test_a_forged_scheme_leaves_the_cookie_secure(site):
    answer = site.sign_in(**{"X-Forwarded-Proto": "http"})
    assert answer.headers["Set-Cookie"].startswith("__Host-meantime_session=")


def test_figures_stay_inside(site):
    def answer(path):
        return site.exchange(f"GET {path} HTTP/1.1\nHost: localhost:{site.proxy.port}\nConnection: close\n\n")

    for path in ("/metrics", "/metrics?a=b", "/metrics/", "//metrics", "/%6Detrics", "/./metrics", "/health/../metrics"):
        # The server answers with a problem; the proxy's own answer has none.
        assert answer(path).startswith("HTTP/1.1 404 ") and "problem+json" not in answer(path), path
    assert answer("/health").startswith("HTTP/1.1 200 ")
    assert "problem+json" in answer("/metrics-of-somebody-else")


def test_nginx_leads_from_http_to_https_with_the_method(nginx):
    answer = requests.request("PROPFIND", f"http://127.0.0.1:{nginx.proxy.plain_port}/dav/?a=b", allow_redirects=False, timeout=60)
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{nginx.proxy.url}/dav/?a=b")
