import CAllocations
import CivilTime
import Foundation
import Recurrence
import Workloads

/// Counts memory allocations while a rule is expanded, and prints the figures as JSON lines.
///
/// This is a separate program because counting slows down the allocator, which the peers use too.
@main
enum Program {
    /// The occurrences read before counting starts, and while counting.
    private static let warmUp = 1_000
    private static let counted = 20_000

    static func main() {
        let file = URL(fileURLWithPath: "/usr/share/zoneinfo/America/New_York")
        guard let octets = try? Data(contentsOf: file),
            let zone = try? Zone(id: ZoneID("America/New_York"), tzif: [UInt8](octets))
        else { preconditionFailure("This machine has no time zone database.") }
        precondition(asksForMemory { [UInt8](repeating: 1, count: $0) } > 0, "Nothing is counted.")
        for workload in Workload.allCases where workload.week == nil && workload != .impossible {
            guard let run = Run(workload, zone: zone) else {
                preconditionFailure("\(workload) can't be read")
            }
            let each = Double(allocations(of: run)) / Double(counted)
            print(
                "{\"workload\":\"\(workload)\",\"engine\":\"allocations\",\"value\":\(each),"
                    + "\"unit\":\"per occurrence\"}"
            )
        }
    }

    private static func asksForMemory(_ body: (Int) -> [UInt8]) -> Int {
        let before = allocations_count()
        precondition(body(Int(before % 7) + 1_000).count > 0)
        return allocations_count() - before
    }

    private static func allocations(of run: Run) -> Int {
        var iterator = run.occurrences()
        var sum: Int64 = 0
        for _ in 0..<warmUp { sum &+= iterator.next()?.instant.secondsSinceEpoch ?? 0 }
        let before = allocations_count()
        for _ in 0..<counted { sum &+= iterator.next()?.instant.secondsSinceEpoch ?? 0 }
        let after = allocations_count()
        precondition(sum != .min)
        return after - before
    }
}
