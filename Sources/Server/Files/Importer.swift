import ICalendar
import NIOPosix
package import Store

/// What an import tells while it goes on.
package enum ImportReport: Hashable, Sendable {
    case problem(ObjectProblem)
    /// How many problems are not told one by one.
    case moreProblems(count: Int)
    case progress(done: Int, total: Int)
    case end(counts: ImportCounts, dropped: Int)
}

/// Brings a calendar file into a calendar, by UID.
package struct Importer<Driver: Database>: Sendable {
    let backend: Backend<Driver>
    let calendar: CalendarID
    let owner: AccountID

    package init(backend: Backend<Driver>, calendar: CalendarID, owner: AccountID) {
        self.backend = backend
        self.calendar = calendar
        self.owner = owner
    }

    /// Reads a file, tells what is wrong with it, and commits what is sound in batches.
    ///
    /// - Parameters:
    ///   - octets: the file.
    ///   - report: told of problems first, then of each batch once it is safe, then of the end.
    /// - Throws: `StoreError`, and what `report` throws; batches told of stay.
    package func run(
        _ octets: [UInt8],
        report: (ImportReport) async throws -> Void
    ) async throws {
        // A file of megabytes takes a second to read: not on a thread that requests wait for.
        let (drafts, problems) = try await NIOThreadPool.singleton.runIfActive {
            Self.read(octets, zones: backend.zones)
        }
        for problem in problems.prefix(Limits.importProblemsMax) {
            try await report(.problem(problem))
        }
        if problems.count > Limits.importProblemsMax {
            try await report(.moreProblems(count: problems.count - Limits.importProblemsMax))
        }
        var counts = ImportCounts()
        for start in stride(from: 0, to: drafts.count, by: Limits.importBatchCount) {
            let end = min(start + Limits.importBatchCount, drafts.count)
            let batch = drafts[start..<end].compactMap(object(for:))
            counts += try await backend.store.objects.add(
                batch,
                to: calendar,
                owner: owner,
                isSame: ObjectReader.isSame
            )
            try await report(.progress(done: end, total: drafts.count))
        }
        let dropped = problems.count { $0.outcome == "dropped" }
        try await report(.end(counts: counts, dropped: dropped))
    }

    private static func read(
        _ octets: [UInt8],
        zones: ZoneFiles
    ) -> ([ObjectDraft], [ObjectProblem]) {
        let contents = zones.contents(of: octets)
        var problems = contents.problems.map(ObjectProblem.init)
        var drafts: [ObjectDraft] = []
        for object in contents.objects {
            switch ObjectReader.draft(of: object) {
            case .success(let draft): drafts.append(draft)
            case .failure(let problem): problems.append(problem)
            }
        }
        return (drafts, problems)
    }

    private func object(for draft: ObjectDraft) -> ImportedObject? {
        let id = backend.surroundings.identifier()
        return Href(id + ".ics").map { ImportedObject(id: id, href: $0, draft: draft) }
    }
}
