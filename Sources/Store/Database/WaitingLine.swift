/// Those who wait, first come, first served.
///
/// It also tells who waited through a whole pause. A pause that's repeated for as long as somebody waits takes the place
/// of a timer for each of them, which would cost as much as some of the statements they wait for.
struct WaitingLine<Element> {
    private var waiting: [Element] = []
    /// How many of all that ever waited no longer do.
    private var goneCount = 0
    private var isWatched = false

    var count: Int { waiting.count }

    mutating func append(_ element: Element) { waiting.append(element) }

    /// Takes the first out of the line, as many as there are up to a number.
    mutating func take(_ countMax: Int) -> [Element] {
        let taken = Array(waiting.prefix(countMax))
        waiting.removeFirst(taken.count)
        goneCount += taken.count
        return taken
    }

    /// Begins to repeat the pause; true if it's the caller who has to.
    mutating func beginWatch() -> Bool {
        defer { isWatched = true }
        return !isWatched
    }

    /// Begins a pause, and returns the number of the last one that waits; nil if none does, which ends the watch.
    mutating func beginPause() -> Int? {
        isWatched = !waiting.isEmpty
        return isWatched ? goneCount + waiting.count : nil
    }

    /// How many have waited since the pause with this number began.
    func waitingCount(since number: Int) -> Int { max(0, number - goneCount) }
}
