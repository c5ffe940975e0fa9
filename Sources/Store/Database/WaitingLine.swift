/// A waiting line: first come, first served.
///
/// It also knows who has waited through a whole pause. One pause that repeats while somebody waits
/// replaces a timer for each element, which would cost as much as some of the statements that are
/// waited for.
struct WaitingLine<Element> {
    private var waiting: [Element] = []
    /// How many elements have ever left the line.
    private var goneCount = 0
    private var isWatched = false

    var count: Int { waiting.count }

    mutating func append(_ element: Element) { waiting.append(element) }

    /// Takes up to `countMax` elements from the front of the line.
    mutating func take(_ countMax: Int) -> [Element] {
        let taken = Array(waiting.prefix(countMax))
        waiting.removeFirst(taken.count)
        goneCount += taken.count
        return taken
    }

    /// Starts the repeating pause; true if the caller has to run it.
    mutating func beginWatch() -> Bool {
        defer { isWatched = true }
        return !isWatched
    }

    /// Begins a pause, and returns the number of the last element that waits; nil if none does,
    /// which ends the watch.
    mutating func beginPause() -> Int? {
        isWatched = !waiting.isEmpty
        return isWatched ? goneCount + waiting.count : nil
    }

    /// How many elements have waited since the pause with this number began.
    func waitingCount(since number: Int) -> Int { max(0, number - goneCount) }
}
