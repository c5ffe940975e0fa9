#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The machine's clock, and the only place where the server reads it.
func machineSecond() -> Int64 { Int64(Date.now.timeIntervalSince1970) }

/// The machine's clock in milliseconds since 1970, for the log.
package func machineMillisecond() -> Int64 { Int64(Date.now.timeIntervalSince1970 * 1000) }
