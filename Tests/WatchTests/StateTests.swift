import Agenda
import CivilTime
import Client
import Foundation
import Testing

@testable import Watch

@Suite("What a device keeps", .serialized)
struct StateTests {
    @Test("A second process with the same folder is refused")
    func lock() async throws {
        try await ServerForWatching.withFolder { root in
            let first = try StateFolder("a", in: root + "/b/c")
            let process = Int(ProcessInfo.processInfo.processIdentifier)
            #expect(throws: StateFolder.Fault.inUse(process: process)) {
                try StateFolder("a", in: root + "/b/c")
            }
            withExtendedLifetime(first) {}
        }
        try await ServerForWatching.withFolder { root in
            _ = try StateFolder("a", in: root)
            // The lock is gone with its holder.
            _ = try StateFolder("a", in: root)
        }
    }

    @Test("Only the owner may look into the folder and its files")
    func modes() async throws {
        try await ServerForWatching.withFolder { root in
            let folder = try StateFolder("a", in: root)
            try folder.write("file", [1, 2, 3])
            #expect(try folder.read("file") == [1, 2, 3])
            #expect(try folder.read("nothing") == nil)
            func mode(_ path: String) throws -> Int? {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                return (attributes[.posixPermissions] as? NSNumber)?.intValue
            }
            #expect(try mode(folder.path) == 0o700)
            #expect(try mode(folder.path + "/file") == 0o600)
            #expect(try mode(folder.path + "/lock") == 0o600)
        }
    }

    @Test("A link in place of the folder, or of a file in it, is refused")
    func links() async throws {
        try await ServerForWatching.withFolder { root in
            let files = FileManager.default
            let folder = try StateFolder("a", in: root)
            try folder.write("file", [1])
            try files.createSymbolicLink(atPath: root + "/b", withDestinationPath: root + "/a")
            #expect(throws: StateFolder.Fault.notOwn(path: root + "/b")) {
                try StateFolder("b", in: root)
            }
            let link = root + "/a/link"
            try files.createSymbolicLink(atPath: link, withDestinationPath: root + "/a/file")
            #expect(throws: StateFolder.Fault.notOwn(path: link)) { try folder.read("link") }
            let new = root + "/a/other.new"
            try files.createSymbolicLink(atPath: new, withDestinationPath: root + "/a/file")
            #expect(throws: StateFolder.Fault.notOwn(path: new)) { try folder.write("other", [2]) }
            #expect(try folder.read("file") == [1])
            guard geteuid() == 0 else { return }
            // Only the superuser can give something to somebody else.
            try files.createDirectory(atPath: root + "/c", withIntermediateDirectories: false)
            try files.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: root + "/c")
            #expect(throws: StateFolder.Fault.notOwn(path: root + "/c")) {
                try StateFolder("c", in: root)
            }
        }
    }

    @Test("A damaged copy is loaded again, and what waits isn't lost by it")
    func damagedCopy() async throws {
        try await ServerForWatching.run { server in
            let wire = Wire()
            try await Device.run(server, wire: wire) { laptop in
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.isSaved()
                wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                await laptop.type("add Dinner tomorrow 19:00")
                try await laptop.sees { $0.waiting.contains("kept on this device") }
            }
            let copy = server.folder + "/devices/laptop/copy"
            let text = try String(contentsOfFile: copy, encoding: .utf8)
            let damaged = text.replacing("SUMMARY:Lunch", with: "SUMMARY:Munch")
            try damaged.write(toFile: copy, atomically: true, encoding: .utf8)
            wire.mend()
            try await Device.run(server, wire: wire) { laptop in
                #expect(laptop.picture.notices.joined().contains("everything is loaded again"))
                try await laptop.isSaved()
                try await laptop.sees(events: [
                    "12:30-13:30  Lunch  [Personal]", "19:00-20:00  Dinner  [Personal]",
                ])
            }
        }
    }

    @Test("Waiting edits that can't be read are kept aside, and the others are sent")
    func damagedEdits() async throws {
        try await ServerForWatching.run { server in
            let wire = Wire()
            try await Device.run(server, wire: wire) { laptop in
                wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                await laptop.type("add Lunch tomorrow 12:30", "add Dinner tomorrow 19:00")
                try await laptop.sees { $0.waiting.contains("2 events") }
            }
            let edits = server.folder + "/devices/laptop/edits"
            var lines = try String(contentsOfFile: edits, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 2)
            lines[0] = lines[0].prefix(100)
            let damaged = lines.joined(separator: "\n")
            try damaged.write(toFile: edits, atomically: true, encoding: .utf8)
            wire.mend()
            try await Device.run(server, wire: wire) { laptop in
                #expect(laptop.picture.notices.joined().contains("can't be read"))
                try await laptop.isSaved()
                try await laptop.sees(events: ["19:00-20:00  Dinner  [Personal]"])
            }
            let aside = try String(contentsOfFile: edits + "-unread-1", encoding: .utf8)
            #expect(aside == damaged)
        }
    }

    @Test("What waits for an account that had the folder before stays, and nobody else has it")
    func otherAccount() async throws {
        try await ServerForWatching.withFolder { root in
            let folder = try StateFolder("a", in: root)
            let object = ObjectID(calendar: CalendarID("home"), href: "a")
            let change = WaitingChange(object: object, base: nil, text: [1])
            func edit(_ title: String) -> WaitingEdit {
                WaitingEdit(
                    name: WaitingEdit.Name(client: String(repeating: "c", count: 32), place: 1),
                    made: Instant(secondsSinceEpoch: 0),
                    title: title,
                    changes: [change]
                )
            }
            var annas = try KeptEdits(of: "anna", in: folder)
            try annas.keep(edit("Lunch"))
            var beas = try KeptEdits(of: "bea", in: folder)
            #expect(beas.count == 0 && beas.asidePath == nil)
            try beas.keep(edit("Dinner"))
            try beas.forget(edit("Dinner").name)
            try beas.keep(edit("Supper"))
            for (account, title) in [("anna", "Lunch"), ("bea", "Supper")] {
                let kept = try KeptEdits(of: account, in: folder)
                #expect(kept.left.edits.map { $0.title } == [title])
            }
        }
    }

    @Test("A device that can't keep edits says so, and sends them all the same")
    func fullDisk() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                // Nothing can be written where a folder is.
                let new = server.folder + "/devices/laptop/edits.new"
                try FileManager.default.createDirectory(
                    atPath: new,
                    withIntermediateDirectories: false
                )
                laptop.wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.sees { $0.waiting.contains("in memory only") }
                #expect(laptop.picture.notices.joined().contains("can't keep what waits"))
                laptop.wire.mend()
                await laptop.type("connect")
                try await laptop.isSaved()
                try await laptop.sees(events: ["12:30-13:30  Lunch  [Personal]"])
            }
        }
    }

    @Test(
        "What was saved is in the copy before the stream tells of it, and what the stream told stays"
    )
    func savedInCopy() throws {
        func line(_ json: String) throws -> SyncLine { try #require(SyncLine(Array(json.utf8))) }
        let load = [
            try line(#"{"type":"header","token":"10","account":{"id":"anna"}}"#),
            try line(#"{"type":"calendar","id":"home","name":"Home","level":"own"}"#),
            try line(#"{"type":"event","calendar":"home","href":"a","etag":"1","ical":"old"}"#),
            try line(#"{"type":"event","calendar":"home","href":"b","etag":"1","ical":"old"}"#),
            try line(#"{"type":"end"}"#),
        ]
        var copy = try #require(ServerCopy(load, heardSecond: 5))
        let home = CalendarID("home")
        func texts() -> [String] {
            copy.records.compactMap { record in
                guard case .event(let object, let version) = record else { return nil }
                return "\(object.href) \(String(decoding: version.text, as: UTF8.self))"
            }
            .sorted()
        }
        let edit = EditRequest(
            sentAs: WaitingEdit.SentAs(client: "c", number: 1),
            changes: ["a", "b"].map {
                EditRequest.Change(
                    object: ObjectID(calendar: home, href: $0),
                    text: $0 == "a" ? Array("new".utf8) : nil,
                    etag: "1"
                )
            },
            isForGood: false
        )
        let saved = [SavedObject(etag: "2", token: 11), SavedObject(etag: "", token: 12)]
        copy.take(saved, of: edit.changes)
        #expect(texts() == ["a new"])
        let later = #"{"type":"event","calendar":"home","href":"a","etag":"3","ical":"later"}"#
        copy.take(try line(later))
        copy.token = 20
        copy.take(saved, of: edit.changes)
        #expect(texts() == ["a later"])
        let read = try #require(ServerCopy(octets: copy.octets))
        #expect((read.account, read.token, read.heardSecond) == ("anna", 20, 5))
        #expect(read.records.count == copy.records.count)
        #expect(read.records.allSatisfy { copy.records.contains($0) })
        var damaged = copy.octets
        damaged[damaged.count - 10] ^= 1
        #expect(ServerCopy(octets: damaged) == nil)
        #expect(ServerCopy(octets: []) == nil)
    }
}
