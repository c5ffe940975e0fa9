"""Files and texts from outside: shared by another program, or opened with the page by the system."""

import http.client

import pytest
from playwright.sync_api import expect

from support.imports import SMALL, start_and_wait

BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW"


def form(fields, files=()):
    """The form in which Chromium sends what another program shares."""
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + text.encode() for name, text in fields.items()]
    parts += [
        f'Content-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: text/calendar\r\n\r\n'.encode() + octets
        for name, octets in files
    ]
    return b"".join(b"--" + BOUNDARY.encode() + b"\r\n" + part + b"\r\n" for part in parts) + f"--{BOUNDARY}--\r\n".encode()


def hand_over(client, fields, files=()):
    """Shares something as the system does, and returns the address that the server redirects to."""
    connection = http.client.HTTPConnection("127.0.0.1", client.server.port)
    headers = {
        "Cookie": f"meantime_session={client.cookie}",
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Sec-Fetch-Site": "none",
    }
    connection.request("POST", "/share", form(fields, files), headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 303, answer.status
    return answer.headers["Location"]


@pytest.fixture
def share(client, open_calendar):
    """Shares something and opens the page that the server redirects to."""
    return lambda fields, files=(): open_calendar(hand_over(client, fields, files))


def test_a_shared_file_is_previewed_and_only_stored_when_the_import_is_started(share, client):
    calendar = share({"title": "An invitation"}, [("invitation.ics", SMALL)])
    expect(calendar.dialog.get_by_text("Imported one")).to_be_visible()
    assert client.events() == []
    start_and_wait(calendar)
    assert len(client.events()) == 1


def test_several_shared_files_are_previewed_together(share):
    second = SMALL.replace(b"one@example.org", b"other@example.org").replace(b"Imported one", b"Imported two")
    calendar = share({}, [("one.ics", SMALL), ("two.ics", second)])
    expect(calendar.dialog.get_by_text("2 events to import")).to_be_visible()
    for row, title in enumerate(("Imported one", "Imported two")):
        calendar.dialog.locator("summary.import-facts").nth(row).click()
        expect(calendar.dialog.get_by_text(title)).to_be_visible()
    calendar.page.keyboard.press("Escape")
    expect(calendar.dialog).to_have_count(0)


def test_two_shared_texts_have_an_address_each_and_do_not_mix(client, open_calendar):
    first, second = [hand_over(client, {"text": f"Lunch with {name} Friday 12:30"}) for name in ("Ana", "Ben")]
    for address, name in ((second, "Ben"), (first, "Ana")):
        calendar = open_calendar(address)
        expect(calendar.dialog.get_by_label("What and when")).to_have_value(f"Lunch with {name} Friday 12:30")


def test_a_shared_text_becomes_the_line_of_a_new_event(share, client):
    calendar = share({"title": "", "text": "Lunch with Ana Friday 12:30\nhttps://luigis.example/menu", "url": ""})
    sheet = calendar.dialog
    expect(sheet.get_by_label("What and when")).to_have_value("Lunch with Ana Friday 12:30")
    expect(sheet.get_by_role("status")).to_contain_text("Lunch with Ana")
    sheet.get_by_role("button", name="Save").click()
    expect(calendar.chips("Lunch with Ana")).to_have_count(1)
    expect(calendar.page).to_have_url(calendar.server.url + "/month/2026-03-13")
    expect(calendar.announcement("“Lunch with Ana” added")).to_be_visible()
    calendar.edit(calendar.chips("Lunch with Ana"))
    expect(calendar.dialog.get_by_label("Link")).to_have_value("https://luigis.example/menu")


def test_a_failed_share_is_explained(calendar):
    calendar.page.context.witness.expected = ["404"]
    for outcome, words in {
        "0" * 32: "no longer here", "too-large": "too large", "too-many": "Too much", "not-readable": "No event found",
        "signed-out": "signed out",
    }.items():
        calendar.open(f"/import?shared={outcome}")
        expect(calendar.announcement(words)).to_be_visible()
        expect(calendar.dialog).to_have_count(0)


def test_a_page_of_another_site_can_not_share(client):
    body = form({"text": "Not mine"})
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    for foreign in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"}):
        status, _, _ = client.request("POST", "/share", body, headers | foreign)
        assert status == 403, foreign


def test_a_file_that_the_system_opens_with_the_page_is_previewed(new_context, server, furnished, client):
    context = new_context(server, furnished[1])
    context.add_init_script(
        """(() => {
            const getFile = async () => new File([%r], 'opened.ics', { type: 'text/calendar' });
            Object.defineProperty(window, 'launchQueue', { value: {
                setConsumer: (consumer) => consumer({ files: [{ getFile }] }),
            } });
        })()"""
        % SMALL.decode()
    )
    page = context.new_page()
    page.goto(server.url + "/import")
    expect(page.get_by_role("dialog").get_by_text("Imported one")).to_be_visible()
    assert client.events() == []


def test_the_manifest_names_the_addresses_for_sharing_and_opening_and_all_exist(client):
    import json
    import re

    page = client.request("GET", "/")[2].decode()
    address = re.search(r'rel="manifest" href="([^"]+)"', page).group(1)
    manifest = json.loads(client.request("GET", address)[2])
    target = manifest["share_target"]
    assert (target["action"], target["method"], target["enctype"]) == ("/share", "POST", "multipart/form-data")
    assert [file["name"] for file in target["params"]["files"]] == ["file"]
    assert manifest["file_handlers"][0]["action"] == "/import"
    for address in ["/widget", "/import", *(shortcut["url"] for shortcut in manifest["shortcuts"])]:
        assert client.request("GET", address)[0] == 200, address
