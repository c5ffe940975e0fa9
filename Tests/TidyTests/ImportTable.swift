/// Which target may import which modules.
///
/// A target that is not listed fails the test, so adding one is a deliberate decision.
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
        "Scheduling": ["CivilTime", "Recurrence", "ICalendar"],
        "JSCalendar": ["JSON", "CivilTime", "Recurrence", "ICalendar"],
        "WebCore": core,
        "Store": core.union([
            "GRDB", "CPostgreSQL", "Dispatch", "Synchronization", "Glibc", "Darwin",
        ]),
        "Outgoing": [
            "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "CZlib", "Synchronization",
            "FoundationEssentials", "Foundation",
        ],
        "Server": core.union([
            "Outgoing", "Store", "WebDAV", "Scheduling", "JSCalendar", "Hummingbird", "HTTPTypes",
            "Logging",
            "Metrics", "NIOCore",
            "FoundationEssentials", "Foundation",
            "Crypto", "CryptoExtras", "JWTKit", "NIOHTTP1", "NIOPosix",
            "ServiceLifecycle", "Glibc", "Darwin", "CZlib", "CQREncode", "CMalloc", "CFileMode",
            "CNotifySocket", "Synchronization", "UnixSignals",
        ]),
        "WebDAV": ["CivilTime", "Recurrence", "ICalendar", "CExpat"],
        "Demo": core.union(["Store", "Server"]),
        "meantime": core.union([
            "Outgoing", "Store", "Server", "Demo", "ArgumentParser", "FoundationEssentials",
            "Foundation",
            "Logging", "Hummingbird", "Glibc", "Darwin",
        ]),
    ]
}
