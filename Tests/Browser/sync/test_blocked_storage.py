"""A browser that blocks all of a site's storage, as with all site data forbidden."""

from playwright.sync_api import expect

BLOCKED = """
    const get = () => { throw new DOMException('Denied', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(globalThis, name, { get });
"""


def test_the_page_opens_and_saves_without_any_storage_and_asks_to_sign_in(open_calendar, client):
    calendar = open_calendar("/month/2026-03-11")
    calendar.page.add_init_script(BLOCKED)
    calendar.reload()
    calendar.new_event("Walk", date="2026-03-12", start="09:00", end="10:00")
    expect(calendar.chips("Walk")).to_have_count(1)
    calendar.open_menu_item("Sign out")
    expect(calendar.page.get_by_label("Password")).to_be_visible()
    calendar.page.reload()
    expect(calendar.page.get_by_label("Password")).to_be_visible()
