import Hummingbird
import Requests
import ServerBase
import Store

extension Response {
    /// The response after an answer or a decision: the object's href, ETag and change token.
    static func written(_ outcome: PutOutcome, at href: Href) -> Response {
        var object = JSONObject()
        object.add("href", href.text)
        object.add("etag", outcome.etag)
        object.add("token", outcome.token.text)
        return .json(object, headers: [.eTag: outcome.etag])
    }
}
