import CivilTime
import ICalendar
import Recurrence
import Testing

/// The examples of `ICalendar.docc`; a tidy test holds that they are the same lines.
@Suite("Examples of ICalendar")
struct ExampleTests {
    @Test("Reading, changing and jCal")
    func all() throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:1
            DTSTART;TZID=Europe/Berlin:20260105T090000
            RRULE:FREQ=WEEKLY;COUNT=3
            SUMMARY:Tea\\, and cake
            X-MOOD:good
            END:VEVENT
            END:VCALENDAR
            """
        let result = CalendarText.parse(text)
        #expect(result.problems.count == 0)
        let calendar = result.components[0]
        let event = VEvent(calendar.components[0])!
        #expect(event.summary == "Tea, and cake")
        #expect(event.start?.zoneID?.name == "Europe/Berlin")
        #expect(event.component.rules.first?.text == "FREQ=WEEKLY;COUNT=3")

        var changed = calendar.components[0]
        changed.set(.text("SUMMARY", "Coffee; no cake"))
        let written = String(decoding: CalendarText.write([changed]), as: UTF8.self)
        #expect(written.contains("SUMMARY:Coffee\\; no cake\r\n"))
        #expect(written.contains("X-MOOD:good\r\n"))

        let json = JCal.write(result.components)
        #expect(JCal.parse(json).components == result.components)
    }
}
