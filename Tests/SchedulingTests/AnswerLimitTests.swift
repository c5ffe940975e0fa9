import CivilTime
import ICalendar
import Scheduling
import Testing

/// How much of an event's room the answers of one guest may take up, so that room is left for others.
@Suite("Limits of answers")
struct AnswerLimitTests {
    static let start = "DTSTART:20260105T090000Z"
    static let daily = "RRULE:FREQ=DAILY;COUNT=40"
    static let declines = "ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com"
    static let carlaDeclines = "ATTENDEE;PARTSTAT=DECLINED:mailto:c@example.com"

    /// An event to which people reply, one after the other.
    private struct Meeting {
        private(set) var object: SchedulingObject

        init(_ lines: String...) throws {
            let own = ["BEGIN:VEVENT", "UID:meeting", AnswerLimitTests.start, organizedByAnna]
            object = try SchedulingTests.object(own + lines + ["END:VEVENT"])
        }

        var components: [Component] { object.calendar.components(named: .event) }

        /// Takes a reply to the series, or to the occurrence of a day of January.
        mutating func take(
            _ lines: [String],
            to day: Int? = nil,
            from person: Set<CalendarAddress>
        ) throws {
            let date = day.map { day in
                CivilDateTime(secondsSinceEpoch: 1_767_171_600 + Int64(day) * 86_400)
            }
            let start = date.map { "DTSTART:\($0.basicText)Z" } ?? AnswerLimitTests.start
            let name = date.map { ["RECURRENCE-ID:\($0.basicText)Z"] } ?? []
            let reply = try SchedulingTests.object(
                ["BEGIN:VEVENT", "UID:meeting", start, organizedByAnna] + name + lines
                    + ["END:VEVENT"],
                method: "REPLY"
            )
            let result = try #require(
                try ReplyDelivery(of: reply, to: object, from: person).result()
            )
            object = try #require(SchedulingObject(result, zones: ZoneCatalogue()))
        }
    }

    /// The lines by which a guest delegates to others, each of whom has a line of the given length.
    private static func sending(
        _ people: ClosedRange<Int>,
        from person: String = "b",
        besides other: String = "",
        octets: Int = 100
    ) -> [String] {
        let names = people.map { "\"mailto:p\($0)@example.com\"" }.joined(separator: ",")
        let sender = "mailto:\(person)@example.com"
        let sends = "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\(names):\(sender)"
        return [sends]
            + people.map { number in
                let line =
                    "ATTENDEE;DELEGATED-FROM=\"\(sender)\"\(other);CN=:mailto:p\(number)@example.com"
                let name = String(repeating: "n", count: max(0, octets - line.utf8.count))
                return line.replacing("CN=", with: "CN=" + name)
            }
    }

    @Test("One person's answers to single days leave room for those of others")
    func manyOccurrences() throws {
        let text = "DESCRIPTION:" + String(repeating: "a", count: 60_000)
        var meeting = try Meeting(Self.daily, text, berndIsAsked, carlaIsAsked)
        for day in 6...9 { try meeting.take([Self.declines], to: day, from: Person.bernd) }
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take([Self.declines], to: 10, from: Person.bernd)
        }
        // The answer to a day can be changed, but that makes no room for another day.
        try meeting.take([DeliveryTests.comes], to: 6, from: Person.bernd)
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take([Self.declines], to: 10, from: Person.bernd)
        }
        try meeting.take([Self.carlaDeclines], to: 10, from: Person.carla)
        #expect(meeting.components.count == 6)
    }

    /// The most that Carla may add to the series: a long comment, and five people with long lines.
    private static let carlaSaysMuch =
        ["COMMENT:" + String(repeating: "c", count: 2_000)]
        + sending(1...5, from: "c", octets: 2_000)

    @Test("Others' answers to the series don't count for a guest who answers single days")
    func commentsOfOthers() throws {
        let text = "DESCRIPTION:" + String(repeating: "a", count: 48_000)
        var meeting = try Meeting(Self.daily, text, berndIsAsked, carlaIsAsked)
        try meeting.take(Self.carlaSaysMuch, from: Person.carla)
        for day in 6...10 { try meeting.take([Self.declines], to: day, from: Person.bernd) }
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take([Self.declines], to: 11, from: Person.bernd)
        }
    }

    @Test("A guest's texts for the series count once, however many days others answer")
    func repeatedComments() throws {
        var meeting = try Meeting(Self.daily, berndIsAsked, carlaIsAsked)
        try meeting.take(Self.carlaSaysMuch, from: Person.carla)
        for day in 6...36 { try meeting.take([Self.declines], to: day, from: Person.bernd) }
        try meeting.take([Self.carlaDeclines], to: 37, from: Person.carla)
    }

    @Test("A day that one guest answers doesn't repeat others' comments on the series")
    func commentsAreNotRepeated() throws {
        var meeting = try Meeting(Self.daily, berndIsAsked, carlaIsAsked)
        let comment = "COMMENT:" + String(repeating: "c", count: 2_000)
        try meeting.take([comment, Self.carlaDeclines], from: Person.carla)
        let series = CalendarText.write([meeting.components[0]])
        try meeting.take(["COMMENT:Away", Self.declines], to: 6, from: Person.bernd)
        #expect(CalendarText.write([meeting.components[0]]) == series)
        let attendees = meeting.components[1].all(.attendee)
        #expect(attendees.map { $0.parameter("X-MEANTIME-COMMENT") } == ["Away", nil])
        #expect(attendees.map { $0.parameter("PARTSTAT") } == ["DECLINED", "DECLINED"])
        // Carla's answer to that day leaves Bernd's comment where it is.
        try meeting.take(["COMMENT:Ill", Self.carlaDeclines], to: 6, from: Person.carla)
        let both = meeting.components[1].all(.attendee)
        #expect(both.map { $0.parameter("X-MEANTIME-COMMENT") } == ["Away", "Ill"])
    }

    @Test("Equal comments on the series and on days that others answered each count")
    func sameCommentOnDays() throws {
        var meeting = try Meeting("RRULE:FREQ=DAILY;COUNT=150", berndIsAsked, carlaIsAsked)
        let comment = "COMMENT:" + String(repeating: "c", count: 2_000)
        try meeting.take([comment, Self.carlaDeclines], from: Person.carla)
        for day in 6...136 { try meeting.take([Self.declines], to: day, from: Person.bernd) }
        for day in 6...135 {
            try meeting.take([comment, Self.carlaDeclines], to: day, from: Person.carla)
        }
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take([comment, Self.carlaDeclines], to: 136, from: Person.carla)
        }
    }

    @Test("A comment on a day that another guest answered before counts")
    func commentsOnDays() throws {
        var meeting = try Meeting("RRULE:FREQ=DAILY;COUNT=150", berndIsAsked, carlaIsAsked)
        for day in 6...137 { try meeting.take([Self.declines], to: day, from: Person.bernd) }
        let comment = "COMMENT:" + String(repeating: "c", count: 2_000)
        for day in 6...136 {
            try meeting.take([comment, Self.carlaDeclines], to: day, from: Person.carla)
        }
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take([comment, Self.carlaDeclines], to: 137, from: Person.carla)
        }
    }

    @Test("A comment of 2,000 octets is kept whole, and a longer one is cut between two characters")
    func longComment() throws {
        for (comment, taken) in [
            (String(repeating: "a", count: 2_000), String(repeating: "a", count: 2_000)),
            ("a" + String(repeating: "é", count: 1_000), "a" + String(repeating: "é", count: 999)),
        ] {
            var meeting = try Meeting(berndIsAsked)
            try meeting.take(["COMMENT:" + comment, Self.declines], from: Person.bernd)
            let line = try #require(meeting.object.calendar.lines("ATTENDEE").last)
            #expect(line.contains("COMMENT=\(taken):"))
        }
    }

    @Test("An answer is a word of 64 octets; a longer one is refused")
    func longAnswer() throws {
        var meeting = try Meeting(berndIsAsked)
        func line(_ count: Int) -> String {
            "ATTENDEE;PARTSTAT=\(String(repeating: "X", count: count)):mailto:b@example.com"
        }
        try meeting.take([line(64)], from: Person.bernd)
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take([line(65)], from: Person.bernd)
        }
    }

    @Test("An attendee may name five delegates; one more is refused, even later")
    func manyDelegates() throws {
        var meeting = try Meeting(berndIsAsked)
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take(Self.sending(1...6), from: Person.bernd)
        }
        try meeting.take(Self.sending(1...5), from: Person.bernd)
        #expect(meeting.object.calendar.lines("ATTENDEE").count == 6)
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take(Self.sending(6...6), from: Person.bernd)
        }
    }

    @Test(
        "The same five delegates may be named for each day, and other attendees may name five too"
    )
    func delegatesOfDays() throws {
        var meeting = try Meeting(Self.daily, berndIsAsked, carlaIsAsked)
        try meeting.take(Self.sending(1...3, from: "c"), to: 6, from: Person.carla)
        try meeting.take(Self.sending(2...5, from: "c"), to: 7, from: Person.carla)
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take(Self.sending(6...6, from: "c"), to: 8, from: Person.carla)
        }
        try meeting.take(Self.sending(1...5, from: "c"), to: 8, from: Person.carla)
        try meeting.take(Self.sending(11...15), to: 9, from: Person.bernd)
        let invited = Set(meeting.components.flatMap { $0.all(.attendee) }.map { $0.rawValue })
        #expect(invited.count == 12)
    }

    @Test("A delegate doesn't count for another attendee, whatever the lines say")
    func delegatesOfOthers() throws {
        var meeting = try Meeting(berndIsAsked, carlaIsAsked)
        let others = ",\"mailto:b@example.com\""
        try meeting.take(
            Self.sending(1...5, from: "c", besides: others, octets: 200),
            from: Person.carla
        )
        let senders = meeting.components.flatMap { $0.all(.attendee) }.flatMap { $0.parameters }
            .filter { $0.name == "DELEGATED-FROM" }.map { $0.values }
        #expect(senders == Array(repeating: ["mailto:c@example.com"], count: 5))
        try meeting.take(Self.sending(11...15), from: Person.bernd)
        #expect(meeting.object.calendar.lines("ATTENDEE").count == 12)
    }

    @Test("Lines without an address invite nobody")
    func nobody() throws {
        var meeting = try Meeting(berndIsAsked)
        let nobody = "ATTENDEE;DELEGATED-FROM=\"mailto:b@example.com\":"
        try meeting.take(Self.sending(1...1) + [nobody, nobody], from: Person.bernd)
        #expect(meeting.object.calendar.lines("ATTENDEE").count == 2)
    }

    @Test("A delegate's line has at most 2,000 octets")
    func longDelegate() throws {
        var meeting = try Meeting(berndIsAsked)
        #expect(throws: ReplyDelivery.TooMuch.self) {
            try meeting.take(Self.sending(1...1, octets: 2_001), from: Person.bernd)
        }
        try meeting.take(Self.sending(1...1, octets: 2_000), from: Person.bernd)
        #expect(meeting.object.calendar.lines("ATTENDEE").count == 2)
    }
}
