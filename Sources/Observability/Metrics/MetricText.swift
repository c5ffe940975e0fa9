/// The types of metrics that Prometheus's text format has and that are used here.
enum MetricType: String {
    case counter
    case gauge
    case histogram
}

/// The labels of a series.
struct MetricLabels: Hashable, Comparable {
    private struct Label: Hashable {
        let name: String
        let value: String
    }

    private var labels: [Label]

    init(_ dimensions: [(String, String)]) {
        labels = dimensions.map { Label(name: $0.0, value: $0.1) }.sorted { $0.name < $1.name }
        precondition(
            labels.allSatisfy { MetricText.isLabelName($0.name) },
            "Prometheus takes no label with this name"
        )
    }

    /// The same labels and one more, which the format itself defines.
    func adding(_ name: String, _ value: String) -> MetricLabels {
        var more = self
        more.labels.append(Label(name: name, value: value))
        return more
    }

    /// As written after a metric's name.
    var text: String {
        guard !labels.isEmpty else { return "" }
        let pairs = labels.map { "\($0.name)=\"\(MetricText.escaped($0.value, quotes: true))\"" }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    static func < (left: MetricLabels, right: MetricLabels) -> Bool {
        left.labels.map(\.value).lexicographicallyPrecedes(right.labels.map(\.value))
    }
}

/// Writes Prometheus's text format, version 0.0.4.
package struct MetricText {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Begins a metric.
    mutating func begin(_ name: String, _ type: MetricType, help: String?) {
        if let help { text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n" }
        text += "# TYPE \(name) \(type.rawValue)\n"
    }

    /// Writes a value of the metric that was begun.
    mutating func sample(_ name: String, _ labels: MetricLabels, _ value: Double) {
        text += "\(name)\(labels.text) \(Self.number(value))\n"
    }

    /// A number as the format has it: whole ones without a fraction, and its own words for the others.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { String($0) } ?? String(value)
    }

    /// Escapes backslashes and line breaks, and in a label's value quotation marks as well.
    static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func isName(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil
    }

    /// Names that begin with two underscores are Prometheus's own, and `le` is that of the buckets.
    static func isLabelName(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-zA-Z_][a-zA-Z0-9_]*/) != nil && !text.hasPrefix("__")
            && text != "le"
    }
}
