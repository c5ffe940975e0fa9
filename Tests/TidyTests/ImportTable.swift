/// Which target may import which modules.
///
/// A target that is not listed fails the test, so adding one is a deliberate decision.
enum ImportTable {
    static let core: Set<String> = [
        "JSON", "CivilTime", "Recurrence", "ICalendar", "Agenda", "CalendarLayout",
    ]

    /// Foundation and the C library, each as Linux and Apple's systems name it.
    static let system = foundation.union(["Glibc", "Darwin"])
    static let foundation: Set<String> = ["FoundationEssentials", "Foundation"]

    static let allowed: [String: Set<String>] = [
        "JSON": [],
        "CivilTime": [],
        "Recurrence": ["CivilTime"],
        "ICalendar": ["JSON", "CivilTime", "Recurrence"],
        "Agenda": ["CivilTime", "Recurrence", "ICalendar"],
        "CalendarLayout": ["CivilTime", "Recurrence", "ICalendar", "Agenda"],
        "Client": ["JSON", "CivilTime", "Recurrence", "ICalendar", "Agenda"],
        "Scheduling": ["CivilTime", "Recurrence", "ICalendar"],
        "JSCalendar": ["JSON", "CivilTime", "Recurrence", "ICalendar"],
        "WebCore": core.union(["Client"]),
        "Store": core.union([
            "GRDB", "CPostgreSQL", "Dispatch", "Synchronization", "Glibc", "Darwin",
        ]),
        "Outgoing": [
            "NIOCore", "NIOPosix", "CCurl", "CZlib", "Synchronization",
            "FoundationEssentials", "Foundation",
        ],
        "ServerBase": core.union([
            "Store", "WebDAV", "Crypto", "ServiceLifecycle", "Synchronization",
        ]).union(system),
        "Observability": Set([
            "CivilTime", "Store", "Outgoing", "ServerBase", "Hummingbird", "HTTPTypes", "Logging",
            "Metrics", "ServiceLifecycle", "UnixSignals", "Synchronization",
        ]).union(system),
        "Secrets": Set(["ServerBase", "CFileMode", "Crypto", "Synchronization"]).union(system),
        "OpenIDConnect": Set([
            "Store", "Outgoing", "ServerBase", "Secrets", "Crypto", "CryptoExtras",
        ]).union(foundation),
        "Accounts": Set([
            "CivilTime", "Store", "Outgoing", "ServerBase", "Observability", "OpenIDConnect",
            "Crypto",
            "CryptoExtras", "Logging", "NIOCore", "NIOPosix",
        ]).union(foundation),
        "ExternalCalendars": core.union([
            "Store", "WebDAV", "Outgoing", "ServerBase", "Observability", "Secrets",
            "OpenIDConnect", "Crypto", "Logging", "NIOCore", "ServiceLifecycle",
        ]).union(foundation),
        "Requests": Set([
            "CivilTime", "Scheduling", "Store", "WebDAV", "ServerBase", "Observability",
            "ExternalCalendars", "CMalloc", "HTTPTypes", "Hummingbird", "NIOCore",
            "Synchronization",
        ]).union(system),
        "Writing": [
            "CivilTime", "ICalendar", "Agenda", "Scheduling", "Store", "ServerBase",
            "Observability",
        ],
        "CalDAVServer": Set([
            "CivilTime", "ICalendar", "Agenda", "Scheduling", "Store", "WebDAV", "Outgoing",
            "ServerBase", "Observability", "Accounts", "Requests", "Writing", "CQREncode", "Crypto",
            "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "ServiceLifecycle",
        ]).union(foundation),
        "Server": core.union([
            "Outgoing", "Store", "WebDAV", "Scheduling", "JSCalendar", "ServerBase",
            "Observability", "Secrets", "OpenIDConnect", "Accounts", "ExternalCalendars",
            "Requests",
            "Writing", "CalDAVServer", "Hummingbird", "HTTPTypes", "Logging", "NIOCore",
            "NIOHTTP1", "ServiceLifecycle", "CZlib", "CNotifySocket", "Synchronization",
            "UnixSignals",
        ]).union(system),
        "WebDAV": ["CivilTime", "Recurrence", "ICalendar", "CExpat"],
        "Demo": core.union(["Accounts", "Store", "ServerBase", "Server"]),
        "Watch": core.union(["Client", "Outgoing", "ServerBase", "NIOCore"]).union(system),
        "meantime": core.union([
            "Outgoing", "Store", "ServerBase", "Observability", "Secrets", "OpenIDConnect",
            "Accounts", "ExternalCalendars", "Requests", "Writing", "Server", "Demo",
            "Watch", "ArgumentParser", "Dispatch", "Synchronization",
            "Logging", "Hummingbird",
        ]).union(system),
    ]
}
