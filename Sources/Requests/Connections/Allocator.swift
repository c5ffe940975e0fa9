import CMalloc

/// The C library's memory, of which glibc gives little back by itself.
package enum Allocator {
    /// Bytes from which on a piece of memory is mapped by itself, and goes back to the system as soon as
    /// it's freed.
    private static let mappedBytesMin: Int32 = 256 * 1024
    /// Bytes at the end of a heap that stay with the process when they're free.
    private static let spareBytesMax: Int32 = 2 * 1024 * 1024

    /// Makes large pieces of memory go back to the system when they're freed.
    ///
    /// glibc otherwise raises both limits up to 32 MiB when large pieces are freed, in case they're
    /// needed again, and a first sync of 10,000 events leaves ten megabytes with the process for good.
    package static func returnLargePieces() {
        #if os(Linux) && canImport(Glibc)
        mallopt(M_MMAP_THRESHOLD, mappedBytesMin)
        mallopt(M_TRIM_THRESHOLD, spareBytesMax)
        #endif
    }

    /// Gives free memory between small pieces back to the system, after many of them were freed.
    package static func returnFreePages() {
        #if os(Linux) && canImport(Glibc)
        malloc_trim(0)
        #endif
    }
}
