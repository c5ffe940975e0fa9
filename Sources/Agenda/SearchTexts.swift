import ICalendar

/// What is searched of a calendar object, folded.
struct SearchTexts: Sendable {
    /// By strand: the text of the master, empty without one, and of each override.
    private let strands: [[[UInt8]]]

    init(of object: Component) {
        strands = Series.strands(of: object).map { events in
            let master = events.first { $0.recurrenceID == nil }
            // The same overrides as a series has: cancelled ones are no events.
            let overrides = events.filter { $0.recurrenceID != nil && $0.status != .cancelled }
            return [master.map(Self.text) ?? []] + overrides.map(Self.text)
        }
    }

    /// Which events of a strand have all the words: 0 for the master, from 1 on the overrides.
    func parts(of strand: Int, having words: [[UInt8]]) -> [Int] {
        let texts = strands[strand]
        return texts.indices.filter { part in
            words.allSatisfy { FoldedText.contains(texts[part], $0) }
        }
    }

    /// What of an event is searched, a line each, so that no word reaches over two.
    private static func text(of event: VEvent) -> [UInt8] {
        var text: [UInt8] = []
        let fields = [event.summary, event.location, event.notes, event.url].compactMap { $0 }
        for field in fields + event.categories {
            if !text.isEmpty { text.append(0x0A) }
            text += FoldedText.fold(field)
        }
        return text
    }
}

extension Series {
    /// Reads what is searched from the stored text, of this and the further events of the object.
    func searchTexts() -> SearchTexts? {
        CalendarText.parse(text).components.first.map { SearchTexts(of: $0) }
    }
}
