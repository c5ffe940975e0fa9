import CExpat

/// Reads XML documents from strangers.
///
/// The parser is expat. A document type declaration ends the reading at once, so there are no
/// entities but the five of XML itself; depth, elements, attributes and text are bounded.
package enum XMLReader {
    /// The root element of a document.
    ///
    /// - Parameter octets: The whole document, in UTF-8 unless it declares another encoding.
    /// - Returns: The root, with everything in it.
    /// - Throws: ``XMLError`` for what isn't well-formed, and beyond the limits.
    package static func read(_ octets: [UInt8]) throws(XMLError) -> XMLElement {
        guard octets.count <= Int(Int32.max), let parser = XML_ParserCreateNS(nil, separator) else {
            throw .malformed(line: 0)
        }
        defer { XML_ParserFree(parser) }
        let building = Building(parser)
        XML_SetUserData(parser, Unmanaged.passUnretained(building).toOpaque())
        XML_SetElementHandler(parser, began, ended)
        XML_SetCharacterDataHandler(parser, wrote)
        XML_SetStartDoctypeDeclHandler(parser, declared)
        let status = octets.withUnsafeBytes { buffer in
            XML_Parse(parser, buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count), 1)
        }
        if let failure = building.failure { throw failure }
        guard status == XML_STATUS_OK, let root = building.root else {
            throw .malformed(line: Int(XML_GetCurrentLineNumber(parser)))
        }
        return root
    }
}

/// Between the namespace and the name, where expat joins them: no name has a line break.
private let separator = XML_Char(UInt8(ascii: "\n"))

/// The elements that are open, while a document is read.
private final class Building {
    let parser: XML_Parser
    var open: [XMLElement] = []
    var root: XMLElement?
    var failure: XMLError?
    var count = 0
    var textOctetsLeft = Limits.xmlTextOctetsMax

    init(_ parser: XML_Parser) {
        self.parser = parser
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
        if textOctetsLeft < 0 { stop(.tooMuchText(octetsMax: Limits.xmlTextOctetsMax)) }
    }

    func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
        count += 1
        guard count <= Limits.xmlElementsMax else {
            return stop(.tooManyElements(max: Limits.xmlElementsMax))
        }
        guard open.count < Limits.xmlDepthMax else {
            return stop(.tooDeep(max: Limits.xmlDepthMax))
        }
        guard attributes.count <= Limits.xmlAttributesMax else {
            return stop(.tooManyAttributes(max: Limits.xmlAttributesMax))
        }
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
        // By octets: a namespace may end in a carriage return, if it's written as a reference, which
        // would be one character with the line break after it.
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
    guard let name, let building = Building.of(userData) else { return }
    var attributes: [(name: String, value: String)] = []
    var place = 0
    while let pairs, let key = pairs[place], let value = pairs[place + 1] {
        attributes.append((String(cString: key), String(cString: value)))
        place += 2
    }
    building.begin(String(cString: name), attributes)
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
