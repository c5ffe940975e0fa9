// swift-tools-version: 6.2
import PackageDescription

// Compares the core with its peers. A separate package, so that building Meantime doesn't need
// them.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "meantime", path: "..")],
    targets: [
        .systemLibrary(name: "CLibical", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "CivilTime", package: "meantime"),
                .product(name: "Recurrence", package: "meantime"),
                .product(name: "ICalendar", package: "meantime"),
            ]
        ),
        .executableTarget(
            name: "Benchmark",
            dependencies: [
                "CLibical", "Workloads",
                .product(name: "CivilTime", package: "meantime"),
                .product(name: "Recurrence", package: "meantime"),
                .product(name: "ICalendar", package: "meantime"),
            ]
        ),
        .executableTarget(
            name: "FreeTime",
            dependencies: [
                .product(name: "CivilTime", package: "meantime"),
                .product(name: "Agenda", package: "meantime"),
            ]
        ),
        // glibc's allocator with a counter.
        .target(name: "CAllocations"),
        .executableTarget(
            name: "Allocations",
            dependencies: [
                "CAllocations", "Workloads",
                .product(name: "CivilTime", package: "meantime"),
                .product(name: "Recurrence", package: "meantime"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
