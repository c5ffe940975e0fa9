import CivilTime
import ICalendar

/// A line of `EXDATE` or `RDATE` whose times can be moved or removed without losing anything else.
///
/// Parameters, unreadable times and the lengths of periods stay as they were written.
struct DateList {
    /// One value of the list.
    struct Item {
        /// The value as written.
        let text: String
        /// The time, or the start of a `PERIOD`; nil if it can't be read.
        let time: CalendarTime?
        /// The text after the slash of a `PERIOD`: its end or its duration.
        let tail: String?
    }

    let property: Property
    let items: [Item]

    /// Reads a line, or only its first values.
    init(_ property: Property, atMost countMax: Int = .max) {
        self.property = property
        let values = property.valueOctets.split(separator: UInt8(ascii: ","))
        items = values.prefix(countMax).map { octets in
            let parts = octets.split(separator: UInt8(ascii: "/"), maxSplits: 1)
            let text = String(decoding: octets, as: UTF8.self)
            let start = String(decoding: parts.first ?? [], as: UTF8.self)
            let tail = parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : nil
            return Item(text: text, time: Self.time(start, like: property), tail: tail)
        }
    }

    private static func time(_ text: String, like property: Property) -> CalendarTime? {
        Property(name: property.name, parameters: property.parameters, rawValue: text).time
    }

    /// The end of a period; nil if it has a duration, or isn't a period.
    func end(of item: Item) -> CalendarTime? {
        item.tail.flatMap { Self.time($0, like: property) }
    }

    /// The length of a period; nil for other values.
    func length(
        of item: Item,
        from start: Instant,
        _ instant: (CalendarTime) -> Instant
    ) -> EventLength? {
        guard let tail = item.tail else { return nil }
        if let duration = CalendarDuration(tail) {
            return .nominal(days: duration.days, seconds: duration.seconds)
        }
        guard let end = end(of: item) else { return nil }
        let seconds = instant(end).secondsSinceEpoch - start.secondsSinceEpoch
        return .seconds(max(0, seconds))
    }

    /// The line with only the values whose time passes a test; nil if none does.
    ///
    /// Unreadable values stay too, unless all readable ones go.
    func filtered(_ isKept: (CalendarTime) -> Bool) -> Property? {
        let kept = items.filter { $0.time.map(isKept) ?? true }
        if kept.count == items.count { return property }
        guard kept.contains(where: { $0.time != nil }) else { return nil }
        return Property(
            name: property.name,
            parameters: property.parameters,
            rawValue: Self.joined(kept.map { $0.text })
        )
    }

    /// The line with all its times moved.
    ///
    /// - Parameters:
    ///   - series: The series that the line belongs to.
    ///   - moved: Moves a time; all results are of one kind.
    /// - Returns: The line with its other parameters unchanged.
    func moved(in series: Series, _ moved: (CalendarTime) -> CalendarTime) -> Property {
        var kind: CalendarTime?
        var texts: [String] = []
        for item in items {
            guard let time = item.time else {
                texts.append(item.text)
                continue
            }
            let new = moved(time)
            kind = kind ?? new
            var text = new.basicText
            if item.tail != nil, !new.isDate { text += "/" + duration(of: item, time, in: series) }
            texts.append(text)
        }
        guard let kind else { return property }
        let isPeriod = items.contains { $0.tail != nil } && !kind.isDate
        return Property(
            name: property.name,
            parameters: parameters(for: kind, isPeriod: isPeriod),
            rawValue: Self.joined(texts)
        )
    }

    /// The duration to write into a moved period.
    ///
    /// Unlike an end, it stays right if clocks change
    /// near the new start.
    private func duration(of item: Item, _ start: CalendarTime, in series: Series) -> String {
        guard let end = end(of: item) else { return item.tail ?? "PT0S" }
        let from = series.instant(of: start).secondsSinceEpoch
        let seconds = max(0, series.instant(of: end).secondsSinceEpoch - from)
        return CalendarDuration(days: 0, seconds: seconds)?.text ?? "PT0S"
    }

    /// The written parameters, with those that depend on the kind of time replaced.
    private func parameters(for kind: CalendarTime, isPeriod: Bool) -> [Parameter] {
        var parameters: [Parameter] = []
        if isPeriod { parameters.append(Parameter("VALUE", "PERIOD")) }
        if kind.isDate { parameters.append(Parameter("VALUE", "DATE")) }
        if case .zoned(_, let zone) = kind { parameters.append(Parameter("TZID", zone.name)) }
        for parameter in property.parameters {
            let name = parameter.name.utf8.map { $0 & 0xDF }
            if name.elementsEqual("VALUE".utf8) || name.elementsEqual("TZID".utf8) { continue }
            parameters.append(parameter)
        }
        return parameters
    }

    private static func joined(_ texts: [String]) -> String {
        var joined = ""
        for (index, text) in texts.enumerated() {
            if index > 0 { joined += "," }
            joined += text
        }
        return joined
    }
}
