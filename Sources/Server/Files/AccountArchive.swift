import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// All of an account's data as one archive that any system can unpack.
struct AccountArchive: Sendable {
    let backend: Backend
    let account: AccountID

    /// Writes the archive piece by piece.
    func write(to write: ([UInt8]) async throws -> Void) async throws {
        let store = backend.store
        let profile = try await store.accounts.profile(of: account)
        let identities = try await store.identities.all(of: account)
        var object = backend.json(of: profile, identities: identities)
        object.add("groups", try await store.groups.departures(of: account).map(\.json))
        object.add("blocked", try await store.blockedSenders.all(of: account).map(\.json))
        object.add(
            "invitations",
            try await store.waitingInvitations.all(of: account).map(\.json)
        )
        try await add("account.json", object.text, to: write)
        let settings = try await store.settings.document(of: account)
        try await add("settings.json", Array(settings.text.utf8), to: write)
        if let picture = try await store.pictures.picture(of: account),
            let data = Data(base64Encoded: picture.base64)
        {
            let name = picture.type == "image/png" ? "picture.png" : "picture.jpeg"
            try await add(name, Array(data), to: write)
        }
        let calendars = try await store.calendars.all(of: account)
        for (index, calendar) in calendars.enumerated() {
            try await add(calendar, number: index + 1, to: write)
        }
        try await write(TarFile.end)
    }

    private func add(
        _ name: String,
        _ octets: [UInt8],
        to write: ([UInt8]) async throws -> Void
    ) async throws {
        try await write(header(name, byteCount: octets.count))
        try await write(octets + TarFile.padding(after: octets.count))
    }

    /// Writes the calendar to disk first, because its length comes before it in the archive.
    private func add(
        _ calendar: CalendarRecord,
        number: Int,
        to write: ([UInt8]) async throws -> Void
    ) async throws {
        guard let file = OctetFile() else { throw StoreError.full }
        var count = 0
        try await Exporter(backend: backend, owner: account).write([calendar]) { octets in
            guard file.append(octets) else { throw StoreError.full }
            count += octets.count
        }
        let plain = String(fileName(calendar.name, ending: "").prefix(60))
        try await write(header("calendars/\(number)-\(plain).ics", byteCount: count))
        var offset = 0
        while offset < count {
            let piece = try file.piece(from: offset)
            guard !piece.isEmpty else { throw StoreError.full }
            try await write(piece)
            offset += piece.count
        }
        try await write(TarFile.padding(after: count))
    }

    private func header(_ name: String, byteCount: Int) -> [UInt8] {
        let now = backend.clockAndRandom.nowSecond()
        return TarFile.header(
            name: "meantime/" + name,
            byteCount: byteCount,
            modifiedSecond: now
        )
    }
}

extension GroupDeparture {
    var json: JSONObject {
        var object = JSONObject()
        object.add("id", id.text)
        object.add("name", name)
        object.add("fate", kind.rawValue)
        if kind == .handedOver { object.add("heirName", heirName) }
        return object
    }
}
