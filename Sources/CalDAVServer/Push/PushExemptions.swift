import HTTPTypes
import Hummingbird
import ServerBase
import Store

/// Changes of which a program needn't be told, because it made them (`Push-Dont-Notify`).
///
/// They are kept until the log has been looked at that far.
actor PushExemptions {
    private var ranges: [String: [ClosedRange<Int64>]] = [:]
    private var count = 0

    /// Beyond the limits, programs hear of their own changes; that costs them a question.
    func add(_ added: [ClosedRange<Int64>], for registrations: Set<String>) {
        for id in registrations {
            for range in added {
                let own = ranges[id] ?? []
                if let last = own.last, last.upperBound + 1 == range.lowerBound {
                    ranges[id]?[own.count - 1] = last.lowerBound...range.upperBound
                } else if own.count < Limits.pushExemptionsPerRegistrationMax,
                    count < Limits.pushExemptionsMax
                {
                    ranges[id, default: []].append(range)
                    count += 1
                }
            }
        }
    }

    /// What is exempt, by registration.
    var all: [String: [ClosedRange<Int64>]] { ranges }

    /// Forgets changes of the log that have been worked off.
    func drop(through token: ChangeToken) {
        ranges = ranges.mapValues { $0.filter { $0.upperBound > token.number } }
            .filter { !$0.value.isEmpty }
        count = ranges.values.reduce(0) { $0 + $1.count }
    }
}

extension ProgramServer {
    /// Runs a request of a calendar program, and notes the changes that it makes as exempt for the
    /// registrations that it names (WebDAV-Push, 4.2).
    ///
    /// Only its own account's: nobody can keep others from hearing of a change.
    func exemptingNamedPrograms(
        in request: Request,
        of account: Account?,
        _ body: () async throws -> Response
    ) async throws -> Response {
        guard let list = request.header("Push-Dont-Notify"), let account else {
            return try await body()
        }
        let written = WrittenChanges()
        let response = try await WrittenChanges.$ofRequest.withValue(written) { try await body() }
        let ranges = written.ranges
        // The change is made; that somebody hears of it once too often is no reason to fail.
        guard !ranges.isEmpty,
            let own = try? await store.pushRegistrations.all(of: account.id)
        else { return response }
        let named = PushAddress.ids(inList: list)
        await push.exemptions.add(ranges, for: named.map(own.intersection) ?? own)
        return response
    }
}
