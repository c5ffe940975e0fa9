import CivilTime
import Recurrence
import Testing

@Suite("Exception rules that remove much or everything")
struct ExceptionRuleTests {
    private static func set(
        _ rule: String,
        except exceptions: String...,
        start: String = "20260105T090000",
        dates: [String] = []
    ) throws -> RecurrenceSet {
        RecurrenceSet(
            start: try TestTime.time(start),
            rules: [try RecurrenceRule(parsing: rule)],
            exceptionRules: try exceptions.map { try RecurrenceRule(parsing: $0) },
            dates: try dates.map { try TestTime.time($0) },
            zone: .utc
        )
    }

    @Test(
        "A series whose exceptions leave nothing has no occurrences, and is quick to say so",
        arguments: [
            ("FREQ=MINUTELY", "FREQ=MINUTELY"),
            ("FREQ=SECONDLY;BYHOUR=9;COUNT=500", "FREQ=SECONDLY;BYHOUR=9"),
            ("FREQ=MINUTELY", "FREQ=SECONDLY;BYSECOND=0"),
            (
                "FREQ=SECONDLY",
                "FREQ=MINUTELY;BYSECOND=\((0..<60).map(String.init).joined(separator: ","))"
            ),
            ("FREQ=YEARLY", "FREQ=SECONDLY"),
            ("FREQ=DAILY;INTERVAL=2", "FREQ=DAILY"),
            ("FREQ=DAILY", "FREQ=HOURLY;BYHOUR=8,9"),
            ("FREQ=WEEKLY;COUNT=9", "FREQ=WEEKLY"),
            ("FREQ=DAILY;COUNT=4", "FREQ=HOURLY;INTERVAL=8"),
        ]
    )
    func nothing(rule: String, exception: String) throws {
        let set = try Self.set(rule, except: exception)
        #expect(set.occurrences().first { _ in true } == nil)
        #expect(!set.isEndless)
        #expect(set.last == nil)
        let instant = try #require(Instant("20300101T000000Z"))
        #expect(set.first(after: instant) == nil)
        #expect(set.last(before: instant) == nil)
        #expect(!set.contains(instant))
        #expect(Array(set.occurrences(in: instant..<instant.adding(seconds: 86_400))).isEmpty)
    }

    @Test(
        "An exception rule removes only what it matches",
        arguments: [
            ("FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=2", ["20260107"]),
            ("FREQ=DAILY;COUNT=3", "FREQ=DAILY;INTERVAL=2", ["20260106"]),
            ("FREQ=DAILY;COUNT=3", "FREQ=DAILY;BYDAY=MO,TU", ["20260107"]),
            ("FREQ=DAILY;BYHOUR=9,10;COUNT=2", "FREQ=DAILY", ["20260105"]),
            ("FREQ=DAILY;COUNT=2", "FREQ=HOURLY;BYHOUR=10", ["20260105", "20260106"]),
            ("FREQ=DAILY;COUNT=2", "FREQ=SECONDLY;BYSECOND=1", ["20260105", "20260106"]),
            ("FREQ=DAILY;COUNT=2", "FREQ=DAILY;BYHOUR=9;BYSETPOS=2", ["20260105", "20260106"]),
            ("FREQ=DAILY;COUNT=2", "FREQ=MINUTELY;BYMINUTE=1", ["20260105", "20260106"]),
            ("FREQ=DAILY;COUNT=3", "FREQ=HOURLY;COUNT=3", ["20260106", "20260107"]),
        ]
    )
    func something(rule: String, exception: String, days: [String]) throws {
        let set = try Self.set(rule, except: exception)
        #expect(set.occurrences().map { $0.date.basicText } == days)
        #expect(set.last?.date.basicText == days.last)
    }

    @Test("A series ends after more exceptions in a row than the limit")
    func limit() throws {
        let most = 1_000_000
        let passed = try Self.set("FREQ=MINUTELY", except: "FREQ=MINUTELY;COUNT=\(most)")
        var iterator = passed.occurrences()
        let start = passed.start.instant(in: .utc)
        #expect(iterator.next()?.instant == start.adding(seconds: Int64(most) * 60))
        #expect(iterator.next()?.instant == start.adding(seconds: Int64(most + 1) * 60))
        let ended = try Self.set("FREQ=MINUTELY", except: "FREQ=MINUTELY;COUNT=\(most + 1)")
        iterator = ended.occurrences()
        #expect(iterator.next() == nil)
        #expect(iterator.next() == nil, "It stays at its end")
    }

    @Test("Occurrences are found beyond long stretches of exceptions, in both directions")
    func rest() throws {
        let set = try Self.set(
            "FREQ=MINUTELY",
            except:
                "FREQ=SECONDLY;BYSECOND=0;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,13,14,15,16,17,18,19,20,21,22,23",
            "FREQ=MINUTELY;BYMINUTE=\((1..<60).map(String.init).joined(separator: ","))"
        )
        let found = Array(set.occurrences().prefix(3))
        #expect(
            found.map { $0.civil.basicText }
                == ["20260105T120000", "20260106T120000", "20260107T120000"]
        )
        #expect(set.last(before: found[2].instant) == found[1])
        #expect(set.isEndless)
        #expect(set.last == nil)
    }

    @Test("An added date is the last occurrence if exceptions remove all of an endless rule")
    func addedDate() throws {
        let set = try Self.set(
            "FREQ=MINUTELY",
            except: "FREQ=MINUTELY",
            dates: ["20260105T090030"]
        )
        #expect(set.occurrences().map { $0.civil.basicText } == ["20260105T090030"])
        #expect(set.last?.civil.basicText == "20260105T090030")
        #expect(!set.isEndless)
    }
}
