"""What was typed and isn't saved, as the inbox in the sidebar lists it."""

from playwright.sync_api import expect

from support.people import inbox


def drafts(calendar):
    """The drafts in the inbox, which is opened for it; none if there is no inbox."""
    if inbox(calendar).count() == 0:
        return calendar.page.locator(".inbox-item")
    if calendar.page.locator(".inbox-card").count() == 0:
        inbox(calendar).click()
    return calendar.page.get_by_role("region", name="Drafts").locator(".inbox-item")


def open_draft(calendar, title):
    """Opens the form again with a draft."""
    expect(inbox(calendar)).to_have_count(1)
    drafts(calendar).filter(has_text=title).click()
    expect(calendar.dialog.get_by_label("Title")).to_have_value(title)


def discard_draft(calendar, title):
    """Discards a draft in the inbox."""
    expect(inbox(calendar)).to_have_count(1)
    drafts(calendar)
    calendar.page.get_by_role("button", name=f"Discard draft “{title}”").click()
