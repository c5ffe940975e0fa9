import Testing

@testable import Store

@Suite("Waiting lines")
struct WaitingLineTests {
    @Test("Elements that waited through a pause are told apart from those that came during it")
    func pause() throws {
        var line = WaitingLine<Int>()
        for element in 1...3 { line.append(element) }
        let began = line.beginPause()
        let number = try #require(began)
        let before = line.take(2)
        for element in 4...5 { line.append(element) }
        #expect(before == [1, 2])
        #expect(line.waitingCount(since: number) == 1)
        let through = line.take(1)
        #expect(through == [3])
        #expect(line.waitingCount(since: number) == 0)
        let beganAgain = line.beginPause()
        let next = try #require(beganAgain)
        #expect(line.waitingCount(since: next) == 2)
        let rest = line.take(.max)
        #expect(rest == [4, 5])
        #expect(line.waitingCount(since: next) == 0)
    }

    @Test("One watches for as long as somebody waits")
    func watch() {
        var line = WaitingLine<Int>()
        line.append(1)
        let first = line.beginWatch()
        let second = line.beginWatch()
        let pause = line.beginPause()
        let third = line.beginWatch()
        #expect([first, second, third] == [true, false, false])
        #expect(pause != nil)
        _ = line.take(1)
        let end = line.beginPause()
        let fourth = line.beginWatch()
        #expect(end == nil)
        #expect(fourth)
    }
}
