/// An e-mail address in the form it is compared in.
///
/// It is not checked further than that a message could be sent to it: the only proof is a reply.
package struct EmailAddress: Hashable, Sendable {
    package let text: String

    package init?(_ typed: String) {
        let text = typed.trimmingSpaces().lowercased()
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= Limits.emailBytesMax, parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty }),
            text.utf8.allSatisfy({ $0 > 32 && $0 != 127 })
        else { return nil }
        self.text = text
    }

    /// What stands before the @, for somebody who gave no name.
    package var localPart: String { String(text.prefix { $0 != "@" }) }
}

extension String {
    func trimmingSpaces() -> String {
        let start = drop { $0.isWhitespace }
        let end = start.reversed().drop { $0.isWhitespace }
        return String(end.reversed())
    }
}
