import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A program's credentials (RFC 7617).
package struct BasicCredentials: Hashable {
    let email: String
    let password: String

    /// Nil when there are none, or for a scheme we don't support.
    package init?(_ header: String?) {
        guard let header, header.utf8.count <= Limits.addressBytesMax,
            header.lowercased().hasPrefix("basic "),
            let data = Data(
                base64Encoded: String(header.dropFirst("basic ".count)).trimmingSpaces()
            ),
            let text = String(validating: data, as: UTF8.self),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        email = EmailAddress(String(text[..<colon]))?.text ?? ""
        password = String(text[text.index(after: colon)...])
    }
}
