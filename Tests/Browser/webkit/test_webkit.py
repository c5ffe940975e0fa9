"""The page in WebKit, the engine of Safari: signing in and using each view, in one window for all tests."""

import datetime
import glob
import os
import shutil
import subprocess
from zoneinfo import ZoneInfo

import pytest
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from support import events
from support.browser import EMAIL, FAILURES, PASSWORD
from support.events import stored, wait_for
from support.server import Client, on_copy
from support.waiting import eventually, wait_for_events

# Longer than anything takes on a busy machine; a passing test never waits that long.
WAIT_SECONDS = 60
# Keeps what the pointer and the keys did, for the report of a test that fails.
NOTE_PRESSES = """
    window.presses = [];
    const types = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'lostpointercapture', 'keydown'];
    for (const type of types) addEventListener(type, ({ clientX, clientY, key }) => presses.push(`${type} ${key ?? `${clientX}|${clientY}`}`), true);
"""
# The window has the real clock, and today mustn't change during the tests: close to midnight in Berlin, use New York.
ZONE = next(zone for zone in map(ZoneInfo, ("Europe/Berlin", "America/New_York")) if datetime.datetime.now(zone).hour < 23)
TODAY = datetime.datetime.now(ZONE).date()
DAY = TODAY.strftime("%Y%m%d")


def event(title, start, end):
    """An event in the zone of the window."""
    return events.event(title, start, end, zone=ZONE.key)


@pytest.fixture(scope="module")
def display():
    """A virtual screen, since this browser has no headless mode."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    with os.fdopen(read_end) as numbers:
        display = ":" + numbers.readline().strip()
    yield display
    process.terminate()
    process.wait()


@pytest.fixture(scope="module")
def driver(display, tmp_path_factory):
    environment = {
        "DISPLAY": display,
        # Read by the driver's child processes; WebKit's sandbox needs rights that containers lack.
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "HOME": str(tmp_path_factory.mktemp("home")),
        # Without a locale, the browser's language isn't a valid language tag, which the page has to cope with.
        "LC_ALL": "C",
        "TZ": ZONE.key,
    }
    [browser, *_] = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser") + ["MiniBrowser"]
    options = Options()
    options.binary_location = browser
    options.add_argument("--automation")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        driver = webdriver.WebKitGTK(options=options, service=Service(shutil.which("WebKitWebDriver")))
        driver.set_window_size(1280, 900)
        yield driver
        driver.quit()


@pytest.fixture(scope="module")
def server(tmp_path_factory, furnished):
    server = on_copy(furnished[0], tmp_path_factory.mktemp("webkit"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def client(server, furnished):
    return Client(server, furnished[1])


@pytest.fixture(scope="module")
def signed_in(driver, server):
    """The window after signing in, shared by all tests."""
    driver.get(server.url)
    until(driver, lambda: by_label(driver, "E-mail")).send_keys(EMAIL)
    by_label(driver, "Password").send_keys(PASSWORD)
    button(driver, "Sign in").click()
    until(driver, lambda: found(driver, f'[data-view="month"] [data-date="{TODAY}"]'))
    return driver


@pytest.fixture
def window(request, signed_in, client, server):
    """Opens paths in the window, with an empty calendar; afterwards checks that the page reported no error."""
    for record in client.events():
        client.request("DELETE", f"/api/v1/calendars/{record['calendar']}/events/{record['href']}", headers={"If-Match": "*"})

    def open_page(path):
        # The page would open with the events of the test before, until it has heard that they are gone.
        signed_in.execute_script("localStorage.removeItem('meantime-kept')")
        signed_in.get(server.url + path)
        until(signed_in, lambda: found(signed_in, "html[data-complete]"))
        # When scrolling stops, a view redraws its events and stores its state; the year doesn't scroll.
        if not path.startswith("/year"):
            until(signed_in, lambda: signed_in.execute_script("return history.state?.view === document.querySelector('[data-view]')?.dataset.view"))
        signed_in.execute_script(NOTE_PRESSES)
        return signed_in

    yield open_page
    if getattr(request.node, "failed", False):
        FAILURES.mkdir(parents=True, exist_ok=True)
        signed_in.save_screenshot(str(FAILURES / f"{request.node.name}.png"))
    assert found(signed_in, ".trouble") == []


def until(driver, condition):
    """What a condition returns once it holds; failing, it says what the page showed instead."""
    try:
        return WebDriverWait(driver, WAIT_SECONDS).until(lambda _: condition())
    except TimeoutException as error:
        shown = driver.execute_script(
            """return [...document.querySelectorAll('dialog[open], .banner, toast-stack, .held')].map((e) => e.outerHTML.slice(0, 4000))
                 .concat(`focus: ${document.activeElement?.outerHTML.slice(0, 200)}`)
                 .concat(`the last presses: ${(window.presses ?? []).slice(-30).join(', ')}`);"""
        )
        raise AssertionError("\n".join(shown)) from error


def rested(driver, read):
    """Waits until a value stays the same from one look to the next, which is longer than a view takes to come to rest."""
    values = [None]
    until(driver, lambda: values.append(read()) or values[-1] == values[-2])


def found(driver, selector):
    return driver.find_elements(By.CSS_SELECTOR, selector)


def titled(driver, selector, title):
    """The first element for a selector that contains a title, once it's visible."""
    return until(driver, lambda: driver.execute_script(
        """return [...document.querySelectorAll(arguments[0])].find((e) => e.textContent.includes(arguments[1]) && e.offsetHeight > 0);""",
        selector, title,
    ))


def drag(driver, add_steps):
    """Does the next steps of a drag, each of which the page has to answer before the next one makes sense."""
    mouse = ActionChains(driver, duration=80)
    add_steps(mouse)
    mouse.perform()


def press(driver, *keys):
    """Sends keys to whatever has the focus."""
    ActionChains(driver).send_keys(*keys).perform()


def wait_until_closed(driver):
    until(driver, lambda: not found(driver, "dialog[open]"))


def by_label(driver, text):
    """The form field with a label."""
    return driver.execute_script(
        """const label = [...document.querySelectorAll('label')].find((e) => e.textContent.trim().startsWith(arguments[0]));
           return label?.control ?? document.querySelector(`[aria-label="${arguments[0]}"]`);""",
        text,
    )


def button(driver, name):
    return driver.execute_script(
        """return [...document.querySelectorAll('dialog[open] button'), ...document.querySelectorAll('button')].find((e) => e.checkVisibility?.() !== false
             && (e.getAttribute('aria-label') ?? e.textContent).trim() === arguments[0]);""",
        name,
    )


def choose(driver, label, words):
    """Opens the menu of a field and takes the entry that begins with the words."""
    until(driver, lambda: by_label(driver, label)).click()
    option = "return [...document.querySelectorAll('[role=option]')].find((e) => e.textContent.startsWith(arguments[0]))"
    until(driver, lambda: driver.execute_script(option, words)).click()


def press_button(driver, name):
    """Presses a button once it stands still and nothing covers it: one that still slides in can't be pressed."""
    until(driver, lambda: driver.execute_script(
        """const box = arguments[0]?.getBoundingClientRect();
           return box && arguments[0].contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
             && document.getAnimations().every((each) => !each.effect?.target?.contains(arguments[0]));""",
        button(driver, name),
    ))
    button(driver, name).click()


def test_an_event_can_be_created_in_the_month(window, client):
    driver = window("/month/" + str(TODAY))
    until(driver, lambda: button(driver, "New event")).click()
    until(driver, lambda: by_label(driver, "Title")).send_keys("Made in WebKit")
    button(driver, "Save").click()
    wait_until_closed(driver)
    until(driver, lambda: found(driver, '[data-view="month"] [data-uid]'))
    text, is_on_top = driver.execute_script(
        """const chip = document.querySelector('[data-view="month"] [data-uid]');
           const box = chip.getBoundingClientRect();
           return [chip.textContent, document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === chip];"""
    )
    assert text == "Made in WebKit" and is_on_top
    [made] = wait_for_events(client, 1)
    assert "SUMMARY:Made in WebKit" in made["ical"]


def test_the_editor_keeps_what_is_typed_in_it(window, client):
    driver = window("/month/" + str(TODAY))
    press(driver, "n")
    until(driver, lambda: by_label(driver, "Title")).send_keys("Choir")
    by_label(driver, "Location").send_keys("Church hall")
    choose(driver, "Repeat", "Every week on")
    until(driver, lambda: by_label(driver, "Repeat").text.startswith("Every week on"))
    press_button(driver, "Close")
    press_button(driver, "Keep editing")
    # The driver may come back before the page has closed the question, behind which nothing can be pressed.
    until(driver, lambda: not button(driver, "Keep editing"))
    assert by_label(driver, "Title").get_attribute("value") == "Choir"
    press_button(driver, "Save")
    wait_until_closed(driver)
    [made] = wait_for_events(client, 1)
    for part in ("SUMMARY:Choir", "LOCATION:Church hall", "RRULE:FREQ=WEEKLY"):
        assert part in made["ical"], made["ical"]


def test_the_week_shows_an_event_at_its_time_and_the_mouse_moves_it(window, client):
    client.put(event("Lunch", f"{DAY}T120000", f"{DAY}T130000"))
    driver = window(f"/week/{TODAY}")
    block = titled(driver, ".hours-event", "Lunch")
    column = driver.find_element(By.CSS_SELECTOR, f'section[data-date="{TODAY}"]')
    hour = block.size["height"] + 1
    assert abs(block.location["y"] - column.location["y"] - 12 * hour) < 3
    driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", block)
    # The view redraws its events once scrolling has rested, which would take a pressed one away from the mouse.
    rested(driver, lambda: driver.execute_script("return arguments[0].getBoundingClientRect().y", block))
    drag(driver, lambda mouse: mouse.move_to_element(block).click_and_hold())
    drag(driver, lambda mouse: mouse.move_by_offset(0, round(hour / 2)))
    until(driver, lambda: found(driver, ".hours-scroller.holding"))
    drag(driver, lambda mouse: mouse.move_by_offset(0, hour - round(hour / 2)))
    until(driver, lambda: found(driver, '.held[data-time^="1:00 PM"]'))
    drag(driver, lambda mouse: mouse.release())
    wait_for(client, "Lunch", (f"{DAY}T1300", f"{DAY}T1400"))
    press_button(driver, "Undo")
    wait_for(client, "Lunch", (f"{DAY}T1200", f"{DAY}T1300"))


def test_an_event_is_copied_by_keys_and_pasted_where_the_mouse_pressed(window, client):
    client.put(event("Lunch", f"{DAY}T120000", f"{DAY}T130000"))
    driver = window(f"/day/{TODAY}")
    block = titled(driver, ".hours-event", "Lunch")
    driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", block)
    rested(driver, lambda: driver.execute_script("return arguments[0].getBoundingClientRect().y", block))
    driver.execute_script("arguments[0].focus()", block)
    ActionChains(driver).key_down(Keys.CONTROL).send_keys("c").key_up(Keys.CONTROL).perform()
    until(driver, lambda: "copied" in driver.execute_script("return document.querySelector('toast-stack:not(.reminders)').textContent"))
    hour = block.size["height"] + 1
    drag(driver, lambda mouse: mouse.move_to_element(block).move_by_offset(0, 2 * hour - hour // 2 + 8).click())
    until(driver, lambda: by_label(driver, "Title"))
    until(driver, lambda: driver.execute_script("return document.activeElement.matches('.event-title')"))
    ActionChains(driver).key_down(Keys.CONTROL).send_keys("v").key_up(Keys.CONTROL).perform()
    wait_until_closed(driver)
    eventually(lambda: sorted(stored(client, "Lunch", 2)), [(f"{DAY}T1200", f"{DAY}T1300"), (f"{DAY}T1400", f"{DAY}T1500")])


def test_the_day_view_is_opened_by_its_key_and_events_move_by_keys(window, client):
    client.put(event("Lunch", f"{DAY}T120000", f"{DAY}T130000"))
    driver = window(f"/month/{TODAY}")
    press(driver, "d")
    until(driver, lambda: driver.current_url.endswith(f"/day/{TODAY}"))
    block = titled(driver, '[data-view="day"] .hours-event', "Lunch")
    driver.execute_script("arguments[0].focus()", block)
    press(driver, Keys.SPACE, Keys.ARROW_DOWN, Keys.ENTER)
    wait_for(client, "Lunch", (f"{DAY}T1215", f"{DAY}T1315"))


def test_a_change_waits_while_the_server_is_away(window, client, server):
    client.put(event("Lunch", f"{DAY}T120000", f"{DAY}T130000"))
    driver = window(f"/week/{TODAY}")
    block = titled(driver, ".hours-event", "Lunch")
    server.stop()
    until(driver, lambda: "can’t be reached" in driver.find_element(By.CSS_SELECTOR, ".banner").text)
    driver.execute_script("arguments[0].focus()", block)
    press(driver, Keys.SPACE, Keys.ARROW_DOWN, Keys.ENTER)
    until(driver, lambda: "1 change is waiting." in driver.find_element(By.CSS_SELECTOR, ".banner").text)
    server.start()
    wait_for(client, "Lunch", (f"{DAY}T1215", f"{DAY}T1315"))
    until(driver, lambda: not driver.find_element(By.CSS_SELECTOR, ".banner").is_displayed())


def test_the_year_shows_every_day_and_opens_one(window, client):
    client.put(event("Lunch", f"{DAY}T120000", f"{DAY}T130000"))
    driver = window(f"/year/{TODAY.year}")
    cells = '[data-view="year"] [role="gridcell"]'
    until(driver, lambda: len(found(driver, cells)) in (365, 366))
    today = driver.find_element(By.CSS_SELECTOR, f'[data-view="year"] [data-date="{TODAY}"]')
    assert "1 event" in today.get_attribute("aria-label")
    driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", today)
    today.click()
    titled(driver, "dialog button", "Lunch").click()
    assert until(driver, lambda: found(driver, "dialog.card h2"))[0].get_attribute("textContent") == "Lunch"
    press(driver, Keys.ESCAPE)
    wait_until_closed(driver)


def test_the_search_ignores_accents_and_goes_to_the_result(window, client):
    later = TODAY + datetime.timedelta(400)
    client.put(event("cafe", later.strftime("%Y%m%dT090000"), later.strftime("%Y%m%dT100000")).replace("SUMMARY:cafe", "SUMMARY:Café"))
    driver = window(f"/month/{TODAY}")
    press(driver, "/")
    until(driver, lambda: by_label(driver, "Search all events")).send_keys("cafe")
    titled(driver, "dialog li[role=option]", "Café")
    press(driver, Keys.ENTER)
    titled(driver, "dialog h2", "Café")
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, f'[role="gridcell"][data-date="{later}"]').is_displayed())


def test_a_setting_takes_effect_at_once(window):
    driver = window(f"/month/{TODAY}")
    titled(driver, ".account-button", "").click()
    titled(driver, "[role=menuitem]", "Settings").click()
    choose(driver, "Theme", "Dark")
    until(driver, lambda: found(driver, 'html[data-theme="dark"]'))
    background = "return getComputedStyle(document.body).backgroundColor"
    assert sum(int(part) for part in driver.execute_script(background).strip("rgba()").split(",")[:3]) < 150
    press(driver, Keys.ESCAPE)
    wait_until_closed(driver)


def test_the_agenda_scrolls_both_ways_and_keeps_its_headings_in_view(window, client, large_file):
    client.import_file(large_file)
    driver = window("/agenda/2026-03-11")
    until(driver, lambda: found(driver, '[data-view="agenda"] [data-date="2026-03-11"]'))
    until(driver, lambda: found(driver, '[data-view="agenda"] [data-uid]'))
    # There are no gaps, and a day's heading stays in view until the end of the day pushes it out.
    for px in (300, 5_000, -9_000):
        driver.execute_script("document.querySelector('agenda-view .agenda').scrollTop += arguments[0];", px)
        until(driver, lambda: driver.execute_script(
            """const box = document.querySelector('agenda-view .agenda').getBoundingClientRect();
               const dayAt = (y) => document.elementsFromPoint(box.x + 60, y).map((e) => e.closest('[data-date]')).find(Boolean);
               for (let y = box.top + 8; y < box.bottom - 4; y += 16) if (!dayAt(y)) return false;
               const day = dayAt(box.top + 20);
               const heading = day.querySelector('h2').getBoundingClientRect();
               const gap = 12;
               return heading.top >= box.top - 1 || day.getBoundingClientRect().bottom - heading.bottom < gap;"""
        ))
    button(driver, "Today").click()
    until(driver, lambda: driver.execute_script("return location.pathname") == f"/agenda/{TODAY}")
