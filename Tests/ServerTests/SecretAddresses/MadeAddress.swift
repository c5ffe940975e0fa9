import Foundation
import HTTPTypes
import Testing

@testable import Server
@testable import Store

/// A secret address as its maker got it.
struct MadeAddress: Sendable {
    let id: String
    let path: String
}

extension Visitor {
    static var secretAddresses: String { "/api/v1/account/secret-addresses" }

    /// Asks for a secret address of a `calendar`, `set` or `group`.
    func askForSecretAddress(
        of subject: String,
        _ id: String,
        detail: String = "full",
        name: String = "Grandma"
    ) async throws -> TestResponse {
        try await request(
            .post,
            Self.secretAddresses,
            #"{"name":"\#(name)","detail":"\#(detail)","\#(subject)":"\#(id)"}"#
        )
    }

    func secretAddress(
        of subject: String,
        _ id: String,
        detail: String = "full"
    ) async throws -> MadeAddress {
        let made = try await askForSecretAddress(of: subject, id, detail: detail)
        #expect(made.status == .created, "\(made.text)")
        return MadeAddress(
            id: try #require(made.json["id"]?.text),
            path: try #require(made.json["path"]?.text)
        )
    }

    /// A secret address of the visitor's first calendar.
    func secretAddress(detail: String = "full") async throws -> MadeAddress {
        try await secretAddress(of: "calendar", calendar, detail: detail)
    }

    /// What a program without a sign-in reads at an address.
    func read(
        _ address: MadeAddress,
        _ method: HTTPRequest.Method = .get,
        headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        return try await client.execute(uri: address.path, method: method, headers: fields) { $0 }
    }

    /// Saves a calendar set, as the page does.
    func saveSet(_ id: String, name: String = "Everything", _ calendars: [String]) async throws {
        let list = calendars.map { "\"\($0)\"" }.joined(separator: ",")
        let put = try await request(
            .put,
            "/api/v1/settings",
            #"{"weekNumbers":true,"sets":[{"name":"Old","calendars":[]},7,"#
                + #"{"id":"\#(id)","name":"\#(name)","calendars":[\#(list)]}]}"#,
            headers: ["If-Match": "*"]
        )
        #expect(put.status == .ok, "\(put.text)")
    }
}
