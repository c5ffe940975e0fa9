import JSON

/// jCal: iCalendar as JSON (RFC 7265), written and read.
///
/// It says the same as iCalendar text: every component, property, parameter and value, in their
/// order. Properties that are not known have the type `unknown` and their value as it stands.
/// What only iCalendar's grammar has is lost: folding, escapes that are not needed, and where
/// components stand among the properties. A line that is no property is left out.
public enum JCal {
    /// Writes components: one as it is, several as an array of them.
    public static func write(_ components: [Component]) -> [UInt8] {
        var json = JSONWriter()
        let isAlone = components.count == 1
        if !isAlone { json.beginArray() }
        for component in components { append(component, to: &json) }
        if !isAlone { json.endArray() }
        return json.octets
    }

    /// Whether a text is jCal rather than iCalendar: the first thing in it is a bracket.
    public static func isLikely(_ octets: some Sequence<UInt8>) -> Bool {
        let blanks: [UInt8] = [.space, .tab, .carriageReturn, .lineFeed, 0xEF, 0xBB, 0xBF]
        return octets.first { !blanks.contains($0) } == .openBracket
    }

    /// Reads a text.
    ///
    /// Gives what is sound, and problems with the lines of the JSON text. A property that is none
    /// is left out; where the text stops being JSON, what is still open is left out.
    public static func parse(_ octets: [UInt8]) -> ParseResult {
        var reader = JCalReader(octets)
        return reader.read()
    }

    /// The problems of a text that was read, when it is written as jCal.
    ///
    /// What iCalendar text keeps and jCal cannot say is dropped.
    public static func problems(ofWriting problems: [Problem]) -> [Problem] {
        problems.map { problem in
            guard case .unreadLine = problem.kind else { return problem }
            return Problem(line: problem.line, kind: .unreadLineInJCal)
        }
    }

    static func append(_ component: Component, to json: inout JSONWriter) {
        appendStart(of: component, to: &json)
        for case .component(let inner) in component.nodes { append(inner, to: &json) }
        appendEnd(to: &json)
    }

    /// A component up to its first component within.
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
