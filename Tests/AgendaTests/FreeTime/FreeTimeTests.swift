import Agenda
import CivilTime
import ICalendar
import Testing

@Suite("Common free time")
struct FreeTimeTests {
    private func member(
        _ account: String,
        _ zone: String = "Europe/Berlin",
        _ from: Int = 0,
        _ to: Int = 0,
        groups: Set<String> = ["g"]
    ) -> FreeTimeMember {
        FreeTimeMember(
            account: account,
            zone: ZoneID(zone),
            workFrom: from,
            workTo: to,
            groups: groups
        )
    }

    private func dates(_ texts: String...) throws -> [CivilDate] {
        try texts.map { try #require(CivilDate($0)) }
    }

    private func windows(_ time: FreeTime) -> [String] {
        let names = [Group.me: "me", Group.ana: "Ana", Group.ben: "Ben"]
        return time.windows.map { window in
            let missing = window.missing.map { names[$0] ?? $0 }.joined(separator: ", ")
            let span = [window.start, window.end].map { $0.text.dropFirst(5).dropLast(3) }
            return "\(span[0]) \(span[1])" + (missing.isEmpty ? "" : " but \(missing)")
        }
    }

    private func strips(_ time: FreeTime) -> [[Int]] {
        time.strips.map { [$0.date.day, $0.fromMinute, $0.toMinute, $0.missingCount] }
    }

    @Test("Windows for all come first, then those that one member misses, then two")
    func ranking() throws {
        var agenda = try Group.agenda()
        Group.add(&agenda, Sample.home, "a", Group.hour("20260311", 9, 10))
        Group.add(&agenda, Group.anas, "b", Group.hour("20260311", 11, 13))
        Group.add(&agenda, Group.bens, "c", Group.hour("20260311", 12, 13))
        agenda.showCalendar(Group.anas, false)
        let everyone = [member(Group.me), member(Group.ana), member(Group.ben), member("x")]
        let query = try FreeTimeQuery(
            members: everyone,
            days: dates("2026-03-11"),
            hours: 540..<840,
            lengthMinutes: 60
        )
        let time = try agenda.freeTime(query)
        #expect(
            windows(time) == [
                "03-11T10:00 03-11T11:00", "03-11T13:00 03-11T14:00",
                "03-11T09:00 03-11T11:00 but me", "03-11T10:00 03-11T12:00 but Ana",
                "03-11T09:00 03-11T12:00 but me, Ana", "03-11T10:00 03-11T14:00 but Ana, Ben",
            ]
        )
        #expect(
            strips(time) == [
                [11, 540, 600, 1], [11, 600, 660, 0], [11, 660, 720, 1], [11, 720, 780, 2],
                [11, 780, 840, 0],
            ]
        )
    }

    @Test("A time that one of two members would miss isn't a window")
    func atLeastTwo() throws {
        var agenda = try Group.agenda()
        Group.add(&agenda, Sample.home, "a", Group.hour("20260311", 9, 10))
        for (members, count) in [([Group.me, Group.ana], 1), ([Group.me], 1), ([Group.ana], 1)] {
            let query = try FreeTimeQuery(
                members: members.map { member($0) },
                days: dates("2026-03-11"),
                hours: 540..<720,
                lengthMinutes: 30
            )
            #expect(try agenda.freeTime(query).windows.count == count)
            #expect(try agenda.freeTime(query).windows.allSatisfy { $0.missing.isEmpty })
        }
    }

    @Test("Transparent, cancelled, declined and proposed events take no time")
    func whatCounts() throws {
        var agenda = try Group.agenda()
        let day = "20260311"
        Group.add(&agenda, Sample.home, "a", Group.hour(day, 9, 10, "TRANSP:TRANSPARENT"))
        Group.add(&agenda, Sample.home, "b", Group.hour(day, 9, 10, "STATUS:CANCELLED"))
        let candidate = Group.candidate([Group.me: "TENTATIVE", Group.ana: "ACCEPTED"])
        Group.add(&agenda, Group.band, "c", Group.hour(day, 9, 10, candidate))
        let declined = Group.candidate([Group.me: "DECLINED"], identity: "")
        Group.add(&agenda, Group.band, "d", Group.hour(day, 9, 10, declined))
        let query = try FreeTimeQuery(
            members: [member(Group.me)],
            days: dates("2026-03-11"),
            hours: 540..<660,
            lengthMinutes: 60
        )
        #expect(windows(try agenda.freeTime(query)) == ["03-11T09:00 03-11T11:00"])
        Group.add(&agenda, Group.band, "e", Group.hour(day, 9, 10))
        #expect(windows(try agenda.freeTime(query)) == ["03-11T10:00 03-11T11:00"])
    }

    @Test(
        "A proposed time takes the time of those who said yes",
        arguments: ["", "RRULE:FREQ=DAILY"]
    )
    func accepted(rule: String) throws {
        var agenda = try Group.agenda()
        let answers = Group.candidate([Group.me: "ACCEPTED", Group.ana: "DECLINED"])
        Group.add(&agenda, Group.band, "c", Group.hour("20260311", 9, 10, answers + "\n" + rule))
        let query = try FreeTimeQuery(
            members: [member(Group.me), member(Group.ana)],
            days: dates("2026-03-11"),
            hours: 540..<660,
            lengthMinutes: 60
        )
        #expect(windows(try agenda.freeTime(query)) == ["03-11T10:00 03-11T11:00"])
    }

    @Test("A group's event takes the time of its members only")
    func groups() throws {
        var agenda = try Group.agenda()
        let day = "20260311"
        Group.add(&agenda, Group.band, "a", Group.hour(day, 9, 10))
        Group.add(&agenda, Group.band, "b", Group.hour(day, 10, 11, "RRULE:FREQ=DAILY"))
        let answers = Group.candidate([Group.ana: "ACCEPTED", Group.ben: "DECLINED"], identity: "")
        Group.add(&agenda, Group.band, "c", Group.hour(day, 11, 12, answers))
        func free(_ account: String, groups: Set<String>) throws -> [String] {
            let query = try FreeTimeQuery(
                members: [member(account, groups: groups)],
                days: dates("2026-03-11"),
                hours: 540..<780,
                lengthMinutes: 60
            )
            return windows(try agenda.freeTime(query))
        }
        #expect(try free(Group.ana, groups: ["g", "h"]) == ["03-11T12:00 03-11T13:00"])
        #expect(try free(Group.ben, groups: ["g"]) == ["03-11T11:00 03-11T13:00"])
        #expect(try free(Group.ben, groups: ["h"]) == ["03-11T09:00 03-11T13:00"])
        #expect(try free(Group.me, groups: []) == ["03-11T09:00 03-11T13:00"])
    }

    /// Every way in which a group's event may ask Ana.
    private static let asking = [
        "", "TRANSP:TRANSPARENT", "STATUS:CANCELLED", "STATUS:TENTATIVE",
        "ATTENDEE:mailto:ana@example.org", Group.candidate([Group.ana: "ACCEPTED"]),
        Group.candidate([Group.ana: "ACCEPTED"], identity: ""),
        Group.candidate([Group.ana: "DECLINED"], identity: ""),
        Group.candidate([Group.ana: "NEEDS-ACTION", Group.ben: "DECLINED"], identity: ""),
        Group.candidate([Group.ben: "ACCEPTED"], identity: ""),
        Group.candidate([Group.ana: "DECLINED"], identity: "") + "\nRRULE:FREQ=DAILY;COUNT=2",
    ]

    @Test("Free time is the same from busy times as from the events themselves", arguments: asking)
    func busyTimesAndEvents(lines: String) throws {
        let event = Group.hour("20260311", 9, 10, lines)
        var withEvents = try Group.agenda()
        Group.add(&withEvents, Group.band, "a", event)
        var withTimes = try Group.agenda()
        let text = String(decoding: Sample.object(event, uid: "a"), as: UTF8.self)
        if let busy = BusyText.text(of: text, uid: "u", member: Group.ana) {
            let id = ObjectID(calendar: Group.anas, href: "u")
            let isPut = withTimes.putObject(id, etag: "", text: Array(busy.utf8))
            #expect(isPut)
        }
        let query = try FreeTimeQuery(
            members: [member(Group.ana)],
            days: dates("2026-03-11"),
            hours: 540..<660,
            lengthMinutes: 60
        )
        #expect(windows(try withTimes.freeTime(query)) == windows(try withEvents.freeTime(query)))
    }

    @Test("Time becomes free when its event is moved, removed or replaced")
    func changes() throws {
        var agenda = try Group.agenda()
        let query = try FreeTimeQuery(
            members: [member(Group.me), member(Group.ana)],
            days: dates("2026-03-11"),
            hours: 540..<720,
            lengthMinutes: 60
        )
        func free() throws -> [String] { windows(try agenda.freeTime(query)) }
        let day = "20260311"
        Group.add(&agenda, Sample.home, "a", Group.hour(day, 9, 10))
        #expect(try free() == ["03-11T10:00 03-11T12:00"])
        Group.add(&agenda, Sample.home, "a", Group.hour(day, 11, 12))
        #expect(try free() == ["03-11T09:00 03-11T11:00"])
        Group.add(&agenda, Sample.home, "a", Group.hour(day, 9, 10, "RRULE:FREQ=DAILY"))
        #expect(try free() == ["03-11T10:00 03-11T12:00"])
        agenda.removeObject(ObjectID(calendar: Sample.home, href: "a.ics"))
        #expect(try free() == ["03-11T09:00 03-11T12:00"])
        // An event of another calendar takes the slot of the removed one.
        Group.add(&agenda, Group.anas, "b", Group.hour(day, 10, 11, "TRANSP:TRANSPARENT"))
        #expect(try free() == ["03-11T09:00 03-11T12:00"])
        Group.add(&agenda, Group.anas, "b", Group.hour(day, 10, 11))
        #expect(try free() == ["03-11T09:00 03-11T10:00", "03-11T11:00 03-11T12:00"])
        agenda.removeCalendar(Group.anas)
        #expect(try free() == ["03-11T09:00 03-11T12:00"])
    }

    @Test("A series takes time with its exceptions and overrides applied")
    func series() throws {
        var agenda = try Group.agenda()
        let rule = "RRULE:FREQ=DAILY;COUNT=4\nEXDATE;TZID=Europe/Berlin:20260312T090000"
        let override = "RECURRENCE-ID;TZID=Europe/Berlin:20260313T090000"
        Group.add(
            &agenda,
            Group.anas,
            "s",
            Group.hour("20260311", 9, 10, rule) + "\n--\n"
                + Group.hour("20260313", 11, 12, override)
        )
        let query = try FreeTimeQuery(
            members: [member(Group.ana)],
            days: dates("2026-03-11", "2026-03-12", "2026-03-13", "2026-03-14"),
            hours: 540..<720,
            lengthMinutes: 60
        )
        #expect(
            windows(try agenda.freeTime(query)) == [
                "03-11T10:00 03-11T12:00", "03-12T09:00 03-12T12:00", "03-13T09:00 03-13T11:00",
                "03-14T10:00 03-14T12:00",
            ]
        )
    }

    @Test("Working hours and all-day events are in each member's zone")
    func zones() throws {
        var agenda = try Group.agenda()
        // 9 to 17 in New York is 15 to 23 in Berlin, or 14 to 22 while only New York has daylight
        // saving time.
        let york = member(Group.ana, "America/New_York", 540, 1_020)
        let query = try FreeTimeQuery(
            members: [member(Group.me, "Europe/Berlin", 540, 1_020), york],
            days: dates("2026-03-06", "2026-03-11"),
            hours: 0..<1_440,
            lengthMinutes: 60
        )
        #expect(
            windows(try agenda.freeTime(query)) == [
                "03-06T15:00 03-06T17:00", "03-11T14:00 03-11T17:00",
            ]
        )
        // Her day begins at six in the morning by the viewer's clock.
        Group.add(&agenda, Group.anas, "day", "DTSTART;VALUE=DATE:20260306\nSUMMARY:Off")
        let day = try FreeTimeQuery(
            members: [member(Group.ana, "America/New_York")],
            days: dates("2026-03-06", "2026-03-07"),
            hours: 0..<1_440,
            lengthMinutes: 60
        )
        #expect(
            windows(try agenda.freeTime(day)) == [
                "03-06T00:00 03-06T06:00", "03-07T06:00 03-08T00:00",
            ]
        )
    }

    @Test("Working hours past midnight belong to two days")
    func nightShift() throws {
        let agenda = try Group.agenda()
        let query = try FreeTimeQuery(
            members: [member(Group.ana, "Europe/Berlin", 1_320, 120)],
            days: dates("2026-03-11"),
            hours: 0..<1_440,
            lengthMinutes: 60
        )
        #expect(
            windows(try agenda.freeTime(query)) == [
                "03-11T00:00 03-11T02:00", "03-11T22:00 03-12T00:00",
            ]
        )
    }

    @Test("A night with a clock change is an hour shorter or longer")
    func changesOfClocks() throws {
        let agenda = try Group.agenda()
        let query = try FreeTimeQuery(
            members: [member(Group.ana)],
            days: dates("2026-03-29", "2026-10-25"),
            hours: 0..<240,
            lengthMinutes: 60
        )
        let time = try agenda.freeTime(query)
        #expect(time.windows.map { $0.minutes } == [180, 300])
        #expect(strips(time) == [[29, 0, 240, 0], [25, 0, 240, 0]])
    }

    @Test("A query out of bounds is refused")
    func refusals() throws {
        let agenda = try Group.agenda()
        let someone = [member(Group.ana)]
        let day = try dates("2026-03-11")
        func refusal(
            _ members: [FreeTimeMember],
            _ days: [CivilDate],
            _ hours: Range<Int>,
            _ length: Int
        ) -> FreeTimeError? {
            #expect(throws: FreeTimeError.self) {
                try FreeTimeQuery(
                    members: members,
                    days: days,
                    hours: hours,
                    lengthMinutes: length
                )
            }
        }
        #expect(refusal([], day, 0..<60, 30) == .members)
        #expect(refusal(Array(repeating: someone[0], count: 201), day, 0..<60, 30) == .members)
        #expect(refusal([member("a", "UTC", 0, 1_441)], day, 0..<60, 30) == .members)
        #expect(refusal(someone, [], 0..<60, 30) == .days)
        #expect(refusal(someone, day + day, 0..<60, 30) == .days)
        #expect(refusal(someone, (0..<63).map { day[0].adding(days: $0) }, 0..<60, 30) == .days)
        #expect(refusal(someone, day, 60..<60, 30) == .hours)
        #expect(refusal(someone, day, 0..<1_441, 30) == .hours)
        #expect(refusal(someone, day, 0..<60, 4) == .length)
        #expect(refusal(someone, day, 0..<60, 1_441) == .length)
        let nowhere = try FreeTimeQuery(
            members: [member("a", "Mars/Olympus")],
            days: day,
            hours: 0..<60,
            lengthMinutes: 30
        )
        #expect(throws: FreeTimeError.unknownZone(ZoneID("Mars/Olympus"))) {
            try agenda.freeTime(nowhere)
        }
    }

    @Test("The windows are the same as those found by checking every step", arguments: 0..<20)
    func oracle(seed: Int) throws {
        var agenda = try Group.agenda(zone: "UTC")
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }
        let people = [(Group.me, Sample.home), (Group.ana, Group.anas), (Group.ben, Group.bens)]
        var busy = Array(repeating: Set<String>(), count: 96)
        for number in 0..<(4 + random(12)) {
            let (account, calendar) = people[random(3)]
            let from = random(90)
            let to = min(96, from + 1 + random(20))
            for step in from..<to { busy[step].insert(account) }
            func time(_ step: Int) -> String {
                let minutes = 8 * 60 + step * 5
                let text = String(10_000 + minutes / 60 * 100 + minutes % 60)
                return "20260311T" + text.dropFirst() + "00Z"
            }
            let lines = "DTSTART:\(time(from))\nDTEND:\(time(to))"
            Group.add(&agenda, calendar, "e\(number)", lines)
        }
        let query = try FreeTimeQuery(
            members: people.map { member($0.0, "UTC") },
            days: dates("2026-03-11"),
            hours: 480..<960,
            lengthMinutes: 30
        )
        var expected: Set<String> = []
        for from in 0..<96 {
            var missing: Set<String> = []
            for to in (from + 1)...96 {
                missing.formUnion(busy[to - 1])
                guard missing.count <= 1 else { break }
                let isWhole =
                    (from == 0 || !busy[from - 1].isSubset(of: missing))
                    && (to == 96 || !busy[to].isSubset(of: missing))
                if isWhole, to - from >= 6 {
                    expected.insert("\(from) \(to) \(missing.sorted())")
                }
            }
        }
        let found = try agenda.freeTime(query).windows.map { window in
            let from = (window.start.time.secondsSinceMidnight / 60 - 480) / 5
            return "\(from) \(from + window.minutes / 5) \(window.missing.sorted())"
        }
        #expect(found.count == expected.count)
        #expect(Set(found) == expected)
    }
}
