"""What the page may load and run, that text is never run as code, and which requests are refused."""

import re

from playwright.sync_api import expect

from support.events import SERIES
from support.server import Client

# Would run as code if it got into HTML in any of the usual ways.
HOSTILE = "<img src=x onerror=window.stolen=1><script>window.stolen=1</script>\\\"'`${window.stolen=1}"


def test_the_page_is_served_with_a_strict_policy(client):
    status, headers, body = client.request("GET", "/")
    assert status == 200
    policy = headers["Content-Security-Policy"]
    for rule in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"):
        assert rule in policy
    assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy and "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    page = body.decode()
    scripts = re.findall(r"<script\b([^>]*)>(.*?)</script>", page, re.DOTALL)
    assert scripts
    for attributes, text in scripts:
        assert "src=" in attributes and text.strip() == ""
    assert not re.search(r"<style\b|\sstyle=|\son\w+=|javascript:", page)
    assert "{{assets}}" not in page


def test_assets_are_kept_for_ever_and_sent_compressed(client):
    page = client.request("GET", "/")[2].decode()
    address = re.search(r'src="(/assets/[^"]+)"', page).group(1)
    status, headers, body = client.request("GET", address, headers={"Accept-Encoding": "gzip"})
    assert status == 200 and headers["Content-Encoding"] == "gzip" and body[:2] == b"\x1f\x8b"
    assert "immutable" in headers["Cache-Control"] and "max-age=31536000" in headers["Cache-Control"]
    core = address.rsplit("/", 1)[0] + "/core.wasm"
    status, headers, _ = client.request("GET", core)
    assert status == 200 and headers["Content-Type"] == "application/wasm"


def test_paths_can_not_leave_the_assets_folder(client):
    page = client.request("GET", "/")[2].decode()
    prefix = re.search(r'src="(/assets/[^/]+)/', page).group(1)
    for path in ("/../Package.swift", "/..%2f..%2fPackage.swift", "/%2e%2e/%2e%2e/Package.swift", "/core.wasm/../../x"):
        status, _, body = client.request("GET", prefix + path)
        assert status in (400, 404) and b"PackageDescription" not in body, path


def test_the_page_never_violates_its_own_policy(new_context, server, furnished):
    context = new_context(server, furnished[1])
    context.add_init_script(
        "window.violations = []; document.addEventListener('securitypolicyviolation',"
        " (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));"
    )
    page = context.new_page()
    page.goto(server.url + "/month/2026-03-11")
    expect(page.get_by_role("main").get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="New event").first.click()
    page.get_by_role("dialog").get_by_label("Title").fill("A title")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.locator("toast-stack").get_by_text("“A title” added")).to_be_visible()
    assert page.evaluate("window.violations") == []


def test_hostile_text_in_an_event_is_shown_as_text(calendar, client):
    lines = f"SUMMARY:{HOSTILE}\nLOCATION:{HOSTILE}\nDESCRIPTION:{HOSTILE}\nURL:javascript:window.stolen=1"
    client.put(
        "BEGIN:VEVENT\nUID:hostile@example.org\nDTSTAMP:20260101T000000Z\n"
        f"DTSTART:20260312T090000Z\nDTEND:20260312T100000Z\n{lines}\nEND:VEVENT"
    )
    expect(calendar.chips("<img src=x")).to_have_count(1)
    calendar.edit(calendar.chips("<img src=x"))
    expect(calendar.dialog.get_by_label("Title")).to_have_value(re.compile("<script>"))
    assert calendar.page.evaluate("window.stolen") is None
    assert calendar.page.locator('a[href^="javascript:"]').count() == 0


def test_another_origin_can_not_change_anything(client):
    calendar = client.calendars()[0]["id"]
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        status, answer_headers, _ = client.request("POST", "/api/v1/calendars", {"name": "X", "color": "red"}, headers)
        assert status == 403
        assert "Access-Control-Allow-Origin" not in answer_headers
        status, _, _ = client.request("DELETE", f"/api/v1/calendars/{calendar}", headers=headers)
        assert status == 403
    assert len(client.calendars()) == 1


def test_nothing_is_answered_without_a_session(server):
    stranger = Client(server)
    for path in ("/api/v1/sync", "/api/v1/live?since=0", "/api/v1/zones?name=Europe/Berlin"):
        status, headers, body = stranger.request("GET", path)
        assert status == 401 and headers["Content-Type"].startswith("application/problem+json"), (path, status, body)


def test_an_address_means_the_same_with_and_without_escapes(client):
    client.put(SERIES, href="one@home.ics")
    calendar = client.calendars()[0]["id"]
    for href in ("one@home.ics", "one%40home.ics"):
        status, _, body = client.request("GET", f"/api/v1/calendars/{calendar}/events/{href}")
        assert status == 200 and b"Stand-up" in body, href
