import JSON

/// Reads jCal component by component, so that only one property at a time is held as JSON.
struct JCalReader {
    private var reader: JSONReader
    private var log = ProblemLog()
    private let isTooLong: Bool

    init(_ octets: [UInt8]) {
        let start = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        reader = JSONReader(octets, from: start, depthMax: Limits.jsonDepthMax)
        isTooLong = octets.count > Limits.fileOctetsMax
    }

    mutating func read() -> ParseResult {
        var components: [Component] = []
        if isTooLong {
            log.note(.fileTooLong(octetsMax: Limits.fileOctetsMax), line: 1)
        } else {
            readAll(into: &components)
        }
        return ParseResult(components: components, problems: log.sorted, droppedUIDs: [])
    }

    private mutating func readAll(into components: inout [Component]) {
        do throws(JSONFault) {
            try reader.expect(.openBracket)
            if reader.peek() == .openBracket {
                try readList(into: &components)
            } else if let component = try readRest(depth: 0) {
                components.append(component)
            }
            if reader.peek() != nil { throw .unexpected }
        } catch {
            log.note(.invalidJSON(error), line: reader.line)
        }
        if components.isEmpty, log.problems.isEmpty { log.note(.notACalendar, line: 1) }
    }

    /// Reads components up to the bracket that ends the list.
    private mutating func readList(into components: inout [Component]) throws(JSONFault) {
        try readElements { (reader) throws(JSONFault) in
            guard let component = try reader.readComponent(depth: 0) else { return }
            components.append(component)
        }
    }

    /// Reads the elements of an open array, up to its end.
    private mutating func readElements(
        _ body: (inout JCalReader) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        if reader.take(.closeBracket) { return }
        while true {
            try body(&self)
            if reader.take(.closeBracket) { return }
            try reader.expect(.comma)
        }
    }

    private mutating func readComponent(depth: Int) throws(JSONFault) -> Component? {
        guard let octet = reader.peek() else { throw .end }
        guard octet == .openBracket else {
            log.note(.notAComponent, line: reader.line)
            _ = try reader.value()
            return nil
        }
        try reader.expect(.openBracket)
        return try readRest(depth: depth)
    }

    /// Reads a component after its opening bracket; skips it and returns nil if it isn't one.
    private mutating func readRest(depth: Int) throws(JSONFault) -> Component? {
        let line = reader.line
        let outside = reader.depth - 1
        guard depth < Limits.nestingMax else {
            log.note(.nestedTooDeep(max: Limits.nestingMax), line: line)
            try reader.skip(toDepth: outside)
            return nil
        }
        guard reader.peek() == .quote else { return try refuse(line, outside) }
        let name = try reader.string()
        guard Self.isName(name), reader.take(.comma), reader.take(.openBracket) else {
            return try refuse(line, outside)
        }
        var nodes: [Node] = []
        try readElements { (reader) throws(JSONFault) in
            guard let property = try reader.readProperty() else { return }
            nodes.append(.property(property))
        }
        guard reader.take(.comma), reader.take(.openBracket) else {
            return try refuse(line, outside)
        }
        try readElements { (reader) throws(JSONFault) in
            guard let component = try reader.readComponent(depth: depth + 1) else { return }
            nodes.append(.component(component))
        }
        guard reader.take(.closeBracket) else { return try refuse(line, outside) }
        let found = Component(name: name.utf8.map { $0.upperCased }[...], nodes: nodes, line: line)
        return depth == 0 ? repaired(found) : found
    }

    /// The component in the form that RFC 5545 has, as if it had been read as text.
    private mutating func repaired(_ found: Component) -> Component {
        guard found.isNamed(.calendar) else { return repairedPart(found) }
        var calendar = found
        calendar.nodes = found.nodes.map { node in
            switch node {
            case .component(let part): return .component(repairedPart(part))
            case .property(let property):
                guard let decoded = property.withoutQuotedPrintable else { return node }
                log.note(.olderForm(property: property.name), line: property.line)
                return .property(decoded)
            case .unread: return node
            }
        }
        return calendar
    }

    private mutating func repairedPart(_ part: Component) -> Component {
        guard part.mayNeedRepair else { return part }
        var repair = ComponentRepair(part)
        log.component = part.withReadableTitle
        repair.run(log: &log)
        log.component = nil
        return repair.component
    }

    /// Skips an array that isn't a component.
    private mutating func refuse(_ line: Int, _ outside: Int) throws(JSONFault) -> Component? {
        log.note(.notAComponent, line: line)
        if reader.peek() == nil { throw .end }
        try reader.skip(toDepth: outside)
        return nil
    }

    private mutating func readProperty() throws(JSONFault) -> Property? {
        _ = reader.peek()
        let line = reader.line
        let value = try reader.value()
        guard let property = JCalProperty.property(value, line: line) else {
            log.note(.notAProperty, line: line)
            return nil
        }
        guard property.raw.count <= Limits.lineOctetsMax else {
            log.note(.lineTooLong(octetsMax: Limits.lineOctetsMax), line: line)
            return nil
        }
        return property
    }

    /// Whether a name can be written after BEGIN and read back unchanged.
    private static func isName(_ name: String) -> Bool {
        let octets = name.utf8
        let isTrimmed = octets.first?.isBlank != true && octets.last?.isBlank != true
        return isTrimmed && octets.count <= Limits.lineOctetsMax / 2
            && !octets.contains { $0 == .lineFeed || $0 == .carriageReturn }
    }
}
