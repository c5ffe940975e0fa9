/// Checks the names that people give to themselves, their calendars and groups, because others read them.
package enum DisplayName {
    /// A name without what nobody sees, but what changes the text around it.
    ///
    /// Control characters and marks that turn the direction of writing go, and line ends become spaces. Marks
    /// that only join the letters beside them stay, because Persian and many emoji need them.
    ///
    /// - Returns: The name without spaces around it; an empty text if nothing of it can be seen.
    package static func cleaned(_ typed: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in typed.unicodeScalars where !turnsDirection(scalar) {
            if !isControl(scalar) {
                scalars.append(scalar)
            } else if scalar.properties.isWhitespace {
                scalars.append(" ")
            }
        }
        return scalars.contains(where: isVisible) ? String(scalars).trimmingSpaces() : ""
    }

    /// A name as ``cleaned(_:)`` leaves it.
    ///
    /// - Parameters:
    ///   - typed: What somebody has typed.
    ///   - subject: How the error calls such a name, such as "A group's name".
    /// - Returns: The name, of which something can be seen.
    /// - Throws: ``ServerError/notValidField(name:reason:)`` if it has the character NUL, if nothing of it can
    ///   be seen or if it's longer than ``Limits/nameBytesMax``.
    package static func checked(_ typed: String, as subject: String) throws(ServerError) -> String {
        let name = cleaned(typed)
        guard !name.isEmpty, name.utf8.count <= Limits.nameBytesMax, !typed.utf8.contains(0) else {
            throw .notValidField(
                name: "name",
                reason:
                    "\(subject) has 1 to \(Limits.nameBytesMax) octets that can be seen, none of them NUL."
            )
        }
        return name
    }

    private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether somebody sees a character that stands alone.
    ///
    /// A mark that goes onto the letter before it is no name without one.
    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint, !scalar.properties.isWhitespace,
            !blanks.contains(scalar.value)
        else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .surrogate:
            return false
        default:
            return true
        }
    }

    /// Letters and symbols that Unicode has no property for, but that are drawn as nothing: the empty pattern of
    /// Braille, a note without a head, and two gaps between hieroglyphs.
    private static let blanks: Set<UInt32> = [0x2800, 0x1D159, 0x13441, 0x13442]
}
