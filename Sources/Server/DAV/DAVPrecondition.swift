import HTTPTypes
import Hummingbird
import NIOCore
import WebDAV

/// A condition of WebDAV or CalDAV that doesn't hold (RFC 4918, 16; RFC 4791, 1.3).
struct DAVPrecondition: Error, HTTPResponseError {
    let status: HTTPResponse.Status
    let name: XMLName
    /// What the element holds besides; such as the address of what is in the way.
    var href: String?
    /// In words, for a person who reads a log.
    var reason = ""

    init(
        _ name: XMLName,
        status: HTTPResponse.Status = .forbidden,
        href: String? = nil,
        reason: String = ""
    ) {
        (self.name, self.status, self.href, self.reason) = (name, status, href, reason)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var xml = XMLWriter()
        xml.element(.dav("error")) { xml in
            xml.element(name) { xml in
                if let href { xml.element(.dav("href"), text: href) }
            }
            if !reason.isEmpty { xml.element(.dav("responsedescription"), text: reason) }
        }
        return .xml(xml, status: status)
    }
}

extension Response {
    static func xml(_ xml: XMLWriter, status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "application/xml; charset=utf-8", .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: xml.octets))
        )
    }
}

extension HTTPResponse.Status {
    static let multistatus = Self(code: 207, reasonPhrase: "Multi-Status")
}
