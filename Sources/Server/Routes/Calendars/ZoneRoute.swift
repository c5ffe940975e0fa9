import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Returns the rules of time zones (TZif in base64), and lists the names it doesn't know.
struct ZoneRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("zones", use: zones)
    }

    @Sendable
    private func zones(_ request: Request, context: AppContext) async throws -> Response {
        _ = try context.requireAccount()
        let names = request.formParameters.getAll("name").map { String($0) }
        guard names.count <= Limits.zonesPerRequestMax else {
            throw ServerError.notValidField(
                name: "name",
                reason: "At most \(Limits.zonesPerRequestMax) zones at once."
            )
        }
        var found = JSONObject()
        var unknown: [String] = []
        for name in Set(names).sorted() {
            guard let octets = backend.zones.octets(of: name) else {
                unknown.append(name)
                continue
            }
            found.add(name, Data(octets).base64EncodedString())
        }
        var object = JSONObject()
        object.add("zones", found)
        object.add("unknown", unknown)
        return .json(object, headers: [.cacheControl: "private, max-age=86400"])
    }
}
