import HTTPTypes
package import Hummingbird
import WebDAV

extension Response {
    /// The same without its content, if the client says that it has this version already
    /// (RFC 9110, 13.1.2).
    package func unlessKnown(to request: Request) -> Response {
        guard let etag = headers[.eTag].flatMap(EntityTag.init(text:)),
            let known = request.headers[.ifNoneMatch].flatMap(EntityTagList.init),
            !known.matchesNone(etag)
        else { return self }
        var headers = headers
        headers[.contentType] = nil
        headers[.contentEncoding] = nil
        return Response(status: .notModified, headers: headers)
    }
}
