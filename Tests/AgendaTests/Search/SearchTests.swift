import Agenda
import CivilTime
import Testing

@Suite("Search")
struct SearchTests {
    @Test(
        "Case and accents don't matter, neither in the text nor in the query",
        arguments: [
            ("Café crème", "cafe CREME"), ("Straßenfest", "strasse"), ("STRASSE", "straße"),
            ("Søren Łukasz", "soren lukasz"), ("Ærø", "aero"), ("Πρωί με τον Ζεύς", "πρωι ζευς"),
            ("ΟΔΟΣ", "οδος"), ("Ёлка у Королёва", "елка КОРОЛЕВА"), ("Tiếng Việt", "tieng viet"),
            ("e\u{301}te\u{301}", "été"), ("Smørrebrød", "smorrebrod"), ("日本語 会議", "会議"),
            ("İstanbul ığdır", "istanbul igdir"), ("fjör\u{F0}ur", "fjordur"),
            // Quotation marks and dashes.
            ("Mom’s birthday", "mom's"), ("Mom's", "mom’s"), ("Mom‘s", "momʼs"),
            ("the “big” day", "\"big\""), ("„Faust“", "\"faust\""), ("«Phèdre»", "\"phedre"),
            ("Mum’s visit", "\"Mum's visit\""), ("Mum’s visit", "“mum’s visit”"),
            ("Faust", "'faust'"),
            ("9–12", "9-12"), ("Berlin—Rome", "berlin-rome"), ("co‑op", "co-op"),
            ("t−1", "t-1"), ("A－B", "a-b"), ("ex\u{AD}ample", "example"),
            // Widths and blanks.
            ("ＡＢＣ　１２３", "abc 123"), ("team talk", "ｔｅａｍ"), ("12\u{202F}000", "12 000"),
            ("no\u{200B}break", "nobreak"), ("\u{FEFF}start", "start"),
            // Arabic and Hebrew without points, and forms of their letters.
            ("مُحَمَّد", "محمد"), ("محمد", "مُحَمَّد"), ("العـــربية", "العربيه"),
            ("أحمد", "احمد"), ("إسلام", "اسلام"), ("آمال", "امال"), ("مستشفى", "مستشفي"),
            ("٢٠٢٦", "2026"), ("شَبَکه", "شبكه"), ("שָׁלוֹם", "שלום"), ("\u{FB2A}לום", "שלום"),
            ("תל־אביב", "תל-אביב"), ("צה״ל", "צה\"ל"),
            // Characters whose numbers look like those of two letters.
            ("\u{E100}\u{FF0A}x", "*x"),
        ]
    )
    func folding(title: String, query: String) throws {
        let agenda = try Sample.agenda(["DTSTART:20261121T100000Z\nSUMMARY:\(title)"])
        #expect(agenda.search(SearchQuery(query), now: Self.now).upcomingCount == 1)
    }

    @Test(
        "One wrong letter in each long word is forgiven, if nothing has the words as typed",
        arguments: [
            ("dentits", 1), ("detnist", 1), ("fentist", 1), ("dntist", 1), ("denttist", 1),
            ("denist ana", 1), ("dentist anna", 1), ("ana dentisr", 1), ("überpüfung", 1),
            ("dennits", 0), ("dexxist", 0), ("entits", 0), ("denist ben", 0), ("aan", 0),
        ]
    )
    func near(query: String, count: Int) throws {
        let agenda = try Sample.agenda([
            "DTSTART:20261121T100000Z\nSUMMARY:Überprüfung: Dentist Ana"
        ])
        let result = agenda.search(SearchQuery(query), now: Self.now)
        #expect(result.upcomingCount == count)
        #expect(result.isNear == (count > 0))
    }

    @Test("What has the words as typed hides what is only similar")
    func exactFirst() throws {
        let agenda = try Sample.agenda([
            "DTSTART:20261121T100000Z\nSUMMARY:Tests", "DTSTART:20261122T100000Z\nSUMMARY:Texts",
        ])
        let result = agenda.search(SearchQuery("tests"), now: Self.now)
        #expect(result.occurrences.map { $0.event.title } == ["Tests"])
        #expect(!result.isNear)
    }

    @Test(
        "Guests and the words of HTML notes are found, and what only looks like HTML is kept",
        arguments: [
            (
                "ATTENDEE;CN=Zoë Müller:mailto:z.mueller@example.org",
                ["zoe muller", "z.mueller@"], true
            ),
            (
                "ORGANIZER;CN=\"Kim, Lee\":MAILTO:kim@example.org", ["kim,", "kim@example.org"],
                true
            ),
            ("ATTENDEE:urn:uuid:5a1c", ["5a1c", "uuid"], false),
            (
                "ATTENDEE;CN=Ana;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:a@b", ["accepted", "chair"],
                false
            ),
            (
                "DESCRIPTION:<p>Bring the <b>no</b>tes<br>Room&nbsp;5 &amp; caf&eacute;</p>",
                ["notes", "room 5", "& cafe"], true
            ),
            ("DESCRIPTION:<p>one<br>two</p>", ["onetwo", "<p>", "br>"], false),
            ("DESCRIPTION:if a < b and c > d", ["<", "a <"], true),
            ("DESCRIPTION:Ask <anna@example.org>", ["<anna@example.org>"], true),
            ("DESCRIPTION:AT&T &uuml; R&D", ["at&t", "&uuml;"], true),
            (
                "X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML><html><head><style>p {color:red}</style>"
                    + "<title>T</title></head><body><!-- hidden --><o:p>Ein</o:p> "
                    + "Gru&szlig;&#32;an M&#252;ller &ndash; &#x2019;ok&#x2019;</body></html>",
                ["gruss", "muller", "-", "'ok'"], true
            ),
            (
                "X-ALT-DESC;FMTTYPE=text/html:<style>p {color:red}</style><!-- hidden --><p>A",
                ["color", "hidden", "style"], false
            ),
            ("X-ALT-DESC:<style>never ends", ["ends"], false),
            ("DESCRIPTION:<b", ["<b"], true),
        ]
    )
    func guestsAndNotes(line: String, queries: [String], isFound: Bool) throws {
        var agenda = try Sample.agenda([])
        let event = "DTSTART:20261121T100000Z\nSUMMARY:Talk\nLINE"
        // Put in afterwards, because "--" would begin another event.
        let text = String(decoding: Sample.object(event, uid: "e"), as: UTF8.self)
            .replacing("LINE", with: line)
        let id = ObjectID(calendar: Sample.home, href: "e.ics")
        agenda.putObject(id, etag: "", text: Array(text.utf8))
        #expect(agenda.search(SearchQuery("talk"), now: Self.now).upcomingCount == 1)
        for query in queries {
            let count = agenda.search(SearchQuery(query), now: Self.now).upcomingCount
            #expect(count == (isFound ? 1 : 0), "\(query)")
        }
    }

    static let now = Instant(secondsSinceEpoch: 1_790_000_000)  // 2026-09-21

    private static func agenda() throws -> Agenda {
        try Sample.agenda([
            "DTSTART:20261001T100000Z\nDTEND:20261001T110000Z\nSUMMARY:Dentist\nLOCATION:Main Street 4",
            "DTSTART:20260110T100000Z\nRRULE:FREQ=WEEKLY\nSUMMARY:Choir\nDESCRIPTION:bring the notes",
            "DTSTART:20250101T100000Z\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Choir camp",
            "DTSTART;VALUE=DATE:20260921\nSUMMARY:Choir outing\nCATEGORIES:Fun,Music\nCOLOR:red",
            """
            DTSTART:20260901T100000Z
            RRULE:FREQ=MONTHLY
            SUMMARY:Meeting
            --
            RECURRENCE-ID:20261101T100000Z
            DTSTART:20261102T120000Z
            SUMMARY:Meeting with the choir
            """,
        ])
    }

    private static func list(_ result: SearchResult) -> [String] {
        result.occurrences.map { "\($0.firstDate.text) \($0.event.title)" }
    }

    @Test("Upcoming events come first, and past ones are counted and returned on demand")
    func order() throws {
        let agenda = try Self.agenda()
        var result = agenda.search(SearchQuery("choir"), now: Self.now)
        #expect(
            Self.list(result) == [
                "2026-09-21 Choir outing", "2026-09-26 Choir", "2026-11-02 Meeting with the choir",
            ]
        )
        #expect(result.upcomingCount == 3 && result.pastCount == 2)
        result = agenda.search(SearchQuery("choir", includesPast: true), now: Self.now)
        #expect(Self.list(result).suffix(2) == ["2026-09-19 Choir", "2025-01-03 Choir camp"])
        result = agenda.search(SearchQuery("choir", limit: 1), now: Self.now)
        #expect(result.occurrences.count == 1 && result.upcomingCount == 3)
    }

    @Test(
        "An override with its own text is a separate hit; one that only moved is a date of its series"
    )
    func overrides() throws {
        let agenda = try Sample.agenda([
            """
            DTSTART:20260907T100000Z
            RRULE:FREQ=WEEKLY;COUNT=6
            EXDATE:20260914T100000Z
            SUMMARY:Team talk
            --
            RECURRENCE-ID:20260921T100000Z
            DTSTART:20260919T100000Z
            SUMMARY:Team talk
            --
            RECURRENCE-ID:20260928T100000Z
            DTSTART:20260924T080000Z
            SUMMARY:Team talk
            --
            RECURRENCE-ID:20261005T100000Z
            DTSTART:20261005T100000Z
            SUMMARY:Team talk with guests
            """
        ])
        func found(_ text: String) -> [String] {
            Self.list(agenda.search(SearchQuery(text, includesPast: true), now: Self.now))
        }
        #expect(
            found("team") == [
                "2026-09-24 Team talk", "2026-10-05 Team talk with guests", "2026-09-19 Team talk",
            ]
        )
        #expect(found("guests") == ["2026-10-05 Team talk with guests"])
        let counted = agenda.search(SearchQuery("team"), now: Self.now)
        #expect(counted.upcomingCount == 2 && counted.pastCount == 1)
    }

    @Test(
        "Every word has to be in one of the fields",
        arguments: [
            ("main dentist", 1), ("notes", 1), ("music", 1), ("choir street", 0), ("", 0),
            ("  ", 0),
            ("dent", 1), ("street 4", 1),
        ]
    )
    func words(query: String, count: Int) throws {
        let result = try Self.agenda().search(SearchQuery(query), now: Self.now)
        #expect(result.upcomingCount == count)
    }

    @Test("Colour, calendar and visibility narrow the results, and deleted events are gone")
    func filters() throws {
        var agenda = try Self.agenda()
        #expect(agenda.search(SearchQuery("choir", color: .red), now: Self.now).upcomingCount == 1)
        let work = SearchQuery("choir", calendar: Sample.work)
        #expect(agenda.search(work, now: Self.now).upcomingCount == 0)
        agenda.removeObject(ObjectID(calendar: Sample.home, href: "e2.ics"))
        #expect(agenda.search(SearchQuery("choir"), now: Self.now).upcomingCount == 2)
        agenda.showCalendar(Sample.home, false)
        #expect(agenda.search(SearchQuery("choir"), now: Self.now).upcomingCount == 0)
        let home = SearchQuery("choir", calendar: Sample.home)
        #expect(agenda.search(home, now: Self.now).upcomingCount == 2)
    }

    @Test(
        "A search returns at most 1,000 occurrences",
        arguments: [(1_000, 1_000), (1_001, 1_000), (-1, 0)]
    )
    func limits(limit: Int, expected: Int) throws {
        let agenda = try Sample.agenda(
            (0..<1_002).map { "DTSTART:20261121T100000Z\nSUMMARY:Same \($0)" }
        )
        let result = agenda.search(SearchQuery("same", limit: limit), now: Self.now)
        #expect(result.occurrences.count == expected)
        #expect(result.upcomingCount == 1_002)
    }

    @Test("The prepared search follows edits and undo")
    func readyTexts() throws {
        var agenda = try Sample.agenda(["DTSTART:20261121T100000Z\nSUMMARY:Dentist"])
        func counts() -> [Int] {
            ["dentist", "optician"].map {
                agenda.search(SearchQuery($0), now: Self.now).upcomingCount
            }
        }
        agenda.prepareSearch()
        let hit = agenda.search(SearchQuery("dentist"), now: Self.now).occurrences.first
        var draft = EventDraft()
        draft.title = "Optician"
        let key = try #require(hit).key
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        #expect(counts() == [0, 1])
        agenda.prepareSearch()
        #expect(counts() == [0, 1])
        _ = try agenda.undo()
        #expect(counts() == [1, 0])
    }

    @Test(
        "The first of many hits are returned in order, and all are counted",
        arguments: [0, 1, 7, 50]
    )
    func firstOfMany(limit: Int) throws {
        var random = Seed(state: 11)
        // Days around now in random order, with one event each.
        let days = (0..<400).map { ($0, random.next(1 << 20)) }.sorted { $0.1 < $1.1 }.map(\.0)
        let first = try #require(CivilDate("20260515"))
        let agenda = try Sample.agenda(
            days.map { "DTSTART:\(first.adding(days: $0).basicText)T100000Z\nSUMMARY:Walk" }
        )
        let now = try #require(Instant("20261001T120000Z"))
        let all = SearchQuery("walk", includesPast: true, limit: 1_000)
        let every = agenda.search(all, now: now)
        let starts = every.occurrences.map(\.startInstant)
        #expect(starts.count == 400)
        #expect(Array(starts.prefix(every.upcomingCount)) == starts.filter { $0 >= now }.sorted())
        #expect(Array(starts.suffix(every.pastCount)) == starts.filter { $0 < now }.sorted(by: >))
        let query = SearchQuery("walk", includesPast: true, limit: limit)
        let some = agenda.search(query, now: now)
        #expect(some.occurrences.map(\.startInstant) == Array(starts.prefix(limit)))
        #expect(some.upcomingCount + some.pastCount == 400)
    }

    @Test("After random changes, a search finds the same as in a new agenda")
    func random() throws {
        let words = ["alpha", "beta", "Gärten", "delta", "epsilon", "zebra", "quiz"]
        var random = Seed(state: 7)
        var agenda = try Sample.agenda([])
        var texts: [Int: String] = [:]
        for step in 0..<600 {
            let number = random.next(60)
            let id = ObjectID(calendar: Sample.home, href: "\(number).ics")
            if random.next(3) == 0 {
                agenda.removeObject(id)
                texts[number] = nil
            } else {
                let title = (0..<3).map { _ in words[random.next(7)] }.joined(separator: " ")
                let text = """
                    RECURRENCE-ID:20261102T100000Z
                    DTSTART:20261102T100000Z
                    SUMMARY:\(words[random.next(7)])
                    --
                    DTSTART:20261101T100000Z
                    RRULE:FREQ=DAILY;COUNT=3
                    SUMMARY:\(title)
                    """
                agenda.putObject(id, etag: "", text: Sample.object(text, uid: "\(number)"))
                texts[number] = text
            }
            if random.next(2) == 0 { agenda.prepareSearch() }
            guard step % 40 == 39 else { continue }
            var fresh = try Sample.agenda([])
            for (number, text) in texts {
                let id = ObjectID(calendar: Sample.home, href: "\(number).ics")
                fresh.putObject(id, etag: "", text: Sample.object(text, uid: "\(number)"))
            }
            for query in ["alpha", "z", "ta gart", "quiz zebra beta", "nothing"] {
                let found = agenda.search(SearchQuery(query, limit: 100), now: Self.now)
                let expected = fresh.search(SearchQuery(query, limit: 100), now: Self.now)
                #expect(Set(found.occurrences.map(\.key)) == Set(expected.occurrences.map(\.key)))
                #expect(found.upcomingCount == expected.upcomingCount)
            }
        }
    }
}
