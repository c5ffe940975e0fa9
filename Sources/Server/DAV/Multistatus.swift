import Hummingbird
import WebDAV

/// Writes a `multistatus` (RFC 4918, 14.16).
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

    let wanted: Wanted

    /// Writes the whole answer.
    static func response(
        _ wanted: Wanted,
        _ body: (inout XMLWriter, Multistatus) -> Void
    ) -> Response {
        var xml = XMLWriter()
        let status = Multistatus(wanted: wanted)
        xml.element(.dav("multistatus")) { body(&$0, status) }
        return .xml(xml, status: .multistatus)
    }

    private init(wanted: Wanted) {
        self.wanted = wanted
    }

    /// Writes a resource with its properties.
    func write(_ resource: DAVResource, to xml: inout XMLWriter) {
        xml.element(.dav("response")) { xml in
            xml.element(.dav("href"), text: resource.address.path)
            let names =
                switch wanted {
                case .these(let names): names
                case .all, .names: resource.names
                }
            let found = names.compactMap { name in resource.content(of: name).map { (name, $0) } }
            let missing = names.filter { resource.content(of: $0) == nil }
            if !found.isEmpty || missing.isEmpty {
                Self.writePart("200 OK", to: &xml) { xml in
                    for (name, content) in found {
                        if case .names = wanted {
                            xml.element(name)
                        } else {
                            xml.element(name, content)
                        }
                    }
                }
            }
            if !missing.isEmpty {
                Self.writePart("404 Not Found", to: &xml) { xml in
                    for name in missing { xml.element(name) }
                }
            }
        }
    }

    /// Writes that there is nothing at an address, or another status of a whole resource.
    static func write(_ path: String, status: String, to xml: inout XMLWriter) {
        xml.element(.dav("response")) { xml in
            xml.element(.dav("href"), text: path)
            xml.element(.dav("status"), text: "HTTP/1.1 \(status)")
        }
    }

    /// Writes the properties that share a status.
    static func writePart(
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
