import HTTPTypes
package import Hummingbird
import NIOCore
package import Store

extension Response {
    /// An object's text with its entity tag: the stored text, or the one that a program gets instead.
    package static func text(of object: ObjectRecord, as text: String? = nil) -> Response {
        var headers: HTTPFields = [
            .contentType: "text/calendar; charset=utf-8",
            .eTag: object.etag,
            .cacheControl: "no-cache",
        ]
        if object.isUnanswered, let name = HTTPField.Name("Meantime-Unanswered") {
            headers[name] = "?1"
        }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: text ?? object.ical)
            )
        )
    }
}
