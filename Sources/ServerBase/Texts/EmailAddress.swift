/// An e-mail address, in lowercase and without surrounding spaces, so that it can be compared.
///
/// The check is loose: one @ with something on both sides, no spaces, and not too long.
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

    /// Whether it has no character that nobody sees, which would make it look like somebody else's.
    ///
    /// Asked of new accounts only: older ones may have such an address, and have to be able to sign in.
    package var hasOnlyVisibleCharacters: Bool {
        text.unicodeScalars.allSatisfy { DisplayName.isVisible($0) || Self.isMark($0) }
            && text.split(separator: "@").allSatisfy { DisplayName.cleaned(String($0)) == $0 }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark:
            !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    /// The part before the @, used as a name when there's no other.
    package var localPart: String { String(text.prefix { $0 != "@" }) }
}

extension String {
    package func trimmingSpaces() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
