"""Fields with a menu to choose from."""

from playwright.sync_api import expect


def opened(field):
    """Opens the menu of a field and returns it."""
    field.click()
    # Only now: an answer that arrives before the press may put another field in its place.
    menu = field.page.locator(f'[id="{field.get_attribute("aria-controls")}"]')
    expect(menu).to_be_visible()
    return menu


def choices_of(field):
    """The words of all entries of a field's menu."""
    texts = opened(field).get_by_role("option").all_inner_texts()
    field.press("Escape")
    return texts


def choose(field, choice):
    """Opens the menu of a field and takes an entry, by its words or its value."""
    menu = opened(field)
    words = menu.get_by_role("option", name=choice, exact=True)
    by_value = menu.locator(f'[role="option"][data-value="{choice}"]')
    words.or_(by_value).first.click()
    expect(menu).to_be_hidden()
