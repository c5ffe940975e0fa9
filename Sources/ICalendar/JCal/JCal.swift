/// jCal: iCalendar as JSON (RFC 7265), written and read.
///
/// It says the same as iCalendar text: every component, property, parameter and value, in their
/// order. Properties that are not known have the type `unknown` and their value as it stands.
/// What only iCalendar's grammar has is lost: folding, escapes that are not needed, and where
/// components stand among the properties. A line that is no property is left out.
public enum JCal {
    /// Writes components: one as it is, several as an array of them.
    public static func write(_ components: [Component]) -> [UInt8] {
        var text = JSONText()
        let isAlone = components.count == 1
        if !isAlone { text.append(.openBracket) }
        for (index, component) in components.enumerated() {
            if index > 0 { text.append(.comma) }
            append(component, to: &text)
        }
        if !isAlone { text.append(.closeBracket) }
        return text.octets
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

    static func append(_ component: Component, to text: inout JSONText) {
        appendStart(of: component, to: &text)
        var isFirst = true
        for case .component(let inner) in component.nodes {
            if !isFirst { text.append(.comma) }
            isFirst = false
            append(inner, to: &text)
        }
        appendEnd(to: &text)
    }

    /// A component up to its first component within.
    static func appendStart(of component: Component, to text: inout JSONText) {
        text.append(.openBracket)
        text.append(lowerCasedName(component.writtenName.utf8))
        text.append(.comma)
        text.append(.openBracket)
        var isFirst = true
        for case .property(let property) in component.nodes {
            if !isFirst { text.append(.comma) }
            isFirst = false
            text.append(JCalProperty.json(property))
        }
        text.append(.closeBracket)
        text.append(.comma)
        text.append(.openBracket)
    }

    static func appendEnd(to text: inout JSONText) {
        text.append(.closeBracket)
        text.append(.closeBracket)
    }
}
