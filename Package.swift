// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// Settings of targets that must also compile as Embedded Swift for WebAssembly.
let portable = strict + [.treatWarning("EmbeddedRestrictions", as: .error)]

/// Settings of the targets that compute most of what the tests wait for.
///
/// Unoptimised, they take several times as long. Assertions stay.
let optimised: [SwiftSetting] =
    Context.packageDirectory.contains("/checkouts/")
    ? []  // SwiftPM refuses a dependency with flags of its own.
    : [
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
    ]

let core: [Target.Dependency] = [
    "JSON", "CivilTime", "Recurrence", "ICalendar", "Agenda", "CalendarLayout",
]

let package = Package(
    name: "meantime",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CivilTime", targets: ["CivilTime"]),
        .library(name: "Recurrence", targets: ["Recurrence"]),
        .library(name: "ICalendar", targets: ["ICalendar"]),
        .library(name: "Agenda", targets: ["Agenda"]),
        .library(name: "CalendarLayout", targets: ["CalendarLayout"]),
        .library(name: "WebCore", targets: ["WebCore"]),
        .executable(name: "meantime", targets: ["meantime"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            exact: "2.28.1",
            traits: []
        ),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .target(name: "JSON", swiftSettings: portable + optimised),
        .target(name: "CivilTime", swiftSettings: portable + optimised),
        .target(
            name: "Recurrence",
            dependencies: ["CivilTime"],
            swiftSettings: portable + optimised
        ),
        .target(
            name: "ICalendar",
            dependencies: ["JSON", "CivilTime", "Recurrence"],
            swiftSettings: portable + optimised
        ),
        .target(
            name: "Agenda",
            dependencies: ["CivilTime", "Recurrence", "ICalendar"],
            swiftSettings: portable + optimised
        ),
        .target(
            name: "CalendarLayout",
            dependencies: ["CivilTime", "Recurrence", "ICalendar", "Agenda"],
            swiftSettings: portable + optimised
        ),
        .target(
            name: "Client",
            dependencies: ["JSON", "CivilTime", "Recurrence", "ICalendar", "Agenda"],
            swiftSettings: portable + optimised
        ),
        .target(
            name: "Scheduling",
            dependencies: ["CivilTime", "Recurrence", "ICalendar"],
            swiftSettings: strict
        ),
        .target(
            name: "JSCalendar",
            dependencies: ["JSON", "CivilTime", "Recurrence", "ICalendar"],
            swiftSettings: strict
        ),
        .target(
            name: "WebCore",
            dependencies: core + ["Client"],
            swiftSettings: strict + [.enableExperimentalFeature("Extern")]
        ),
        .target(
            name: "Store",
            dependencies: [
                "Agenda", "CPostgreSQL", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .systemLibrary(
            name: "CCurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(
            name: "CZlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CExpat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]
        ),
        .systemLibrary(
            name: "CQREncode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
        ),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CFileMode"),
        .systemLibrary(name: "CNotifySocket"),
        .target(
            name: "WebDAV",
            dependencies: ["CivilTime", "Recurrence", "ICalendar", "CExpat"],
            swiftSettings: strict
        ),
        .target(
            name: "Outgoing",
            dependencies: [
                "CCurl", "CZlib",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ServerBase",
            dependencies: [
                "JSON", "CivilTime", "ICalendar", "Agenda", "Store", "WebDAV",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Observability",
            dependencies: [
                "ServerBase", "Store", "Outgoing",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Secrets",
            dependencies: [
                "ServerBase", "CFileMode",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "OpenIDConnect",
            dependencies: [
                "Store", "Outgoing", "ServerBase", "Secrets",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Accounts",
            dependencies: [
                "Store", "Outgoing", "ServerBase", "Observability", "OpenIDConnect",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ExternalCalendars",
            dependencies: [
                "JSON", "CivilTime", "ICalendar", "Agenda", "Store", "WebDAV", "Outgoing",
                "ServerBase", "Observability", "Secrets", "OpenIDConnect",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Requests",
            dependencies: [
                "CivilTime", "Scheduling", "Store", "WebDAV", "ServerBase", "Observability",
                "ExternalCalendars", "CMalloc",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Writing",
            dependencies: [
                "CivilTime", "ICalendar", "Agenda", "Scheduling", "Store", "ServerBase",
                "Observability",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "CalDAVServer",
            dependencies: [
                "CivilTime", "ICalendar", "Agenda", "Scheduling", "Store", "WebDAV", "Outgoing",
                "ServerBase", "Observability", "Accounts", "Requests", "Writing", "CQREncode",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Server",
            dependencies: [
                "CivilTime", "ICalendar", "Agenda", "Scheduling", "JSCalendar", "Store", "WebDAV",
                "Outgoing", "ServerBase", "Observability", "Secrets", "OpenIDConnect",
                "Accounts", "ExternalCalendars", "Requests", "Writing", "CalDAVServer",
                "CZlib", "CNotifySocket",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Watch",
            dependencies: [
                "JSON", "CivilTime", "ICalendar", "Agenda", "CalendarLayout", "Client", "Outgoing",
                "ServerBase",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Demo",
            dependencies: [
                "CivilTime", "ICalendar", "Agenda", "Accounts", "Store", "ServerBase", "Server",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "meantime",
            dependencies: core + [
                "Store", "Outgoing", "ServerBase", "Observability", "Secrets", "OpenIDConnect",
                "Accounts", "ExternalCalendars", "Requests", "Writing", "CalDAVServer", "Server",
                "Demo", "Watch",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"]),
        .testTarget(name: "RecurrenceTests", dependencies: ["Recurrence", "CivilTime"]),
        .testTarget(
            name: "ICalendarTests",
            dependencies: ["ICalendar", "Recurrence", "CivilTime"]
        ),
        .testTarget(
            name: "AgendaTests",
            dependencies: ["Agenda", "ICalendar", "Recurrence", "CivilTime"]
        ),
        .testTarget(
            name: "CalendarLayoutTests",
            dependencies: ["CalendarLayout", "Agenda", "ICalendar", "CivilTime"]
        ),
        .target(
            name: "Simulation",
            dependencies: ["Client", "Agenda", "ICalendar", "CivilTime", "JSON"],
            path: "Tests/Simulation",
            swiftSettings: strict + optimised
        ),
        .testTarget(
            name: "ClientTests",
            dependencies: ["Client", "Agenda", "ICalendar", "CivilTime", "JSON", "Simulation"]
        ),
        // Without access to what is only for this package, like the programs that the examples are for.
        .testTarget(
            name: "LibraryExamplesTests",
            dependencies: ["CivilTime", "Recurrence", "ICalendar", "Agenda", "CalendarLayout"],
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "SchedulingTests",
            dependencies: ["Scheduling", "ICalendar", "CivilTime"]
        ),
        .testTarget(
            name: "JSCalendarTests",
            dependencies: ["JSCalendar", "ICalendar", "CivilTime"]
        ),
        .target(name: "TestPlaces", dependencies: ["Store"], path: "Tests/TestPlaces"),
        .testTarget(
            name: "StoreTests",
            dependencies: ["Agenda", "Store", "TestPlaces"]
        ),
        .testTarget(name: "WebDAVTests", dependencies: ["WebDAV", "ICalendar", "CivilTime"]),
        .testTarget(
            name: "OutgoingTests",
            dependencies: [
                "Outgoing",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "CivilTime", "ICalendar", "Agenda", "Outgoing", "ServerBase", "Observability",
                "Secrets", "OpenIDConnect", "Accounts", "ExternalCalendars", "Requests", "Server",
                "Store", "Client", "JSON",
                "Demo", "meantime",
                "CZlib",
                "Simulation", "TestPlaces",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(
                    name: "ServiceLifecycleTestKit",
                    package: "swift-service-lifecycle"
                ),
            ]
        ),
        .executableTarget(
            name: "fuzz",
            dependencies: ["CivilTime", "Recurrence", "ICalendar", "Agenda", "WebDAV"],
            path: "Tests/Fuzz",
            swiftSettings: strict
        ),
        .testTarget(name: "FuzzTests", dependencies: ["fuzz"]),
        .testTarget(
            name: "WatchTests",
            dependencies: [
                "JSON", "CivilTime", "Agenda", "Client", "Outgoing", "ServerBase", "Watch",
                "TestPlaces", "meantime",
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .testTarget(name: "TidyTests"),
    ],
    swiftLanguageModes: [.v6]
)
