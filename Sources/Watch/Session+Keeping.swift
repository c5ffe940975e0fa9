import JSON

extension Session {
    static let file = "session"

    /// The session that a device has kept; nil if there's none, or it can't be read.
    static func kept(in folder: StateFolder) throws(StateFolder.Fault) -> Session? {
        guard let json = try folder.read(file).flatMap({ JSONValue.read($0) }),
            let cookie = json["cookie"]?.text, let account = json["account"]?.text
        else { return nil }
        return Session(cookie: cookie, account: account)
    }

    /// Keeps it on the device, for nobody but its owner.
    func keep(in folder: StateFolder) throws(StateFolder.Fault) {
        var json = JSONWriter()
        json.object { json in
            json.field("cookie", cookie)
            json.field("account", account)
        }
        try folder.write(Self.file, json.octets)
    }
}
