"""If the core itself fails, the page says so and shows nothing outdated."""

from playwright.sync_api import expect

# Makes the core trap on quick-add lines that contain "trap", as a bug in it would.
FAILING = """(() => {
    const load = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...given) => {
        const { instance } = await load.apply(WebAssembly, given);
        const exports = { ...instance.exports };
        const quickAdd = exports.quickAdd;
        exports.quickAdd = (...sizes) => {
            if (document.querySelector("#quick-form input").value.includes("trap"))
                throw new WebAssembly.RuntimeError("unreachable");
            return quickAdd(...sizes);
        };
        return { instance: { exports } };
    };
})()"""


def test_a_line_the_core_fails_on_leaves_no_preview(open_calendar):
    calendar = open_calendar("/month/2026-03-11", FAILING)
    page = calendar.page
    page.context.witness.expected = ["unreachable"]
    page.keyboard.press("q")
    line = calendar.dialog.get_by_label("What and when")
    preview = page.locator("#quick-preview")
    line.fill("Lunch tomorrow 12:30")
    expect(preview).to_contain_text("Lunch")
    line.fill("Lunch tomorrow 12:30 trap")
    expect(preview).to_have_text("This couldn’t be read. Try other words, or fill in the form.")
    expect(calendar.dialog.get_by_role("button", name="Save")).to_be_disabled()
    line.fill("Lunch tomorrow 12:45")
    expect(preview).to_contain_text("12:45")
    expect(calendar.dialog.get_by_role("button", name="Save")).to_be_enabled()
