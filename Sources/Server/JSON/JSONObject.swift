/// A JSON object that is written field by field.
///
/// The server answers and streams with this instead of an encoder: ten thousand events go out in
/// one pass over their octets, and the order of fields is the order they are written in.
struct JSONObject {
    private var octets: [UInt8] = [UInt8(ascii: "{")]

    /// The object's text.
    var text: [UInt8] { octets + [UInt8(ascii: "}")] }

    init() {}

    init(type: String) { add("type", type) }

    mutating func add(_ name: String, _ value: String) {
        startField(name)
        appendString(value)
    }

    mutating func add(_ name: String, _ value: Int) {
        startField(name)
        octets += String(value).utf8
    }

    /// Adds a number, or `null`.
    mutating func add(_ name: String, orNull value: Int?) {
        startField(name)
        octets += (value.map { String($0) } ?? "null").utf8
    }

    mutating func add(_ name: String, _ value: Bool) {
        startField(name)
        octets += (value ? "true" : "false").utf8
    }

    mutating func add(_ name: String, _ value: JSONObject) {
        startField(name)
        octets += value.text
    }

    mutating func add(_ name: String, _ values: [JSONObject]) {
        startField(name)
        octets.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { octets.append(UInt8(ascii: ",")) }
            octets += value.text
        }
        octets.append(UInt8(ascii: "]"))
    }

    mutating func add(_ name: String, _ values: [String]) {
        startField(name)
        octets.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { octets.append(UInt8(ascii: ",")) }
            appendString(value)
        }
        octets.append(UInt8(ascii: "]"))
    }

    private mutating func startField(_ name: String) {
        if octets.count > 1 { octets.append(UInt8(ascii: ",")) }
        appendString(name)
        octets.append(UInt8(ascii: ":"))
    }

    private mutating func appendString(_ value: String) {
        octets.append(UInt8(ascii: "\""))
        for octet in value.utf8 { appendEscaped(octet) }
        octets.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ octet: UInt8) {
        switch octet {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            octets.append(UInt8(ascii: "\\"))
            octets.append(octet)
        case UInt8(ascii: "\n"):
            octets += "\\n".utf8
        case UInt8(ascii: "\r"):
            octets += "\\r".utf8
        case UInt8(ascii: "\t"):
            octets += "\\t".utf8
        case 0..<32, 127:
            octets += "\\u00\(hexText([octet]))".utf8
        default:
            octets.append(octet)
        }
    }
}
