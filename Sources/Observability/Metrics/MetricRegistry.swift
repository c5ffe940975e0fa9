package import Metrics
import ServerBase
import Synchronization

/// What a metric is, for whoever reads it.
package struct MetricDescription: Sendable {
    /// What is counted or measured, in one sentence without a full stop.
    let help: String
    /// The upper bounds of a histogram's buckets, in ascending order.
    var bounds: [Double] = MetricDescription.secondsBounds

    /// Bounds for durations in seconds: most answers take some milliseconds.
    static let secondsBounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
}

/// Keeps counters, gauges and histograms, and writes them as Prometheus reads them.
///
/// Names and labels must be ones that Prometheus takes, and a name has one type: anything else is a
/// mistake of the program. A metric has at most ``Limits/metricSeriesMax`` series; what belongs to a
/// further one is counted nowhere.
package final class MetricRegistry: MetricsFactory {
    private struct Family {
        let type: MetricType
        var series: [MetricLabels: any MetricSeries] = [:]
    }

    private let descriptions: [String: MetricDescription]
    private let families = Mutex<[String: Family]>([:])

    init(_ descriptions: [String: MetricDescription]) { self.descriptions = descriptions }

    /// All metrics in the text format of version 0.0.4.
    package var text: String {
        let families = families.withLock { $0 }
        var text = MetricText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.begin(name, family.type, help: descriptions[name]?.help)
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(as: name, labels, to: &text)
            }
        }
        return text.text
    }

    private func series<Series: MetricSeries>(
        _ name: String,
        _ dimensions: [(String, String)],
        _ type: MetricType,
        make: () -> Series
    ) -> Series {
        let labels = MetricLabels(dimensions)
        precondition(MetricText.isName(name), "Prometheus takes no metric with this name")
        return families.withLock { families in
            let family = families[name] ?? Family(type: type)
            precondition(family.type == type, "a metric has one type")
            if let known = family.series[labels] as? Series { return known }
            let series = make()
            guard family.series.count < Limits.metricSeriesMax else { return series }
            families[name, default: family].series[labels] = series
            return series
        }
    }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            families = families.mapValues { family in
                var rest = family
                rest.series = family.series.filter { $0.value !== handler }
                return rest
            }
        }
    }

    // MARK: - MetricsFactory

    package func makeCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any CounterHandler {
        series(label, dimensions, .counter) { CounterSeries() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { GaugeSeries() }
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { GaugeSeries() } }
        return histogram(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions)
    }

    private func histogram(_ name: String, _ dimensions: [(String, String)]) -> HistogramSeries {
        let bounds = descriptions[name]?.bounds ?? MetricDescription.secondsBounds
        return series(name, dimensions, .histogram) { HistogramSeries(bounds: bounds) }
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }
}
