/// iCalendar text: reading it into components and writing components back (RFC 5545).
///
/// Reading never fails as a whole. Whatever wasn't changed is written back byte for byte, except
/// for folding, line ends and octets that weren't UTF-8.
///
/// ```swift
/// var calendar = CalendarText.parse(octets).components[0]
/// calendar.set(.text("NAME", "Holidays"))
/// let changed = CalendarText.write([calendar])
/// ```
public enum CalendarText {
    /// The name of this program in what it writes (RFC 5545 section 3.7.3).
    public static let productID = "-//Meantime//Meantime//EN"

    /// Reads a text.
    ///
    /// Takes time in proportion to the text's length. Never returns part of a component: if one has
    /// no END or is damaged in another way, the event around it is left out too. Values in another
    /// form than RFC 5545 has are rewritten, and noted as problems.
    ///
    /// - Parameters:
    ///   - octets: The text, in UTF-8 or UTF-16.
    ///   - charset: The charset of lines that aren't in UTF-8; nil if none was declared.
    /// - Returns: The components, and the problems.
    public static func parse(_ octets: [UInt8], charset: Charset? = nil) -> ParseResult {
        var builder = TreeBuilder(charset: charset)
        guard octets.count <= Limits.fileOctetsMax else {
            builder.note(.fileTooLong(octetsMax: Limits.fileOctetsMax), line: 1)
            return builder.finish()
        }
        let text = TextEncoding.utf8(octets)
        if text.wasUTF16 { builder.note(.utf16, line: 1) }
        var reader = LineReader(text.octets, from: text.start)
        while let line = reader.next() {
            guard builder.take(line) else { break }
        }
        return builder.finish()
    }

    /// Parses a text given as a `String`.
    public static func parse(_ text: String) -> ParseResult {
        parse(Array(text.utf8))
    }

    /// The first VCALENDAR of a text; nil if there is none.
    public static func calendar(in octets: [UInt8]) -> Component? {
        parse(octets).components.first { $0.isNamed(.calendar) }
    }

    /// Writes components with CRLF line ends, folded at 75 octets but never inside a character.
    public static func write(_ components: [Component]) -> [UInt8] {
        var writer = LineWriter()
        for component in components { writer.write(component) }
        return writer.octets
    }
}
