/// What can go wrong while adding the demo data.
enum DemoError: Error, Hashable, Sendable {
    /// The server rejected a drawn picture.
    case pictureRefused
}
