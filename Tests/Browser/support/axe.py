"""Accessibility checks with axe."""

from axe_playwright_python.sync_playwright import Axe

from support.waiting import settled

# By default, axe also reports every check that passed, and finds a selector for every element it looked at. That takes
# a third of its time, and nobody reads it.
ONLY_FINDINGS = {"resultTypes": ["violations"], "selectors": False}
RUN = "async (options) => (await axe.run(document, options)).violations"
IS_THERE = "window.axe !== undefined"


def findings(page, options=None):
    """The violations that axe finds, one line each."""
    # Otherwise axe would judge colours that are still fading.
    settled(page)
    if not page.evaluate(IS_THERE):
        page.evaluate(Axe().axe_script)
    violations = page.evaluate(RUN, ONLY_FINDINGS | (options or {}))
    return [f"{v['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for v in violations for node in v["nodes"]]


def findings_in_both_schemes(page):
    """The violations in both schemes; the dark one is only checked for contrast, as it differs only in colours."""
    page.emulate_media(color_scheme="light")
    light = findings(page)
    page.emulate_media(color_scheme="dark")
    dark = findings(page, {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}})
    page.emulate_media(color_scheme="light")
    return light + [f"dark: {finding}" for finding in dark]
