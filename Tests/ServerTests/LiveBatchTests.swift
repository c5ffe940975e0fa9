import Agenda
import NIOCore
import Testing

@testable import Server
@testable import Store

@Suite("Stretches of the live stream")
struct LiveBatchTests {
    private static func removal(_ href: String, _ token: Int64) -> LoggedChange {
        LoggedChange(
            token: ChangeToken(token),
            change: .eventRemoved(CalendarID(stored: "c"), Href(stored: href))
        )
    }

    @Test(
        "A page that is cut off within an entry gets all of it again, and knows each record's token"
    )
    func severalRecords() throws {
        let page = ChangePage(
            changes: [Self.removal("a", 7), Self.removal("b", 8), Self.removal("c", 8)],
            reached: ChangeToken(8),
            hasMore: false
        )
        let batch = LiveBatch(page, after: ChangeToken(6), settingsETag: "")
        guard case .bytes(let bytes)? = batch.parts.first, batch.parts.count == 1 else {
            Issue.record("not one part")
            return
        }
        let messages = String(buffer: bytes).split(separator: "\n\n").map { message in
            message.split(separator: "\n").filter { !$0.hasPrefix("event: ") }
        }
        let start = #"data: {"type":"event-removed","calendar":"c","href":"#
        #expect(
            messages == [
                ["id: 7", "\(start)\"a\"}"],
                ["\(start)\"b\",\"token\":\"8\"}"],
                ["id: 8", "\(start)\"c\"}"],
            ]
        )
    }
}
