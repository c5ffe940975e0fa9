/// The words of notes that other programs write as HTML, for searching.
struct HTMLText {
    /// Whether everything that looks like a tag counts as one, not only the tags that notes usually
    /// have.
    private let isHTML: Bool
    private var rest: ArraySlice<UInt8>
    private var words: [UInt8] = []

    /// The text without tags, and with the characters that its entities stand for.
    ///
    /// - Parameters:
    ///   - text: The text, in UTF-8.
    ///   - isHTML: Whether it's known to be HTML. Otherwise "a < b" and "<anna@example.org>" stay,
    ///     and a text without any of the usual tags is returned unchanged.
    /// - Returns: The words, with blanks where lines end.
    static func words(of text: ArraySlice<UInt8>, isHTML: Bool) -> ArraySlice<UInt8> {
        guard text.contains(0x3C) || isHTML else { return text }
        var reader = HTMLText(isHTML: isHTML, rest: text)
        let hasTags = reader.read()
        return hasTags || isHTML ? reader.words[...] : text
    }

    private init(isHTML: Bool, rest: ArraySlice<UInt8>) {
        self.isHTML = isHTML
        self.rest = rest
    }

    /// Reads everything; false if there was no tag.
    private mutating func read() -> Bool {
        var hasTags = false
        while let octet = rest.popFirst() {
            if octet == 0x3C, skipTag() {
                hasTags = true
            } else if octet != 0x26 || !readEntity() {
                words.append(octet)
            }
        }
        return hasTags
    }

    // MARK: Tags

    /// Skips the rest of a tag, or of a comment; false if the bracket doesn't begin one.
    private mutating func skipTag() -> Bool {
        if rest.starts(with: "!--".utf8) {
            skip(through: "-->")
            return true
        }
        var inside = rest
        let isEnd = inside.first == 0x2F || isHTML && inside.first == 0x21
        if isEnd { inside.removeFirst() }
        let name = inside.prefix { Self.isLetter($0) || 0x30...0x39 ~= $0 }.map { $0 | 0x20 }
        inside = inside.dropFirst(name.count)
        guard let first = name.first, first >= 0x61, name.count <= 16,
            let next = inside.first, next <= 0x20 || next == 0x2F || next == 0x3E,
            let end = inside.firstIndex(where: { $0 == 0x3E || $0 == 0x3C }), inside[end] == 0x3E
        else { return false }
        let isInline = Self.has(name, in: Self.inline)
        guard isHTML || isInline || Self.has(name, in: Self.others) else { return false }
        rest = inside[(end + 1)...]
        // Words are joined across "<b>", but not across "<br>".
        if !isInline { words.append(0x20) }
        if !isEnd {
            if name.elementsEqual("style".utf8) { skip(through: "</style") }
            if name.elementsEqual("script".utf8) { skip(through: "</script") }
        }
        return true
    }

    /// Skips `end` and the bracket after it, with all that comes before; skips the rest if it's
    /// missing.
    private mutating func skip(through end: StaticString) {
        let first = end.utf8Start[0]
        let count = end.utf8CodeUnitCount
        while let place = rest.firstIndex(of: first) {
            rest = rest[place...]
            var length = 0
            for octet in rest.prefix(count) {
                guard octet | 0x20 == end.utf8Start[length] | 0x20 else { break }
                length += 1
            }
            if length == count {
                rest = rest.dropFirst(count - 1)
                rest = rest.drop { $0 != 0x3E }.dropFirst()
                return
            }
            rest = rest.dropFirst()
        }
        rest = []
    }

    /// Tags within a word or sentence, between blanks.
    private static let inline = Array(
        " a abbr b i u s em strong span font small sub sup code tt big del ins mark wbr html-blob "
            .utf8
    )

    /// Tags that end a line, or hold no text.
    private static let others = Array(
        """
         br hr li p div tr td th table tbody thead ul ol h1 h2 h3 h4 h5 h6 blockquote pre section \
        article header footer center html head body title meta link img style script\u{20}
        """.utf8
    )

    private static func has(_ name: [UInt8], in list: [UInt8]) -> Bool {
        let length = name.count
        for place in 0..<max(0, list.count - length - 1)
        where list[place] == 0x20 && list[place + 1] == name[0] && list[place + 1 + length] == 0x20
        {
            var same = 1
            while same < length, list[place + 1 + same] == name[same] { same += 1 }
            if same == length { return true }
        }
        return false
    }

    private static func isLetter(_ octet: UInt8) -> Bool { 0x61...0x7A ~= octet | 0x20 }

    // MARK: Entities

    /// Reads the rest of an entity; false if the ampersand doesn't begin one.
    private mutating func readEntity() -> Bool {
        guard let end = rest.prefix(12).firstIndex(of: 0x3B) else { return false }
        var name = rest[..<end]
        if name.first == 0x23 {
            name.removeFirst()
            let isHex = name.first.map { $0 | 0x20 == 0x78 } ?? false
            if isHex { name.removeFirst() }
            guard let value = Self.number(name, radix: isHex ? 16 : 10), value >= 0x20,
                let scalar = Unicode.Scalar(value), let octets = UTF8.encode(scalar)
            else { return false }
            words.append(contentsOf: octets)
        } else if let meant = Self.character(Array(name)) {
            words.append(contentsOf: meant.utf8)
        } else {
            return false
        }
        rest = rest[(end + 1)...]
        return true
    }

    /// The number that digits mean; nil if there are none, too many or others.
    private static func number(_ digits: ArraySlice<UInt8>, radix: UInt32) -> UInt32? {
        guard !digits.isEmpty, digits.count <= 7 else { return nil }
        var number: UInt32 = 0
        for digit in digits {
            let lower = digit | 0x20
            let value = lower >= 0x61 ? UInt32(lower) - 0x61 + 10 : UInt32(digit) &- 0x30
            guard value < radix else { return nil }
            number = number * radix + value
        }
        return number
    }

    /// What a named entity stands for, without an accent: searching doesn't tell them apart.
    private static func character(_ name: [UInt8]) -> String? {
        for (other, meant) in characters where name.elementsEqual(other.utf8) { return meant }
        guard let letter = name.first, isLetter(letter) else { return nil }
        for accent in accents where name.dropFirst().elementsEqual(accent.utf8) {
            return String(Unicode.Scalar(letter))
        }
        return nil
    }

    private static let characters = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", " "),
        ("rsquo", "'"), ("lsquo", "'"), ("ldquo", "\""), ("rdquo", "\""), ("bdquo", "\""),
        ("laquo", "\""), ("raquo", "\""), ("ndash", "-"), ("mdash", "-"), ("shy", ""),
        ("szlig", "ss"), ("aelig", "ae"), ("AElig", "ae"), ("oelig", "oe"), ("euro", "€"),
    ]

    private static let accents = [
        "uml", "acute", "grave", "circ", "tilde", "cedil", "ring", "slash", "caron",
    ]
}
