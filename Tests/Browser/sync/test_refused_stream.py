"""If the server has too many live streams, the page says it isn't live, still works, and reconnects by itself."""

from playwright.sync_api import expect

BANNER = "Changes made elsewhere aren’t arriving right now. Trying again."


def test_a_page_whose_stream_is_refused_says_so_and_saves(calendar, client):
    page = calendar.page
    page.context.witness.expected = ["503", "Service Unavailable"]
    page.route("**/api/v1/live?**", lambda route: route.fulfill(status=503, headers={"Retry-After": "60"}))
    # On this event, the page closes its stream and opens another, which is refused.
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text(BANNER)).to_be_visible()
    calendar.new_event("Lunch", date="2026-03-11", start="12:00", end="13:00")
    expect(calendar.chips("Lunch")).to_be_visible()
    page.unroute("**/api/v1/live?**")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text(BANNER)).to_be_hidden()
