/// Reads the categories of occurrences from their stored texts, each text once.
///
/// Views don't need categories, so events don't hold them.
public struct CategoryReader {
    /// Whether some weren't read, because the texts are too long together.
    public private(set) var isCut = false
    private let agenda: Agenda
    private var octetsLeft = Limits.categoryOctetsMax
    private var known: [OccurrenceKey: [String]] = [:]

    /// Makes a reader for the occurrences of an agenda.
    public init(agenda: Agenda) {
        self.agenda = agenda
    }

    /// The categories of an occurrence, at most 10; a single empty one if it has none.
    public mutating func categories(of occurrence: EventOccurrence) -> [String] {
        let key = OccurrenceKey(
            object: occurrence.key.object,
            // All occurrences that nothing overrides have the categories of their series.
            originalStart: occurrence.event.recurrenceID ?? occurrence.event.start,
            masterIndex: occurrence.key.masterIndex
        )
        if let categories = known[key] { return categories }
        let categories = read(occurrence)
        known[key] = categories.isEmpty ? [""] : categories
        return known[key] ?? [""]
    }

    private mutating func read(_ occurrence: EventOccurrence) -> [String] {
        let key = occurrence.key
        guard let series = agenda.series(key.object)?.series(ofMaster: key.masterIndex) else {
            return []
        }
        octetsLeft -= series.text.count
        guard octetsLeft >= 0 else {
            isCut = true
            return []
        }
        let categories = series.details(of: occurrence)?.categories ?? []
        return Array(categories.prefix(Limits.categoriesCountedMax))
    }
}
