/// The identity of an account: 128 random bits as 32 hexadecimal digits.
package struct AccountID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard isIdentifier(text) else { return nil }
        self.text = text
    }

    /// An identity the schema has already checked.
    init(stored text: String) { self.text = text }
}

/// The identity of a calendar: 128 random bits as 32 hexadecimal digits.
package struct CalendarID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard isIdentifier(text) else { return nil }
        self.text = text
    }

    /// An identity the schema has already checked.
    init(stored text: String) { self.text = text }
}

/// The identity of a calendar set in an account's settings: 32 hexadecimal digits that the page chose.
package struct CalendarSetID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard isIdentifier(text) else { return nil }
        self.text = text
    }

    /// An identity the schema has already checked.
    init(stored text: String) { self.text = text }
}

/// The identity of a client that numbers its edits: 32 hexadecimal digits that it chose.
package struct EditClientID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard isIdentifier(text) else { return nil }
        self.text = text
    }
}

/// The identity of a Google account that somebody connected: 128 random bits as 32 hexadecimal
/// digits.
package struct GoogleAccountID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard isIdentifier(text) else { return nil }
        self.text = text
    }

    /// An identity the schema has already checked.
    init(stored text: String) { self.text = text }
}

/// The identity of a group: 128 random bits as 32 hexadecimal digits.
package struct GroupID: Hashable, Sendable {
    package let text: String

    package init?(_ text: String) {
        guard isIdentifier(text) else { return nil }
        self.text = text
    }

    /// An identity the schema has already checked.
    init(stored text: String) { self.text = text }
}

/// The name of an object within its calendar's address.
///
/// 1 to 200 ASCII letters, digits and `._~@+-%`, not starting with a dot. Other characters are
/// percent-encoded, so an address never needs escaping, and a name is never a path.
package struct Href: Hashable, Sendable {
    package static let lengthMax = 200
    package let text: String

    package init?(_ text: String) {
        let octets = text.utf8
        guard !octets.isEmpty, octets.count <= Self.lengthMax, octets.first != UInt8(ascii: "."),
            octets.allSatisfy(Self.isAllowed), Self.isEncodedWell(octets)
        else { return nil }
        self.text = text
    }

    /// A name from the database, which was checked when it was written.
    init(stored text: String) { self.text = text }

    /// Whether two upper-case hexadecimal digits follow every `%`, so that a name has one spelling.
    private static func isEncodedWell(_ octets: String.UTF8View) -> Bool {
        var digitsDue = 0
        for octet in octets {
            if digitsDue > 0 {
                let isDigit = octet <= UInt8(ascii: "9") && octet >= UInt8(ascii: "0")
                guard isDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(octet) else {
                    return false
                }
                digitsDue -= 1
            } else if octet == UInt8(ascii: "%") {
                digitsDue = 2
            }
        }
        return digitsDue == 0
    }

    private static func isAllowed(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "@"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "%"):
            true
        default:
            false
        }
    }
}

/// A position in the change log; later changes have greater tokens.
package struct ChangeToken: Hashable, Comparable, Sendable {
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    package init?(_ text: some StringProtocol) {
        guard let number = Int64(text), number >= 0 else { return nil }
        self.number = number
    }

    package var text: String { String(number) }

    /// The ETag of a calendar whose last change has this token.
    package var etag: String { "\"\(text)\"" }

    package static func < (left: ChangeToken, right: ChangeToken) -> Bool {
        left.number < right.number
    }
}

private func isIdentifier(_ text: String) -> Bool {
    text.utf8.count == 32
        && text.utf8.allSatisfy {
            ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
                || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "f"))
        }
}
