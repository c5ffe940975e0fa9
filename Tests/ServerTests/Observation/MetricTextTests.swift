import Metrics
import Testing

@testable import Observability
@testable import Server
@testable import ServerBase

@Suite("Prometheus's text format")
struct MetricTextTests {
    private static let registry = { @Sendable in
        MetricRegistry([
            "requests_total": MetricDescription(help: "Of \\ and \n, \"so\" to say"),
            "sizes": MetricDescription(help: "Sizes", bounds: [1, 2.5, 10]),
        ])
    }

    @Test("Counters, gauges and histograms are written exactly")
    func exactly() {
        let registry = Self.registry()
        let labels = [("route", "/a\\b\"c\nd"), ("method", "GET")]
        Counter(label: "requests_total", dimensions: labels, factory: registry).increment(by: 3)
        let sizes = Recorder(label: "sizes", factory: registry)
        for size in [0.5, 1, 2, 11] { sizes.record(size) }
        let gauge = Gauge(label: "queue", factory: registry)
        gauge.record(1.5)
        #expect(
            registry.text == """
                # TYPE queue gauge
                queue 1.5
                # HELP requests_total Of \\\\ and \\n, "so" to say
                # TYPE requests_total counter
                requests_total{method="GET",route="/a\\\\b\\"c\\nd"} 3
                # HELP sizes Sizes
                # TYPE sizes histogram
                sizes_bucket{le="1"} 2
                sizes_bucket{le="2.5"} 3
                sizes_bucket{le="10"} 3
                sizes_bucket{le="+Inf"} 4
                sizes_sum 14.5
                sizes_count 4

                """
        )
    }

    @Test(
        "A strict reader takes what is written, with any text in a label",
        arguments: [
            "plain", "", "\\", "\"", "\n", "\\n", "a\"} 1\nfaked_total 7\n#", "é😀", "\u{2028}",
            "{,=}",
        ]
    )
    func strictly(value: String) throws {
        let registry = Self.registry()
        for name in ["a_total", "b_total"] {
            Counter(label: name, dimensions: [("v", value), ("w", "x")], factory: registry)
                .increment()
        }
        Timer(label: "t_seconds", dimensions: [("v", value)], factory: registry)
            .recordNanoseconds(1_500_000)
        let read = try PrometheusText(registry.text)
        #expect(
            read.types == [
                "a_total": "counter", "b_total": "counter", "t_seconds": "histogram",
            ]
        )
        #expect(read.value("a_total", ["v": value, "w": "x"]) == 1)
        #expect(read.value("t_seconds_sum", ["v": value]) == 0.0015)
        #expect(read.value("t_seconds_bucket", ["v": value, "le": "0.001"]) == 0)
        #expect(read.value("t_seconds_bucket", ["v": value, "le": "0.0025"]) == 1)
    }

    @Test(
        "The reader is strict",
        arguments: [
            "a 1", "# TYPE a counter\na 1", "a 1\n", "# TYPE a counter\nb 1\n",
            "# TYPE a counter\na{b=\"c} 1\n", "# TYPE a counter\na{b=\"c\",} 1\n",
            "# TYPE a counter\na{b=\"\\x\"} 1\n", "# TYPE a counter\na one\n", "# a comment\n",
            "# TYPE a counter\na 1\na 2\n", "# TYPE a histogram\na_bucket{le=\"1\"} 1\n",
            "# TYPE a histogram\na_sum 1\na_count 1\n", "# TYPE a counter\n\na 1\n",
            "# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
        ]
    )
    func reader(text: String) {
        #expect(throws: PrometheusText.Fault.self) { try PrometheusText(text) }
    }

    @Test(
        "Numbers are written as the format has them",
        arguments: [
            (0.0, "0"), (-3, "-3"), (0.25, "0.25"), (1e-7, "1e-07"), (1e300, "1e+300"),
            (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
            (9_007_199_254_740_992, "9007199254740992"),
        ]
    )
    func numbers(value: Double, text: String) {
        #expect(MetricText.number(value) == text)
    }

    @Test("The same labels in another order are the same series")
    func order() {
        let registry = MetricRegistry([:])
        Counter(label: "a", dimensions: [("x", "1"), ("y", "2")], factory: registry).increment()
        Counter(label: "a", dimensions: [("y", "2"), ("x", "1")], factory: registry).increment()
        #expect(registry.text == "# TYPE a counter\na{x=\"1\",y=\"2\"} 2\n")
    }

    @Test("A counter never falls, and a destroyed series is gone")
    func counters() {
        let registry = MetricRegistry([:])
        let counter = Counter(label: "a", factory: registry)
        counter.increment(by: 2)
        counter.increment(by: -1)
        #expect(registry.text.hasSuffix("\na 2\n"))
        counter.destroy()
        #expect(registry.text == "# TYPE a counter\n")
    }

    @Test("Series are kept up to the limit, and not past it")
    func limit() throws {
        let registry = MetricRegistry([:])
        for number in 0...Limits.metricSeriesMax {
            Counter(label: "a", dimensions: [("n", String(number))], factory: registry).increment()
        }
        let read = try PrometheusText(registry.text)
        #expect(read.samples.count == Limits.metricSeriesMax)
        #expect(read.value("a", ["n": String(Limits.metricSeriesMax - 1)]) == 1)
        #expect(read.value("a", ["n": String(Limits.metricSeriesMax)]) == nil)
    }

    @Test(
        "Names that Prometheus doesn't take aren't names",
        arguments: [("a:b_1", true), ("", false), ("1a", false), ("a-b", false), ("é", false)]
    )
    func names(name: String, isName: Bool) {
        #expect(MetricText.isName(name) == isName)
        #expect(MetricText.isLabelName(name) == (isName && !name.contains(":")))
    }

    @Test("Labels of the format itself aren't to be given", arguments: ["le", "__name__"])
    func ownLabels(name: String) {
        #expect(!MetricText.isLabelName(name))
    }

    @Test(
        "An address to listen on is a host and a port",
        arguments: [
            ("127.0.0.1:9464", "127.0.0.1", 9464), ("[::1]:0", "::1", 0),
            ("a.b:65535", "a.b", 65_535),
        ]
    )
    func addresses(text: String, host: String, port: Int) {
        let address = ListenAddress(text)
        #expect(address?.host == host)
        #expect(address?.port == port)
        #expect(address?.text == text)
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "9464", ":9464", "a:", "a:65536", "a:-1", "::1:9464", "[::1]", "[a]:1", "a:b",
        ]
    )
    func notAddresses(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test("The pages of a process are its second number in statm")
    func resident() {
        let bytes = ProcessFigures.residentBytes(statm: "100 25 3 4 0 5 0\n", pageBytes: 4096)
        #expect(bytes == 25 * 4096)
        #expect(ProcessFigures.residentBytes(statm: "", pageBytes: 4096) == nil)
    }
}
