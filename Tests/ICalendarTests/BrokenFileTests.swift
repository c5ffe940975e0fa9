import ICalendar
import Testing

/// The expected objects and problems of a broken file, from Fixtures/ics/broken/expected.tsv.
struct BrokenFile: Sendable, CustomTestStringConvertible {
    struct Expectation: Sendable {
        let line: Int
        let outcome: String
        let messagePart: String
    }

    let name: String
    var uids: [String] = []
    var problems: [Expectation] = []

    var testDescription: String { name }

    static func all() throws -> [BrokenFile] {
        let table = String(decoding: try fixture("ics/broken/expected.tsv"), as: UTF8.self)
        var files: [BrokenFile] = []
        for row in table.split(separator: "\n") where !row.hasPrefix("#") {
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map {
                String($0)
            }
            try #require(cells.count == 4, "\(row)")
            if files.last?.name != cells[0] { files.append(BrokenFile(name: cells[0])) }
            if cells[1] == "objects" {
                files[files.count - 1].uids = cells[3].split(separator: " ").map { String($0) }
            } else {
                let line = try #require(Int(cells[1]))
                files[files.count - 1].problems.append(
                    Expectation(line: line, outcome: cells[2], messagePart: cells[3])
                )
            }
        }
        return files
    }
}

@Suite("Broken files")
struct BrokenFileTests {
    @Test("Intact parts of a broken file are kept, and the rest is reported")
    func expectations() throws {
        for file in try BrokenFile.all() {
            let contents = CalendarFile.read(try fixture("ics/broken/" + file.name))
            check(contents.problems, against: file)
            check(contents.objects, against: file)
        }
    }

    private func check(_ problems: [Problem], against file: BrokenFile) {
        let messages = problems.map { "\($0.line): \($0.message)" }
        #expect(problems.count == file.problems.count, "\(file.name): \(messages)")
        for (problem, expected) in zip(problems, file.problems) {
            #expect(problem.line == expected.line, "\(file.name): \(messages)")
            #expect(problem.outcome.word == expected.outcome, "\(file.name): \(messages)")
            #expect(problem.message.contains(expected.messagePart), "\(file.name): \(messages)")
            #expect(problem.message.hasSuffix(", " + expected.outcome), "\(file.name): \(messages)")
        }
    }

    private func check(_ objects: [CalendarObject], against file: BrokenFile) {
        let uids = objects.map { object in
            object.uid.hasPrefix("derived-") ? "derived-*" : object.uid
        }
        #expect(uids == file.uids, "\(file.name)")
        for object in objects {
            // Objects can be read again, and the problems they still have change nothing.
            let again = CalendarFile.read(object.text)
            #expect(again.objects == [object], "\(file.name)")
            #expect(again.problems.allSatisfy { $0.outcome == .kept }, "\(file.name)")
        }
    }

    @Test("A file that is cut off anywhere never gives half an event")
    func cutAnywhere() throws {
        for name in ["google.ics", "apple.ics", "outlook.ics"] {
            let octets = try fixture("ics/" + name)
            let whole = CalendarFile.read(octets).objects
            let eventsOfWhole = Set(whole.flatMap { $0.events })
            for count in stride(from: 0, to: octets.count, by: 149) {
                let contents = CalendarFile.read(Array(octets[..<count]))
                let events = contents.objects.flatMap { $0.events }
                #expect(eventsOfWhole.isSuperset(of: events), "\(name) cut at \(count)")
                #expect(contents.problems.isEmpty == false, "\(name) cut at \(count)")
            }
        }
    }

    @Test("A derived UID doesn't depend on when the file was made")
    func derivedUID() {
        func uids(stamp: String) -> [String] {
            let lines = ["BEGIN:VEVENT", "DTSTAMP:\(stamp)", "DTSTART:20260101", "END:VEVENT"]
            return CalendarFile.read(calendarOctets(lines)).objects.map { $0.uid }
        }
        #expect(uids(stamp: "20260101T000000Z") == uids(stamp: "20270101T000000Z"))
        #expect(uids(stamp: "20260101T000000Z").first?.utf8.count == 40)
    }
}
