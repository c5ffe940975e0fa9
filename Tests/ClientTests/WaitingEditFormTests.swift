import Agenda
import CivilTime
import ICalendar
import JSON
import Testing

@testable import Client

@Suite("The form in which a device keeps edits")
struct WaitingEditFormTests {
    private let now = Instant(secondsSinceEpoch: 1_790_000_000)
    private let lunch = ObjectID(calendar: CalendarID("home"), href: "lunch.ics")

    @Test("A kept edit and a kept conflict are read as they were written, and nothing else is")
    func forms() throws {
        let name = WaitingEdit.Name(client: "abc", place: 3)
        let edit = WaitingEdit(
            name: name,
            made: now,
            title: "Lunch “at” \"Bea's\"",
            isUndoing: true,
            changes: [
                WaitingChange(
                    object: lunch,
                    base: ObjectVersion(etag: "\"1\"", text: Array("a".utf8), isUnanswered: true),
                    text: Array("b".utf8)
                ),
                WaitingChange(object: lunch, base: nil, text: Array("c".utf8), isUnanswered: true),
                WaitingChange(
                    object: lunch,
                    base: ObjectVersion(etag: "", text: []),
                    text: nil
                ),
            ],
            sentAs: WaitingEdit.SentAs(client: "abc", number: 7)
        )
        let read = try #require(WaitingEdit(Self.json { edit.write(to: &$0) }))
        #expect(read == edit && read.changes.map(\.isUnanswered) == [true, true, false])
        let conflict = EditConflict(
            name: name,
            object: lunch,
            title: "Lunch",
            fields: [
                ContestedField(name: "SUMMARY", occurrence: "", ours: "a", theirs: "b")
            ],
            ours: Array("a".utf8),
            theirs: Array("b".utf8)
        )
        #expect(try EditConflict(Self.json { conflict.write(to: &$0) }) == conflict)
        #expect(try EditConflict(Self.json { edit.write(to: &$0) }) == nil)
        #expect(try WaitingEdit(Self.json { conflict.write(to: &$0) }) == nil)
        #expect(WaitingEdit(.object([])) == nil)
    }

    @Test("A kept answer is read as one that the server may have", arguments: [nil, "", "Late"])
    func answers(comment: String?) throws {
        let answer = WaitingAnswer(
            name: WaitingEdit.Name(client: "abc", place: 3),
            made: now,
            title: "Lunch",
            object: lunch,
            occurrence: "20260311T120000",
            choice: nil,
            comment: comment,
            proposal: "p",
            earlier: .maybe,
            hasLeft: true
        )
        #expect(try WaitingAnswer(Self.json { answer.write(to: &$0) }) == answer)
        #expect(try EditConflict(Self.json { answer.write(to: &$0) }) == nil)
        #expect(try WaitingEdit(Self.json { answer.write(to: &$0) }) == nil)
        #expect(WaitingAnswer(.object([])) == nil)
    }

    private static func json(_ fields: (inout JSONWriter) -> Void) throws -> JSONValue {
        var json = JSONWriter()
        json.object { fields(&$0) }
        var reader = JSONReader(json.octets, depthMax: 16)
        return try reader.value()
    }
}
