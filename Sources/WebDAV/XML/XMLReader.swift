import CExpat

/// Reads XML documents from strangers.
///
/// The parser is expat. A document type declaration ends the reading at once, so there are no
/// entities but the five of XML itself; depth and number of elements are bounded.
package enum XMLReader {
    /// How deep elements may lie in each other; a report of CalDAV needs ten.
    package static let depthMax = 32
    /// How many elements a document may have: a multiget names some thousand objects.
    package static let elementsMax = 20_000

    /// The root element of a document.
    ///
    /// - Parameter octets: The whole document, in UTF-8 unless it declares another encoding.
    /// - Returns: The root, with everything in it.
    /// - Throws: ``XMLError`` for what isn't well-formed, and beyond the limits.
    package static func read(_ octets: [UInt8]) throws(XMLError) -> XMLElement {
        guard let parser = XML_ParserCreateNS(nil, separator) else { throw .malformed(line: 0) }
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

/// Between the namespace and the name, where expat joins them: no namespace has a line break.
private let separator = XML_Char(UInt8(ascii: "\n"))

/// The elements that are open, while a document is read.
private final class Building {
    let parser: XML_Parser
    var open: [XMLElement] = []
    var root: XMLElement?
    var failure: XMLError?
    var count = 0

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

    func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
        count += 1
        guard count <= XMLReader.elementsMax else {
            return stop(.tooManyElements(max: XMLReader.elementsMax))
        }
        guard open.count < XMLReader.depthMax else {
            return stop(.tooDeep(max: XMLReader.depthMax))
        }
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
                qualifiedAttributes: qualified
            )
        )
    }

    private static func split(_ name: String) -> XMLName {
        let parts = name.split(separator: "\n", maxSplits: 1).map(String.init)
        return parts.count == 2
            ? XMLName(namespace: parts[0], local: parts[1])
            : XMLName(namespace: "", local: name)
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
        guard !open.isEmpty else { return }
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
