import CivilTime
import ICalendar
import Recurrence
import Testing

@Suite("Typed values")
struct TypedTests {
    @Test(
        "An offset is read and written",
        arguments: [
            ("+0100", 3_600), ("-0530", -19_800), ("+000012", 12), ("-0000", 0), ("+2359", 86_340),
            ("0100", nil), ("+01", nil), ("+2400", nil), ("+0160", nil), ("+01000", nil),
            ("+0a00", nil),
        ] as [(String, Int?)]
    )
    func offset(text: String, seconds: Int?) {
        let offset = UTCOffset(text)
        #expect(offset?.seconds == seconds)
        if let offset { #expect(UTCOffset(offset.text) == offset) }
        #expect(UTCOffset(seconds: 86_399)?.text == "+235959")
        #expect(UTCOffset(seconds: 86_400) == nil)
    }

    @Test(
        "A position is read and written",
        arguments: [
            ("37.386013;-122.082932", "37.386013;-122.082932"), ("+1;-2.5", "1.000000;-2.500000"),
            ("-0.0000019;0", "-0.000001;0.000000"), ("90;180", "90.000000;180.000000"),
            ("90.000001;0", nil), ("0;-180.1", nil), ("1", nil), ("1;2;3", nil), (";", nil),
            ("1,2", nil), ("1;x", nil),
        ] as [(String, String?)]
    )
    func position(text: String, written: String?) {
        #expect(GeographicPosition(text)?.text == written)
    }

    @Test("Base64 data is read back the same", arguments: 0..<12)
    func base64(count: Int) {
        let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 83 + 7) }
        let attachment = Attachment(.octets(octets), mediaType: "image/png", fileName: "a;b.png")
        #expect(Attachment(attachment.property) == attachment)
        #expect(attachment.property.rawValue.utf8.count == (count + 2) / 3 * 4)
    }

    @Test(
        "Invalid Base64 is rejected",
        arguments: [
            ("QUJD", true), ("QUI=", true), ("QQ==", true), ("QQ", true), ("QUJ D", true),
            ("Q", false), ("QU=D", false), ("QUJD=", false), ("Q!==", false), ("Q===", false),
        ]
    )
    func base64Refused(text: String, isRead: Bool) {
        let property = readProperty("ATTACH;ENCODING=BASE64;VALUE=BINARY:" + text)
        #expect((property.flatMap { Attachment($0) } != nil) == isRead)
    }

    @Test(
        "Periods end at a time or after a duration",
        arguments: [
            ("FREEBUSY:20260101T090000Z/20260101T100000Z", ["20260101T100000Z"]),
            (
                "FREEBUSY:20260101T090000Z/PT30M,20260102T090000Z/P1D",
                ["20260101T093000Z", "20260103T090000Z"]
            ),
            ("RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260101T090000/PT1H", ["20260101T100000"]),
            ("FREEBUSY:20260101T090000Z/-PT1H", []), ("FREEBUSY:20260101T090000Z", []),
            ("FREEBUSY:20260101/PT1H", []), ("FREEBUSY:x/y,", []),
        ]
    )
    func periods(line: String, ends: [String]) throws {
        let property = try #require(readProperty(line))
        let periods = property.periods
        #expect(periods.map { $0.endTime.basicText } == ends)
        guard !periods.isEmpty else { return }
        let name = try #require(property.knownName)
        #expect(Property.periods(name, periods) == property)
    }

    @Test("A participant is written as it was read, unknown parameters included")
    func participant() throws {
        let line =
            "ATTENDEE;CN=\"Costa, Inês\";CUTYPE=ROOM;ROLE=CHAIR;PARTSTAT=DELEGATED;RSVP=TRUE;"
            + "DELEGATED-TO=\"mailto:a@x\",\"mailto:b@x\";DELEGATED-FROM=\"mailto:c@x\";"
            + "MEMBER=\"mailto:d@x\";SENT-BY=\"mailto:e@x\";DIR=\"ldap://x\";EMAIL=f@x;LANGUAGE=pt;"
            + "X-NUM-GUESTS=2:mailto:g@x"
        let property = try #require(readProperty(line))
        let participant = Participant(property)
        #expect(participant.name == "Costa, Inês")
        #expect(participant.kind == .room)
        #expect(participant.role == .chair)
        #expect(participant.status == .delegated)
        #expect(participant.isReplyWanted)
        #expect(participant.delegates == ["mailto:a@x", "mailto:b@x"])
        #expect(participant.groups == ["mailto:d@x"])
        #expect(participant.others == [Parameter("X-NUM-GUESTS", "2")])
        #expect(participant.property(.attendee) == property)
        let plain = try #require(readProperty("ATTENDEE:mailto:h@x"))
        #expect(Participant(plain).status == .needsAction)
        #expect(Participant(plain).property(.attendee) == plain)
    }

    @Test(
        "A trigger is relative to the start or the end, or an instant",
        arguments: [
            ("TRIGGER:-PT15M", "20260329T000000Z", "20260328T234500Z"),
            ("TRIGGER;RELATED=END:PT5M", "20260329T000000Z", "20260329T020500Z"),
            // A day earlier on the clock, which is 23 hours because clocks change in between.
            ("TRIGGER:-P1D", "20260329T020000Z", "20260328T030000Z"),
            ("TRIGGER;VALUE=DATE-TIME:20260101T120000Z", "20260329T000000Z", "20260101T120000Z"),
            ("TRIGGER:soon", "20260329T000000Z", nil),
        ] as [(String, String, String?)]
    )
    func trigger(line: String, start: String, expected: String?) throws {
        let property = try #require(readProperty(line))
        let alarm = try #require(VAlarm(Component(.alarm, nodes: [.property(property)])))
        let rule = try #require(PosixRule("CET-1CEST,M3.5.0,M10.5.0/3"))
        let longAgo = Instant(secondsSinceEpoch: -3_000_000_000)
        let zone = Zone(
            id: ZoneID("X/Zone"),
            transitions: [Zone.Transition(instant: longAgo, offsetSeconds: 0, abbreviation: "LMT")],
            tail: rule
        )
        let begin = try #require(Instant(start))
        let found = alarm.instant(start: begin, end: begin.adding(seconds: 7_200), in: zone)
        #expect(found?.basicText == expected)
        if let trigger = alarm.trigger { #expect(trigger.property.rawValue == property.rawValue) }
    }

    @Test(
        "A request's status is read and written",
        arguments: [
            ("REQUEST-STATUS:2.0;Success", true, nil),
            ("REQUEST-STATUS:3.1;Bad\\; value;DTSTART:96-Apr-01", false, "DTSTART:96-Apr-01"),
        ] as [(String, Bool, String?)]
    )
    func requestStatus(line: String, isSuccess: Bool, subject: String?) throws {
        let property = try #require(readProperty(line))
        let status = try #require(RequestStatus(property))
        #expect(status.isSuccess == isSuccess)
        #expect(status.subject == subject)
        #expect(status.property == property)
    }
}

@Suite("Views of components")
struct ViewTests {
    private func nextcloud() throws -> VCalendar {
        let octets = try fixture("ics/nextcloud.ics")
        return try #require(CalendarText.parse(octets).components.first.flatMap { VCalendar($0) })
    }

    @Test("The properties of RFC 5545 and RFC 7986 can be read")
    func reading() throws {
        let calendar = try nextcloud()
        #expect(calendar.name == "Household")
        #expect(calendar.refreshInterval == CalendarDuration("PT4H"))
        #expect(calendar.timeZones.first?.observances.map { $0.offsetTo.seconds } == [3_600, 0])
        let event = try #require(calendar.events.first)
        #expect(event.color == "teal")
        #expect(event.conferences.first?.features == ["AUDIO", "VIDEO"])
        #expect(event.conferences.first?.label == "Join: video")
        #expect(event.images.first?.displays == ["BADGE"])
        #expect(event.organizer?.name == "Costa, Inês")
        #expect(event.attendees.map { $0.status } == [.accepted, .needsAction])
        #expect(event.position?.longitudeMicrodegrees == -9_139_337)
        #expect(event.requestStatuses.first?.code == "2.0")
        #expect(event.attachments.first?.fileName == "/Agenda.pdf")
        #expect(event.alarms.first?.repeatCount == 2)
        #expect(event.alarms.first?.pause == CalendarDuration("PT1H"))
        #expect(event.lastModified?.basicText == "20260301T101512Z")
        #expect(calendar.journals.first?.texts == ["Who said what", "Second part"])
        let spans = try #require(calendar.freeBusy.first?.spans)
        #expect(spans.map { $0.kind } == [.busy, .busy, .free])
        #expect(calendar.tasks.isEmpty)
    }

    /// The lines that a change adds to an event, and the names of those it removes.
    private func changedLines(_ change: (inout VEvent) -> Void) throws -> [String] {
        var event = try #require(try nextcloud().events.first)
        let before = event.component.properties
        change(&event)
        let after = event.component.properties
        return after.filter { !before.contains($0) }.map { String(decoding: $0.raw, as: UTF8.self) }
            + before.filter { !after.contains($0) }.map { "-" + $0.name }
    }

    @Test("Setting properties to their current values changes nothing")
    func settingTheSame() throws {
        let changed = try changedLines { event in
            event.summary = event.summary
            event.location = event.location
            event.categories = event.categories
            event.attendees = event.attendees
            event.organizer = event.organizer
            event.images = event.images
            event.conferences = event.conferences
            event.attachments = event.attachments
            event.position = event.position
            event.requestStatuses = event.requestStatuses
            event.start = event.start
            event.writtenEnd = event.writtenEnd
            event.status = event.status
            event.classification = event.classification
            event.isTransparent = event.isTransparent
            event.sequence = event.sequence
            event.created = event.created
            event.color = event.color
            event.url = event.url
        }
        #expect(changed == [])
    }

    @Test("Setting one property changes only that one")
    func settingOne() throws {
        #expect(try changedLines { $0.color = "tomato" } == ["COLOR:tomato", "-COLOR"])
        #expect(try changedLines { $0.isTransparent = true } == ["TRANSP:TRANSPARENT"])
        #expect(try changedLines { $0.classification = .closed } == ["CLASS:PRIVATE"])
        #expect(try changedLines { $0.priority = 1 } == ["PRIORITY:1"])
        #expect(try changedLines { $0.status = .cancelled } == ["STATUS:CANCELLED", "-STATUS"])
        #expect(try changedLines { $0.position = nil } == ["-GEO"])
        #expect(try changedLines { $0.comments = ["a, b"] } == ["COMMENT:a\\, b"])
        #expect(
            try changedLines { $0.duration = CalendarDuration("PT2H") } == [
                "DURATION:PT2H", "-DTEND",
            ]
        )
        let changed = try changedLines { $0.attendees[0].status = .declined }
        #expect(changed.count == 2)
        #expect(changed.first?.hasPrefix("ATTENDEE;CN=João;PARTSTAT=DECLINED;RSVP=TRUE") == true)
    }

    @Test("A task is due at DUE, or at its start plus DURATION")
    func task() throws {
        let text = octets(["BEGIN:VTODO", "DTSTART:20260101T090000", "DURATION:PT2H", "END:VTODO"])
        var task = try #require(CalendarText.parse(text).components.first.flatMap { VTodo($0) })
        #expect(task.due?.basicText == "20260101T110000")
        #expect(!task.isCompleted)
        task.due = task.start
        #expect(task.component.first(.duration) == nil)
        #expect(task.due == task.start)
        task.duration = CalendarDuration("P1D")
        #expect(task.component.first(.due) == nil)
        task.percentComplete = 101
        #expect(task.percentComplete == 100)
        task.statusWord = .completed
        #expect(task.isCompleted)
    }

    @Test("An exclusion rule is read")
    func exclusionRule() throws {
        let event = try #require(readEvent(["EXRULE:FREQ=WEEKLY;BYDAY=MO"]))
        #expect(event.exclusionRules.map { $0.frequency } == [.weekly])
        #expect(event.rules.isEmpty)
    }

    @Test("Free and busy spans are written as a line for each kind")
    func freeBusy() throws {
        var view = try #require(VFreeBusy(Component(.freeBusy)))
        let start = CalendarTime.utc(Instant(secondsSinceEpoch: 1_767_225_600))
        let hour = try #require(CalendarDuration("PT1H"))
        let period = CalendarPeriod(start: start, end: .duration(hour))
        view.spans = [.init(period), .init(period, kind: .free), .init(period)]
        #expect(
            view.component.all(.freeBusy).map { $0.rawValue } == [
                "20260101T000000Z/PT1H,20260101T000000Z/PT1H", "20260101T000000Z/PT1H",
            ]
        )
        #expect(view.spans.map { $0.kind } == [.busy, .busy, .free])
    }

    @Test("Setting a parameter keeps its place, and everything else")
    func parameter() throws {
        let property = try #require(readProperty("X-A;B=1;C=\"2;3\";D=4:v\\,w"))
        let changed = property.setting("c", to: ["5", "6"])
        #expect(String(decoding: changed.raw, as: UTF8.self) == "X-A;B=1;C=5,6;D=4:v\\,w")
        #expect(
            String(decoding: changed.setting("B", to: []).raw, as: UTF8.self)
                == "X-A;C=5,6;D=4:v\\,w"
        )
    }
}
