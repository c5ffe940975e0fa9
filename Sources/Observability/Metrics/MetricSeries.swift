import Metrics
import Synchronization

/// What is kept for a metric with certain labels.
protocol MetricSeries: AnyObject, Sendable {
    /// Writes the samples.
    func write(as name: String, _ labels: MetricLabels, to text: inout MetricText)
}

/// A number that only grows.
final class CounterSeries: MetricSeries, CounterHandler {
    private let sum = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        sum.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { sum.store(0, ordering: .relaxed) }

    func write(as name: String, _ labels: MetricLabels, to text: inout MetricText) {
        text.sample(name, labels, Double(sum.load(ordering: .relaxed)))
    }
}

/// A number that goes up and down.
final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func set(_ number: Int64) { set(Double(number)) }

    func set(_ number: Double) { value.withLock { $0 = number } }

    func increment(by amount: Double) { value.withLock { $0 += amount } }

    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    func record(_ number: Int64) { set(number) }

    func record(_ number: Double) { set(number) }

    func write(as name: String, _ labels: MetricLabels, to text: inout MetricText) {
        text.sample(name, labels, value.withLock { $0 })
    }
}

/// How often values of each size came; durations are in seconds.
final class HistogramSeries: MetricSeries, RecorderHandler, TimerHandler {
    private struct State {
        /// The values up to each bound but above the one before, and those above all bounds.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Double) {
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.sum += value
        }
    }

    func record(_ value: Int64) { record(Double(value)) }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    func write(as name: String, _ labels: MetricLabels, to text: inout MetricText) {
        let state = state.withLock { $0 }
        var count = 0
        for (bound, more) in zip(bounds + [.infinity], state.counts) {
            count += more
            let all = labels.adding("le", MetricText.number(bound))
            text.sample(name + "_bucket", all, Double(count))
        }
        text.sample(name + "_sum", labels, state.sum)
        text.sample(name + "_count", labels, Double(count))
    }
}
