import WebDAV

extension XMLName {
    /// A name of WebDAV-Push (draft-bitfire-webdav-push).
    static func push(_ local: String) -> XMLName {
        XMLName(namespace: "https://bitfire.at/webdav-push", local: local)
    }
}
