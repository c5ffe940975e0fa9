/// What can go wrong with the examples themselves.
enum DemoError: Error, Hashable, Sendable {
    /// The server doesn't take the picture that was drawn for somebody.
    case pictureRefused
}
