"""What axe has to say about a page."""

from axe_playwright_python.sync_playwright import Axe

from support.waiting import settled

# Of what is in order axe would write down as much as of what is not; nobody reads that.
ONLY_FINDINGS = {"resultTypes": ["violations"]}
RUN = "async (options) => (await axe.run(document, options)).violations"
IS_THERE = "window.axe !== undefined"


def findings(page, options=None):
    """What axe says, a line a finding."""
    # Half-faded colours would be judged as they are in passing.
    settled(page)
    if not page.evaluate(IS_THERE):
        page.evaluate(Axe().axe_script)
    violations = page.evaluate(RUN, ONLY_FINDINGS | (options or {}))
    return [f"{v['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for v in violations for node in v["nodes"]]


def findings_in_both_schemes(page):
    """The dark page has the same elements in other colours."""
    page.emulate_media(color_scheme="light")
    light = findings(page)
    page.emulate_media(color_scheme="dark")
    dark = findings(page, {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}})
    page.emulate_media(color_scheme="light")
    return light + [f"dark: {finding}" for finding in dark]
