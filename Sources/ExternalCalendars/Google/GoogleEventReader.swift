import CivilTime
import ICalendar

/// Writes events of Google Calendar as iCalendar.
///
/// What it doesn't know of an event stays at Google: changes made here are sent field by field.
struct GoogleEventReader {
    var zones: ZoneCatalogue
    /// The zone of the calendar.
    let usualZone: String?
    /// The reminders of events that have those of the calendar.
    let usualReminders: [GoogleEvent.Reminders.Override]

    /// The object of a series or of a single event; nil if there is nothing left of it.
    ///
    /// - Parameters:
    ///   - events: A single event, or a series with all of its occurrences that differ.
    ///   - uid: The UID of the object.
    /// - Returns: The object's calendar.
    func calendar(of events: [GoogleEvent], uid: String) -> Component? {
        let master = events.first { $0.recurringEventId == nil && !$0.isCancelled }
        guard master != nil || events.contains(where: { !$0.isCancelled }) else { return nil }
        let start = master?.start.flatMap { $0.calendarTime(zones, usual: usualZone) }
        var components: [Component] = []
        if let master {
            guard var component = component(of: master, uid: uid) else { return nil }
            exclude(cancelled(in: events, start), from: &component)
            components.append(component)
        }
        let others = events.filter { $0.recurringEventId != nil && !$0.isCancelled }
        for event in others.sorted(by: { $0.id < $1.id }) {
            guard var component = component(of: event, uid: uid, seriesStart: start),
                let original = originalTime(of: event, start)
            else { continue }
            component.remove(.recurrenceRule)
            component.append(.time("RECURRENCE-ID", original))
            components.append(component)
        }
        guard !components.isEmpty else { return nil }
        return Component(
            .calendar,
            nodes: [
                .property(Property(name: "VERSION", rawValue: "2.0")),
                .property(Property(name: "PRODID", rawValue: "-//Meantime//Google Calendar//EN")),
            ] + components.map(Node.component)
        )
    }

    /// When an occurrence would be if it were like the others, as the series writes its times.
    func originalTime(of event: GoogleEvent, _ start: CalendarTime?) -> CalendarTime? {
        event.originalStartTime?.calendarTime(zones, usual: usualZone, wanted: start?.zoneID)
    }

    private func cancelled(in events: [GoogleEvent], _ start: CalendarTime?) -> [CalendarTime] {
        events.filter { $0.recurringEventId != nil && $0.isCancelled }
            .compactMap { originalTime(of: $0, start) }
            .sorted { $0.basicText < $1.basicText }
    }

    private func exclude(_ times: [CalendarTime], from component: inout Component) {
        let known = Set(component.times(.exceptionDates).map(\.basicText))
        for time in times where !known.contains(time.basicText) {
            component.append(.time("EXDATE", time))
        }
    }

    // MARK: - One event

    private func component(
        of event: GoogleEvent,
        uid: String,
        seriesStart: CalendarTime? = nil
    ) -> Component? {
        let zone = seriesStart?.zoneID.flatMap { id in
            // An occurrence in another zone keeps it.
            event.start?.timeZone == nil || event.start?.timeZone == id.name ? id : nil
        }
        guard let start = event.start?.calendarTime(zones, usual: usualZone, wanted: zone) else {
            return nil
        }
        var component = Component(.event)
        component.append(.text("UID", uid))
        component.append(Property(name: "DTSTAMP", rawValue: stamp(of: event)))
        component.append(.time("DTSTART", start))
        if let end = event.end?.calendarTime(zones, usual: usualZone, wanted: zone) {
            component.append(.time("DTEND", end))
        }
        addTexts(of: event, to: &component)
        addState(of: event, to: &component)
        for line in event.recurrence ?? [] { addRecurrence(line, to: &component) }
        addPeople(of: event, to: &component)
        addLinks(of: event, to: &component)
        for reminder in reminders(of: event) { component.append(alarm(reminder)) }
        return component
    }

    private func stamp(of event: GoogleEvent) -> String {
        let time = GoogleEvent.Time(dateTime: event.updated ?? event.created)
        guard case .utc(let instant)? = time.calendarTime(zones, usual: nil) else {
            return "19700101T000000Z"
        }
        return instant.basicText
    }

    private func addTexts(of event: GoogleEvent, to component: inout Component) {
        let title = event.summary ?? (event.visibility == "private" ? "Busy" : "")
        if !title.isEmpty { component.append(.text("SUMMARY", title)) }
        if let text = event.description.map(GoogleDescription.plain), !text.isEmpty {
            component.append(.text("DESCRIPTION", text))
        }
        if let location = event.location, !location.isEmpty {
            component.append(.text("LOCATION", location))
        }
        if let color = event.colorId.flatMap({ Self.colors[$0] }) {
            component.append(Property(name: "COLOR", rawValue: color))
        }
    }

    private func addState(of event: GoogleEvent, to component: inout Component) {
        switch event.status {
        case "tentative": component.append(Property(name: "STATUS", rawValue: "TENTATIVE"))
        case "cancelled": component.append(Property(name: "STATUS", rawValue: "CANCELLED"))
        default: break
        }
        if event.transparency == "transparent" {
            component.append(Property(name: "TRANSP", rawValue: "TRANSPARENT"))
        }
        switch event.visibility {
        case "private": component.append(Property(name: "CLASS", rawValue: "PRIVATE"))
        case "confidential": component.append(Property(name: "CLASS", rawValue: "CONFIDENTIAL"))
        case "public": component.append(Property(name: "CLASS", rawValue: "PUBLIC"))
        default: break
        }
        if let sequence = event.sequence, sequence > 0 {
            component.append(Property(name: "SEQUENCE", rawValue: String(sequence)))
        }
    }

    /// Adds a line such as `RRULE:FREQ=WEEKLY`; any other property is left out.
    private func addRecurrence(_ line: String, to component: inout Component) {
        let text = "BEGIN:VEVENT\r\n\(line.replacing("\r", with: ""))\r\nEND:VEVENT\r\n"
        for property in CalendarText.parse(text).components.first?.properties ?? [] {
            switch property.knownName {
            case .recurrenceRule, .recurrenceDates, .exceptionDates, .exceptionRule:
                component.append(property)
            default: break
            }
        }
    }

    // MARK: - People

    private func addPeople(of event: GoogleEvent, to component: inout Component) {
        guard let attendees = event.attendees, !attendees.isEmpty else { return }
        let organizer = event.organizer ?? attendees.first { $0.organizer == true }
        if let email = organizer?.email {
            let name = organizer?.displayName.map { [Parameter("CN", $0)] } ?? []
            component.append(
                Property(name: "ORGANIZER", parameters: name, rawValue: "mailto:" + email)
            )
        }
        for attendee in attendees {
            guard let email = attendee.email else { continue }
            var parameters: [Parameter] = []
            if let name = attendee.displayName { parameters.append(Parameter("CN", name)) }
            if attendee.resource == true { parameters.append(Parameter("CUTYPE", "RESOURCE")) }
            if attendee.optional == true { parameters.append(Parameter("ROLE", "OPT-PARTICIPANT")) }
            let status = attendee.responseStatus.flatMap { Self.answers[$0] } ?? "NEEDS-ACTION"
            parameters.append(Parameter("PARTSTAT", status))
            component.append(
                Property(name: "ATTENDEE", parameters: parameters, rawValue: "mailto:" + email)
            )
        }
    }

    /// Google's words for answers, and those of iCalendar.
    static let answers = [
        "needsAction": "NEEDS-ACTION", "accepted": "ACCEPTED", "declined": "DECLINED",
        "tentative": "TENTATIVE",
    ]

    // MARK: - Links

    private func addLinks(of event: GoogleEvent, to component: inout Component) {
        let entries = event.conferenceData?.entryPoints ?? []
        let service = event.conferenceData?.conferenceSolution?.name
        for entry in entries {
            guard let address = entry.uri else { continue }
            addConference(address, entry.entryPointType, entry.label ?? service, to: &component)
        }
        if entries.isEmpty, let link = event.hangoutLink {
            addConference(link, "video", service, to: &component)
        }
        if let address = event.source?.url, !address.isEmpty {
            component.append(Property(name: "URL", rawValue: address))
        }
        for attachment in event.attachments ?? [] {
            guard let address = attachment.fileUrl else { continue }
            var parameters: [Parameter] = []
            if let type = attachment.mimeType { parameters.append(Parameter("FMTTYPE", type)) }
            if let title = attachment.title { parameters.append(Parameter("FILENAME", title)) }
            component.append(
                Property(name: "ATTACH", parameters: parameters, rawValue: address)
            )
        }
    }

    /// Adds a way into a call (RFC 7986, 5.11).
    private func addConference(
        _ address: String,
        _ kind: String?,
        _ label: String?,
        to component: inout Component
    ) {
        var parameters = [Parameter("VALUE", "URI")]
        switch kind {
        case "video": parameters.append(Parameter(name: "FEATURE", values: ["AUDIO", "VIDEO"]))
        case "phone": parameters.append(Parameter("FEATURE", "PHONE"))
        case "more": return
        default: break
        }
        if let label, !label.isEmpty { parameters.append(Parameter("LABEL", label)) }
        component.append(
            Property(name: "CONFERENCE", parameters: parameters, rawValue: address)
        )
    }

    // MARK: - Reminders and colours

    func reminders(of event: GoogleEvent) -> [GoogleEvent.Reminders.Override] {
        guard event.reminders?.useDefault == true else { return event.reminders?.overrides ?? [] }
        return usualReminders
    }

    private func alarm(_ reminder: GoogleEvent.Reminders.Override) -> Component {
        var alarm = Component(.alarm)
        alarm.append(Property(name: "ACTION", rawValue: "DISPLAY"))
        alarm.append(Property(name: "DESCRIPTION", rawValue: "Reminder"))
        alarm.append(Property(name: "TRIGGER", rawValue: "-PT\(max(reminder.minutes ?? 0, 0))M"))
        return alarm
    }

    /// The colours of events, by their numbers at Google, as CSS names them (RFC 7986, 5.9).
    static let colors = [
        "1": "plum", "2": "mediumaquamarine", "3": "mediumorchid", "4": "lightcoral",
        "5": "gold", "6": "orangered", "7": "deepskyblue", "8": "dimgray", "9": "royalblue",
        "10": "seagreen", "11": "crimson",
    ]
}
