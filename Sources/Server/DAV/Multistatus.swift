import Hummingbird
import WebDAV

/// A `multistatus` (RFC 4918, 14.16), written resource by resource.
struct Multistatus {
    /// The properties that were asked for.
    enum Wanted {
        /// These, and word of those that aren't there.
        case these([XMLName])
        /// All that a resource has.
        case all
        /// Only the names of all.
        case names
    }

    private let wanted: Wanted
    private var xml = XMLWriter()

    /// Begins one without any resource.
    init(_ wanted: Wanted) {
        self.wanted = wanted
        xml.begin(.dav("multistatus"))
    }

    /// The whole answer.
    consuming func response() -> Response {
        xml.end(.dav("multistatus"))
        return .xml(xml, status: .multistatus)
    }

    /// Writes a resource with its properties.
    ///
    /// Throws the precondition for answers of too many: nobody's answer may fill the memory.
    mutating func add(_ resource: DAVResource) throws(DAVPrecondition) {
        let names =
            switch wanted {
            case .these(let names): names
            case .all, .names: resource.names
            }
        let found = names.compactMap { name in resource.content(of: name).map { (name, $0) } }
        let missing = names.filter { resource.content(of: $0) == nil }
        var isNamed = false
        if case .names = wanted { isNamed = true }
        xml.element(.dav("response")) { xml in
            xml.element(.dav("href"), text: resource.address.path)
            if !found.isEmpty || missing.isEmpty {
                Self.writePart("200 OK", to: &xml) { xml in
                    for (name, content) in found {
                        if isNamed { xml.element(name) } else { xml.element(name, content) }
                    }
                }
            }
            if !missing.isEmpty {
                Self.writePart("404 Not Found", to: &xml) { xml in
                    for name in missing { xml.element(name) }
                }
            }
        }
        guard xml.octets.count <= Limits.reportBytesMax else {
            throw DAVPrecondition(.dav("number-of-matches-within-limits"))
        }
    }

    /// Writes that there is nothing at an address, or another status of a whole resource.
    mutating func add(_ path: String, status: String) {
        xml.element(.dav("response")) { xml in
            xml.element(.dav("href"), text: path)
            xml.element(.dav("status"), text: "HTTP/1.1 \(status)")
        }
    }

    /// Writes that properties of a resource can't be changed.
    mutating func addRefusal(_ path: String, of names: [XMLName]) {
        xml.element(.dav("response")) { xml in
            xml.element(.dav("href"), text: path)
            Self.writePart("403 Forbidden", to: &xml) { xml in
                for name in names { xml.element(name) }
            }
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
