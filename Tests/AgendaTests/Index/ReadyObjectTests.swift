import CivilTime
import Testing

@testable import Agenda

@Suite("Events whose zone has been loaded")
struct ReadyObjectTests {
    private func id(_ number: Int) -> ObjectID {
        ObjectID(calendar: Sample.home, href: "\(number).ics")
    }

    /// An event in Kathmandu that is as long as one call reads at most.
    private static let long = Sample.object(
        "DTSTART;TZID=Asia/Kathmandu:20260301T090000\nSUMMARY:Far\nDESCRIPTION:"
            + String(repeating: "x", count: Limits.readyOctetsAtOnce),
        uid: "far"
    )

    private func count(_ agenda: Agenda) throws -> Int {
        try Sample.list(agenda, "2026-03-01", "2026-03-02").count
    }

    @Test("Long events are shown one after the other")
    func pieces() throws {
        var agenda = try Sample.agenda([])
        for number in 1...3 {
            #expect(agenda.load(id(number), etag: "", text: Self.long) == .waiting)
        }
        agenda.addZone(try Sample.zone("Asia/Kathmandu"))
        var counts = [try count(agenda)]
        var isDone = [false]
        for _ in 0..<3 {
            isDone.append(agenda.showReady())
            counts.append(try count(agenda))
        }
        #expect(counts == [1, 2, 3, 3])
        #expect(isDone == [false, false, true, true])
    }

    @Test("An event that was shown without its zone moves to its real time in a later piece")
    func moved() throws {
        var agenda = try Sample.agenda([])
        for number in 1...2 { agenda.putObject(id(number), etag: "", text: Self.long) }
        #expect(
            try Sample.list(agenda, "2026-03-01", "2026-03-02").allSatisfy {
                $0.hasPrefix("2026-03-01T09:00")
            }
        )
        agenda.addZone(try Sample.zone("Asia/Kathmandu"))
        while !agenda.showReady() {}
        #expect(
            try Sample.list(agenda, "2026-03-01", "2026-03-02").allSatisfy {
                $0.hasPrefix("2026-03-01T04:15")
            }
        )
    }

    @Test("An event that is removed before its turn stays away")
    func removed() throws {
        var agenda = try Sample.agenda([])
        for number in 1...3 { _ = agenda.load(id(number), etag: "", text: Self.long) }
        agenda.addZone(try Sample.zone("Asia/Kathmandu"))
        for number in 1...3 { agenda.removeObject(id(number)) }
        while !agenda.showReady() {}
        #expect(try count(agenda) == 0)
    }
}
