/// Builds components from content lines.
///
/// Never returns part of a component: one that is damaged is left out together with the event
/// around it, and reported.
struct TreeBuilder {
    struct Frame {
        var component: Component
        var isDamaged = false
    }

    /// Whether parts are handed out as soon as they are complete rather than at the end.
    let isStreaming: Bool
    var parts: [CalendarPart] = []
    var stack: [Frame] = []
    var roots: [Component] = []
    var rootCount = 0
    /// The size in octets of the open component at the top of the calendar, so far.
    var openOctets = 0
    var log = ProblemLog()
    private var lineCount = 0
    private var strayLine: Int?
    /// Whether a line that isn't blank has been read.
    private var hasText = false
    var droppedUIDs: [[UInt8]] = []
    /// Whether the open component at the top of the calendar has lines in another form than the RFC's.
    var needsRepair = false
    /// A line in quoted-printable that goes on in the next one.
    private var continued: ContentLine?
    /// The charset of lines that aren't in UTF-8; nil if none was declared.
    private let charset: Charset?
    /// How many open components are being skipped, because they are nested too deep or don't fit.
    var skippedDepth = 0

    init(isStreaming: Bool = false, charset: Charset? = nil) {
        self.isStreaming = isStreaming
        self.charset = charset
    }

    /// The problems noted so far, in the order of their lines.
    var problems: [Problem] { log.sorted }

    /// Returns the parts that were completed since the last call.
    mutating func takeParts() -> [CalendarPart] {
        let taken = parts
        parts.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func note(_ kind: Problem.Kind, line: Int) {
        log.note(kind, line: line)
    }

    /// Reads a line; returns false when the limit on lines is reached.
    mutating func take(_ line: ContentLine) -> Bool {
        lineCount += 1
        guard isStreaming || lineCount <= Limits.linesMax else {
            note(.tooManyLines(max: Limits.linesMax), line: line.line)
            return false
        }
        guard !line.isTooLong else {
            refuseLongLine(line)
            return true
        }
        guard !line.range.isEmpty else { return true }
        var line = line
        if !hasText { start(&line) }
        if var before = continued {
            continued = nil
            if continues(before, line) {
                before.append(line)
                line = before
            } else {
                read(before, mayContinue: false)
            }
        }
        read(line, mayContinue: true)
        return true
    }

    private mutating func read(_ line: ContentLine, mayContinue: Bool) {
        var line = line
        if !line.isASCII { decode(&line) }
        guard let property = property(line) else { return keep(line) }
        if mayContinue, line.isASCII, QuotedPrintable.isContinued(property) {
            continued = line
        } else if property.isNamed(.begin) {
            begin(property)
        } else if property.isNamed(.end) {
            end(property)
        } else {
            add(property)
        }
    }

    /// Decodes a line that isn't in UTF-8: by its own `CHARSET`, or else by that of the text.
    private mutating func decode(_ line: inout ContentLine) {
        let own = property(line)?.parameter("CHARSET").flatMap { Charset($0) }
        guard
            let text = TextEncoding.repaired(line.source[line.range], as: own ?? charset)
        else { return }
        if own == nil, charset == nil { note(.notUTF8, line: line.line) }
        line.source = text
        line.range = 0..<text.count
        guard own != nil, let property = property(line) else { return }
        // The charset is UTF-8 now.
        line.source = Array(property.setting("CHARSET", to: []).raw)
        line.range = 0..<line.source.count
    }

    /// Whether a line continues a quoted-printable line that was broken, rather than being a line
    /// of its own.
    private func continues(_ before: ContentLine, _ line: ContentLine) -> Bool {
        guard line.isASCII else { return false }
        let octets = line.source[line.range]
        let name = octets.prefix { $0.isNameOctet }
        guard PropertyName(octets: name) != nil, name.endIndex < octets.endIndex else {
            return before.range.count + line.range.count <= Limits.lineOctetsMax
        }
        let after = octets[name.endIndex]
        return after != .colon && after != .semicolon
    }

    /// Skips the blanks that some programs and e-mails have before the first BEGIN.
    private mutating func start(_ line: inout ContentLine) {
        let octets = line.source[line.range]
        let text = octets.drop { $0.isBlank }
        hasText = !text.isEmpty
        guard line.line > 1 || text.count < octets.count,
            isSameName(text.prefix(6), "BEGIN:".utf8)
        else { return }
        note(.blanksBeforeBegin, line: line.line)
        line.range = text.startIndex..<text.endIndex
    }

    /// Finishes the text; what is still open is left out, except for the calendar itself.
    mutating func finish() -> ParseResult {
        if let continued {
            self.continued = nil
            read(continued, mayContinue: false)
        }
        closeAll()
        if rootCount == 0, !log.problems.contains(where: { $0.outcome == .dropped && $0.isFatal }) {
            log = ProblemLog()
            note(.notACalendar, line: 1)
        } else if let strayLine {
            note(.outsideComponent, line: strayLine)
        }
        return ParseResult(
            components: roots,
            problems: log.sorted,
            droppedUIDs: droppedUIDs
        )
    }

    // MARK: Lines

    private mutating func add(_ property: Property) {
        guard skippedDepth == 0 else { return }
        guard !stack.isEmpty else {
            if strayLine == nil { strayLine = property.line }
            return
        }
        if isInCalendar {
            addToCalendar(property)
        } else if hasRoom(for: property.raw.count, line: property.line) {
            if !needsRepair, property.mayNeedRepair { needsRepair = true }
            stack[stack.count - 1].component.nodes.append(.property(property))
        }
    }

    private mutating func addToCalendar(_ property: Property) {
        var property = property
        if let decoded = property.withoutQuotedPrintable {
            note(.olderForm(property: property.name), line: property.line)
            property = decoded
        }
        if isStreaming {
            parts.append(.property(property))
        } else {
            stack[0].component.nodes.append(.property(property))
        }
    }

    /// Whether the calendar is open and none of its components is.
    var isInCalendar: Bool {
        stack.count == 1 && stack[0].component.isNamed(.calendar)
    }

    /// Whether the open component has room for a line of this length; if not, it is marked as
    /// damaged.
    mutating func hasRoom(for count: Int, line: Int) -> Bool {
        guard !isInCalendar else { return true }
        let wasWithin = openOctets <= Limits.componentOctetsMax
        // Each line takes memory besides its octets.
        openOctets += count + Limits.lineCostOctets
        guard openOctets > Limits.componentOctetsMax else { return true }
        if wasWithin {
            note(.componentTooLong(octetsMax: Limits.componentOctetsMax), line: line)
        }
        stack[stack.count - 1].isDamaged = true
        return false
    }

    private mutating func refuseLongLine(_ line: ContentLine) {
        note(.lineTooLong(octetsMax: Limits.lineOctetsMax), line: line.line)
        guard skippedDepth == 0, !stack.isEmpty, !isSpared(line) else { return }
        stack[stack.count - 1].isDamaged = true
    }

    /// Whether a line that is too long can be left out without losing the event it is in.
    ///
    /// That goes for embedded pictures and documents, for X- properties, and for the calendar's own
    /// lines. The line is still reported.
    private func isSpared(_ line: ContentLine) -> Bool {
        let octets = line.source[line.range]
        let name = octets.prefix { $0.isNameOctet }
        return stack.count == 1 || isSameName(name, "ATTACH".utf8)
            || isSameName(name, "IMAGE".utf8) || isSameName(name.prefix(2), "X-".utf8)
    }

    /// The property on a line; nil when the line has no valid name or no colon.
    private mutating func property(_ line: ContentLine) -> Property? {
        let source = line.source
        let range = line.range
        let start = range.lowerBound
        var nameEnd = start
        while nameEnd < range.upperBound, source[nameEnd].isNameOctet { nameEnd += 1 }
        guard nameEnd > start, nameEnd - start <= Limits.nameOctetsMax,
            let value = valueIndex(in: source[range], nameEnd: nameEnd, line: line.line)
        else { return nil }
        return Property(
            source: source,
            range: range,
            nameLength: nameEnd - start,
            valueIndex: value,
            line: line.line
        )
    }

    /// Where the value begins; nil when the line has no colon.
    private mutating func valueIndex(
        in line: ArraySlice<UInt8>,
        nameEnd: Int,
        line number: Int
    ) -> Int? {
        guard nameEnd < line.endIndex else { return nil }
        if line[nameEnd] == .colon { return nameEnd + 1 }
        guard line[nameEnd] == .semicolon else { return nil }
        let scanner = ParameterScanner(octets: line)
        if let index = scanner.valueIndex(after: nameEnd) { return index }
        guard let index = scanner.valueIndex(ignoringQuotesAfter: nameEnd) else { return nil }
        note(.openQuote(property: upperCasedName(line[..<nameEnd])), line: number)
        return index
    }

    /// Keeps a line that isn't a property as it is; a line of blanks is ignored.
    private mutating func keep(_ line: ContentLine) {
        let octets = line.source[line.range]
        guard octets.contains(where: { !$0.isBlank }), skippedDepth == 0 else { return }
        guard !stack.isEmpty else {
            if strayLine == nil { strayLine = line.line }
            return
        }
        note(.unreadLine, line: line.line)
        let unread = UnreadLine(source: line.source, range: line.range, line: line.line)
        if isStreaming, isInCalendar {
            parts.append(.unread(unread))
        } else if hasRoom(for: octets.count, line: line.line) {
            stack[stack.count - 1].component.nodes.append(.unread(unread))
        }
    }
}

extension Problem {
    /// Whether the problem by itself explains why nothing was read.
    fileprivate var isFatal: Bool {
        switch kind {
        case .fileTooLong, .componentWithoutEnd, .damaged, .componentTooLong: true
        default: false
        }
    }
}
