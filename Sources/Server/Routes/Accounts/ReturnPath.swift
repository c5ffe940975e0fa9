import ServerBase

/// The path to redirect to after signing in: the given one if it is a page of ours, otherwise `/`.
func ownPath(_ text: String?) -> String {
    guard let text, text.utf8.count <= Limits.returnPathBytesMax,
        text.hasPrefix("/"), !text.hasPrefix("//"),
        text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }),
        !text.hasPrefix("/api/"), !text.hasPrefix("/sign-in/"), !hasDotOrEmptySegment(text)
    else { return "/" }
    return text
}

/// Whether a path has a `.` or `..` segment, which browsers remove, or an empty one.
///
/// Together they could lead to another site: `/..//other.example` becomes `//other.example`.
private func hasDotOrEmptySegment(_ text: String) -> Bool {
    let parts = text.prefix { $0 != "?" && $0 != "#" }.split(
        separator: "/",
        omittingEmptySubsequences: false
    )
    // The first part is empty, before the leading slash. The last may be empty, after a final
    // slash.
    return parts.dropFirst().contains { part in
        let plain = part.lowercased().replacing("%2e", with: ".")
        return plain == "." || plain == ".."
    } || parts.dropFirst().dropLast().contains("")
}

extension String {
    /// A path with one more field in its query.
    func adding(_ name: String, _ value: String) -> String {
        self + (contains("?") ? "&" : "?") + formText([(name, value)])
    }
}
