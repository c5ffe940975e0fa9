import JSON

/// jCal: iCalendar as JSON (RFC 7265), written and read.
///
/// It holds the same as iCalendar text: every component, property, parameter and value, in order.
/// Unknown properties have the type `unknown` and keep their value as written. Only details of
/// iCalendar's grammar are lost: folding, unneeded escapes, and the place of components among the
/// properties. Lines that aren't properties are left out.
public enum JCal {
    /// Writes components: a single one as it is, otherwise an array of them.
    public static func write(_ components: [Component]) -> [UInt8] {
        var json = JSONWriter()
        let isAlone = components.count == 1
        if !isAlone { json.beginArray() }
        for component in components { append(component, to: &json) }
        if !isAlone { json.endArray() }
        return json.octets
    }

    /// Whether a text is jCal rather than iCalendar: after blanks and a byte order mark, it begins
    /// with a bracket.
    public static func isLikely(_ octets: some Sequence<UInt8>) -> Bool {
        let blanks: [UInt8] = [.space, .tab, .carriageReturn, .lineFeed, 0xEF, 0xBB, 0xBF]
        return octets.first { !blanks.contains($0) } == .openBracket
    }

    /// Reads a text.
    ///
    /// Problems have the lines of the JSON text. An invalid property is left out; if the text stops
    /// being JSON, components that are still open are left out too.
    public static func parse(_ octets: [UInt8]) -> ParseResult {
        var reader = JCalReader(octets)
        return reader.read()
    }

    /// The problems of a text that is going to be written as jCal.
    ///
    /// Lines that iCalendar text keeps and jCal has no place for count as dropped.
    public static func problems(ofWriting problems: [Problem]) -> [Problem] {
        problems.map { problem in
            guard case .unreadLine = problem.kind else { return problem }
            return Problem(line: problem.line, kind: .unreadLineInJCal, event: problem.event)
        }
    }

    static func append(_ component: Component, to json: inout JSONWriter) {
        appendStart(of: component, to: &json)
        for case .component(let inner) in component.nodes { append(inner, to: &json) }
        appendEnd(to: &json)
    }

    /// Writes a component up to its first nested component.
    static func appendStart(of component: Component, to json: inout JSONWriter) {
        json.beginArray()
        json.string(lowerCasedName(component.writtenName.utf8))
        json.beginArray()
        for case .property(let property) in component.nodes {
            json.value(JCalProperty.json(property))
        }
        json.endArray()
        json.beginArray()
    }

    static func appendEnd(to json: inout JSONWriter) {
        json.endArray()
        json.endArray()
    }
}
