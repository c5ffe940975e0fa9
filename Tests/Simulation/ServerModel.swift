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

    /// What was asked of the server, and what it answered.
    enum Step: CustomStringConvertible {
        /// Others have stored a text, or removed the object.
        case write(ObjectID, [UInt8]?)
        case edit(EditRequest, EditAnswer)
        /// With what the object is afterwards.
        case answer(AnswerRequest, at: Instant, EditAnswer, [UInt8]?)
        /// These calendars may only be read from now on.
        case lock(Set<CalendarID>)

        var description: String {
            switch self {
            case .write(let object, let text):
                "others \(text == nil ? "remove" : "write") \(object.href)"
            case .edit(let request, let answer):
                """
                \(request.sentAs.client) \(request.sentAs.number) \
                \(request.changes.map { "\($0.object.href) \($0.etag ?? "new")" }): \(answer)
                """
            case .answer(let request, _, let answer, _):
                "\(request.answer.name.client) answers \(request.answer.object.href): \(answer)"
            case .lock(let calendars): "lock \(calendars.map(\.text))"
            }
        }
    }

    private(set) var steps: [Step] = []
    private(set) var objects: [ObjectID: ObjectVersion] = [:]
    private(set) var log: [Entry] = []
    private var lastEdits: [String: (request: EditRequest, saved: [SavedObject])] = [:]
    /// What was wrong with requests that no client may send.
    private(set) var complaints: [String] = []
    /// The calendars that may only be read.
    private var readOnly: Set<CalendarID> = []
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
            isUnanswered: text.firstPlace(of: "NEEDS-ACTION:mailto:ann") != nil
        )
    }

    /// Lets everybody only read these calendars.
    mutating func lock(_ calendars: Set<CalendarID>) {
        readOnly = calendars
        steps.append(.lock(calendars))
    }

    /// Stores what others write.
    mutating func write(_ object: ObjectID, _ text: [UInt8]?) {
        store(object, text)
        steps.append(.write(object, text))
    }

    @discardableResult
    private mutating func store(_ object: ObjectID, _ text: [UInt8]?) -> SavedObject {
        let version = text.map(Self.version)
        objects[object] = version
        log.append(Entry(object: object, version: version, token: token + 1))
        return SavedObject(etag: version?.etag ?? "", token: token)
    }

    mutating func make(_ request: EditRequest) -> EditAnswer {
        let answer = answer(to: request)
        steps.append(.edit(request, answer))
        return answer
    }

    private mutating func answer(to request: EditRequest) -> EditAnswer {
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
            return .refused(code: "not-found")
        }
        for change in request.changes where objects[change.object]?.etag != change.etag {
            return .changedElsewhere
        }
        let saved = request.changes.map { store($0.object, $0.text) }
        lastEdits[sentAs.client] = (request, saved)
        return .made(saved)
    }

    /// Writes an answer into whatever its object is by now.
    mutating func take(_ request: AnswerRequest, at now: Instant) -> EditAnswer {
        let answer = answer(to: request, at: now)
        steps.append(.answer(request, at: now, answer, objects[request.answer.object]?.text))
        return answer
    }

    private mutating func answer(to request: AnswerRequest, at now: Instant) -> EditAnswer {
        let answer = request.answer
        if readOnly.contains(answer.object.calendar) { return .refused(code: "not-found") }
        guard var text = objects[answer.object]?.text else { return .refused(code: "not-found") }
        if !answer.proposal.isEmpty {
            let member = ProposalMember(account: Device.account, name: Device.name)
            guard let named = try? Candidate.adding(member, to: text) else {
                return .refused(code: "not-found")
            }
            text = named
        }
        let answered = Self.answered(
            answer.choice,
            by: Device.account,
            in: text,
            occurrence: answer.occurrence.isEmpty ? nil : answer.occurrence,
            comment: answer.comment,
            at: now
        )
        guard let answered else { return .refused(code: "not-a-proposal") }
        return .made([store(answer.object, answered)])
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

extension [UInt8] {
    /// Where a text begins; nil if it isn't there.
    ///
    /// Foundation's search takes a tenth of a story's time.
    func firstPlace(of text: StaticString) -> Int? {
        let count = text.utf8CodeUnitCount
        let start = text.utf8Start
        return withUnsafeBufferPointer { octets in
            guard octets.count >= count else { return nil }
            return (0...octets.count - count).first { place in
                (0..<count).allSatisfy { octets[place + $0] == start[$0] }
            }
        }
    }
}
