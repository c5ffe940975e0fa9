package import HTTPTypes
package import Hummingbird
import NIOCore
import Observability
package import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Response {
    /// A JSON response that may not be cached.
    package static func json(
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

/// Decodes a JSON form.
package func decodedForm<Form: Decodable>(
    _ type: Form.Type,
    from octets: [UInt8]
) throws(ServerError) -> Form {
    do {
        return try JSONDecoder().decode(type, from: Data(octets))
    } catch {
        throw .notReadable
    }
}

extension Request {
    /// Decodes the body as a JSON form.
    package func form<Form: Decodable>(_ type: Form.Type) async throws -> Form {
        try requireJSON()
        return try decodedForm(type, from: try await octets(upTo: Limits.formBytesMax))
    }

    /// Refuses a body whose type isn't JSON.
    ///
    /// A form on another site can't send that type.
    package func requireJSON() throws(ServerError) {
        let type = headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard type?.trimmingSpaces() == "application/json" else { throw .notJSON }
    }

    /// Reads the whole body, up to a limit.
    package func octets(upTo countMax: Int) async throws -> [UInt8] {
        if let announced = headers[.contentLength].flatMap(Int.init), announced > countMax {
            throw ServerError.tooLarge(bytesMax: countMax)
        }
        let held = HeldBody.current
        held?.begin(of: RequestScope.current?.account)
        var octets: [UInt8] = []
        for try await part in body {
            held?.received(part.readableBytes)
            guard octets.count + part.readableBytes <= countMax else {
                throw ServerError.tooLarge(bytesMax: countMax)
            }
            octets += part.readableBytesView
        }
        return octets
    }
}
