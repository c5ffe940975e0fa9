#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The machine's clock; the only place of the server that reads it.
func machineSecond() -> Int64 { Int64(Date.now.timeIntervalSince1970) }
