import Agenda
import ICalendar
import Testing

@Suite("Colours")
struct EventColorTests {
    @Test(
        "Names, CSS names and hexadecimal values become the nearest colour",
        arguments: [
            ("blue", EventColor.blue), ("Red", .red), ("darkorange", .orange), ("gold", .yellow),
            ("#0a6cdb", .blue), ("#2F80ED", .blue), ("#f00", .red), ("#1D9BF6FF", .blue),
            ("LightSlateGray", .grey), ("seagreen", .green), ("hotpink", .pink),
        ]
    )
    func reading(text: String, expected: EventColor) {
        #expect(EventColor(text) == expected)
    }

    @Test("Every colour is written with a CSS name and read back", arguments: EventColor.allCases)
    func writing(color: EventColor) throws {
        var event = Component(name: "VEVENT")
        event.setColorName(color.name)
        let css = try #require(event.first("COLOR")?.textValue)
        #expect(EventColor(css) == color)
        #expect((event.first("X-MEANTIME-COLOR") != nil) == (css != color.name))
        #expect(event.colorName == color.name)
        #expect((css == color.name) == (color != .mint))
        // A colour written by another program wins over the name that it left in place.
        event.set(.text("COLOR", "red"))
        #expect(event.colorName == "red")
        event.setColorName("blue")
        #expect(event.properties.map(\.rawValue) == ["blue"])
    }

    @Test("Anything else isn't a colour", arguments: ["", "#12", "#ggg", "blu", "rgb(1,2,3)"])
    func refusing(text: String) {
        #expect(EventColor(text) == nil)
    }

    @Test("Every colour reads its own name", arguments: EventColor.allCases)
    func names(color: EventColor) {
        #expect(EventColor(color.name) == color)
    }
}
