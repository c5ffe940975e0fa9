import Agenda
import CivilTime
import Client

/// What a server does with edits: the rules of `POST /edits` and of the log, without its storage.
struct ServerModel {
    struct Entry {
        let object: ObjectID
        let version: ObjectVersion?
        let token: UInt64
    }

    private(set) var objects: [ObjectID: ObjectVersion] = [:]
    private(set) var log: [Entry] = []
    private var lastEdits: [String: (request: EditRequest, saved: [SavedObject])] = [:]
    /// What was wrong with requests that no client may send.
    private(set) var complaints: [String] = []
    /// The calendars that may only be read.
    var readOnly: Set<CalendarID> = []
    /// How often an edit was sent again that had been made.
    private(set) var repeatCount = 0

    var token: UInt64 { UInt64(log.count) }

    /// The same text has the same tag, as at the real server.
    static func version(_ text: [UInt8]) -> ObjectVersion {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for octet in text { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
        return ObjectVersion(
            etag: "\"\(String(hash, radix: 36))\"",
            text: text,
            isUnanswered: text.firstRange(of: Array("NEEDS-ACTION:mailto:ann".utf8)) != nil
        )
    }

    @discardableResult
    mutating func write(_ object: ObjectID, _ text: [UInt8]?) -> SavedObject {
        let version = text.map(Self.version)
        objects[object] = version
        log.append(Entry(object: object, version: version, token: token + 1))
        return SavedObject(etag: version?.etag ?? "", token: token)
    }

    mutating func make(_ request: EditRequest) -> EditAnswer {
        let sentAs = request.sentAs
        if let last = lastEdits[sentAs.client] {
            if sentAs.number < last.request.sentAs.number { return .passed }
            if sentAs.number == last.request.sentAs.number {
                if request != last.request {
                    complaints.append(
                        "\(sentAs.client) \(sentAs.number) was sent with two contents"
                    )
                }
                repeatCount += 1
                return .made(last.saved)
            }
        }
        if Set(request.changes.map(\.object)).count < request.changes.count {
            complaints.append("\(sentAs.client) \(sentAs.number) changes an object twice")
        }
        if request.changes.contains(where: { readOnly.contains($0.object.calendar) }) {
            return .refused(code: "read-only")
        }
        for change in request.changes where objects[change.object]?.etag != change.etag {
            return .changedElsewhere
        }
        let saved = request.changes.map { write($0.object, $0.text) }
        lastEdits[sentAs.client] = (request, saved)
        return .made(saved)
    }

    /// Writes an answer into whatever its object is by now.
    mutating func take(_ request: AnswerRequest, at now: Instant) -> EditAnswer {
        let answer = request.answer
        if readOnly.contains(answer.object.calendar) { return .refused(code: "not-a-member") }
        guard let text = objects[answer.object]?.text else { return .refused(code: "not-found") }
        let answered = Self.answered(
            answer.choice,
            by: Device.account,
            in: text,
            occurrence: answer.occurrence.isEmpty ? nil : answer.occurrence,
            comment: answer.comment,
            at: now
        )
        guard let answered else { return .refused(code: "not-a-proposal") }
        return .made([write(answer.object, answered)])
    }

    /// A text with somebody's answer; nil if it can't be answered.
    static func answered(
        _ choice: ProposalChoice?,
        by account: String,
        in text: [UInt8],
        occurrence: String? = nil,
        comment: String? = nil,
        at now: Instant
    ) -> [UInt8]? {
        try? Candidate.answering(
            choice,
            by: account,
            in: text,
            occurrence: occurrence,
            comment: comment,
            zones: ZoneCatalogue(),
            now: now
        )
    }

    /// What there was when the log had a length.
    func objects(at token: UInt64) -> [ObjectID: ObjectVersion] {
        var objects: [ObjectID: ObjectVersion] = [:]
        for entry in log.prefix(Int(token)) { objects[entry.object] = entry.version }
        return objects
    }
}
