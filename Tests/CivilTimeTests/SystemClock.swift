import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The C library's view of a zone, set for the whole process while a closure runs.
///
/// Only one test may use it, on one thread, because the environment is shared.
struct SystemClock {
    /// What a clock shows according to the C library.
    struct Reading: Equatable {
        let offsetSeconds: Int
        let abbreviation: String
        let isSummer: Bool
    }

    /// Runs a closure while the process is in a zone.
    static func within<Result>(
        _ name: String,
        _ body: (SystemClock) throws -> Result
    ) rethrows -> Result {
        let old = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", ":" + name, 1)
        tzset()
        defer {
            if let old { setenv("TZ", old, 1) } else { unsetenv("TZ") }
            tzset()
        }
        return try body(SystemClock())
    }

    func reading(at seconds: Int64) -> Reading {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return Reading(
            offsetSeconds: parts.tm_gmtoff,
            abbreviation: parts.tm_zone.map { String(cString: $0) } ?? "",
            isSummer: parts.tm_isdst > 0
        )
    }

    /// Seconds east of UTC; cheaper than a full reading.
    func offsetSeconds(at seconds: Int64) -> Int {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return parts.tm_gmtoff
    }

    /// The instant that mktime gives for a clock time; if `isSummer` is nil, mktime decides.
    func instant(ofClock clock: Int64, isSummer: Bool?) -> Int64 {
        var time = time_t(clock)
        var parts = tm()
        gmtime_r(&time, &parts)
        parts.tm_isdst = isSummer.map { $0 ? 1 : 0 } ?? -1
        return Int64(mktime(&parts))
    }
}
