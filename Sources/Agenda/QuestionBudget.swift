/// What one question about a stretch of time may cost, whatever others have stored.
///
/// An event takes a few hundred octets, and may ask for a time in each second. So a question counts
/// what it finds and what it walks through on the way, and leaves the rest out. What is one's own
/// comes first; of what others share, the calendars that have little come before those that have
/// much.
public struct QuestionBudget: Sendable {
    /// How many occurrences may still be found.
    ///
    /// One counts once, and once more for each week of the window that it goes on for.
    private(set) var occurrencesLeft: Int
    /// How many steps may still be taken; see ``Limits/stepsMax``.
    private(set) var stepsLeft: Int
    /// The most starts of a series on one day.
    let startsOfDayMax: Int
    /// Whether something was left out for want of room.
    public private(set) var isCut = false

    /// The budget of a view, or of the pieces that it is asked for in.
    public static var view: QuestionBudget { QuestionBudget(occurrencesMax: Limits.occurrencesMax) }

    /// The budget of a view that shows all that it finds.
    public static var list: QuestionBudget {
        QuestionBudget(occurrencesMax: Limits.occurrencesShownMax)
    }

    /// The budget of an answer that is whole, or none.
    static func whole(_ occurrencesMax: Int) -> QuestionBudget {
        QuestionBudget(
            occurrencesMax: occurrencesMax,
            stepsMax: Limits.stepsOfWholeMax,
            startsOfDayMax: .max
        )
    }

    private init(
        occurrencesMax: Int,
        stepsMax: Int = Limits.stepsMax,
        startsOfDayMax: Int = Limits.startsOfDayMax
    ) {
        occurrencesLeft = occurrencesMax
        stepsLeft = stepsMax
        self.startsOfDayMax = startsOfDayMax
    }

    /// Whether nothing more can be asked.
    public var isSpent: Bool { stepsLeft <= 0 || occurrencesLeft <= 0 }

    /// Takes steps; false when they are more than there were.
    @discardableResult
    mutating func take(steps: Int) -> Bool {
        stepsLeft -= steps
        if stepsLeft < 0 { isCut = true }
        return stepsLeft >= 0
    }

    /// Takes the room of an occurrence that touches some days; false when there is not as much.
    mutating func takeRoom(days: Int) -> Bool {
        occurrencesLeft -= 1 + max(0, days - 1) / 7
        if occurrencesLeft < 0 { isCut = true }
        return occurrencesLeft >= 0
    }

    /// Notes that something was left out.
    mutating func cut() { isCut = true }

    /// One part of what is left, when it is shared by several.
    func share(of count: Int, atLeast occurrencesMin: Int = 0) -> QuestionBudget {
        var share = self
        share.isCut = false
        share.occurrencesLeft = min(
            occurrencesLeft,
            max(occurrencesMin, occurrencesLeft / max(1, count))
        )
        share.stepsLeft = min(stepsLeft, max(occurrencesMin, stepsLeft / max(1, count)))
        return share
    }

    /// Bounds what one series may take of it.
    func bounded(occurrencesMax: Int, stepsMax: Int) -> QuestionBudget {
        var part = self
        part.occurrencesLeft = min(occurrencesLeft, occurrencesMax)
        part.stepsLeft = min(stepsLeft, stepsMax)
        return part
    }

    /// Takes away what a part of it was at first and is no more.
    mutating func settle(_ part: QuestionBudget, of whole: QuestionBudget) {
        occurrencesLeft -= whole.occurrencesLeft - max(0, part.occurrencesLeft)
        stepsLeft -= whole.stepsLeft - max(0, part.stepsLeft)
        if part.isCut { isCut = true }
    }
}
