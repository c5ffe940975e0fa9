// The same workloads for WebAssembly, called by workloads.mjs.

import CivilTime
import Workloads

nonisolated(unsafe) private var octets: [UInt8] = []
nonisolated(unsafe) private var run: Run?

/// A buffer of `count` bytes, into which the caller copies a zone or a file.
@_expose(wasm, "bench_room")
@_cdecl("bench_room")
public func room(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
    octets = [UInt8](repeating: 0, count: Int(count))
    return octets.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Prepares a workload in the zone that is in the buffer; returns 0 if it cannot be read.
@_expose(wasm, "bench_prepare")
@_cdecl("bench_prepare")
public func prepare(_ number: Int32) -> Int32 {
    guard let workload = Workload(rawValue: number),
        let zone = try? Zone(id: ZoneID("America/New_York"), tzif: octets)
    else { return 0 }
    run = Run(workload, zone: zone)
    return run == nil ? 0 : 1
}

/// Runs the prepared workload `repeats` times and returns the total.
@_expose(wasm, "bench_run")
@_cdecl("bench_run")
public func runAgain(_ repeats: Int32, _ count: Int32) -> Double {
    var sum: Int64 = 0
    for _ in 0..<repeats { sum &+= run?.once(count: Int(count)).sum ?? 0 }
    return Double(sum)
}

/// Reads the file in the buffer and returns the number of its components.
@_expose(wasm, "bench_parse")
@_cdecl("bench_parse")
public func parse() -> Int32 {
    Int32(parsedComponents(of: octets))
}
