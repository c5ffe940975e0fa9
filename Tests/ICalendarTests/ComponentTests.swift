import ICalendar
import Testing

@Suite("Components")
struct ComponentTests {
    private func component(_ lines: [String]) -> Component {
        CalendarText.parse(octets(["BEGIN:VEVENT"] + lines + ["END:VEVENT"])).components[0]
    }

    private func lines(_ component: Component) -> [String] {
        let text = String(decoding: CalendarText.write([component]), as: UTF8.self)
        return text.split(separator: "\r\n").dropFirst().dropLast().map { String($0) }
    }

    private static let alarm = ["BEGIN:VALARM", "ACTION:AUDIO", "END:VALARM"]

    @Test(
        "Setting a property replaces the first one of its name and removes the others",
        arguments: [
            (["A:1", "B:2", "A:3"], ["A:9", "B:2"]),
            (["B:2", "a:3"], ["B:2", "A:9"]),
            (["B:2"] + alarm, ["B:2", "A:9"] + alarm),
            (alarm, ["A:9"] + alarm),
            ([], ["A:9"]),
            (["B:2"] + alarm + ["C:3"], ["B:2"] + alarm + ["C:3", "A:9"]),
        ]
    )
    func setting(before: [String], after: [String]) {
        var component = component(before)
        component.set(Property(name: "A", rawValue: "9"))
        #expect(lines(component) == after)
    }

    @Test(
        "Setting all properties of a name puts them in place of the first one",
        arguments: [
            (["A:1", "B:2", "A:3"], ["A:8", "A:9", "B:2"]),
            (["B:2"] + alarm, ["B:2", "A:8", "A:9"] + alarm),
        ]
    )
    func settingAll(before: [String], after: [String]) {
        var component = component(before)
        let new = ["8", "9"].map { Property(name: "A", rawValue: $0) }
        component.setAll("A", to: new)
        #expect(lines(component) == after)
    }

    @Test("Removing a name removes all its properties, whatever their case")
    func removing() {
        var component = component(["A:1", "B:2", "a:3"])
        component.remove("A")
        #expect(lines(component) == ["B:2"])
    }

    @Test("Components are added, found and removed by name")
    func components() {
        var component = component(Self.alarm + ["A:1"])
        component.append(Component(name: "x-more"))
        component.append(Property(name: "B", rawValue: "2"))
        #expect(component.components.map { $0.name } == ["VALARM", "X-MORE"])
        #expect(component.components(named: "X-More").count == 1)
        component.removeComponents { $0.isNamed("VALARM") }
        #expect(lines(component) == ["A:1", "B:2", "BEGIN:X-MORE", "END:X-MORE"])
    }

    @Test("Lookups find the first property of a name, or all of them")
    func lookups() {
        let component = component(["A:1", "AB:2", "a:3"])
        #expect(component.first("A")?.rawValue == "1")
        #expect(component.all("A").map { $0.rawValue } == ["1", "3"])
        #expect(component.first("B") == nil)
        #expect(component.properties.count == 3)
    }
}

@Suite("Names")
struct NameTests {
    @Test(
        "A known name is found by its text, in any case",
        arguments: PropertyName.allCases
    )
    func properties(name: PropertyName) {
        #expect(PropertyName(name.text) == name)
        #expect(PropertyName(name.text.lowercased()) == name)
        #expect(Property(name: name.text, rawValue: "1").knownName == name)
        #expect(PropertyName(name.text + "X") == nil)
    }

    @Test("A known component is found in any case", arguments: ComponentName.allCases)
    func components(name: ComponentName) {
        #expect(ComponentName(name.text) == name)
        #expect(Component(name).name == name.text)
        #expect(Component(name: name.text.lowercased()).knownName == name)
    }

    @Test(
        "Names are spelled as in files",
        arguments: [
            ("DTSTART", PropertyName.dateTimeStart), ("UID", .uid), ("RRULE", .recurrenceRule),
            ("REQUEST-STATUS", .requestStatus), ("CONFERENCE", .conference), ("GEO", .position),
            ("TZOFFSETTO", .zoneOffsetTo), ("TZOFFSETFROM", .zoneOffsetFrom), ("DUE", .due),
            ("X-LIC-LOCATION", .zoneLocation), ("TRIGGER", .trigger), ("SEQUENCE", .sequence),
        ]
    )
    func spelling(text: String, name: PropertyName) {
        #expect(name.text == text)
    }
}
