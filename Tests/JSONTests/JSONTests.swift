import JSON
import Testing

@Suite("JSON")
struct JSONTests {
    @Test(
        "Only what must be escaped is escaped",
        arguments: [
            ("plain", #""plain""#), ("", #""""#), ("a\"b\\c/d", #""a\"b\\c/d""#),
            ("1\n2\r3\t4", #""1\n2\r3\t4""#), ("\u{0}\u{1f}\u{8}", #""\u0000\u001f\u0008""#),
            ("\u{7f}Größe 🎂\u{2028}", "\"\u{7f}Größe 🎂\u{2028}\""),
        ]
    )
    func escapes(text: String, written: String) throws {
        var json = JSONWriter()
        json.string(text)
        #expect(String(decoding: json.octets, as: UTF8.self) == written)
        var reader = JSONReader(json.octets, depthMax: 1)
        #expect(try reader.value() == .string(text))
        #expect(reader.peek() == nil)
    }

    @Test("Objects, arrays and all kinds of values are written and read back")
    func values() throws {
        var json = JSONWriter()
        json.object { json in
            json.field("text", "a")
            json.field("number", -12)
            json.field("flag", true)
            json.field("none", orNull: nil)
            json.name("large")
            json.number(Int64.min)
            json.field("list", [1, 2]) { $0.number($1) }
            json.field("empty", [Int]()) { $0.number($1) }
            json.name(escaping: "\"")
            json.json(Array("[{}]".utf8))
        }
        let text =
            #"{"text":"a","number":-12,"flag":true,"none":null,"large":-9223372036854775808,"#
            + #""list":[1,2],"empty":[],"\"":[{}]}"#
        #expect(String(decoding: json.octets, as: UTF8.self) == text)
        var reader = JSONReader(json.octets, depthMax: 3)
        let value = try reader.value()
        var again = JSONWriter()
        again.value(value)
        #expect(again.octets == json.octets)
    }

    @Test("The text can be taken in pieces")
    func pieces() {
        var json = JSONWriter()
        json.beginArray()
        json.number(1)
        var text = json.takeOctets()
        json.number(2)
        text += json.takeOctets()
        json.endArray()
        text += json.takeOctets()
        #expect(String(decoding: text, as: UTF8.self) == "[1,2]")
    }

    @Test("Values nested deeper than the limit are refused", arguments: [(2, true), (1, false)])
    func depth(max: Int, isRead: Bool) {
        var reader = JSONReader(Array("[[]]".utf8), depthMax: max)
        if isRead {
            #expect(throws: Never.self) { try reader.value() }
        } else {
            #expect(throws: JSONFault.tooDeep(max: max)) { try reader.value() }
        }
    }
}
