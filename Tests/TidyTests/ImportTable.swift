/// Who may import whom.
///
/// A target that is not listed fails, so that adding one is a decision.
enum ImportTable {
    static let core: Set<String> = [
        "CivilTime", "Recurrence", "ICalendar", "Agenda", "CalendarLayout",
    ]

    static let allowed: [String: Set<String>] = [
        "CivilTime": [],
        "Recurrence": ["CivilTime"],
        "ICalendar": ["CivilTime", "Recurrence"],
        "Agenda": ["CivilTime", "Recurrence", "ICalendar"],
        "CalendarLayout": ["CivilTime", "Recurrence", "ICalendar", "Agenda"],
        "WebCore": core,
        "Store": core.union(["GRDB", "Synchronization", "Glibc", "Darwin"]),
        "Server": core.union([
            "Store", "Hummingbird", "HTTPTypes", "Logging", "NIOCore", "FoundationEssentials",
            "AsyncHTTPClient", "Crypto", "CryptoExtras", "JWTKit", "NIOHTTP1", "NIOPosix",
            "ServiceLifecycle", "Glibc", "Darwin", "CZlib",
        ]),
        "meantime": core.union([
            "Store", "Server", "ArgumentParser", "FoundationEssentials", "Logging", "Hummingbird",
            "Glibc", "Darwin",
        ]),
    ]
}
