import Agenda
import CivilTime
import Hummingbird
import ICalendar
import Scheduling
import ServerBase
import Store
import WebDAV
import Writing

extension DAVMethods {
    /// PUT of a candidate, by which a member answers it for all dates or for one, as in the page.
    ///
    /// The text isn't stored as it was sent, so there's no ETag in the response (RFC 6638, 3.2.10).
    /// Throws ``Store/StoreError/isProposal`` for any other change.
    func answerProposal(
        _ octets: [UInt8],
        at place: ObjectPlace,
        in calendar: CalendarRecord,
        _ condition: WriteCondition
    ) async throws -> Response {
        guard case .group(let group) = calendar.relation else { throw StoreError.isProposal }
        let stored: ObjectRecord
        do {
            stored = try await server.store.objects.object(at: place)
        } catch StoreError.notFound {
            // A candidate's text at a new name: only the page proposes times.
            throw StoreError.isProposal
        }
        guard let candidate = Candidate(text: Array(stored.ical.utf8)) else {
            throw StoreError.isProposal
        }
        let answers = SentAnswers(
            octets: octets,
            account: account,
            planner: server.writes.planner
        )
        do {
            _ = try await server.store.proposals.answer(
                place.href,
                of: candidate.identity,
                in: group,
                by: account.id,
                expecting: condition,
                through: way
            ) { text, _ in try answers.written(into: text) }
        } catch {
            throw Self.refusal(of: error, at: place) ?? error
        }
        return Response(status: .noContent)
    }

    /// Why a candidate doesn't take an answer; nil for other errors.
    private static func refusal(of error: any Error, at place: ObjectPlace) -> (any Error)? {
        switch error {
        case ServerError.deadlineOver(let deadline):
            let address = DAVAddress.object(
                owner: place.account.text,
                calendar: place.calendar.text,
                place.href
            )
            var refusal = DAVPrecondition.needPrivileges(.dav("write-content"), at: address)
            refusal.reason = "Answers were taken until \(deadline.text)."
            return refusal
        case ServerError.notValidField(_, let reason):
            return DAVPrecondition(.calDAV("valid-calendar-object-resource"), reason: reason)
        // It has become an event since the program read it.
        case StoreError.decided: return StoreError.changedElsewhere(etag: nil)
        default: return nil
        }
    }
}

/// A member's answers in a candidate as their program sent it back.
private struct SentAnswers: Sendable {
    let octets: [UInt8]
    let account: Account
    let planner: SchedulingPlanner

    /// The stored text with the answers; the same function writes them as for the page.
    func written(into text: String) throws -> ObjectDraft {
        let member = ProposalMember(account: account.id.text, name: account.name)
        var answered = try checked { () throws(ProposalError) in
            try Candidate.adding(member, to: Array(text.utf8))
        }
        let answers = try answers(to: answered)
        guard !answers.isEmpty, answers.count <= Limits.answersPerWriteMax else {
            throw StoreError.isProposal
        }
        for answer in answers {
            let edit = try answer.edit(of: account, zones: planner.zones, now: planner.now)
            answered = Array(try edit(answered).ical.utf8)
        }
        return try ObjectReader.draft(of: answered)
    }

    /// What the member says differently, all dates before single ones.
    private func answers(to text: [UInt8]) throws -> [AnswerForm] {
        let result = CalendarText.parse(octets)
        guard let calendar = result.components.first,
            let kept = planner.object(of: CalendarText.parse(text)),
            let sent = SchedulingObject(
                withOwnAddress(calendar),
                zones: planner.zones.catalogue(of: result.zoneNames)
            ),
            sent.exceptionCount == kept.exceptionCount
        else { throw StoreError.isProposal }
        let change: AttendeeChange
        do {
            change = try AttendeeChange(
                from: kept,
                to: sent,
                by: Sender(CalendarUser(account)),
                now: planner.now
            )
        } catch {
            throw StoreError.isProposal
        }
        let said = change.reply?.calendar.components(named: .event) ?? []
        return try said.filter { $0.first(.recurrenceID) == nil }.map(form)
            + said.filter { $0.first(.recurrenceID) != nil }.map(form)
    }

    private func form(_ said: Component) throws -> AnswerForm {
        guard let word = said.first(.attendee)?.parameter("PARTSTAT") else {
            throw StoreError.isProposal
        }
        let choice = ProposalChoice(partStat: word)
        guard choice != nil || Keyword(word) == Keyword("NEEDS-ACTION") else {
            throw StoreError.isProposal
        }
        return AnswerForm(
            answer: choice?.name ?? "none",
            occurrence: said.time(.recurrenceID).map(occurrence),
            comment: said.first(.comment)?.textValue
        )
    }

    /// The original start of an occurrence, in UTC where the zone is known.
    private func occurrence(_ time: CalendarTime) -> String {
        guard case .zoned(_, let id) = time, let zone = planner.zones.zone(id) else {
            return time.basicText
        }
        return time.instant(in: zone).basicText
    }

    private var addresses: Set<CalendarAddress> {
        CalendarAddress.all(of: CalendarUser(account))
    }

    /// The calendar with the member's own `ATTENDEE` as candidates have it.
    ///
    /// Some programs put the e-mail address there, or add another line with it.
    private func withOwnAddress(_ calendar: Component) -> Component {
        var calendar = calendar
        let (addresses, address) = (addresses, "urn:uuid:" + account.id.text)
        calendar.mapComponents { component in
            guard component.isNamed(.event) else { return component }
            let all = component.all(.attendee)
            let own = all.filter { $0.address.map(addresses.contains) ?? false }
            guard let last = own.last else { return component }
            var event = component
            let answer = Property(
                name: "ATTENDEE",
                parameters: last.parameters,
                rawValue: address
            )
            event.setAll("ATTENDEE", to: all.filter { !own.contains($0) } + [answer])
            return event
        }
        return calendar
    }
}

extension SchedulingObject {
    /// How many occurrences it leaves out.
    fileprivate var exceptionCount: Int {
        calendar.components(named: .event).reduce(0) { $0 + $1.times(.exceptionDates).count }
    }
}
