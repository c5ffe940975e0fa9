import CExpat

/// Reads XML documents from strangers.
///
/// The parser is expat. A document type declaration ends the reading at once, so there are no
/// entities but the five of XML itself; depth, elements, attributes, names, tags and text are
/// bounded.
package enum XMLReader {
    /// The limits of a document's size.
    package struct Bounds: Sendable {
        let elementsMax: Int
        let textOctetsMax: Int
        /// The most elements in one child of the root, if children are taken out one by one.
        let takenElementsMax: Int

        /// The limits for a document that is kept as a whole.
        package static let request = Bounds(
            elementsMax: Limits.xmlElementsMax,
            textOctetsMax: Limits.xmlTextOctetsMax,
            takenElementsMax: Limits.xmlElementsMax
        )

        /// The limits for another server's answer, whose parts are taken out one by one.
        package static let answer = Bounds(
            elementsMax: Limits.answerElementsMax,
            textOctetsMax: Limits.answerTextOctetsMax,
            takenElementsMax: Limits.responseElementsMax
        )
    }

    /// The root element of a document.
    ///
    /// - Parameter octets: The whole document, in UTF-8 unless it declares another encoding.
    /// - Returns: The root, with everything in it.
    /// - Throws: ``XMLError`` for what isn't well-formed, and beyond the limits.
    package static func read(_ octets: [UInt8]) throws(XMLError) -> XMLElement {
        try read(octets, bounds: .request, taking: nil)
    }

    /// Reads a document, and takes out each child of the root as soon as it ends.
    ///
    /// - Parameters:
    ///   - octets: The whole document.
    ///   - bounds: The limits of its size.
    ///   - take: Takes a child, and returns whether to go on.
    /// - Returns: The root, without its children.
    /// - Throws: ``XMLError`` for what isn't well-formed, and beyond the limits; also when `take` ends
    ///   the reading.
    package static func read(
        _ octets: [UInt8],
        bounds: Bounds,
        take: (XMLElement) -> Bool
    ) throws(XMLError) -> XMLElement {
        let result = withoutActuallyEscaping(take) { take -> Result<XMLElement, XMLError> in
            do throws(XMLError) {
                return .success(try read(octets, bounds: bounds, taking: take))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func read(
        _ octets: [UInt8],
        bounds: Bounds,
        taking take: ((XMLElement) -> Bool)?
    ) throws(XMLError) -> XMLElement {
        guard octets.count <= Int(Int32.max), let parser = XML_ParserCreateNS(nil, separator) else {
            throw .malformed(line: 0)
        }
        defer { XML_ParserFree(parser) }
        let building = Building(parser, bounds: bounds, take: take)
        XML_SetUserData(parser, Unmanaged.passUnretained(building).toOpaque())
        XML_SetElementHandler(parser, began, ended)
        XML_SetCharacterDataHandler(parser, wrote)
        XML_SetStartDoctypeDeclHandler(parser, declared)
        let isWhole = feed(octets, to: parser, building)
        if let failure = building.failure { throw failure }
        guard isWhole, let root = building.root else {
            throw .malformed(line: Int(XML_GetCurrentLineNumber(parser)))
        }
        return root
    }

    /// Gives the document to the parser piece by piece, and returns whether it takes all of it.
    ///
    /// The parser waits for the end of a tag, and then writes the namespace into each of its names,
    /// so a tag of a megabyte could take gigabytes. Therefore reading stops while such a tag is
    /// still open.
    private static func feed(
        _ octets: [UInt8],
        to parser: XML_Parser,
        _ building: Building
    ) -> Bool {
        octets.withUnsafeBytes { buffer in
            let characters = buffer.bindMemory(to: CChar.self)
            var place = 0
            repeat {
                let end = min(place + Limits.xmlPieceOctets, characters.count)
                let piece = UnsafeBufferPointer(rebasing: characters[place..<end])
                let isLast: Int32 = end == characters.count ? 1 : 0
                let status = XML_Parse(parser, piece.baseAddress, Int32(piece.count), isLast)
                guard status == XML_STATUS_OK else { return false }
                place = end
                guard place - Int(XML_GetCurrentByteIndex(parser)) <= Limits.xmlTagOctetsMax else {
                    building.stop(.tagTooLong(octetsMax: Limits.xmlTagOctetsMax))
                    return false
                }
            } while place < characters.count
            return true
        }
    }
}

/// The separator that expat puts between namespace and name; no name has a line break.
private let separator = XML_Char(UInt8(ascii: "\n"))

/// The elements that are open, while a document is read.
private final class Building {
    let parser: XML_Parser
    var open: [XMLElement] = []
    var root: XMLElement?
    var failure: XMLError?
    private let bounds: XMLReader.Bounds
    private let take: ((XMLElement) -> Bool)?
    /// The number of elements in the document, and in the open child of the root.
    private var count = 0
    private var takenCount = 0
    private var textOctetsLeft: Int

    init(
        _ parser: XML_Parser,
        bounds: XMLReader.Bounds,
        take: ((XMLElement) -> Bool)?
    ) {
        self.parser = parser
        self.bounds = bounds
        self.take = take
        textOctetsLeft = bounds.textOctetsMax
    }

    static func of(_ userData: UnsafeMutableRawPointer?) -> Building? {
        userData.map { Unmanaged<Building>.fromOpaque($0).takeUnretainedValue() }
    }

    func stop(_ error: XMLError) {
        failure = failure ?? error
        XML_StopParser(parser, 0)
    }

    /// Counts text, and stops when it's too much.
    private func take(_ octets: Int) {
        textOctetsLeft -= octets
        if textOctetsLeft < 0 { stop(.tooMuchText(octetsMax: bounds.textOctetsMax)) }
    }

    /// Whether the tag that was just read is short enough; if not, reading stops.
    func admitsTag() -> Bool {
        if XML_GetCurrentByteCount(parser) > Limits.xmlTagOctetsMax {
            stop(.tagTooLong(octetsMax: Limits.xmlTagOctetsMax))
        }
        return failure == nil
    }

    /// Whether a name with its namespace is short enough; if not, reading stops.
    ///
    /// Every element has its own copy of its namespace.
    func admits(nameOf count: Int) -> Bool {
        if count > Limits.xmlNameOctetsMax {
            stop(.nameTooLong(octetsMax: Limits.xmlNameOctetsMax))
        }
        return failure == nil
    }

    func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
        count += 1
        guard count <= bounds.elementsMax else {
            return stop(.tooManyElements(max: bounds.elementsMax))
        }
        takenCount = open.count > 1 ? takenCount + 1 : 1
        guard takenCount <= bounds.takenElementsMax else {
            return stop(.tooManyElements(max: bounds.takenElementsMax))
        }
        guard open.count < Limits.xmlDepthMax else {
            return stop(.tooDeep(max: Limits.xmlDepthMax))
        }
        guard attributes.count <= Limits.xmlAttributesMax else {
            return stop(.tooManyAttributes(max: Limits.xmlAttributesMax))
        }
        take(name.utf8.count)
        for (name, value) in attributes { take(name.utf8.count + value.utf8.count) }
        guard textOctetsLeft >= 0 else { return }
        var plain: [String: String] = [:]
        var qualified: [XMLElement.QualifiedAttribute] = []
        for (name, value) in attributes {
            let name = Self.split(name)
            if name.namespace.isEmpty {
                plain[name.local] = value
            } else {
                qualified.append(.init(name: name, value: value))
            }
        }
        open.append(
            XMLElement(
                name: Self.split(name),
                attributes: plain,
                qualifiedAttributes: qualified,
                languageAround: open.last?.language
            )
        )
    }

    private static func split(_ name: String) -> XMLName {
        // Compare octets: a namespace may end in a carriage return written as a reference, which
        // would form one character with the line break after it.
        let octets = name.utf8
        guard let place = octets.lastIndex(of: UInt8(ascii: "\n")) else {
            return XMLName(namespace: "", local: name)
        }
        return XMLName(
            namespace: String(decoding: octets[..<place], as: UTF8.self),
            local: String(decoding: octets[octets.index(after: place)...], as: UTF8.self)
        )
    }

    func end() {
        guard let closed = open.popLast() else { return }
        if open.isEmpty {
            root = closed
        } else if open.count == 1, let take {
            if !take(closed) { stop(.malformed(line: Int(XML_GetCurrentLineNumber(parser)))) }
        } else {
            open[open.count - 1].children.append(closed)
        }
    }

    func write(_ text: String) {
        take(text.utf8.count)
        guard !open.isEmpty, textOctetsLeft >= 0 else { return }
        open[open.count - 1].text += text
    }
}

private func began(
    _ userData: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<XML_Char>?,
    _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
    guard let name, let building = Building.of(userData), building.admitsTag(),
        building.admits(nameOf: octetCount(name))
    else { return }
    var attributes: [(name: String, value: String)] = []
    var place = 0
    while let pairs, let key = pairs[place], let value = pairs[place + 1] {
        guard building.admits(nameOf: octetCount(key)) else { return }
        attributes.append((String(cString: key), String(cString: value)))
        place += 2
    }
    building.begin(String(cString: name), attributes)
}

/// The length of a name, without making a copy that may be too long.
private func octetCount(_ name: UnsafePointer<XML_Char>) -> Int {
    var count = 0
    while name[count] != 0 { count += 1 }
    return count
}

private func ended(_ userData: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
    Building.of(userData)?.end()
}

private func wrote(
    _ userData: UnsafeMutableRawPointer?,
    _ octets: UnsafePointer<XML_Char>?,
    _ count: Int32
) {
    let buffer = UnsafeBufferPointer(start: octets, count: Int(count))
    Building.of(userData)?.write(
        String(decoding: buffer.map(UInt8.init(bitPattern:)), as: UTF8.self)
    )
}

private func declared(
    _ userData: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<XML_Char>?,
    _ system: UnsafePointer<XML_Char>?,
    _ isPublic: UnsafePointer<XML_Char>?,
    _ hasSubset: Int32
) {
    Building.of(userData)?.stop(.documentType)
}
