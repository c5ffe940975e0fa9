import CivilTime
package import ICalendar
import Scheduling
package import ServerBase
package import Store
import Writing

/// Progress reports of an import.
package enum ImportReport: Hashable, Sendable {
    case problem(ObjectProblem)
    /// What an object that is about a part of an event changed.
    case note(ObjectProblem)
    /// How many problems aren't reported one by one.
    case moreProblems(count: Int)
    case progress(done: Int, total: Int)
    /// The changes that can be undone, up to a limit. If there are fewer of these than objects
    /// added and updated, the import is too large to undo.
    case change(ImportChange)
    case end(counts: ImportCounts, dropped: Int)
}

/// Imports a calendar file into a calendar, matching objects by UID.
///
/// An object takes the place of the one with its UID. A message, and a single date of a series that is here,
/// change what they're about and nothing else.
package struct Importer: Sendable {
    let backend: Backend
    let calendar: CalendarID
    let owner: AccountID
    /// How lines are encoded that aren't in UTF-8, if whoever sent the file says so.
    package var charset: Charset?

    package init(backend: Backend, calendar: CalendarID, owner: AccountID) {
        self.backend = backend
        self.calendar = calendar
        self.owner = owner
    }

    /// Reads a file, commits valid objects in batches, and reports problems.
    ///
    /// Reads the file twice, a piece at a time, so memory use doesn't depend on its size. A jCal
    /// file, however, is read as a whole.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - report: called after each batch is stored, then with problems, then at the end.
    /// - Throws: `StoreError`, `FileReadError`, and what `report` throws; reported batches stay.
    package func run(
        _ file: OctetFile,
        report: (ImportReport) async throws -> Void
    ) async throws {
        guard !JCal.isLikely(try file.piece(from: 0)) else {
            return try await run(JCal.parse(try file.octets), report: report)
        }
        var batches = try await ImportBatches(importer: self)
        try await run(text: file, &batches, report)
    }

    /// Imports from a file that is held in memory as a whole.
    package func run(
        _ result: ParseResult,
        report: (ImportReport) async throws -> Void
    ) async throws {
        var batches = try await ImportBatches(importer: self)
        let zones = backend.zones.catalogue(of: result.zoneNames)
        let contents = CalendarFile.contents(of: result, zones: zones)
        batches.total = contents.objects.count
        try await batches.add(contents.objects, report)
        try await batches.finish(contents.problems, report)
    }

    private func run(
        text file: OctetFile,
        _ batches: inout ImportBatches,
        _ report: (ImportReport) async throws -> Void
    ) async throws {
        var survey = CalendarSurvey(charset: charset)
        try await eachPiece(of: file) { survey.take($0) }
        survey.finish()
        batches.total = survey.objectCount
        var reader = CalendarObjects(survey, zones: backend.zones.catalogue(of: survey.zoneNames))
        try await eachPiece(of: file) { try await batches.add(reader.take($0), report) }
        try await batches.add(reader.finish(), report)
        try await batches.finish(reader.problems, report)
    }

    /// Reads the file piece by piece and yields the thread between pieces.
    private func eachPiece(
        of file: OctetFile,
        _ body: ([UInt8]) async throws -> Void
    ) async throws {
        var offset = 0
        while true {
            let piece = try file.piece(from: offset)
            guard !piece.isEmpty else { return }
            try await body(piece)
            offset += piece.count
            await Task.yield()
        }
    }
}

/// Collects objects until there are enough for a transaction.
private struct ImportBatches {
    let importer: Importer
    /// The number of objects in the file, or slightly more.
    var total = 0
    private var batch: [ImportedObject] = []
    private var batchBytes = 0
    private var refused: [ObjectProblem] = []
    /// The objects of the batch that are about a part of an event, by their IDs.
    private var messages: [String: CalendarObject] = [:]
    private var notedCount = 0
    private var counts = ImportCounts()
    private var doneCount = 0
    private var toldCount = 0
    private let namedApart: RenamedUIDs
    /// The addresses of whoever imports the file.
    private let person: Set<CalendarAddress>

    init(importer: Importer) async throws {
        self.importer = importer
        let user = try await importer.backend.store.accounts.calendarUser([.account(importer.owner)]
        )
        person = user.map { CalendarAddress.all(of: $0) } ?? []
        let shared = try await importer.backend.store.objects.sharedUIDs(of: importer.owner)
        namedApart = RenamedUIDs(shared)
    }

    mutating func add(
        _ objects: [CalendarObject],
        _ report: (ImportReport) async throws -> Void
    ) async throws {
        for object in objects {
            let known = namedApart.original(of: object)
            let isHere = known?.calendar == importer.calendar
            switch ObjectReader.draft(of: isHere ? known?.object ?? object : object) {
            case .success(let draft): add(draft, of: object, original: isHere ? nil : known?.object)
            case .failure(let problem): refused.append(problem)
            }
            if batch.count >= Limits.importBatchCount || batchBytes >= Limits.importBatchBytesMax {
                try await commit(report)
            }
        }
    }

    private mutating func add(
        _ draft: ObjectDraft,
        of object: CalendarObject,
        original: CalendarObject?
    ) {
        let id = importer.backend.clockAndRandom.identifier()
        guard let href = Href(id + ".ics") else { return }
        let known = original.flatMap { try? ObjectReader.draft(of: $0).get() }
        let planner = importer.backend.writes.planner
        let message = ImportedMessage(object, text: draft.ical, for: person, planner)
        if message != nil { messages[id] = object }
        var imported = ImportedObject(id: id, href: href, draft: draft, original: known)
        if let message { imported.merge = { message.effect(on: $0) } }
        batch.append(imported)
        batchBytes += draft.ical.utf8.count
    }

    private mutating func commit(_ report: (ImportReport) async throws -> Void) async throws {
        let outcome = try await importer.backend.store.objects.add(
            batch,
            to: importer.calendar,
            by: importer.owner,
            scheduling: importer.backend.writes.planner,
            isSame: ObjectReader.isSame
        )
        counts += outcome.counts
        doneCount += batch.count
        batch.removeAll(keepingCapacity: true)
        batchBytes = 0
        let done = note(outcome.notes)
        messages = [:]
        try await report(.progress(done: doneCount, total: max(total, doneCount)))
        for change in outcome.changes.prefix(Limits.importChangesReportedMax - toldCount) {
            toldCount += 1
            try await report(.change(change))
        }
        for note in done.prefix(Limits.importProblemsMax - notedCount) {
            notedCount += 1
            try await report(.note(note))
        }
    }

    /// Notes which objects are left out.
    ///
    /// - Returns: What the others changed.
    private mutating func note(_ notes: [ImportNote]) -> [ObjectProblem] {
        var done: [ObjectProblem] = []
        for note in notes {
            guard let object = messages[note.id] else { continue }
            let component = object.calendar.components.first { !$0.isNamed(.timeZone) }
            guard let problem = ObjectProblem(note, line: component?.line ?? 1) else { continue }
            if note.isLeftOut {
                refused.append(problem.named(after: object))
            } else {
                done.append(problem.named(after: object))
            }
        }
        return done
    }

    mutating func finish(
        _ found: [Problem],
        _ report: (ImportReport) async throws -> Void
    ) async throws {
        total = doneCount + batch.count
        if !batch.isEmpty { try await commit(report) }
        var unlistedCount = 0
        var problems = refused
        for problem in found {
            if case .more(let count) = problem.kind {
                unlistedCount += count
            } else {
                problems.append(ObjectProblem(problem))
            }
        }
        problems.sort { $0.line < $1.line }
        for problem in problems.prefix(Limits.importProblemsMax) {
            try await report(.problem(problem))
        }
        unlistedCount += max(0, problems.count - Limits.importProblemsMax)
        if unlistedCount > 0 { try await report(.moreProblems(count: unlistedCount)) }
        let dropped = problems.count { $0.outcome == "dropped" } + counts.refused
        try await report(.end(counts: counts, dropped: dropped))
    }
}
