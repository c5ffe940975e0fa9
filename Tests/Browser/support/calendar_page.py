"""The signed-in page, as a test uses it: elements are found by role and name where possible."""

from playwright.sync_api import Error, expect

from support.waiting import eventually, frames, passed, settled

# The name in addresses and the key of every view; Web/tests/words.test.js compares them with the page's list.
VIEWS = {"day": "d", "days": "x", "week": "w", "month": "m", "year": "y", "agenda": "a", "board": "b"}
ACCOUNT_MENU = ("Settings", "Account", "Keyboard shortcuts", "Hours", "Import a file", "Export everything (.ics)", "Print", "Bin", "Undo", "Sign out")


def loaded(page):
    """Returns as soon as the page has loaded everything, or after 5 seconds; what has to be there is for `expect` to say.

    On its own, `expect` would look again only after 100, 350 and 850 ms.
    """
    try:
        page.evaluate(
            """() => new Promise((done) => {
                const root = document.documentElement;
                const end = () => { observer.disconnect(); done(); };
                const look = () => { if ('loaded' in root.dataset && 'complete' in root.dataset) end(); };
                const observer = new MutationObserver(look);
                observer.observe(root, { attributes: true });
                setTimeout(end, 5_000);
                look();
            })"""
        )
    except Error:
        # The page went somewhere else meanwhile.
        pass


class CalendarPage:
    """One window with the signed-in calendar."""

    def __init__(self, page, server):
        self.page = page
        self.server = server

    def open(self, path="/"):
        """Goes to a path and waits until the view and its events have been drawn."""
        self.page.goto(self.server.url + path)
        return self.ready()

    def reload(self):
        self.page.reload()
        return self.ready()

    def ready(self):
        loaded(self.page)
        expect(self.page.locator('[data-view] :is([data-date], .year-list)').first).to_be_visible()
        # No progress bar doesn't prove that loading is done: it only appears after 300 ms.
        expect(self.page.locator("html[data-loaded]")).to_have_count(1, timeout=30_000)
        expect(self.page.get_by_role("progressbar")).to_have_count(0)
        # Dropped files, the menus of events and what else is loaded after the first view.
        expect(self.page.locator("html[data-complete]")).to_have_count(1)
        expect(self.page.locator(".page-still")).to_have_count(0)
        # The events that were loaded last are drawn in the next frame.
        frames(self.page)
        return self

    # Finding elements

    @property
    def grid(self):
        return self.page.get_by_role("main").get_by_role("grid")

    @property
    def scroller(self):
        return self.page.get_by_role("rowgroup").last

    @property
    def dialog(self):
        """The dialog on top, such as a question over a sheet."""
        return self.page.get_by_role("dialog").last

    @property
    def heading(self):
        """The month and the year in the header."""
        return self.page.locator("#month-title")

    def day(self, date):
        return self.page.locator(f'[role="gridcell"][data-date="{date}"]')

    def chips(self, title=None):
        """The events drawn in the month, all or those with a title."""
        chips = self.page.locator('[data-view="month"] [data-uid]')
        return chips.filter(has_text=title) if title else chips

    def listed(self, title=None):
        """The events in the list of the selected day."""
        events = self.page.get_by_role("region").get_by_role("listitem").get_by_role("button")
        return events.filter(has_text=title) if title else events

    def announcement(self, text):
        """A message about a change."""
        return self.page.locator("toast-stack").get_by_text(text)

    def wait_until(self, script, value=None):
        """Waits until a script returns true; the page's policy forbids the eval that wait_for_function uses."""
        eventually(lambda: self.page.evaluate(script, value))

    def element_count(self):
        return self.page.evaluate("document.getElementsByTagName('*').length")

    # Using the page

    def show(self, view):
        """Switches to another view by its key and waits until the transition is over."""
        self.page.keyboard.press(VIEWS[view])
        expect(self.page.locator(f'[data-view="{view}"]')).to_be_visible()
        passed(self.page)
        return self

    def pull_month_tall(self):
        """Gives a phone's month the whole screen, so that its events have titles."""
        handle = self.page.get_by_role("slider", name="The day’s list")
        handle.press("Home")
        expect(handle).to_have_attribute("aria-valuenow", "0")
        settled(self.page)
        return self

    def new_event(self, title, *, date=None, start=None, end=None, all_day=False, **fields):
        """Creates an event with the button and the sheet."""
        self.page.get_by_role("button", name="New event").first.click()
        self.fill_sheet(title=title, date=date, start=start, end=end, all_day=all_day, **fields)
        self.save()
        return self

    def fill_sheet(self, *, title=None, date=None, start=None, end=None, all_day=None, place=None, notes=None):
        sheet = self.dialog
        expect(sheet).to_be_visible()
        if title is not None:
            sheet.get_by_label("Title").fill(title)
        if all_day is not None:
            sheet.get_by_label("All day").set_checked(all_day)
        if date is not None:
            sheet.get_by_label("Start date").fill(date)
        if start is not None:
            sheet.get_by_label("Start time").fill(start)
        if end is not None:
            sheet.get_by_label("End time").fill(end)
        if place is not None:
            sheet.get_by_label("Location").fill(place)
        if notes is not None:
            sheet.get_by_label("Notes").fill(notes)

    def edit(self, event):
        """Opens an event's card, and from it the sheet."""
        event.click()
        self.dialog.get_by_role("button", name="Edit", exact=True).click()
        expect(self.dialog.get_by_label("Title")).to_be_visible()

    def save(self):
        self.dialog.get_by_role("button", name="Save").click()
        expect(self.dialog).to_have_count(0)

    def scroll_to(self, part):
        """Scrolls the strip to a part of its height, from 0 (1900) to 1 (2200)."""
        self.scroller.evaluate("(strip, part) => { strip.scrollTop = (strip.scrollHeight - strip.clientHeight) * part; }", part)
        frames(self.page)

    def choose_file(self, path):
        """Chooses a file to import; this opens the preview."""
        with self.page.expect_file_chooser() as chooser:
            self.open_menu_item("Import a file")
        chooser.value.set_files(path)

    def open_menu_item(self, name):
        """Presses a button in the side panel or in the account's menu; on narrow screens the panel is opened first."""
        account = self.page.locator(".account-button")
        if not account.is_visible():
            self.page.get_by_role("button", name="Calendars", exact=True).click()
        if name in ACCOUNT_MENU:
            account.click()
            self.page.get_by_role("menuitem", name=name, exact=True).click()
        else:
            self.page.get_by_role("button", name=name, exact=True).click()

    def open_settings(self, section="General"):
        """Opens a section of the settings, which on a phone is a screen of its own."""
        self.open_menu_item("Settings")
        self.dialog.get_by_role("navigation", name="Sections").get_by_role("link", name=section).click()

    def sign_out(self):
        """Signs out of an account without groups.

        What the page reads by itself after it has loaded has been answered, and noted on the device, first: after the end of the session it would be
        refused, and the console would complain.
        """
        self.wait_until("['settings.version', 'storage-room'].every((name) => localStorage.getItem(`meantime.${name}`))")
        self.open_menu_item("Sign out")

    def open_months(self):
        """Presses the title, which opens the months of a year, or in the year all years."""
        self.heading.get_by_role("button").click()

    def open_jump(self):
        """Opens the field for an exact date."""
        self.open_months()
        self.dialog.get_by_role("button", name="Go to date").click()

    def undo(self):
        """Undoes the last change with the button in its message."""
        self.page.locator("toast-stack").get_by_role("button", name="Undo").last.click()

    def drop_file(self, name, octets):
        """Drops a file on the month, as from a file manager."""
        self.drop_files({name: octets})

    def drop_link(self, address):
        """Drops a link on the month, as from another window."""
        transfer = self.page.evaluate_handle(
            """(address) => {
                const transfer = new DataTransfer();
                transfer.setData('text/uri-list', address);
                return transfer;
            }""",
            address,
        )
        for kind in ("dragenter", "dragover", "drop"):
            self.grid.dispatch_event(kind, {"dataTransfer": transfer, "bubbles": True, "cancelable": True})

    def drop_files(self, files):
        """Drops several files on the month at once; `files` maps names to contents."""
        transfer = self.page.evaluate_handle(
            """(files) => {
                const transfer = new DataTransfer();
                for (const [name, octets] of files) {
                    transfer.items.add(new File([new Uint8Array(octets)], name, { type: 'text/calendar' }));
                }
                return transfer;
            }""",
            [[name, list(octets)] for name, octets in files.items()],
        )
        for kind in ("dragenter", "dragover", "drop"):
            self.grid.dispatch_event(kind, {"dataTransfer": transfer, "bubbles": True, "cancelable": True})
