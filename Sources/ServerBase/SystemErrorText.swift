#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system's own words for one of its error codes, such as `No space left on device`.
package func systemErrorText(_ code: Int32) -> String { String(cString: strerror(code)) }
