import Foundation
import Logging
import Testing

@testable import Observability
@testable import Server
@testable import ServerBase

@Suite("Lines of a log")
struct LogFormatTests {
    private static func line(
        _ format: LogFormat,
        _ message: String = "A request failed",
        _ metadata: Logger.Metadata = [:],
        request: String? = nil
    ) -> String {
        let record = LogRecord(
            level: .notice,
            label: "meantime",
            message: message,
            request: request,
            metadata: metadata
        )
        return format.line(of: record, millisecond: 1_767_225_600_007)
    }

    @Test("A record is one line of text, with its metadata by name")
    func text() {
        #expect(
            Self.line(.text, "It failed", ["path": "/a/b", "error": "no disk"], request: "abc")
                == #"2026-01-01T00:00:00.007Z notice meantime: It failed error="no disk" path=/a/b request=abc"#
        )
        #expect(Self.line(.text) == "2026-01-01T00:00:00.007Z notice meantime: A request failed")
    }

    @Test("A record is a JSON object in one line")
    func json() throws {
        let line = Self.line(
            .json,
            "It \"failed\"",
            ["count": .stringConvertible(3), "isLate": .stringConvertible(true), "name": "x"],
            request: "abc"
        )
        let object = try JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8))
        #expect(
            object == [
                "time": .string("2026-01-01T00:00:00.007Z"), "level": .string("notice"),
                "logger": .string("meantime"), "message": .string("It \"failed\""),
                "request": .string("abc"),
                "metadata": .object([
                    "count": .number(3), "isLate": .bool(true), "name": .string("x"),
                ]),
            ]
        )
        #expect(Self.line(.json).contains("metadata") == false)
    }

    /// What strangers would like to write into a log.
    static let hostile = [
        "a\n2026-01-01T00:00:00.000Z notice audit: signed-in", "a\r\nb", "a\u{1B}[2Jb", "a\0b",
        "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\u{202E}b", "a\u{200B}b", "a\u{7F}b", "a\u{9B}b",
        "\" level=critical", "\\", "a=b c=d", "", " ", "\u{E0001}", "\u{10FFFF}", "\u{FEFF}",
    ]

    @Test("No text can begin a line, hide anything or leave its place", arguments: hostile)
    func hostileText(text: String) throws {
        for line in [
            Self.line(.text, "m", ["v": "\(text)"]), Self.line(.text, text),
            Self.line(.text, "m", [text: "v"]), Self.line(.json, text, [text: "\(text)"]),
        ] {
            for scalar in line.unicodeScalars {
                #expect(![.control, .format].contains(scalar.properties.generalCategory))
            }
            #expect(line.split(omittingEmptySubsequences: false) { $0.isNewline }.count == 1)
        }
        // It's given back unchanged by whoever reads the JSON.
        let read = try JSONDecoder().decode(
            [String: JSONValue].self,
            from: Data(Self.line(.json, text, ["v": "\(text)"]).utf8)
        )
        #expect(read["message"]?.text == text)
        #expect(read["metadata"]?["v"]?.text == text)
        // Its place in a line of text ends where its quotation marks do.
        let value = try #require(
            Self.line(.text, "m", ["v": "\(text)"]).firstMatch(of: #/ v=(.*)$/#)
        ).1
        let isQuoted = value.wholeMatch(of: /"([^"\\]|\\.)*"/) != nil
        #expect(isQuoted || value.wholeMatch(of: /[^ "=]+/) != nil)
    }

    @Test("A value is whole at the limit, and cut one past it")
    func longValue() {
        let whole = String(repeating: "a", count: Limits.logValueBytesMax)
        #expect(LogText.quoted(whole) == "\"\(whole)\"")
        #expect(LogText.word(whole) == whole)
        #expect(LogText.quoted(whole + "b") == "\"\(whole)…\"")
        #expect(LogText.word(whole + "b") == "\"\(whole)…\"")
        let wide = String(repeating: "€", count: Limits.logValueBytesMax)
        #expect(LogText.quoted(wide).utf8.count <= Limits.logValueBytesMax + 5)
    }

    @Test("The metadata of a logger and of a record are merged, and a level below is left out")
    func handler() async throws {
        try await LogLines.run { lines in
            var logger = lines.logger()
            logger.logLevel = .warning
            logger[metadataKey: "a"] = "of the logger"
            logger[metadataKey: "b"] = "of the logger"
            logger.warning("One", metadata: ["b": "of the record"])
            logger.notice("Two")
            let records = try lines.records
            #expect(records.count == 1)
            #expect(records.first?["metadata"]?["a"]?.text == "of the logger")
            #expect(records.first?["metadata"]?["b"]?.text == "of the record")
            #expect(records.first?["request"] == nil, "outside of a request there's no ID")
        }
    }
}
