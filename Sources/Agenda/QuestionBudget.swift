/// What one question about a range of time may cost, whatever others have stored.
///
/// An event takes a few hundred bytes to store, but can repeat every second. So a question counts
/// what it finds and the steps on the way, and leaves out the rest when the budget runs out. The
/// viewer's own calendars come first; of those that others share, calendars with few events come
/// before those with many.
public struct QuestionBudget: Sendable {
    /// The number of occurrences that may still be found.
    ///
    /// An occurrence counts once, once more for each further week of the window that it lasts, and
    /// once more for each 256 octets of its texts, which the answer repeats.
    private(set) var occurrencesLeft: Int
    /// The number of steps that may still be taken; see ``Limits/stepsMax``.
    private(set) var stepsLeft: Int
    /// The most starts of a series on one day.
    let startsOfDayMax: Int
    /// Whether something was left out because the budget ran out.
    public private(set) var isCut = false

    /// The budget of a view, also when it asks in several pieces.
    public static var view: QuestionBudget { QuestionBudget(occurrencesMax: Limits.occurrencesMax) }

    /// The budget of a view that shows everything it finds.
    public static var list: QuestionBudget {
        QuestionBudget(occurrencesMax: Limits.occurrencesShownMax)
    }

    /// The budget of a question whose answer has to be complete, or none.
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

    /// Whether it's used up.
    public var isSpent: Bool { stepsLeft <= 0 || occurrencesLeft <= 0 }

    /// Takes steps; false if there weren't that many left.
    @discardableResult
    mutating func take(steps: Int) -> Bool {
        stepsLeft -= steps
        if stepsLeft < 0 { isCut = true }
        return stepsLeft >= 0
    }

    /// Takes the room for an occurrence that touches some days; false if there wasn't enough left.
    mutating func takeRoom(days: Int, textOctets: Int) -> Bool {
        let isOfView = startsOfDayMax < .max
        occurrencesLeft -= 1 + max(0, days - 1) / 7
        if isOfView { occurrencesLeft -= textOctets / Limits.textOctetsFree }
        if occurrencesLeft < 0 { isCut = true }
        return occurrencesLeft >= 0
    }

    /// Notes that something was left out.
    mutating func cut() { isCut = true }

    /// An equal share of the rest for one of `count` calendars or series.
    ///
    /// `occurrencesMin` is the least it gets, of occurrences and of steps, as long as that much is
    /// left.
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

    /// The budget with an upper bound on each of its parts.
    func bounded(occurrencesMax: Int, stepsMax: Int) -> QuestionBudget {
        var part = self
        part.occurrencesLeft = min(occurrencesLeft, occurrencesMax)
        part.stepsLeft = min(stepsLeft, stepsMax)
        return part
    }

    /// Subtracts what a share has used: `whole` is the share before, `part` the same share after.
    mutating func settle(_ part: QuestionBudget, of whole: QuestionBudget) {
        occurrencesLeft -= whole.occurrencesLeft - max(0, part.occurrencesLeft)
        stepsLeft -= whole.stepsLeft - max(0, part.stepsLeft)
        if part.isCut { isCut = true }
    }
}
