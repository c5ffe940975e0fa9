import CivilTime
import ICalendar
import Testing

@Suite("Calendar files")
struct CalendarFileTests {
    private func read(_ name: String) throws -> CalendarFile.Contents {
        CalendarFile.read(try fixture("ics/" + name))
    }

    @Test(
        "Exports of other programs are read without problems",
        arguments: [
            ("google.ics", 4), ("apple.ics", 5), ("outlook.ics", 4), ("thunderbird.ics", 2),
            ("exchange.ics", 2), ("nextcloud.ics", 3), ("zoom.ics", 1), ("fastmail.ics", 1),
        ]
    )
    func exports(name: String, count: Int) throws {
        let contents = try read(name)
        #expect(contents.problems == [])
        #expect(contents.objects.count == count)
        #expect(Set(contents.objects.map { $0.uid }).count == count)
    }

    @Test(
        "Exports of other programs are written back octet for octet",
        arguments: ["google.ics", "apple.ics", "outlook.ics"]
    )
    func sameOctets(name: String) throws {
        let octets = try fixture("ics/" + name)
        let written = CalendarText.write(CalendarText.parse(octets).components)
        // They are folded as we fold, so only the line ends may differ.
        #expect(written.filter { $0 != 0x0D } == octets.filter { $0 != 0x0D })
    }

    @Test("Tasks, journal entries, alarms and free/busy times are written back as they were read")
    func sameLines() throws {
        // The files are folded elsewhere than we fold, so unfolded lines are compared.
        func unfolded(_ octets: [UInt8]) -> [UInt8] {
            let text = String(decoding: octets.filter { $0 != 0x0D }, as: UTF8.self)
            return Array(text.replacing("\n ", with: "").utf8)
        }
        for name in ["nextcloud.ics", "apple.ics"] {
            let octets = try fixture("ics/" + name)
            let written = CalendarText.write(CalendarText.parse(octets).components)
            #expect(unfolded(written) == unfolded(octets), "\(name)")
        }
    }

    @Test(
        "A file suggests a name, a colour and a zone",
        arguments: [
            ("google.ics", "Rowing club, juniors", nil, "America/New_York"),
            ("apple.ics", "Familie", "#1BADF8", "Europe/Berlin"),
            ("outlook.ics", "Kalender", nil, nil),
        ] as [(String, String?, String?, String?)]
    )
    func suggestions(file: String, name: String?, color: String?, zone: String?) throws {
        let contents = try read(file)
        #expect(contents.suggestedName == name)
        #expect(contents.suggestedColor == color)
        #expect(contents.suggestedZoneName == zone)
    }

    @Test("NAME and COLOR are preferred to the older properties")
    func standardSuggestions() {
        let contents = CalendarFile.read(
            calendarOctets([
                "X-WR-CALNAME:old", "NAME:new", "X-APPLE-CALENDAR-COLOR:#123456", "COLOR:tomato",
            ])
        )
        #expect(contents.suggestedName == "new")
        #expect(contents.suggestedColor == "tomato")
    }

    @Test("An object has its master, its overrides and its zones, and nothing else")
    func object() throws {
        let objects = try read("apple.ics").objects
        let film = try #require(objects.first { $0.uid == "FILM-0001" })
        #expect(film.calendar.components.map { $0.name } == ["VTIMEZONE", "VEVENT", "VEVENT"])
        #expect(film.calendar.properties.map { $0.name } == ["VERSION", "PRODID", "CALSCALE"])
        #expect(film.master?.summary == "Filmabend")
        #expect(film.overrides.map { $0.summary } == ["Filmabend (am Samstag)"])
        let floating = try #require(objects.first { $0.uid.hasPrefix("floating") })
        #expect(floating.calendar.components.map { $0.name } == ["VEVENT"])
        #expect(floating.master?.start?.basicText == "20260310T190000")
        let trip = try #require(objects.first { $0.uid.hasPrefix("6B1D") })
        let place = trip.master?.component.first("X-APPLE-STRUCTURED-LOCATION")
        #expect(place?.parameter("X-TITLE") == "Tierpark")
        #expect(place?.rawValue == "geo:52.502778,13.531944")
        #expect(trip.master?.component.components(named: "VALARM").count == 1)
    }

    @Test("A task is kept as an object")
    func task() throws {
        let object = try #require(try read("apple.ics").objects.first { $0.uid == "TODO-77" })
        #expect(object.calendar.components.map { $0.name } == ["VTODO"])
        #expect(object.master == nil)
        #expect(object.events == [])
    }

    @Test(
        "Times in zones with odd names are at the right instant",
        arguments: [
            (
                "040000008200E00074C5B7101A82E00800000000B0D8E1A9C07BDC010000000000000000"
                    + "10000000F3A1B2C3D4E5F60718293A4B5C6D7E8F", "2026-01-05T08:00:00"
            ),
            ("call-ny@example.com", "2026-03-20T14:00:00"),
            ("kathmandu@example.com", "2026-03-21T04:15:00"),
        ]
    )
    func oddZones(uid: String, utc: String) throws {
        let object = try #require(try read("outlook.ics").objects.first { $0.uid == uid })
        let start = try #require(object.master?.start)
        let id = try #require(start.zoneID)
        let zone = try #require(object.zone(id, known: ZoneCatalogue()))
        #expect(start.instant(in: zone).civilUTC.text == utc)
    }

    @Test("An object is read back from its text")
    func readingBack() throws {
        for name in ["google.ics", "apple.ics", "outlook.ics"] {
            for object in try read(name).objects {
                let calendar = try #require(CalendarText.parse(object.text).components.first)
                #expect(CalendarObject(calendar) == object)
            }
        }
        #expect(CalendarObject(Component(name: "VCALENDAR")) == nil)
        #expect(CalendarObject(Component(name: "VEVENT")) == nil)
    }

    @Test("With a catalogue, a zone that isn't in it is unknown")
    func catalogue() {
        let lines = [
            "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Area/Nowhere:20260101T000000", "END:VEVENT",
        ]
        #expect(CalendarFile.problems(in: calendarOctets(lines)) == [])
        let problems = CalendarFile.problems(in: calendarOctets(lines), zones: ZoneCatalogue())
        #expect(problems.map { $0.line } == [4])
        #expect(problems.map { $0.kind } == [.unknownZone(name: "Area/Nowhere")])
    }

    @Test("Zones decide whether an event ends before it starts, if they are known")
    func reversedAcrossZones() {
        var zones = ZoneCatalogue()
        zones.add(Zone(id: ZoneID("A/East"), offsetSeconds: 9 * 3_600))
        zones.add(Zone(id: ZoneID("A/West"), offsetSeconds: -8 * 3_600))
        func isKept(_ end: String, zones: ZoneCatalogue?) -> Bool {
            let lines = [
                "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=A/East:20260102T100000",
                "DTEND;TZID=A/West:\(end)", "END:VEVENT",
            ]
            let event = CalendarFile.read(calendarOctets(lines), zones: zones).objects[0].events[0]
            return event.component.time(.dateTimeEnd)?.zoneID == ZoneID("A/West")
        }
        #expect(isKept("20260101T170000", zones: zones))
        #expect(!isKept("20260101T165959", zones: zones))
        #expect(isKept("20260101T165959", zones: nil))
        #expect(!isKept("20260101T075959", zones: nil))
    }

    @Test(
        "An event that ends before it starts gets a length, and the problem names it",
        arguments: [
            ("DTSTART:20260102T090000Z", "DTEND:20260102T080000Z", "DTEND:20260102T100000Z"),
            (
                "DTSTART;TZID=Europe/Berlin:20260102T233000",
                "DTEND;TZID=Europe/Berlin:20260102T080000",
                "DTEND;TZID=Europe/Berlin:20260103T003000"
            ),
            (
                "DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260104",
                "DTEND;VALUE=DATE:20260106"
            ),
        ]
    )
    func repairedEnd(start: String, end: String, repaired: String) throws {
        let lines = [
            "BEGIN:VEVENT", "UID:1", "SUMMARY:Choir", start, end, "X-KEPT:as it was", "END:VEVENT",
        ]
        let contents = CalendarFile.read(calendarOctets(lines))
        let problem = try #require(contents.problems.first)
        #expect(problem.kind == .endBeforeStart)
        #expect(problem.outcome == .repaired)
        #expect(problem.event?.title == "Choir")
        let written = String(decoding: contents.objects[0].text, as: UTF8.self)
        #expect(written.contains(repaired + "\r\n"))
        #expect(!written.contains(end + "\r\n"))
        #expect(written.contains(start + "\r\n"))
        #expect(written.contains("X-KEPT:as it was\r\n"))
        #expect(CalendarFile.read(contents.objects[0].text).problems.isEmpty)
    }

    @Test(
        "Several calendars in one file keep their own zones and products",
        arguments: [["1", "2"], ["same", "same"]]
    )
    func severalCalendars(uids: [String]) {
        func lines(_ number: Int) -> [String] {
            [
                "BEGIN:VCALENDAR", "PRODID:\(number)", "BEGIN:VTIMEZONE", "TZID:Own",
                "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0\(number)00",
                "TZOFFSETTO:+0\(number)00", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT",
                "UID:\(uids[number - 1])", "DTSTART;TZID=Own:2026010\(number)T120000", "END:VEVENT",
                "END:VCALENDAR",
            ]
        }
        let objects = CalendarFile.read(octets(lines(1) + lines(2))).objects
        #expect(objects.map { $0.calendar.first("PRODID")?.rawValue } == ["1", "2"])
        let hours = objects.map { object in
            object.zone(ZoneID("Own"), known: ZoneCatalogue())?
                .offsetSeconds(at: Instant(secondsSinceEpoch: 0))
        }
        #expect(hours == [3_600, 7_200])
    }
}
