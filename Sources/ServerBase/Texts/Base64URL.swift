import Foundation

/// Encodes bytes as unpadded base64url (RFC 4648, section 5).
package func base64URLText(_ octets: [UInt8]) -> String {
    let text = Data(octets).base64EncodedString()
    let letters: [Character] = text.compactMap { letter in
        switch letter {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: letter
        }
    }
    return String(letters)
}

/// Reads unpadded base64url (RFC 4648, section 5); nil for anything else.
package func base64URLOctets(_ text: String) -> [UInt8]? {
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") }) else {
        return nil
    }
    var standard = text.replacing("-", with: "+").replacing("_", with: "/")
    while !standard.utf8.count.isMultiple(of: 4) { standard += "=" }
    return Data(base64Encoded: standard).map { Array($0) }
}
