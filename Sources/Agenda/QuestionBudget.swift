/// A source of events that shares the room of a view with others; the viewer's own events aren't
/// one.
public enum AgendaSource: Hashable, Sendable {
    case calendar(CalendarID)
    /// The invitations that the viewer hasn't answered, in any calendar.
    case invitations
}

/// What one question about a range of time may cost, whatever others have stored.
///
/// An event takes a few hundred bytes to store, but can repeat every second. So a question counts
/// what it finds and the steps on the way, and leaves out the rest when the budget runs out.
///
/// The viewer's own events come first: others' events never use up their room, even if a question
/// looks at one window after another. The rest is shared fairly by source: sources with few events
/// come before those with many.
public struct QuestionBudget: Sendable {
    /// The number of occurrences that may still be found; negative if the viewer's own took more than
    /// others left over.
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
    /// The sources of which something was left out, as far as that is known.
    public private(set) var cutSources: Set<AgendaSource> = []
    /// What others' events have cost; the viewer's own events may still use that room.
    private var othersOccurrences = 0
    private var othersSteps = 0

    /// The budget of a view, also when it asks in several pieces.
    public static var view: QuestionBudget { QuestionBudget(occurrencesMax: Limits.occurrencesMax) }

    /// The budget of a view that shows everything it finds.
    public static var list: QuestionBudget {
        QuestionBudget(occurrencesMax: Limits.occurrencesShownMax)
    }

    /// The budget of a question whose answer has to be complete, or is none at all.
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

    /// Whether nothing is left, not even for the viewer's own events.
    public var isSpent: Bool {
        stepsLeft + othersSteps <= 0 || occurrencesLeft + othersOccurrences <= 0
    }

    /// Whether nothing is left for others' events.
    var isSpentOnOthers: Bool { stepsLeft <= 0 || occurrencesLeft <= 0 }

    /// Takes steps; false if there weren't that many left.
    @discardableResult
    mutating func take(steps: Int) -> Bool {
        stepsLeft -= steps
        if stepsLeft < 0 { isCut = true }
        return stepsLeft >= 0
    }

    /// Takes the room for an occurrence that touches some days; false if there wasn't enough left.
    @discardableResult
    mutating func takeRoom(days: Int, textOctets: Int) -> Bool {
        let isOfView = startsOfDayMax < .max
        occurrencesLeft -= 1 + max(0, days - 1) / 7
        if isOfView { occurrencesLeft -= textOctets / Limits.textOctetsFree }
        if occurrencesLeft < 0 { isCut = true }
        return occurrencesLeft >= 0
    }

    /// Notes that something was left out, and of which source.
    mutating func cut(of source: AgendaSource? = nil) {
        isCut = true
        if let source { cutSources.insert(source) }
    }

    /// What is left for the viewer's own events, whatever others' have cost.
    var ownPart: QuestionBudget {
        var part = self
        part.isCut = false
        part.occurrencesLeft += othersOccurrences
        part.stepsLeft += othersSteps
        part.othersOccurrences = 0
        part.othersSteps = 0
        return part
    }

    /// An equal share of the rest for one of `count` sources or series.
    ///
    /// `occurrencesMin` is the least it gets, of occurrences and of steps, as long as that much is
    /// left.
    func share(of count: Int, atLeast occurrencesMin: Int = 0) -> QuestionBudget {
        var share = self
        share.isCut = false
        share.othersOccurrences = 0
        share.othersSteps = 0
        let (occurrences, steps) = (max(0, occurrencesLeft), max(0, stepsLeft))
        share.occurrencesLeft = min(occurrences, max(occurrencesMin, occurrences / max(1, count)))
        share.stepsLeft = min(steps, max(occurrencesMin, steps / max(1, count)))
        return share
    }

    /// The budget with an upper bound on each of its parts, for the viewer's own events and for others'.
    func bounded(occurrencesMax: Int, stepsMax: Int) -> QuestionBudget {
        let own = ownPart
        var part = self
        part.occurrencesLeft = min(max(0, occurrencesLeft), occurrencesMax)
        part.stepsLeft = min(max(0, stepsLeft), stepsMax)
        part.othersOccurrences = max(
            0,
            min(own.occurrencesLeft, occurrencesMax) - part.occurrencesLeft
        )
        part.othersSteps = max(0, min(own.stepsLeft, stepsMax) - part.stepsLeft)
        return part
    }

    /// Subtracts what a part has used: `whole` is the part before, `part` the same part after.
    ///
    /// `isOthers` says that all of it was for others' events. A part never takes more than it had,
    /// although the last item that it had no room for may leave it below 0.
    mutating func settle(
        _ part: QuestionBudget,
        of whole: QuestionBudget,
        isOthers: Bool = false
    ) {
        let occurrences = whole.occurrencesLeft - max(-part.othersOccurrences, part.occurrencesLeft)
        let steps = whole.stepsLeft - max(-part.othersSteps, part.stepsLeft)
        occurrencesLeft -= occurrences
        stepsLeft -= steps
        othersOccurrences +=
            isOthers ? occurrences : part.othersOccurrences - whole.othersOccurrences
        othersSteps += isOthers ? steps : part.othersSteps - whole.othersSteps
        if part.isCut { isCut = true }
        cutSources.formUnion(part.cutSources)
    }

    /// Subtracts the steps that a part has used, but not the occurrences.
    mutating func settleSteps(_ part: QuestionBudget, of whole: QuestionBudget) {
        var unfound = part
        unfound.occurrencesLeft = whole.occurrencesLeft
        unfound.othersOccurrences = whole.othersOccurrences
        unfound.isCut = false
        unfound.cutSources = []
        settle(unfound, of: whole)
    }
}
