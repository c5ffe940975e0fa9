/// Makes a document with single wrong characters well-formed enough to tell what it's about.
///
/// Octets that XML forbids (XML 1.0, 2.2) become private-use characters that nobody uses. So they
/// can be found again afterwards, and the original name or address is known.
struct XMLRepair {
    /// The elements whose tags are kept, or nil for all; any other `<` counts as text.
    private let names: Set<ArraySlice<UInt8>>?
    private let octets: [UInt8]
    private var repaired: [UInt8] = []

    /// Repairs a document.
    ///
    /// - Parameters:
    ///   - octets: The document, in UTF-8.
    ///   - names: The elements whose tags are kept, without prefixes; nil for all.
    /// - Returns: The document, with forbidden octets marked.
    static func repaired(_ octets: [UInt8], keeping names: Set<ArraySlice<UInt8>>? = nil) -> [UInt8]
    {
        var repair = XMLRepair(octets: octets, names: names)
        repair.run()
        return repair.repaired
    }

    private init(octets: [UInt8], names: Set<ArraySlice<UInt8>>?) {
        self.octets = octets
        self.names = names
        repaired.reserveCapacity(octets.count)
    }

    private mutating func run() {
        var place = 0
        while place < octets.count {
            switch octets[place] {
            case UInt8(ascii: "<"): place = markup(at: place)
            case UInt8(ascii: "&"): place = reference(at: place)
            case UInt8(ascii: "]") where octets[place...].starts(with: "]]>".utf8):
                repaired += "]]&gt;".utf8
                place += 3
            default: place = character(at: place)
            }
        }
    }

    // MARK: Markup

    /// Copies a tag or a section, and returns the place after it.
    private mutating func markup(at start: Int) -> Int {
        if let section = TagScanner.section(at: start, in: octets), let end = section.end {
            // Comments and instructions are dropped, except at the start of the document.
            guard section.kind == .characterData else {
                if start == 0 { repaired += octets[..<end] }
                return end
            }
            var place = start
            while place < end { place = character(at: place) }
            return end
        }
        if let tag = TagScanner.tag(at: start, in: octets),
            names?.contains(tag.localName) ?? true
        {
            for octet in octets[tag.range] where !Self.isControl(octet) { repaired.append(octet) }
            return tag.range.upperBound
        }
        repaired += "&lt;".utf8
        return start + 1
    }

    // MARK: References

    /// Copies a reference to a character, and returns the place after it.
    private mutating func reference(at start: Int) -> Int {
        let rest = octets[(start + 1)...].prefix(Self.referenceOctetsMax)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return ampersand(at: start) }
        let name = rest[..<end]
        if name.first != UInt8(ascii: "#") {
            guard Self.entities.contains(String(decoding: name, as: UTF8.self)) else {
                return ampersand(at: start)
            }
        } else {
            guard let value = Self.value(of: name.dropFirst()) else {
                return ampersand(at: start)
            }
            if let forbidden = Self.forbidden(value) {
                for octet in forbidden { mark(octet) }
                return end + 1
            }
        }
        repaired += octets[start...end]
        return end + 1
    }

    private mutating func ampersand(at start: Int) -> Int {
        repaired += "&amp;".utf8
        return start + 1
    }

    private static let referenceOctetsMax = 12
    private static let entities: Set<String> = ["amp", "lt", "gt", "quot", "apos"]

    private static func value(of digits: ArraySlice<UInt8>) -> UInt32? {
        let isHexadecimal = digits.first == UInt8(ascii: "x")
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        guard text.first != "+", text.first != "-" else { return nil }
        return UInt32(text, radix: isHexadecimal ? 16 : 10)
    }

    /// The octets of a character that XML forbids, as UTF-8 would have them; nil for any other.
    private static func forbidden(_ value: UInt32) -> [UInt8]? {
        switch value {
        case 9, 10, 13: nil
        case 0..<0x20: [UInt8(value)]
        case 0xD800...0xDFFF, 0xFFFE, 0xFFFF:
            [
                UInt8(0xE0 | value >> 12), UInt8(0x80 | value >> 6 & 0x3F),
                UInt8(0x80 | value & 0x3F),
            ]
        case 0x11_0000...: []
        default: nil
        }
    }

    // MARK: Characters

    /// Copies a character, or marks an octet that is part of none; returns the place after it.
    private mutating func character(at place: Int) -> Int {
        let octet = octets[place]
        if octet < 0x80 {
            if Self.isControl(octet) { mark(octet) } else { repaired.append(octet) }
            return place + 1
        }
        let count = Self.sequenceCount(octets[place...])
        guard count > 0 else {
            mark(octet)
            return place + 1
        }
        let sequence = octets[place..<(place + count)]
        if sequence.elementsEqual([0xEF, 0xBF, 0xBE]) || sequence.elementsEqual([0xEF, 0xBF, 0xBF])
        {
            for octet in sequence { mark(octet) }
        } else {
            repaired += sequence
        }
        return place + count
    }

    private static func isControl(_ octet: UInt8) -> Bool {
        octet < 0x20 && octet != 9 && octet != 10 && octet != 13
    }

    /// How many octets the character has that begins here; 0 if none does (RFC 3629, 4).
    private static func sequenceCount(_ rest: ArraySlice<UInt8>) -> Int {
        guard let first = rest.first else { return 0 }
        let (count, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        let tail = rest.prefix(count).dropFirst()
        guard count > 0, tail.count == count - 1, let next = tail.first, second ~= next,
            tail.allSatisfy({ 0x80...0xBF ~= $0 })
        else { return 0 }
        return count
    }

    // MARK: Marks

    private static let firstMark: UInt32 = 0xF700

    private mutating func mark(_ octet: UInt8) {
        guard let scalar = Unicode.Scalar(Self.firstMark + UInt32(octet)) else { return }
        repaired += String(scalar).utf8
    }

    /// A text without the marks, or with another text for each marked octet.
    static func unmarked(_ text: String, _ written: (UInt8) -> String = { _ in "" }) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if firstMark..<(firstMark + 256) ~= scalar.value {
                scalars += written(UInt8(scalar.value - firstMark)).unicodeScalars
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}

extension XMLElement {
    /// The element without the marks of a repair.
    var unmarked: XMLElement {
        var copy = self
        copy.text = XMLRepair.unmarked(text)
        copy.children = children.map { $0.unmarked }
        return copy
    }
}
