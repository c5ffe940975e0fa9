import HTTPTypes
import Hummingbird
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Response {
    /// An answer in JSON that nobody may keep.
    static func json(
        _ object: JSONObject,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = headers[.contentType] ?? "application/json"
        headers[.cacheControl] = headers[.cacheControl] ?? "no-store"
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: object.text))
        )
    }
}

extension Request {
    /// The body as a form in JSON.
    func form<Form: Decodable>(_ type: Form.Type) async throws -> Form {
        try requireJSON()
        let octets = try await octets(upTo: Limits.formBytesMax)
        do {
            return try JSONDecoder().decode(type, from: Data(octets))
        } catch {
            throw ServerError.notReadable
        }
    }

    /// Refuses a body that is not said to be JSON: another site's form can not say so.
    func requireJSON() throws(ServerError) {
        let type = headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard type?.trimmingSpaces() == "application/json" else { throw .notJSON }
    }

    /// The whole body, when it is not longer than a limit.
    func octets(upTo countMax: Int) async throws -> [UInt8] {
        if let announced = headers[.contentLength].flatMap(Int.init), announced > countMax {
            throw ServerError.tooLarge(bytesMax: countMax)
        }
        var octets: [UInt8] = []
        for try await part in body {
            guard octets.count + part.readableBytes <= countMax else {
                throw ServerError.tooLarge(bytesMax: countMax)
            }
            octets += part.readableBytesView
        }
        return octets
    }
}
