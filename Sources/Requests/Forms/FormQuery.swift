import Hummingbird
import ServerBase

/// The fields of a query, decoded as browsers and other programs send forms
/// (`application/x-www-form-urlencoded`): `+` is a blank, and `%2B` a plus sign.
package struct FormQuery {
    private let fields: [(name: Substring, value: Substring)]

    /// Reads the part of an address behind the question mark.
    ///
    /// A value whose encoding is broken is taken as it stands.
    init(_ query: String) {
        fields = query.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let written = parts.count > 1 ? parts[1] : ""
            let plain = written.split(separator: "+", omittingEmptySubsequences: false)
                .joined(separator: " ")
            return (parts[0], percentDecoded(plain).map { $0[...] } ?? written)
        }
    }

    /// The first value of a field.
    package subscript(_ name: String) -> Substring? {
        fields.first { $0.name == name }?.value
    }

    /// All values of a field, in their order.
    package func getAll(_ name: String) -> [Substring] {
        fields.filter { $0.name == name }.map(\.value)
    }
}

extension Request {
    /// The fields of the query.
    package var formParameters: FormQuery { FormQuery(uri.query ?? "") }
}
