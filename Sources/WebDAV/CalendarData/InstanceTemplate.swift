import CivilTime
import ICalendar

/// The text of a component, with gaps for what differs between its instances.
///
/// A month of a full calendar has some thousand instances: each is written by copying octets.
struct InstanceTemplate {
    private enum Piece {
        /// Lines that all instances share.
        case octets([UInt8])
        /// DTSTART.
        case start
        /// DTEND or DUE, for an instance that ends at a time of this kind.
        case end(name: String, CalendarTime)
        /// DURATION, or DTEND instead for an instance with its own end.
        case duration([UInt8], from: CalendarTime)
    }

    private let name: String
    private let timing: ComponentTiming
    private let floatingZone: Zone
    private var pieces: [Piece] = []
    private let hasIdentity: Bool

    /// Prepares the text.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - timing: The component's own times.
    ///   - calendar: The object, which may describe zones.
    ///   - selection: Which parts are answered.
    ///   - context: The state that the objects of the report share.
    /// - Throws: ``QueryError/tooMuchWork`` when the steps are used up.
    init(
        _ component: Component,
        _ timing: ComponentTiming,
        in calendar: Component,
        _ selection: ComponentSelection,
        _ context: inout ReportContext
    ) throws(QueryError) {
        name = component.writtenName
        self.timing = timing
        floatingZone = context.floatingZone
        // RECURRENCE-ID is left out only if the request names properties and it isn't among them.
        let identity = Property(name: "RECURRENCE-ID", rawValue: "")
        hasIdentity = selection.selected(identity) != nil
        var shared: [Node] = []
        for node in component.nodes {
            if case .property(let property) = node {
                if let piece = Self.piece(for: property, timing) {
                    guard selection.selected(property) != nil else { continue }
                    pieces.append(.octets(Self.lines(shared)))
                    pieces.append(piece)
                    shared = []
                    continue
                }
                if property.makesRepeat || property.isNamed(.recurrenceID) { continue }
                let exact = try property.inUTC(in: calendar, &context)
                if let kept = selection.selected(exact) { shared.append(.property(kept)) }
            } else if case .component(let inner) = node {
                guard let selected = selection.selection(for: inner) else { continue }
                let exact = try inner.inUTC(in: calendar, &context)
                shared.append(.component(selected.selected(of: exact)))
            } else if selection.properties == .all {
                shared.append(node)
            }
        }
        pieces.append(.octets(Self.lines(shared)))
    }

    /// The gap for a property; nil if it's the same in all instances.
    private static func piece(for property: Property, _ timing: ComponentTiming) -> Piece? {
        switch property.knownName {
        case .dateTimeStart: .start
        case .dateTimeEnd, .due:
            .end(name: property.name, property.time ?? timing.start)
        case .duration:
            .duration(lines([.property(property)]), from: timing.start)
        default: nil
        }
    }

    /// The folded lines of some properties and components.
    static func lines(_ nodes: [Node]) -> [UInt8] {
        guard !nodes.isEmpty else { return [] }
        // Write them in a component, and cut off its first and last line.
        let written = CalendarText.write([Component(name: "X", nodes: nodes)])
        return Array(written.dropFirst("BEGIN:X\r\n".utf8.count).dropLast("END:X\r\n".utf8.count))
    }

    /// Writes an instance.
    func write(_ instance: Instance, to octets: inout [UInt8]) {
        octets += "BEGIN:".utf8
        octets += name.utf8
        octets += "\r\n".utf8
        for piece in pieces {
            switch piece {
            case .octets(let shared): octets += shared
            case .start: write("DTSTART", instance.start, instance.startInstant, to: &octets)
            case .end(let name, let time):
                let end = end(of: instance, like: time)
                write(name, end, instance.endInstant, to: &octets)
            case .duration(let written, let start):
                if instance.hasOwnEnd || timing.isNominalInZone {
                    let end = end(of: instance, like: start)
                    write("DTEND", end, instance.endInstant, to: &octets)
                } else {
                    octets += written
                }
            }
        }
        if hasIdentity, let original = instance.original {
            write("RECURRENCE-ID", original, original.instant(in: timing.zone), to: &octets)
        }
        octets += "END:".utf8
        octets += name.utf8
        octets += "\r\n".utf8
    }

    /// The end of an instance, as a time of the same kind as `time`.
    private func end(of instance: Instance, like time: CalendarTime) -> CalendarTime {
        switch time {
        case .date: .date(floatingZone.civil(at: instance.endInstant).date)
        case .floating: .floating(floatingZone.civil(at: instance.endInstant))
        case .utc, .zoned: .utc(instance.endInstant)
        }
    }

    private func write(
        _ name: String,
        _ time: CalendarTime,
        _ instant: Instant,
        to octets: inout [UInt8]
    ) {
        octets += name.utf8
        switch time {
        case .date(let date):
            octets += ";VALUE=DATE:".utf8
            octets += date.basicText.utf8
        case .floating(let civil):
            octets.append(UInt8(ascii: ":"))
            octets += civil.basicText.utf8
        case .utc, .zoned:
            octets.append(UInt8(ascii: ":"))
            octets += instant.basicText.utf8
        }
        octets += "\r\n".utf8
    }
}
