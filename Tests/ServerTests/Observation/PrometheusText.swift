import Testing

/// Reads Prometheus's text format, version 0.0.4, and refuses everything that isn't exactly that.
///
/// Stricter than Prometheus itself: the lines of a metric are together, with TYPE before its samples,
/// series are unique, names fit their types, and histograms are whole and cumulative.
struct PrometheusText {
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ reason: String, _ line: some StringProtocol) {
            description = "\(reason): \(line)"
        }
    }

    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    private(set) var types: [String: String] = [:]
    private(set) var helps: [String: String] = [:]
    private(set) var samples: [Sample] = []
    private var current = ""

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault("The last line has no end", text.suffix(50)) }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") { try readComment(line) } else { try readSample(line) }
        }
        let series = samples.map { Sample(name: $0.name, labels: $0.labels, value: 0) }
        guard Set(series).count == series.count else { throw Fault("A series is there twice", "") }
        for (name, type) in types where type == "histogram" { try checkHistogram(name) }
    }

    /// The value of a series; nil if there's none.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    /// The sum of all series of a name.
    func sum(_ name: String) -> Double {
        samples.filter { $0.name == name }.reduce(0) { $0 + $1.value }
    }

    private mutating func readComment(_ line: Substring) throws {
        guard let match = line.wholeMatch(of: /# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)/)
        else { throw Fault("Neither HELP nor TYPE", line) }
        let (name, rest) = (String(match.2), String(match.3))
        if match.1 == "HELP" {
            guard helps[name] == nil, types[name] == nil else { throw Fault("A second HELP", line) }
            guard rest.wholeMatch(of: /([^\\]|\\\\|\\n)*/) != nil else {
                throw Fault("A wrong escape", line)
            }
            helps[name] = rest
        } else {
            guard types[name] == nil, ["counter", "gauge", "histogram"].contains(rest) else {
                throw Fault("A wrong TYPE", line)
            }
            types[name] = rest
            current = name
        }
    }

    private mutating func readSample(_ line: Substring) throws {
        let pattern = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)/.dotMatchesNewlines()
        guard let match = line.wholeMatch(of: pattern) else { throw Fault("No sample", line) }
        let name = String(match.1)
        let suffixes = types[current] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { current + $0 == name }) else {
            throw Fault("A sample away from its TYPE", line)
        }
        let labels = try match.2.map { try Self.labels($0, in: line) } ?? [:]
        samples.append(Sample(name: name, labels: labels, value: try Self.number(match.3, line)))
    }

    private static func labels(_ text: Substring, in line: Substring) throws -> [String: String] {
        var labels: [String: String] = [:]
        var rest = text
        let pattern = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\\\|\\"|\\n)*)"(,?)/
        while let match = rest.prefixMatch(of: pattern) {
            guard labels[String(match.1)] == nil else {
                throw Fault("A label is there twice", line)
            }
            labels[String(match.1)] = unescaped(match.2)
            rest = rest[match.range.upperBound...]
            guard match.3.isEmpty == rest.isEmpty else { throw Fault("A wrong comma", line) }
        }
        guard rest.isEmpty, !labels.isEmpty else { throw Fault("Wrong labels", line) }
        return labels
    }

    private static func unescaped(_ text: Substring) -> String {
        var (result, isEscaped) = ("", false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func number(_ text: Substring, _ line: Substring) throws -> Double {
        switch text {
        case "+Inf": return .infinity
        case "-Inf": return -.infinity
        case "NaN": return .nan
        default:
            let isNumber = text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?/) != nil
            guard isNumber, let value = Double(text) else { throw Fault("No number", line) }
            return value
        }
    }

    private func checkHistogram(_ name: String) throws {
        let buckets = samples.filter { $0.name == name + "_bucket" }
        let groups = Dictionary(grouping: buckets) { $0.labels.filter { $0.key != "le" } }
        for (labels, buckets) in groups {
            let bounds = try buckets.map { bucket in
                try Self.number(bucket.labels["le"].map { $0[...] } ?? "", "le")
            }
            guard bounds == bounds.sorted(), bounds.last == .infinity,
                buckets.map(\.value) == buckets.map(\.value).sorted(),
                value(name + "_count", labels) == buckets.last?.value,
                value(name + "_sum", labels) != nil
            else { throw Fault("The histogram isn't whole", "\(name) \(labels)") }
        }
        let count = samples.count { $0.name == name + "_count" }
        guard count == groups.count else { throw Fault("A histogram without buckets", name) }
    }
}
