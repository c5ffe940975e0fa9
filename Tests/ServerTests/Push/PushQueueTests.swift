import Testing

@testable import CalDAVServer
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("The queue of push messages")
struct PushQueueTests {
    private static func account(_ number: Int) -> AccountID {
        AccountID(stored: "account \(number)")
    }

    private static func update(
        _ registration: String,
        of number: Int = 1,
        _ triggers: PushTriggers = .content
    ) -> PushUpdate {
        PushUpdate(registration: registration, account: account(number), triggers: triggers)
    }

    @Test("What happens while a message is on its way or has just arrived is told together, later")
    func coalescing() async {
        let queue = PushQueue()
        await queue.add([Self.update("a"), Self.update("a", .properties)], nowSecond: 100)
        let first = await queue.takeDue(nowSecond: 100)
        #expect(first == [.init(registration: "a", triggers: [.content, .properties])])
        await queue.add([Self.update("a")], nowSecond: 101)
        #expect(await queue.takeDue(nowSecond: 101).isEmpty)
        #expect(await !queue.finish(first[0], .sent, nowSecond: 102))
        await queue.add([Self.update("a")], nowSecond: 103)
        let gap = Limits.pushGapSeconds
        #expect(await queue.takeDue(nowSecond: 102 + gap - 1).isEmpty)
        let second = await queue.takeDue(nowSecond: 102 + gap)
        #expect(second == [.init(registration: "a", triggers: .content)])
        #expect(await !queue.finish(second[0], .sent, nowSecond: 200))
        #expect(await queue.count == 1)
        _ = await queue.takeDue(nowSecond: 200 + gap)
        #expect(await queue.count == 0)
    }

    @Test("A failed message waits twice as long each time, with what has come since")
    func backingOff() async throws {
        let queue = PushQueue()
        await queue.add([Self.update("a")], nowSecond: 0)
        var now: Int64 = 0
        for count in 1...Limits.pushFailuresMax {
            let due = try #require(await queue.takeDue(nowSecond: now).first)
            let isRemoved = await queue.finish(due, .failed, nowSecond: now)
            #expect(isRemoved == (count == Limits.pushFailuresMax))
            let pause = PushQueue.pauseSeconds(afterFailures: count)
            #expect(await queue.takeDue(nowSecond: now + pause - 1).isEmpty)
            now += pause
        }
        #expect(await queue.count == 0)
        let pauses = (1...9).map { PushQueue.pauseSeconds(afterFailures: $0) }
        #expect(pauses == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
        #expect(PushQueue.pauseSeconds(afterFailures: .max) == 3600)
    }

    @Test("An account has only some messages on their way, and so has the server")
    func limits() async {
        let queue = PushQueue()
        let ofOne = Limits.pushSendsPerAccountMax
        await queue.add((0...ofOne).map { Self.update("a\($0)") }, nowSecond: 0)
        await queue.add([Self.update("other", of: 2)], nowSecond: 1)
        let taken = await queue.takeDue(nowSecond: 1)
        #expect(taken.count == ofOne + 1)
        #expect(taken.last?.registration == "other")
        #expect(await queue.takeDue(nowSecond: 1).isEmpty)
        #expect(await !queue.finish(taken[0], .sent, nowSecond: 1))
        #expect(await queue.takeDue(nowSecond: 1).map(\.registration) == ["a\(ofOne)"])

        let many = (0...Limits.pushSendsMax).map { Self.update("m\($0)", of: 10 + $0) }
        await queue.add(many, nowSecond: 2)
        #expect(await queue.takeDue(nowSecond: 2).count == Limits.pushSendsMax - ofOne - 1)
    }

    @Test("A registration that nobody knows any more is removed at once, and what waits for it")
    func gone() async {
        let queue = PushQueue()
        await queue.add([Self.update("a")], nowSecond: 0)
        let due = await queue.takeDue(nowSecond: 0)
        #expect(await queue.finish(due[0], .gone, nowSecond: 0))
        #expect(await queue.count == 0)
    }

    @Test("Exemptions next to each other are one, and there are only so many")
    func exemptions() async {
        let exemptions = PushExemptions()
        await exemptions.add([1...2, 3...3, 7...8], for: ["a"])
        #expect(await exemptions.all == ["a": [1...3, 7...8]])
        await exemptions.drop(through: ChangeToken(3))
        #expect(await exemptions.all == ["a": [7...8]])
        let ofOne = Limits.pushExemptionsPerRegistrationMax
        await exemptions.add((0...Int64(ofOne)).map { 100 + $0 * 2...100 + $0 * 2 }, for: ["a"])
        #expect(await exemptions.all["a"]?.count == ofOne)
        await exemptions.add(
            [5000...5000],
            for: Set((0...Limits.pushExemptionsMax).map { "b\($0)" })
        )
        #expect(
            await exemptions.all.values.reduce(0) { $0 + $1.count }
                == Limits.pushExemptionsMax
        )
        await exemptions.drop(through: ChangeToken(5000))
        #expect(await exemptions.all.isEmpty)
    }
}
