import Testing

@testable import WebDAV

@Suite("Conditions")
struct ConditionTests {
    @Test(
        "A tag is read as it's written",
        arguments: [
            (#""a""#, EntityTag("a")), (#"W/"a""#, EntityTag("a", isWeak: true)),
            (#""""#, EntityTag("")), (#""a,b""#, EntityTag("a,b")), ("a", nil), (#""a"#, nil),
            (#""a" "b""#, nil), ("", nil),
        ]
    )
    func tag(text: String, expected: EntityTag?) {
        #expect(EntityTag(text: text) == expected)
        if let expected { #expect(expected.text == text) }
    }

    @Test(
        "Lists of tags are read, as odd programs write them too",
        arguments: [
            ("*", EntityTagList.any), (" * ", .any), (#""a""#, .tags([EntityTag("a")])),
            (
                #""a", W/"b" ,"c,d""#,
                .tags([EntityTag("a"), EntityTag("b", isWeak: true), EntityTag("c,d")])
            ),
            (#", "a",, "b","#, .tags([EntityTag("a"), EntityTag("b")])),
            // Evolution writes backslashes.
            (#"\"a\""#, .tags([EntityTag("a")])), (#"\"a""#, .tags([EntityTag("a")])),
            ("abc", .tags([EntityTag("abc")])),
            ("abc, def", .tags([EntityTag("abc"), EntityTag("def")])),
            ("", nil), (",", nil), (#""a" "b""#, nil), (#""a"#, nil), (#"*, "a""#, nil),
        ]
    )
    func list(text: String, expected: EntityTagList?) {
        #expect(EntityTagList(text) == expected)
    }

    @Test("If-Match compares strongly, If-None-Match weakly")
    func comparison() throws {
        let list = try #require(EntityTagList(#""a", W/"b""#))
        let rows: [(tag: EntityTag?, match: Bool, none: Bool)] = [
            (EntityTag("a"), true, false), (EntityTag("a", isWeak: true), false, false),
            (EntityTag("b"), false, false), (EntityTag("c"), false, true), (nil, false, true),
        ]
        for row in rows {
            #expect(list.matches(row.tag) == row.match)
            #expect(list.matchesNone(row.tag) == row.none)
        }
        #expect(EntityTagList.any.matches(EntityTag("a")))
        #expect(!EntityTagList.any.matches(nil))
        #expect(EntityTagList.any.matchesNone(nil))
        #expect(!EntityTagList.any.matchesNone(EntityTag("a")))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let header: String
        /// Whether the condition is met; nil if the header is malformed.
        let isMet: Bool?

        var testDescription: String { header }
    }

    /// The request's resource has the tag "a" and is locked by `urn:uuid:1`; `/other` has the tag
    /// "b" and the token `urn:sync:7`.
    static let rows = [
        Row(header: "(<urn:uuid:1>)", isMet: true),
        Row(header: "(<urn:uuid:2>)", isMet: false),
        Row(header: #"(<urn:uuid:1> ["a"])"#, isMet: true),
        Row(header: #"(<urn:uuid:1>["b"])"#, isMet: false),
        Row(header: #"(<urn:uuid:2>) (["a"])"#, isMet: true),
        Row(header: #"([W/"a"])"#, isMet: false),
        Row(header: "(Not <urn:uuid:2>)", isMet: true),
        Row(header: "(not<urn:uuid:1>)", isMet: false),
        // RFC 4918, 10.4.8: always met, and names the token.
        Row(header: "(<urn:uuid:9>) (Not <DAV:no-lock>)", isMet: true),
        Row(header: "(<DAV:no-lock>)", isMet: false),
        Row(header: #"</other> (["b"])"#, isMet: true),
        Row(header: #"</other> (["a"])"#, isMet: false),
        // RFC 6578, 5.
        Row(header: "</other> (<urn:sync:7>)", isMet: true),
        Row(header: #"</other> (["a"]) (["b"]) </else> (<urn:uuid:1>)"#, isMet: true),
        Row(header: "</else> (Not <urn:uuid:1>)", isMet: true),
        Row(header: "", isMet: nil),
        Row(header: "()", isMet: nil),
        Row(header: "(<urn:uuid:1>", isMet: nil),
        Row(header: "<urn:uuid:1>", isMet: nil),
        Row(header: "(<>)", isMet: nil),
        Row(header: "(urn:uuid:1)", isMet: nil),
        Row(header: #"(["a)"#, isMet: nil),
        Row(header: "(Not)", isMet: nil),
        Row(header: "(<urn:uuid:1>) </other> (<urn:uuid:1>)", isMet: nil),
        Row(header: "</other> </else> (<urn:uuid:1>)", isMet: nil),
    ]

    @Test("An If header is met if all conditions of a list are", arguments: rows)
    func ifHeader(row: Row) {
        let isMet = IfHeader(row.header)?.lists.contains { list in
            switch list.resource {
            case nil:
                list.isMet(by: .init(entityTag: EntityTag("a"), tokens: ["urn:uuid:1"]))
            case "/other":
                list.isMet(by: .init(entityTag: EntityTag("b"), tokens: ["urn:sync:7"]))
            default: list.isMet(by: .init(entityTag: nil))
            }
        }
        #expect(isMet == row.isMet)
    }

    @Test("Headers are bounded in their length and in their conditions")
    func limits() {
        func tags(_ count: Int) -> String {
            (0..<count).map { "\"\($0)\"" }.joined(separator: ",")
        }
        func lists(_ count: Int) -> String { String(repeating: "(<a:1>)", count: count) }
        #expect(EntityTagList(tags(Limits.conditionsMax)) != nil)
        #expect(EntityTagList(tags(Limits.conditionsMax + 1)) == nil)
        #expect(IfHeader(lists(Limits.conditionsMax)) != nil)
        #expect(IfHeader(lists(Limits.conditionsMax + 1)) == nil)
        func long(_ count: Int) -> String {
            "\"" + String(repeating: "a", count: count - 2) + "\""
        }
        #expect(EntityTagList(long(Limits.conditionOctetsMax)) != nil)
        #expect(EntityTagList(long(Limits.conditionOctetsMax + 1)) == nil)
        func list(_ count: Int) -> String {
            "(<" + String(repeating: "a", count: count - 4) + ">)"
        }
        #expect(IfHeader(list(Limits.conditionOctetsMax)) != nil)
        #expect(IfHeader(list(Limits.conditionOctetsMax + 1)) == nil)
    }
}
