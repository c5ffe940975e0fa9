extension ForeignMultistatus {
    /// Reads an answer that isn't well-formed response by response.
    ///
    /// - Parameters:
    ///   - pieces: The answer.
    ///   - base: The path of the request.
    ///   - failure: Why the answer as a whole couldn't be read.
    /// - Throws: ``Failure``, if the fault isn't inside a response, or beyond the limits.
    mutating func read(
        _ pieces: AnswerPieces,
        base: String,
        or failure: Failure
    ) throws(Failure) {
        var rest = ForeignMultistatus()
        do throws(Failure) {
            try rest.read(pieces.rest, base: base)
            syncToken = rest.syncToken
        } catch {
            guard case .notXML(.malformed) = error else { throw error }
            // The sync token may be wrong, so drop it; without one the members are listed.
            do throws(Failure) {
                try rest.read(XMLRepair.repaired(pieces.rest), base: base)
            } catch { throw failure }
        }
        var size = XMLElement.Size()
        for range in pieces.responses {
            let piece: Piece
            do throws(XMLError) {
                piece = try Self.piece(range.map(pieces.document))
                try size.add(piece.size)
            } catch { throw .notXML(error) }
            let found = Self.responses(in: piece, base: base)
            hasUnknown = hasUnknown || (piece.isDamaged && found.isEmpty)
            guard responses.count + found.count <= Limits.responsesMax else {
                throw .tooManyResponses(max: Limits.responsesMax)
            }
            responses += found
        }
    }

    /// One response of an answer that isn't well-formed.
    private struct Piece {
        /// The response; nil if there is none, or if it can't be read at all.
        var element: XMLElement?
        var isDamaged = false

        var size: XMLElement.Size { element?.size ?? XMLElement.Size() }
    }

    private static func piece(_ octets: [UInt8]?) throws(XMLError) -> Piece {
        guard let octets else { return Piece(isDamaged: true) }
        if let whole = try read(octets) { return whole }
        // First try as if single characters were wrong, then as if text weren't escaped.
        let readings = [nil, keptNames]
        for names in readings {
            guard var piece = try read(XMLRepair.repaired(octets, keeping: names)) else { continue }
            piece.isDamaged = true
            return piece
        }
        return Piece(isDamaged: true)
    }

    /// Reads a document with one response; nil if it isn't well-formed.
    private static func read(_ octets: [UInt8]) throws(XMLError) -> Piece? {
        var piece = Piece()
        do throws(XMLError) {
            _ = try XMLReader.read(octets, bounds: .answer) { child in
                if child.name == .dav("response") { piece.element = child }
                return true
            }
        } catch {
            guard case .malformed = error else { throw error }
            return nil
        }
        return piece
    }

    /// The elements whose tags are kept when a response is repaired.
    private static let keptNames = Set(
        [
            "multistatus", "response", "href", "propstat", "prop", "status", "getetag",
            "calendar-data",
        ].map { Array($0.utf8)[...] }
    )

    private static func responses(in piece: Piece, base: String) -> [Response] {
        guard let element = piece.element else { return [] }
        guard piece.isDamaged else { return responses(in: element, base: base) }
        var told = element.unmarked
        for place in element.children.indices where element.children[place].name == .dav("href") {
            // In an address, an octet that XML forbids can be written with an escape.
            told.children[place].text = XMLRepair.unmarked(element.children[place].text) { octet in
                let digits = String(octet, radix: 16, uppercase: true)
                return (octet < 16 ? "%0" : "%") + digits
            }
        }
        return responses(in: told, base: base).map { response in
            var damaged = response
            damaged.isDamaged = true
            return damaged
        }
    }
}

extension XMLElement {
    /// The size of an element, as the limits of an answer count it.
    fileprivate struct Size {
        private(set) var elementCount = 0
        private(set) var textOctets = 0

        /// Adds the size of another part of the same answer.
        ///
        /// - Throws: ``XMLError`` beyond the bounds of an answer.
        mutating func add(_ other: Size) throws(XMLError) {
            elementCount += other.elementCount
            textOctets += other.textOctets
            guard elementCount <= Limits.answerElementsMax else {
                throw .tooManyElements(max: Limits.answerElementsMax)
            }
            guard textOctets <= Limits.answerTextOctetsMax else {
                throw .tooMuchText(octetsMax: Limits.answerTextOctetsMax)
            }
        }

        fileprivate mutating func count(_ element: XMLElement) {
            elementCount += 1
            textOctets += element.text.utf8.count + octets(element.name)
            for (name, value) in element.attributes {
                textOctets += name.utf8.count + value.utf8.count
            }
            for attribute in element.qualifiedAttributes {
                textOctets += octets(attribute.name) + attribute.value.utf8.count
            }
            for child in element.children { count(child) }
        }

        private func octets(_ name: XMLName) -> Int {
            name.namespace.utf8.count + name.local.utf8.count
        }
    }

    fileprivate var size: Size {
        var size = Size()
        size.count(self)
        return size
    }
}
