/// The version of the server.
enum ServerVersion {
    static let text = "0.1"
}
