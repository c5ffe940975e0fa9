package import Store

/// How far the readings are that are going on, for whoever waits for one.
package actor ReadingProgress {
    package struct Part: Hashable, Sendable {
        package let doneCount: Int
        package let count: Int
    }

    private var parts: [Store.CalendarID: Part] = [:]

    package func part(of calendar: Store.CalendarID) -> Part? { parts[calendar] }

    /// Notes that some of a number of events have been stored.
    func note(_ doneCount: Int, of count: Int, in calendar: Store.CalendarID) {
        parts[calendar] = Part(doneCount: min(doneCount, count), count: count)
    }

    func end(_ calendar: Store.CalendarID) { parts[calendar] = nil }
}
