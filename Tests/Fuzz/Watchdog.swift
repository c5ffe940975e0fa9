import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Saves the input that crashed the program or made it hang.
///
/// A signal handler must not allocate or lock, so the input is kept in preallocated memory and the
/// file is opened at the start.
enum Watchdog {
    nonisolated(unsafe) private static var input = UnsafeMutableRawPointer.allocate(
        byteCount: inputLengthMax,
        alignment: 16
    )
    nonisolated(unsafe) private static var length = 0
    nonisolated(unsafe) private static var run = 0
    nonisolated(unsafe) private static var lastSeenRun = -1
    nonisolated(unsafe) private static var file: Int32 = -1

    private static let inputLengthMax = 1 << 20
    /// The processor time allowed for one input; the program is stopped after one to two of these.
    private static let intervalSeconds = 10
    /// The program's memory limit, including the corpus and the inputs kept.
    static let memoryOctetsMax: rlim_t = 2 << 30

    /// Starts watching; a fatal input is written to `path`, which otherwise stays empty.
    static func start(writingTo path: String) {
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
            signal(number) { number in
                Watchdog.save()
                _exit(128 + number)
            }
        }
        signal(SIGVTALRM) { _ in
            if Watchdog.run == Watchdog.lastSeenRun {
                Watchdog.save()
                _exit(128 + SIGVTALRM)
            }
            Watchdog.lastSeenRun = Watchdog.run
        }
        var timer = itimerval()
        timer.it_interval.tv_sec = intervalSeconds
        timer.it_value.tv_sec = intervalSeconds
        var limit = rlimit(rlim_cur: memoryOctetsMax, rlim_max: memoryOctetsMax)
        // Measure processor time, so that a paused machine does not look like a hang.
        #if canImport(Glibc)
        setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &timer, nil)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
        setitimer(ITIMER_VIRTUAL, &timer, nil)
        setrlimit(RLIMIT_AS, &limit)
        #endif
    }

    /// Records the input that is read next.
    static func note(_ octets: [UInt8], run number: Int) {
        length = min(octets.count, inputLengthMax)
        octets.withUnsafeBytes { source in
            if let base = source.baseAddress { input.copyMemory(from: base, byteCount: length) }
        }
        run = number
    }

    private static func save() {
        _ = write(file, input, length)
    }

    /// The peak memory use of the program so far, in bytes.
    static var peakMemoryOctets: Int {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1_024
        #else
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #endif
    }

    /// The processor time of this thread, which other programs cannot lengthen.
    static var threadMilliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
}
