import HTTPTypes
import Hummingbird
import ServerBase
import WebDAV

/// What is in a property.
enum PropertyContent {
    /// Written by this function into the element.
    case written((inout XMLWriter) -> Void)
    /// The whole element, as a program stored it.
    case stored(String)

    static func text(_ text: String) -> PropertyContent { .written { $0.text(text) } }

    /// The address of another resource.
    static func link(_ address: DAVAddress) -> PropertyContent {
        .written { $0.element(.dav("href"), text: address.path) }
    }

    static var empty: PropertyContent { .written { _ in } }

    func write(as name: XMLName, to xml: inout XMLWriter) {
        switch self {
        case .written(let body): xml.element(name, body)
        case .stored(let fragment): xml.fragment(fragment)
        }
    }
}

extension Multistatus.Wanted {
    /// The properties that a request names, each once.
    ///
    /// Throws for more than anybody asks: they're looked up for every resource.
    static func named(_ elements: [XMLElement]) throws(HTTPError) -> Multistatus.Wanted {
        .these(try names(of: elements))
    }

    /// Refuses a request that asks in several forms at once: for all properties, for their names, and for
    /// named ones (RFC 4918, 14.20; RFC 4791, 9.5).
    static func requireOneForm(in body: XMLElement) throws(HTTPError) {
        let forms = [XMLName.dav("prop"), .dav("propname"), .dav("allprop")]
        guard body.children.count(where: { forms.contains($0.name) }) <= 1 else {
            throw HTTPError(.badRequest, message: "Ask by one of prop, propname and allprop.")
        }
    }

    /// The names of properties in a request, each once.
    static func names(of elements: [XMLElement]) throws(HTTPError) -> [XMLName] {
        guard elements.count <= Limits.propertiesAskedMax else {
            let message = "A request may name \(Limits.propertiesAskedMax) properties."
            throw HTTPError(.badRequest, message: message)
        }
        var seen: Set<XMLName> = []
        return elements.map(\.name).filter { seen.insert($0).inserted }
    }
}

/// A `multistatus` (RFC 4918, 14.16), written resource by resource.
struct Multistatus {
    /// The properties that were asked for.
    enum Wanted {
        /// These, with a 404 for each that isn't there.
        case these([XMLName])
        /// All that a resource has, and these.
        case all(including: [XMLName])
        /// Only the names of all.
        case names
    }

    let wanted: Wanted
    /// Whether to leave out the 404s (RFC 8144, 2.1).
    let isMinimal: Bool
    private var xml = XMLWriter()

    /// Begins one without any resource.
    init(_ wanted: Wanted, isMinimal: Bool = false) {
        self.wanted = wanted
        self.isMinimal = isMinimal
        xml.begin(.dav("multistatus"))
    }

    /// The whole document.
    var octets: [UInt8] {
        var xml = xml
        xml.end(.dav("multistatus"))
        return xml.octets
    }

    /// How long it is so far.
    var octetCount: Int { xml.octets.count }

    /// The whole answer.
    consuming func response() -> Response {
        xml.end(.dav("multistatus"))
        var response = Response.xml(xml, status: .multistatus)
        if isMinimal { response.setMinimal() }
        return response
    }

    /// Writes a resource with its properties.
    ///
    /// Throws the precondition for answers of too many: nobody's answer may fill the memory.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - fragments: Properties that are answered otherwise than the resource says, as XML.
    ///   - calendarData: The text of an object if it's answered otherwise than stored, or why there
    ///     is none.
    /// - Throws: The precondition when the answer grows too long.
    mutating func add(
        _ resource: DAVResource,
        replacing fragments: [XMLName: String] = [:],
        calendarData: Result<[UInt8], QueryError>? = nil
    ) throws(DAVPrecondition) {
        let names =
            switch wanted {
            case .these(let names): names
            case .all(let more): Self.joined(resource.namesInAll, more)
            case .names: resource.names
            }
        var found: [(XMLName, PropertyContent)] = []
        var missing: [XMLName] = []
        var refusal: QueryError?
        for name in names {
            if let fragment = fragments[name] {
                found.append((name, .stored(fragment)))
            } else if let calendarData, name == .calDAV("calendar-data") {
                switch calendarData {
                case .success(let text): found.append((name, .written { $0.text(octets: text) }))
                case .failure(let error): refusal = error
                }
            } else if let content = resource.content(of: name) {
                found.append((name, content))
            } else {
                missing.append(name)
            }
        }
        if isMinimal { missing = [] }
        var isNamed = false
        if case .names = wanted { isNamed = true }
        xml.element(.dav("response")) { xml in
            xml.element(.dav("href"), text: resource.address.path)
            if !found.isEmpty || (missing.isEmpty && refusal == nil) {
                Self.writePart("200 OK", to: &xml) { xml in
                    for (name, content) in found {
                        if isNamed {
                            xml.element(name)
                        } else {
                            content.write(as: name, to: &xml)
                        }
                    }
                }
            }
            if !missing.isEmpty {
                Self.writePart("404 Not Found", to: &xml) { xml in
                    for name in missing { xml.element(name) }
                }
            }
            if let refusal { Self.write(refusal, to: &xml) }
        }
        guard xml.octets.count <= Limits.reportBytesMax else {
            throw DAVPrecondition(.dav("number-of-matches-within-limits"))
        }
    }

    /// Writes why an object has no `calendar-data`.
    ///
    /// The status is 404 because programs know it for a property; many give up the whole report for
    /// any other.
    private static func write(_ refusal: QueryError, to xml: inout XMLWriter) {
        xml.element(.dav("propstat")) { xml in
            xml.element(.dav("prop")) { $0.element(.calDAV("calendar-data")) }
            xml.element(.dav("status"), text: "HTTP/1.1 404 Not Found")
            if let condition = refusal.precondition {
                xml.element(.dav("error")) { $0.element(condition) }
            }
            xml.element(.dav("responsedescription"), text: refusal.reason)
        }
    }

    private static func joined(_ names: [XMLName], _ more: [XMLName]) -> [XMLName] {
        names + more.filter { !names.contains($0) }
    }

    /// Writes that there is nothing at an address, or another status of a whole resource, with the
    /// condition that is the reason.
    mutating func add(_ path: String, status: String, because condition: XMLName? = nil) {
        xml.element(.dav("response")) { xml in
            xml.element(.dav("href"), text: path)
            xml.element(.dav("status"), text: "HTTP/1.1 \(status)")
            if let condition { xml.element(.dav("error")) { $0.element(condition) } }
        }
    }

    /// Writes what became of a change of properties (RFC 4918, 9.2).
    mutating func add(_ path: String, outcomeOf update: PropertyUpdate) {
        xml.element(.dav("response")) { xml in
            xml.element(.dav("href"), text: path)
            Self.write(update, to: &xml)
        }
    }

    /// Writes the parts of a response that tell what became of a change of properties.
    static func write(_ update: PropertyUpdate, to xml: inout XMLWriter) {
        for (name, reason) in update.refused {
            xml.element(.dav("propstat")) { xml in
                xml.element(.dav("prop")) { $0.element(name) }
                xml.element(.dav("status"), text: "HTTP/1.1 \(reason.status)")
                if case .condition(let condition) = reason {
                    xml.element(.dav("error")) { $0.element(condition) }
                }
            }
        }
        let others = update.names.filter { name in !update.refused.contains { $0.name == name } }
        guard !others.isEmpty else { return }
        writePart(update.refused.isEmpty ? "200 OK" : "424 Failed Dependency", to: &xml) { xml in
            for name in others { xml.element(name) }
        }
    }

    /// Writes the token of a collection (RFC 6578, 3.2).
    mutating func add(_ token: SyncToken) {
        xml.element(.dav("sync-token"), text: token.text)
    }

    /// Writes the properties that share a status.
    private static func writePart(
        _ status: String,
        to xml: inout XMLWriter,
        _ body: (inout XMLWriter) -> Void
    ) {
        xml.element(.dav("propstat")) { xml in
            xml.element(.dav("prop"), body)
            xml.element(.dav("status"), text: "HTTP/1.1 \(status)")
        }
    }
}

extension Response {
    /// Success, of which a program wants to hear no details (RFC 8144, 2.2).
    static var minimal: Response {
        var response = Response(status: .ok, headers: [.cacheControl: "no-store"])
        response.setMinimal()
        return response
    }

    fileprivate mutating func setMinimal() {
        if let name = HTTPField.Name("Preference-Applied") { headers[name] = "return=minimal" }
    }
}
