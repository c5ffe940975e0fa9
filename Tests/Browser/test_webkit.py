"""The page in WebKit, as Safari has it: it signs in, shows the month, makes an event."""

import glob
import os
import shutil
import subprocess
import time

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from conftest import EMAIL, PASSWORD


@pytest.fixture
def display():
    """A screen for the browser's window; it has no mode without one."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    with os.fdopen(read_end) as numbers:
        display = ":" + numbers.readline().strip()
    yield display
    process.terminate()
    process.wait()


@pytest.fixture
def driver(display, monkeypatch, tmp_path):
    # Both are read by the driver's child processes: the sandbox needs rights that containers lack.
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1")
    monkeypatch.setenv("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
    monkeypatch.setenv("LIBGL_ALWAYS_SOFTWARE", "1")
    monkeypatch.setenv("HOME", str(tmp_path))
    # A system without a locale, where the language is not a language tag.
    monkeypatch.setenv("LC_ALL", "C")
    [browser, *_] = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser") + ["MiniBrowser"]
    options = Options()
    options.binary_location = browser
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=Service(shutil.which("WebKitWebDriver")))
    yield driver
    driver.quit()


def by_label(driver, text):
    """The field with a label, as people find it."""
    return driver.execute_script(
        """const label = [...document.querySelectorAll('label')].find((e) => e.textContent.trim().startsWith(arguments[0]));
           return label?.control ?? document.querySelector(`[aria-label="${arguments[0]}"]`);""",
        text,
    )


def button(driver, name):
    return driver.execute_script(
        """return [...document.querySelectorAll('button')].find((e) => e.checkVisibility?.() !== false
             && (e.getAttribute('aria-label') ?? e.textContent).trim() === arguments[0]);""",
        name,
    )


def test_sign_in_month_and_a_new_event(driver, server, client):
    wait = WebDriverWait(driver, 30)
    driver.get(server.url)
    wait.until(lambda d: by_label(d, "E-mail")).send_keys(EMAIL)
    by_label(driver, "Password").send_keys(PASSWORD)
    button(driver, "Sign in").click()
    today = time.strftime("%Y-%m-%d")
    wait.until(lambda d: d.find_elements(By.CSS_SELECTOR, f'[data-view="month"] [data-date="{today}"]'))
    wait.until(lambda d: button(d, "New event")).click()
    wait.until(lambda d: by_label(d, "Title")).send_keys("Made in WebKit")
    button(driver, "Save").click()
    wait.until(lambda d: d.find_elements(By.CSS_SELECTOR, '[data-view="month"] [data-uid]'))
    text, is_on_top = driver.execute_script(
        """const chip = document.querySelector('[data-view="month"] [data-uid]');
           const box = chip.getBoundingClientRect();
           return [chip.textContent, document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === chip];"""
    )
    assert text == "Made in WebKit" and is_on_top
    assert driver.find_elements(By.CSS_SELECTOR, ".trouble") == []
    [event] = client.events()
    assert "SUMMARY:Made in WebKit" in event["ical"]
