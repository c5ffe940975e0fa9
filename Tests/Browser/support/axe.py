"""Accessibility checks with axe."""

from axe_playwright_python.sync_playwright import Axe

from support.waiting import settled

# By default, axe also reports every check that passed, and finds a selector for every element it looked at. That takes
# a third of its time, and nobody reads it.
ONLY_FINDINGS = {"resultTypes": ["violations"], "selectors": False}
# A message may come while axe looks, and would be judged by the colours it has while it fades in.
RUN = """async (options) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after, ::backdrop { animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    try {
        return (await axe.run(document, options)).violations;
    } finally {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== still);
    }
}"""
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
