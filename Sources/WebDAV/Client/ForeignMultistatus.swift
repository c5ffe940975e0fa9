/// Another server's answer to PROPFIND or REPORT (RFC 4918, 13).
package struct ForeignMultistatus: Sendable {
    /// The response about one resource.
    package struct Response: Sendable {
        package let href: ForeignHref
        /// The status of the resource itself; nil if only its properties have one.
        package let status: Int?
        /// The properties that it has.
        package let properties: [XMLElement]
        /// Whether some of it isn't XML; its properties then only tell which resource it's about.
        package internal(set) var isDamaged = false

        /// The property of this name; nil if the resource doesn't have it.
        package func property(_ name: XMLName) -> XMLElement? {
            properties.first { $0.name == name }
        }

        /// The text of a property, without blanks around it; nil if there's none.
        package func text(_ name: XMLName) -> String? {
            guard let text = property(name)?.text else { return nil }
            let trimmed = trimmed(text)
            return trimmed.isEmpty ? nil : trimmed
        }

        /// The address in a property; nil if there's none.
        package func href(in name: XMLName) -> ForeignHref? {
            property(name)?.first(.dav("href")).flatMap { ForeignHref($0.text, base: href.path) }
        }
    }

    /// Why an answer isn't accepted.
    package enum Failure: Error, Hashable, Sendable {
        case notXML(XMLError)
        /// The document isn't a `multistatus`.
        case notMultistatus
        /// It's about more resources than this.
        case tooManyResponses(max: Int)
    }

    package internal(set) var responses: [Response] = []
    /// The state up to which the changes are reported (RFC 6578, 6.4).
    package internal(set) var syncToken: String?

    /// Whether it has responses whose resources can't be told.
    package internal(set) var hasUnknown = false

    /// Reads an answer.
    ///
    /// Responses are read one after the other, so their elements aren't in memory together. Unknown
    /// elements and invalid addresses are ignored. If the answer is complete but not well-formed,
    /// each response is read by itself, and the faulty ones are marked as damaged.
    ///
    /// - Parameters:
    ///   - octets: The document.
    ///   - base: The path of the request.
    /// - Throws: ``Failure``.
    package init(_ octets: [UInt8], base: String = "/") throws(Failure) {
        self.init()
        do throws(Failure) {
            try read(octets, base: base)
        } catch {
            guard case .notXML(.malformed) = error, let pieces = AnswerPieces(octets) else {
                throw error
            }
            try read(pieces, base: base, or: error)
        }
    }

    init() {}

    /// Adds the responses in a document.
    mutating func read(_ octets: [UInt8], base: String) throws(Failure) {
        var responses = self.responses
        var token: String?
        var hasTooMany = false
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLReader.read(octets, bounds: .answer) { child in
                switch child.name {
                case .dav("response"):
                    let found = Self.responses(in: child, base: base)
                    guard responses.count + found.count <= Limits.responsesMax else {
                        hasTooMany = true
                        return false
                    }
                    responses += found
                case .dav("sync-token"): token = trimmed(child.text)
                default: break
                }
                return true
            }
        } catch {
            throw hasTooMany ? .tooManyResponses(max: Limits.responsesMax) : .notXML(error)
        }
        guard root.name == .dav("multistatus") else { throw .notMultistatus }
        self.responses = responses
        if let token, !token.isEmpty { syncToken = token }
    }

    /// A response is about one resource, or about several with one status.
    static func responses(in element: XMLElement, base: String) -> [Response] {
        let status = element.first(.dav("status")).flatMap { self.status($0.text) }
        var properties: [XMLElement] = []
        for part in element.all(.dav("propstat")) {
            let status = part.first(.dav("status")).flatMap { self.status($0.text) } ?? 200
            guard (200..<300).contains(status) else { continue }
            for prop in part.all(.dav("prop")) { properties += prop.children }
        }
        return element.all(.dav("href")).compactMap { element in
            ForeignHref(element.text, base: base).map {
                Response(href: $0, status: status, properties: properties)
            }
        }
    }

    /// The number in a line such as `HTTP/1.1 404 Not Found`.
    private static func status(_ line: String) -> Int? {
        let words = line.split { $0.isWhitespace }
        guard words.count >= 2, words[0].uppercased().hasPrefix("HTTP/"),
            let status = Int(words[1]),
            (100...599).contains(status)
        else { return nil }
        return status
    }
}

/// A text without blanks around it.
func trimmed(_ text: String) -> String {
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
}
