import Agenda
import CivilTime
import HTTPTypes
import Hummingbird
import ICalendar
import Requests
import ServerBase
import Store
import Writing

/// Proposals: creating them, answering, suggesting other times, and deciding on one.
struct ProposalRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        let path: RouterPath = "groups/{group}/proposals"
        api.post(path, use: propose)
        api.put("groups/{group}/proposals/{id}/answers", use: answer)
        api.post("groups/{group}/proposals/{id}/times", use: suggest)
        api.delete("groups/{group}/proposals/{id}/times/{href}", use: removeCandidate)
        api.post("groups/{group}/proposals/{id}/event", use: decide)
        api.patch("groups/{group}/proposals/{id}", use: edit)
        api.delete("groups/{group}/proposals/{id}", use: withdraw)
    }

    private struct ProposalForm: Decodable {
        let title: String
        let location: String?
        let notes: String?
        let deadline: String?
        let times: [TimeForm]
    }

    private struct TimeForm: Decodable {
        let start: String
        let end: String
        let zone: String?
        let rule: String?

        var time: ProposedTime {
            get throws(ProposalError) {
                try ProposedTime(start: start, end: end, zone: zone ?? "", rule: rule ?? "")
            }
        }
    }

    /// An answer and the href of its candidate, in one JSON object.
    private struct CandidateForm: Decodable {
        let href: String
        let answer: AnswerForm

        init(from decoder: any Decoder) throws {
            href = try ChoiceForm(from: decoder).href
            answer = try AnswerForm(from: decoder)
        }
    }

    /// A change of the deadline; null removes it, and leaving it out is an error.
    private struct EditForm: Decodable {
        let deadline: String?

        private enum Names: String, CodingKey {
            case deadline
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Names.self)
            guard container.contains(.deadline) else { throw ServerError.notReadable }
            deadline = try container.decodeIfPresent(String.self, forKey: .deadline)
        }
    }

    private struct ChoiceForm: Decodable {
        let href: String
    }

    @Sendable
    private func propose(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let group = try context.requireGroup()
        let form = try await request.form(ProposalForm.self)
        let times = try form.times.map { form in
            try checked { () throws(ProposalError) in try form.time }
        }
        let uids = times.map { _ in backend.clockAndRandom.identifier() }
        let ids = times.map { _ in backend.clockAndRandom.identifier() }
        let proposal = backend.clockAndRandom.identifier()
        let deadline = try form.deadline.map(Self.instant)
        let (zones, now) = (zones(of: times), now)
        try await backend.store.proposals.create(in: group, by: account.id) { seen in
            var draft = ProposalDraft(
                identity: proposal,
                title: form.title.trimmingSpaces(),
                organizer: ProposalMember(account: account.id.text, name: account.name),
                members: seen.members.map(\.attendee)
            )
            draft.location = form.location ?? ""
            draft.notes = form.notes ?? ""
            draft.deadline = deadline
            let texts = try checked { () throws(ProposalError) in
                try Candidate.texts(draft, at: Array(zip(uids, times)), zones: zones, now: now)
            }
            return try zip(texts, zip(ids, uids)).map { text, names in
                try Self.object(text, id: names.0, uid: names.1)
            }
        }
        var object = JSONObject()
        object.add("id", proposal)
        return .json(object, status: .created)
    }

    @Sendable
    private func answer(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let (group, proposal) = try Self.place(in: context)
        let form = try await request.form(CandidateForm.self)
        guard let href = Href(form.href) else { throw ServerError.notFound }
        let edit = try form.answer.edit(of: account, zones: backend.zones, now: now)
        let outcome = try await backend.store.proposals.answer(
            href,
            of: proposal,
            in: group,
            by: account.id
        ) { text, _ in
            // The answering member may be missing, or their name out of date.
            let member = ProposalMember(account: account.id.text, name: account.name)
            let asked = try checked { () throws(ProposalError) in
                try Candidate.adding(member, to: Array(text.utf8))
            }
            return try edit(asked)
        }
        return .written(outcome, at: href)
    }

    @Sendable
    private func suggest(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let (group, proposal) = try Self.place(in: context)
        let form = try await request.form(TimeForm.self)
        let time = try checked { () throws(ProposalError) in try form.time }
        let uid = backend.clockAndRandom.identifier()
        let id = backend.clockAndRandom.identifier()
        let (zones, now) = (zones(of: [time]), now)
        try await backend.store.proposals.suggest(
            for: proposal,
            in: group,
            by: account.id
        ) { text in
            guard let draft = ProposalDraft(anotherTimeOf: Array(text.utf8)) else {
                throw StoreError.notFound
            }
            let made = try checked { () throws(ProposalError) in
                let member = ProposalMember(account: account.id.text, name: account.name)
                var asked = draft
                if !asked.members.contains(where: { $0.account == member.account }) {
                    asked.members.append(member)
                }
                return try Candidate.text(
                    asked,
                    at: time,
                    uid: uid,
                    by: account.id.text,
                    zones: zones,
                    now: now
                )
            }
            return try Self.object(made, id: id, uid: uid)
        }
        var object = JSONObject()
        object.add("href", uid + ".ics")
        return .json(object, status: .created)
    }

    @Sendable
    private func removeCandidate(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let (group, proposal) = try Self.place(in: context)
        guard let href = context.parameters.get("href").flatMap({ Href($0) }) else {
            throw ServerError.notFound
        }
        try await backend.store.proposals.removeCandidate(
            href,
            of: proposal,
            in: group,
            by: account.id
        )
        return Response(status: .noContent)
    }

    @Sendable
    private func decide(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let (group, proposal) = try Self.place(in: context)
        guard let href = Href(try await request.form(ChoiceForm.self).href) else {
            throw ServerError.notFound
        }
        let now = now
        let outcome = try await backend.store.proposals.decide(
            for: href,
            of: proposal,
            in: group,
            by: account.id
        ) { text, seen in
            let confirmed = try checked { () throws(ProposalError) in
                try Candidate.confirming(
                    Array(text.utf8),
                    members: seen.members.map(\.attendee),
                    now: now
                )
            }
            return try ObjectReader.draft(of: confirmed)
        }
        return .written(outcome, at: href)
    }

    @Sendable
    private func edit(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let (group, proposal) = try Self.place(in: context)
        let deadline = try await request.form(EditForm.self).deadline.map(Self.instant)
        let now = now
        try await backend.store.proposals.edit(proposal, in: group, by: account.id) { text in
            let changed = try checked { () throws(ProposalError) in
                try Candidate.setting(deadline: deadline, in: Array(text.utf8), now: now)
            }
            return try ObjectReader.draft(of: changed)
        }
        return Response(status: .noContent)
    }

    @Sendable
    private func withdraw(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let (group, proposal) = try Self.place(in: context)
        try await backend.store.proposals.withdraw(proposal, in: group, by: account.id)
        return Response(status: .noContent)
    }
}

extension ProposalRoutes {
    private var now: Instant {
        Instant(secondsSinceEpoch: backend.clockAndRandom.nowSecond())
    }

    private func zones(of times: [ProposedTime]) -> ZoneCatalogue {
        backend.zones.catalogue(of: times.compactMap(\.zone))
    }

    private static func place(
        in context: AppContext
    ) throws(ServerError) -> (GroupID, String) {
        (try context.requireGroup(), context.parameters.get("id") ?? "")
    }

    private static func instant(_ text: String) throws(ServerError) -> Instant {
        guard let instant = Instant(text) else {
            throw .notValidField(
                name: "deadline",
                reason: "A deadline is like 2026-11-21T09:00:00Z."
            )
        }
        return instant
    }

    private static func object(
        _ text: [UInt8],
        id: String,
        uid: String
    ) throws -> ImportedObject {
        guard let href = Href(uid + ".ics") else { throw ServerError.notFound }
        return ImportedObject(id: id, href: href, draft: try ObjectReader.draft(of: text))
    }
}

extension MemberRecord {
    fileprivate var attendee: ProposalMember { ProposalMember(account: id.text, name: name) }
}
