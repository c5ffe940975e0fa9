/// Writes content lines, folded (RFC 5545 section 3.1).
struct LineWriter {
    private(set) var octets: [UInt8] = []

    /// Returns what has been written so far and clears it, so that a long text can go out in
    /// pieces.
    mutating func takeOctets() -> [UInt8] {
        let taken = octets
        octets.removeAll(keepingCapacity: true)
        return taken
    }

    /// Writes a part of a stream.
    mutating func write(_ part: CalendarPart) {
        switch part {
        case .begin(let calendar): writeLine(Array("BEGIN:\(calendar.writtenName)".utf8)[...])
        case .property(let property): writeLine(property.raw)
        case .unread(let line): writeLine(line)
        case .component(let component): write(component)
        case .dropped: break
        case .end: writeLine(Array("END:VCALENDAR".utf8)[...])
        }
    }

    mutating func write(_ component: Component) {
        writeLine(Array("BEGIN:\(component.writtenName)".utf8)[...])
        for node in component.nodes {
            switch node {
            case .property(let property): writeLine(property.raw)
            case .unread(let line): writeLine(line)
            case .component(let component): write(component)
            }
        }
        writeLine(Array("END:\(component.writtenName)".utf8)[...])
    }

    /// Writes a line that could not be read.
    ///
    /// One that begins with a blank was read as the continuation of an empty line, and is written
    /// that way again. Otherwise it would continue the line before it.
    private mutating func writeLine(_ line: UnreadLine) {
        if line.raw.first?.isBlank == true { octets += [.carriageReturn, .lineFeed, .space] }
        writeLine(line.raw)
    }

    private mutating func writeLine(_ line: ArraySlice<UInt8>) {
        var rest = line
        var room = Limits.foldedLineOctets
        while rest.count > room {
            let cut = lastBoundary(in: rest, within: room)
            octets += rest[..<cut]
            octets += [.carriageReturn, .lineFeed, .space]
            rest = rest[cut...]
            // The space that begins a continuation line counts too.
            room = Limits.foldedLineOctets - 1
        }
        octets += rest
        octets += [.carriageReturn, .lineFeed]
    }

    /// The last place for a cut, at most `room` octets in, that isn't inside a character.
    private func lastBoundary(in line: ArraySlice<UInt8>, within room: Int) -> Int {
        let limit = line.startIndex + room
        var cut = limit
        // A character has at most four octets; text that isn't UTF-8 is cut anywhere.
        while cut > limit - 4, line[cut] & 0xC0 == 0x80 { cut -= 1 }
        return line[cut] & 0xC0 == 0x80 ? limit : cut
    }
}
