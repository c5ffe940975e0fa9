import Foundation
import Testing

@testable import Secrets
@testable import Server
@testable import ServerBase

@Suite("The file with the keys for secrets")
struct SecretKeyFileTests {
    private static func withFile(_ body: @Sendable (SecretKeyFile) async throws -> Void)
        async throws
    {
        try await TestServer.withFolder { folder in
            try await body(SecretKeyFile(beside: folder + "/store.sqlite"))
        }
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private static func names(beside file: SecretKeyFile) throws -> [String] {
        let folder = URL(filePath: file.path).deletingLastPathComponent()
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    @Test("It's made at the first start, for its owner only, and read at the next")
    func first() async throws {
        try await Self.withFile { file in
            #expect(!file.isThere)
            #expect(file.failure == nil)
            let sealed = try file.keys(making: .machine).seal("hush", for: "a")
            #expect(file.isThere)
            #expect(try Self.mode(file.path) == 0o600)
            #expect(try Self.names(beside: file) == ["store.sqlite-secret-key"])
            #expect(try file.keys(making: .machine).open(sealed, for: "a") == "hush")
        }
    }

    @Test("Of two processes that start at once, both have the key of one")
    func race() async throws {
        try await Self.withFile { file in
            let all = try await withThrowingTaskGroup(of: SecretKeys.self) { group in
                for _ in 0..<8 { group.addTask { try file.keys(making: .machine) } }
                return try await group.reduce(into: [SecretKeys]()) { $0.append($1) }
            }
            for sealed in all.map({ $0.seal("hush", for: "a") }) {
                for keys in all { #expect(try keys.open(sealed, for: "a") == "hush") }
            }
            #expect(try Self.names(beside: file).count == 1)
        }
    }

    @Test("A new key seals, the old ones open, and a server that runs reads it when it meets it")
    func rotation() async throws {
        try await Self.withFile { file in
            let running = try file.keys(making: .machine)
            let old = running.seal("old", for: "a")
            let rotated = try file.rotate(.machine)
            #expect(try rotated.open(old, for: "a") == "old")
            let again = try #require(try rotated.sealedAgain(old, for: "a"))
            #expect(try running.open(again, for: "a") == "old")
            #expect(try running.sealedAgain(old, for: "a") != nil)
            #expect(try Self.mode(file.path) == 0o600)
            #expect(try Self.names(beside: file).count == 1)
            for _ in 0..<Limits.secretKeysMax { _ = try file.rotate(.machine) }
            let text = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(SecretKeys.keys(text)?.count == Limits.secretKeysMax)
        }
    }

    @Test("Without a file, there's nothing to rotate")
    func rotationOfNothing() async throws {
        try await Self.withFile { file in
            #expect(throws: SecretKeyFile.Failure.missing) { try file.rotate(.machine) }
        }
    }

    @Test(
        "A file that others may read or write is refused",
        arguments: [0o640, 0o604, 0o620, 0o601]
    )
    func modes(mode: Int) async throws {
        try await Self.withFile { file in
            _ = try file.keys(making: .machine)
            try FileManager.default.setAttributes(
                [.posixPermissions: mode],
                ofItemAtPath: file.path
            )
            #expect(file.failure == .openToOthers)
            #expect(throws: SecretKeyFile.Failure.openToOthers) {
                try file.keys(making: .machine)
            }
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o400],
                ofItemAtPath: file.path
            )
            #expect(file.failure == nil)
        }
    }

    @Test("A file of something else is refused, and stays as it is")
    func otherContents() async throws {
        try await Self.withFile { file in
            let key = base64URLText([UInt8](repeating: 0, count: 32))
            let comment = "#" + String(repeating: "a", count: Limits.secretKeyFileBytesMax - 45)
            for (text, isTaken) in [
                ("", false), ("hush", false), (comment + "\n" + key, true),
                (comment + "a\n" + key, false),
            ] {
                try Data(text.utf8).write(to: URL(filePath: file.path))
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600],
                    ofItemAtPath: file.path
                )
                #expect(file.failure == (isTaken ? nil : .notKeys))
                #expect(try Data(contentsOf: URL(filePath: file.path)) == Data(text.utf8))
            }
        }
    }

    @Test("A folder that isn't there, or a folder in its place, is said")
    func places() async throws {
        try await Self.withFile { file in
            let nowhere = SecretKeyFile(path: file.path + "/none/key")
            #expect(throws: SecretKeyFile.Failure.notWritten(code: ENOENT)) {
                try nowhere.keys(making: .machine)
            }
            try FileManager.default.createDirectory(
                atPath: file.path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            #expect(file.failure == .notReadable(code: EISDIR))
        }
    }
}
