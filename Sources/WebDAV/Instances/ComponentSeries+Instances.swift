import CivilTime
import Recurrence

extension ComponentSeries {
    /// Passes on the instances that may touch a range, until the body returns false.
    ///
    /// The instances of the master come in the order of their starts, then those of the overrides.
    /// A few of them don't touch the range: the body has to compare their ``Instance/extent``.
    ///
    /// - Parameters:
    ///   - range: The range of time.
    ///   - places: The components to look at, by their places; nil for all.
    ///   - context: The state that the objects of the report share; each start costs a step.
    ///   - body: Gets each instance, and returns whether to go on.
    /// - Throws: ``QueryError/tooMuchWork`` when the steps are used up, or what the body throws.
    func eachInstance(
        near range: TimeRange,
        of places: Set<Int>? = nil,
        _ context: inout ReportContext,
        _ body: (Instance, inout ReportContext) throws(QueryError) -> Bool
    ) throws(QueryError) {
        guard try eachOfMaster(near: range, of: places, &context, body) else { return }
        for (place, original) in overrides {
            guard places?.contains(place) ?? true, let timing = timings[place] else { continue }
            try context.take(steps: 1)
            let instance = instance(
                of: place,
                timing,
                at: timing.start,
                timing.startInstant,
                original: try inMasterForm(original, &context)
            )
            guard try body(instance, &context) else { return }
        }
    }

    /// A start that an override replaces, in the form of the master's start.
    func inMasterForm(
        _ time: CalendarTime,
        _ context: inout ReportContext
    ) throws(QueryError) -> CalendarTime {
        guard let master, let timing = timings[master] else { return time }
        return try RecurrenceReader(components[master], timing, in: calendar)
            .inMasterForm(time, &context)
    }

    /// Passes on the instances that the master gives; false if the body stopped.
    private func eachOfMaster(
        near range: TimeRange,
        of places: Set<Int>?,
        _ context: inout ReportContext,
        _ body: (Instance, inout ReportContext) throws(QueryError) -> Bool
    ) throws(QueryError) -> Bool {
        guard let master, let timing = timings[master] else { return true }
        guard let recurrence else {
            guard places?.contains(master) ?? true else { return true }
            let instance = instance(
                of: master,
                timing,
                at: timing.start,
                timing.startInstant,
                original: nil
            )
            return try body(instance, &context)
        }
        for stretch in stretches(timing) {
            guard places?.contains(stretch.place) ?? true,
                let window = stretch.window(near: range)
            else { continue }
            var starts = recurrence.occurrences(in: window, stepsMax: context.stepsLeft)
            var stepsTaken = 0
            while let start = starts.next() {
                try context.take(steps: 1 + starts.stepCount - stepsTaken)
                stepsTaken = starts.stepCount
                let instance = instance(at: start, recurrence.time(of: start), in: stretch)
                guard try body(instance, &context) else { return false }
            }
            try context.take(steps: starts.stepCount - stepsTaken)
            if starts.isCut { throw .tooMuchWork }
        }
        return true
    }

    // MARK: Stretches

    /// Starts of the master that one component describes.
    private struct Stretch {
        /// The first start and the one after the last.
        let starts: Range<Instant>
        let place: Int
        let timing: ComponentTiming
        let range: RangeOverride?
        /// An upper bound of how far an instance reaches from the start that the rule gives.
        let reachSeconds: Int64

        /// The starts that may give an instance near a range.
        func window(near range: TimeRange) -> Range<Instant>? {
            let near = range.widened(bySeconds: reachSeconds + 1)
            let lower = max(near.lowerBound, starts.lowerBound)
            let upper = min(near.upperBound, starts.upperBound)
            return lower < upper ? lower..<upper : nil
        }
    }

    private func stretches(_ master: ComponentTiming) -> [Stretch] {
        var stretches: [Stretch] = []
        for place in 0...ranges.count {
            let range = place == 0 ? nil : ranges[place - 1]
            let component = range?.place ?? self.master ?? 0
            let timing = range.flatMap { timings[$0.place] } ?? master
            let first = range?.instant.adding(seconds: 1) ?? .distantPast
            let last = place < ranges.count ? ranges[place].instant : .distantFuture
            guard first < last else { continue }
            stretches.append(
                Stretch(
                    starts: first..<last,
                    place: component,
                    timing: timing,
                    range: range,
                    reachSeconds: max(timing.length.secondsAtMost, periodSecondsMax)
                        + (range?.secondsAtMost ?? 0)
                )
            )
        }
        return stretches
    }

    private var periodSecondsMax: Int64 {
        periodEnds.reduce(0) {
            max($0, $1.value.secondsSinceEpoch - $1.key.secondsSinceEpoch)
        }
    }

    private func instance(
        at start: Occurrence,
        _ time: CalendarTime,
        in stretch: Stretch
    ) -> Instance {
        guard let range = stretch.range else {
            return instance(
                of: stretch.place,
                stretch.timing,
                at: time,
                start.instant,
                original: time,
                endingAt: periodEnds[start.instant]
            )
        }
        let moved = range.moved(time)
        return instance(
            of: stretch.place,
            stretch.timing,
            at: moved,
            moved.instant(in: stretch.timing.zone),
            original: time
        )
    }

    private func instance(
        of place: Int,
        _ timing: ComponentTiming,
        at start: CalendarTime,
        _ startInstant: Instant,
        original: CalendarTime?,
        endingAt ownEnd: Instant? = nil
    ) -> Instance {
        let end = ownEnd ?? timing.end(from: startInstant)
        return Instance(
            component: place,
            start: start,
            startInstant: startInstant,
            endInstant: end,
            original: original,
            hasOwnEnd: ownEnd != nil,
            extent: timing.extent(from: startInstant, to: end)
        )
    }
}
