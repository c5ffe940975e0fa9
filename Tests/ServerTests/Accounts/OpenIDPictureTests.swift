import Testing

@testable import Accounts
@testable import Demo
@testable import Server
@testable import ServerBase
@testable import Store

/// Downloads run in the background, so each test waits until none is under way.
@Suite("Pictures from a provider")
struct OpenIDPictureTests {
    private static let file = DemoPortrait.ana.png()
    private static let address = "https://pictures.example.net/anna.png"

    private static func picture(
        after browser: OpenIDBrowser,
        email: String = "anna@example.com"
    ) async throws -> Picture? {
        for _ in 0..<3000 {
            guard await browser.server.backend.accounts.openID.pictures.isBusy else { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        let store = browser.server.backend.store
        let account = try #require(try await store.identities.account(email: email)?.account)
        return try await store.pictures.picture(of: account.id)
    }

    @Test("The first sign-in takes the picture, from the IP address that was checked")
    func taken() async throws {
        try await OpenIDBrowser.run { browser in
            browser.provider.change {
                $0.picture = Self.address
                $0.pictureFile = Self.file
            }
            #expect(try await browser.signIn().headers[.location] == "/")
            let picture = try #require(try await Self.picture(after: browser))
            #expect(picture.type == "image/png")
            #expect(browser.provider.pinned.withLock { $0 } == ["8.8.8.8"])

            // Once removed, it isn't fetched again.
            let store = browser.server.backend.store
            let account = try #require(
                try await store.identities.account(email: "anna@example.com")?.account
            )
            try await store.pictures.remove(of: account.id)
            _ = try await browser.signIn()
            #expect(try await Self.picture(after: browser) == nil)
            #expect(browser.provider.pinned.withLock(\.count) == 1)
        }
    }

    private static let refusals: [@Sendable (inout FakeProvider.Behaviour) -> Void] = [
        { $0.resolved = "127.0.0.1" }, { $0.resolved = "10.0.0.7" }, { $0.resolved = "fd00::1" },
        { $0.resolved = "169.254.169.254" }, { $0.picture = "http://pictures.example.net/a.png" },
        { $0.picture = #"{"data":{}}"# },
        { $0.picture = "file:///etc/passwd" }, { $0.pictureStatus = 302 },
        { $0.pictureFile = Array("<svg/>".utf8) }, { $0.pictureFile = [] },
        { $0.pictureFile = [UInt8](repeating: 0, count: Limits.pictureBytesMax + 1) },
    ]

    @Test("A picture that isn't safe is left out, and the sign-in succeeds", arguments: 0...10)
    func refused(index: Int) async throws {
        try await OpenIDBrowser.run { browser in
            browser.provider.change {
                $0.picture = Self.address
                $0.pictureFile = Self.file
            }
            browser.provider.change(Self.refusals[index])
            let response = try await browser.signIn()
            #expect(response.headers[.location] == "/")
            let picture = try await Self.picture(after: browser)
            #expect(picture == nil)
            let asked = browser.provider.pinned.withLock { $0 }
            #expect(asked.isEmpty == (index < 7), "a forbidden address isn't requested")
        }
    }

    @Test("A provider's picture doesn't replace one that was uploaded")
    func ownPicture() async throws {
        try await OpenIDBrowser.run { browser in
            let backend = browser.server.backend
            _ = try await browser.signIn()
            let account = try #require(
                try await backend.store.identities.account(email: "anna@example.com")?.account
            )
            #expect(try await backend.accounts.keepPicture(Self.file, of: account.id))
            let own = try await backend.store.pictures.picture(of: account.id)
            let other = DemoPortrait.jonas.png()
            #expect(try await backend.accounts.keepPicture(other, of: account.id, onlyFirst: true))
            #expect(try await backend.store.pictures.picture(of: account.id) == own)
            #expect(try await backend.accounts.keepPicture(other, of: account.id))
            #expect(try await backend.store.pictures.picture(of: account.id) != own)
        }
    }

    @Test("Only so many pictures are fetched at once")
    func crowd() async throws {
        let downloads = PictureDownloads()
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        for _ in 0...Limits.pictureDownloadsMax {
            await downloads.run { for await _ in stream {} }
        }
        #expect(await downloads.runningCount == Limits.pictureDownloadsMax)
        end.finish()
    }
}
