extension EditAnswer {
    /// What it means that an edit wasn't made.
    ///
    /// Only our server refuses: whatever else answers, such as a proxy or a hotel's network, stands in its place for
    /// a while.
    ///
    /// - Parameters:
    ///   - code: The last part of the problem's type; nil if the answer isn't our server's.
    ///   - isKept: Whether the device has kept the edit. What it hasn't kept can't wait until somebody has signed in.
    public init(refusal code: String?, isKept: Bool) {
        switch code {
        case nil, "storage", "too-many-writes": self = .away
        case "changed-elsewhere": self = .changedElsewhere
        case "edit-passed": self = .passed
        case "not-signed-in" where isKept: self = .signedOut
        case "unexpected": self = .failed
        case let code?: self = .refused(code: code)
        }
    }
}
