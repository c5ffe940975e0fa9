import Agenda
import CivilTime
import ICalendar

extension EventDraft {
    /// An `end` that is a date is the last day, included.
    init(_ fields: CoreDraftFields) {
        self.init()
        calendar = fields.calendar.map { CalendarID($0) }
        title = fields.title
        isAllDay = fields.allDay
        start = fields.start.flatMap { Page.civil($0) }
        if let name = fields.zone, !name.isEmpty { zone = ZoneID(name) }
        location = fields.location
        notes = fields.notes
        url = fields.url
        color = fields.color
        rule = fields.repeat
        isBusy = fields.busy
        isPrivate = fields.private
        status = fields.status.flatMap { Self.status($0) }
        categories = fields.categories
        reminders = fields.reminders?.map { Int($0) ?? .max }
        guests = fields.guests?.map { Guest(line: $0) }
        guard let text = fields.end, let last = Page.civil(text) else { return }
        let isDate = text.utf8.count == 10
        end = isDate ? CivilDateTime(date: last.date.adding(days: 1), time: .midnight) : last
    }

    private static func status(_ name: String) -> EventStatus? {
        switch name {
        case "confirmed": .confirmed
        case "tentative": .tentative
        case "cancelled": .cancelled
        default: nil
        }
    }
}

extension Guest {
    /// Reads a line as the page writes it: the role, the name and the address, with tabs between
    /// them.
    ///
    /// The address comes last, because one that other programs have written may have tabs itself.
    fileprivate init(line: String) {
        var (role, name, address): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        var tabs = 0
        for octet in line.utf8 {
            if octet == 9, tabs < 2 {
                tabs += 1
            } else if tabs == 0 {
                role.append(octet)
            } else if tabs == 1 {
                name.append(octet)
            } else {
                address.append(octet)
            }
        }
        self.init(
            address: String(decoding: address, as: UTF8.self),
            name: String(decoding: name, as: UTF8.self),
            isOptional: String(decoding: role, as: UTF8.self) == "optional"
        )
    }
}

extension CoreDraftFields {
    /// The `start` or `end` that is neither empty nor a time; nil if there is none.
    var unreadableTime: String? {
        for text in [start, end] {
            if let text, !text.isEmpty, Page.civil(text) == nil { return text }
        }
        return nil
    }
}

extension Answer {
    /// Why an edit can't be made.
    static func refusal(_ error: EditError) -> Answer {
        let detail =
            switch error {
            case .rule(let text), .guest(let text): text
            case .unknownZone(let id): id.name
            case .unknownCalendar(let id), .readOnly(let id): id.text
            default: ""
            }
        return refusal(error.code, detail)
    }
}
