import CivilTime
import Testing

@testable import Agenda

@Suite("Quick add")
struct QuickAddTests {
    static let rows = QuickAddRow.all
    /// Every sixth row, for tests that read each line hundreds of times.
    static let someRows = rows.enumerated().filter { $0.offset % 6 == 0 }.map { $0.element }
    static let today = QuickAddRow.today

    @Test("The tables have rows")
    func tables() {
        #expect(QuickAddRow.english.count >= 400)
        #expect(QuickAddRow.german.count >= 400)
    }

    @Test("A line gives title, time, place and repetition", arguments: rows)
    func lines(row: QuickAddRow) throws {
        let draft = row.read().draft
        let isAllDay = draft.isAllDay == true
        let start = try #require(draft.start)
        let end = try #require(draft.end)
        let found = [
            draft.title ?? "", isAllDay ? start.date.text : start.text,
            isAllDay ? end.date.text : end.text, draft.location ?? "", draft.rule ?? "",
        ]
        #expect(found == row.expected)
    }

    @Test(
        "Words after # are categories, and not in the title",
        arguments: [
            ("Gym #sport tomorrow", "Gym", ["sport"]),
            ("#work #well-being Talk", "Talk", ["work", "well-being"]),
            ("Race #1, #ausdauer2", "Race #1", ["ausdauer2"]),
            ("C# and # alone", "C# and # alone", []),
        ]
    )
    func categories(line: String, title: String, categories: [String]) {
        let quick = QuickAdd(line, today: Self.today)
        #expect(quick.title == title)
        #expect(quick.categories == categories)
        #expect(quick.draft.categories ?? [] == categories)
    }

    @Test(
        "Easter is where the church has it",
        arguments: [
            "1961-04-02", "1981-04-19", "2000-04-23", "2008-03-23", "2019-04-21", "2026-04-05",
            "2038-04-25", "2049-04-18", "2076-04-19", "2100-03-28", "2199-04-14",
        ]
    )
    func easter(expected: String) throws {
        let date = try #require(CivilDate(expected))
        #expect(QuickHoliday.easter(date.year) == date)
    }

    @Test(
        "A time from now is rounded up to five minutes, also past midnight",
        arguments: [
            (QuickLanguage.english, "Call Bob in 2 hours", "Call Bob in 30min"),
            (QuickLanguage.german, "Call Bob in 2 Stunden", "Call Bob in 30 Min."),
        ]
    )
    func fromNow(language: QuickLanguage, hours: String, minutes: String) throws {
        let now = try #require(TimeOfDay(hour: 10, minute: 3))
        var quick = QuickAdd(hours, language: language, today: Self.today, now: now)
        #expect(quick.title == "Call Bob")
        #expect(quick.draft.start?.text == "2026-11-18T12:05:00")
        let late = try #require(TimeOfDay(hour: 23, minute: 50))
        quick = QuickAdd(minutes, language: language, today: Self.today, now: late)
        #expect(quick.draft.start?.text == "2026-11-19T00:20:00")
        #expect(quick.date == Self.today.adding(days: 1))
    }

    @Test(
        "After a time, a place or an abbreviation is its zone",
        arguments: [
            ("Call Kenji tomorrow 18:00 in Tokyo", "Call Kenji", "Asia/Tokyo", 18, 0),
            ("Call 9am in New York City on Friday", "Call", "America/New_York", 9, 0),
            ("Call 9am in são paulo with Ana", "Call with Ana", "America/Sao_Paulo", 9, 0),
            ("Call 3-4pm Lisbon time", "Call", "Europe/Lisbon", 15, 0),
            ("Call 3pm Pacific time", "Call", "America/Los_Angeles", 15, 0),
            ("Call 15:00 (Vienna) about rents", "Call about rents", "Europe/Vienna", 15, 0),
            ("Call 15:00 for 2 hours in Cape Town", "Call", "Africa/Johannesburg", 15, 0),
            ("Launch 14:00 UTC", "Launch", "Etc/UTC", 14, 0),
            ("Webinar 11am EST every Monday", "Webinar", "America/New_York", 11, 0),
            ("every Tuesday 8:30 in London stand-up", "stand-up", "Europe/London", 8, 30),
        ]
    )
    func zones(text: String, title: String, zone: String, hour: Int, minute: Int) throws {
        let quick = QuickAdd(text, today: Self.today, home: ZoneID("Europe/Berlin"))
        #expect(quick.title == title)
        #expect(quick.zone == ZoneID(zone) && quick.draft.zone == ZoneID(zone))
        #expect(quick.startTime == TimeOfDay(hour: hour, minute: minute))
        #expect(quick.marks.contains { $0.kind == .zone })
    }

    @Test("German names of places are zones, too")
    func germanZones() {
        for (text, title, zone) in [
            ("Anruf morgen 18 Uhr in Tokio", "Anruf", "Asia/Tokyo"),
            ("Anruf um 9 in Zürich", "Anruf", "Europe/Zurich"),
            ("Anruf 9 Uhr Moskau Ortszeit", "Anruf", "Europe/Moscow"),
            ("Start 14:00 MEZ", "Start", "Europe/Berlin"),
        ] {
            let quick = QuickAdd(text, language: .german, today: Self.today)
            #expect(quick.title == title)
            #expect(quick.zone == ZoneID(zone))
        }
    }

    @Test(
        "A place isn't a zone without a time before it, in the user's zone, or within a name",
        arguments: [
            ("Trip to Tokyo 18:00", "Trip to Tokyo"), ("Dinner in Tokyo", "Dinner in Tokyo"),
            ("Holiday all day in Tokyo", "Holiday in Tokyo"),
            ("Dinner 18:00 in Berlin", "Dinner in Berlin"),
            ("Dinner 18:00 in La Trattoria", "Dinner in La Trattoria"),
            ("Dinner 18:00 in Paris Bar", "Dinner in Paris Bar"),
            ("Flight 18:00 Tokyo", "Flight Tokyo"), ("Class 18:00 est", "Class est"),
            ("Review 18:00 in private", "Review in private"),
        ]
    )
    func noZones(text: String, title: String) {
        let quick = QuickAdd(text, today: Self.today, home: ZoneID("Europe/Berlin"))
        #expect(quick.title == title)
        #expect(quick.zone == nil && quick.location == "")
    }

    @Test(
        "A date in figures is read in the local order, unless it can't be",
        arguments: [
            ("3/4", true, "2027-04-03"), ("3/4", false, "2027-03-04"),
            ("24/12", false, "2026-12-24"), ("12/24", true, "2026-12-24"),
            ("3/4/26", false, "2026-03-04"), ("3.4.", false, "2027-04-03"),
        ]
    )
    func figures(text: String, isDayFirst: Bool, expected: String) {
        for language in [QuickLanguage.english, .german] {
            let quick = QuickAdd(
                "Fair \(text)",
                language: language,
                today: Self.today,
                isDayFirst: isDayFirst
            )
            #expect(quick.title == "Fair" && quick.date?.text == expected)
        }
    }

    @Test("A reminder can be in minutes, hours or days")
    func reminders() {
        let english = ["15 minutes", "2 hours", "1 day", "an hour"].map {
            QuickAdd("Dentist remind me \($0) before", today: Self.today).draft.reminders
        }
        #expect(english == [[15], [120], [1_440], [60]])
        let german = ["15 Minuten", "2 Stunden", "1 Tag", "eine Stunde"].map {
            QuickAdd("Arzt, \($0) vorher erinnern", language: .german, today: Self.today)
        }
        #expect(german.map { $0.draft.reminders } == english)
        #expect(german.map { $0.title } == ["Arzt", "Arzt", "Arzt", "Arzt"])
    }

    @Test("Umlauts can be typed as one letter, two characters or two letters")
    func umlauts() {
        for word in ["\u{FC}bermorgen", "U\u{308}bermorgen", "uebermorgen", "\u{DC}BERMORGEN"] {
            let quick = QuickAdd(word, language: .german, today: Self.today)
            #expect(quick.date == Self.today.adding(days: 2), "\(word)")
        }
    }

    @Test("Every beginning of a line is read, as while typing", arguments: rows)
    func typing(row: QuickAddRow) {
        for length in 0...row.text.count {
            let quick = row.read(String(row.text.prefix(length)))
            #expect(quick.title.count <= length)
        }
    }

    /// A mark typed into a line while it is edited, wherever the caret is.
    @Test("A mark anywhere in a line doesn't break reading", arguments: someRows)
    func typedMarks(row: QuickAddRow) {
        let marks = [
            "@", "@,", "@.", "@@", "@-", "@at", ",", ".", ".,", "-", "\u{2013}", "/", ":", "9:",
            "1.", "at", "at @,", "from -", "in", "every", "um", "bis -", "jeden", "halb", "\u{301}",
            "'",
        ]
        let words = row.text.split(separator: " ").map(String.init)
        for mark in marks {
            for place in 0...words.count {
                let apart = words[..<place] + [mark] + words[place...]
                let glued = words[..<place].joined(separator: " ") + mark
                for text in [apart.joined(separator: " "), glued] {
                    let quick = row.read(text)
                    let left = quick.title.utf8.count + quick.location.utf8.count
                    #expect(left <= text.utf8.count, "\(text)")
                }
            }
        }
    }

    @Test("Every line makes an event that can be created", arguments: rows)
    func creating(row: QuickAddRow) throws {
        var agenda = try Sample.agenda([])
        var draft = row.read().draft
        draft.calendar = Sample.home
        // A line that is only a day has no title yet; the page doesn't save it.
        if draft.title == "" { draft.title = "Untitled" }
        let outcome = try agenda.create(draft, uid: "n", now: Sample.now)
        #expect(outcome.changes.count == 1)
    }

    @Test("The first 1,000 bytes are read", arguments: [(1_000, 1_000), (1_001, 1_000)])
    func limits(count: Int, expected: Int) {
        let quick = QuickAdd(String(repeating: "a", count: count), today: Self.today)
        #expect(quick.title.utf8.count == expected)
        let umlauts = QuickAdd("a" + String(repeating: "\u{E4}", count: count), today: Self.today)
        #expect(umlauts.title.utf8.count == 999)
    }

    /// Every word that begins a phrase, over and over.
    @Test(
        "A line of 1,000 bytes is read without trying every way to divide it",
        arguments: [
            "mon", "every mon and", "in 2", "1", "@ 3", "3.-", "mon/", "mo,", "halb", "from 3-",
        ]
    )
    func longest(word: String) {
        let line = String(repeating: word + " ", count: 1_000 / (word.utf8.count + 1))
        for language in [QuickLanguage.english, .german] {
            let time = ContinuousClock().measure {
                _ = QuickAdd(line, language: language, today: Self.today)
            }
            // In a browser it's a millisecond or two; trying all combinations of its words would take years.
            #expect(time < .seconds(20))
        }
    }
}

@Suite("Marks of quick add")
struct QuickAddMarkTests {
    @Test("Marks are in order, lie in the line, and leave the title", arguments: QuickAddRow.all)
    func marks(row: QuickAddRow) {
        let quick = row.read()
        let units = Array(row.text.utf16)
        var left: [UInt16] = []
        var end = 0
        for mark in quick.marks {
            #expect(mark.range.lowerBound >= end && !mark.range.isEmpty)
            #expect(mark.range.upperBound <= units.count)
            left += units[end..<(mark.isInTitle ? mark.range.upperBound : mark.range.lowerBound)]
            end = mark.range.upperBound
        }
        left += units[end...]
        let outside = String(decoding: left, as: UTF16.self)
        // A divider beside a phrase, such as a comma, isn't part of the title.
        #expect(
            outside.filter { $0.isLetter || $0.isNumber }
                == quick.title.filter {
                    $0.isLetter || $0.isNumber
                }
        )
    }

    @Test("A mark says what its words mean, in UTF-16 code units")
    func kinds() {
        let text = "\u{1F370} Zo\u{EB} every Friday 3pm for 2h at Mokka remind me 1h before"
        let quick = QuickAdd(text, today: QuickAddRow.today)
        let units = Array(text.utf16)
        let found = quick.marks.map {
            "\($0.kind.rawValue): " + String(decoding: units[$0.range], as: UTF16.self)
        }
        #expect(
            found == [
                "repeat: every Friday", "time: 3pm", "length: for 2h", "place: at Mokka",
                "reminder: remind me 1h before",
            ]
        )
        #expect(quick.title == "\u{1F370} Zo\u{EB}")
    }

    @Test("A Weekly that stays in the title is marked, too")
    func titled() {
        let quick = QuickAdd("Weekly review Friday", today: QuickAddRow.today)
        #expect(quick.marks.map { $0.isInTitle } == [true, false])
    }
}
