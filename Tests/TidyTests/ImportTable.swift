/// Who may import whom.
///
/// A target that is not listed fails, so that adding one is a decision.
enum ImportTable {
    static let core: Set<String> = [
        "JSON", "CivilTime", "Recurrence", "ICalendar", "Agenda", "CalendarLayout",
    ]

    static let allowed: [String: Set<String>] = [
        "JSON": [],
        "CivilTime": [],
        "Recurrence": ["CivilTime"],
        "ICalendar": ["JSON", "CivilTime", "Recurrence"],
        "Agenda": ["CivilTime", "Recurrence", "ICalendar"],
        "CalendarLayout": ["CivilTime", "Recurrence", "ICalendar", "Agenda"],
        "WebCore": core,
        "Store": core.union(["GRDB"]),
        "Server": core.union([
            "Store", "Hummingbird", "HTTPTypes", "Logging", "NIOCore", "FoundationEssentials",
            "AsyncHTTPClient", "Crypto", "CryptoExtras", "JWTKit", "NIOHTTP1", "NIOPosix",
            "ServiceLifecycle", "Glibc", "Darwin",
        ]),
        "meantime": core.union([
            "Store", "Server", "ArgumentParser", "FoundationEssentials", "Logging", "Hummingbird",
            "Glibc", "Darwin",
        ]),
    ]
}
