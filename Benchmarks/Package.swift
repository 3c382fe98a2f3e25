// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no product of the library carries the benchmarks along.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Kingfisher", path: "..")],
    targets: [
        .target(name: "BareCurl", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(
            name: "NetworkBench",
            dependencies: ["BareCurl", .product(name: "Kingfisher", package: "Kingfisher")]),
        .executableTarget(
            name: "RasterBench",
            dependencies: [.product(name: "Kingfisher", package: "Kingfisher")]),
        .executableTarget(
            name: "CacheBench",
            dependencies: [.product(name: "Kingfisher", package: "Kingfisher")]),
        .target(name: "CountedMalloc"),
        .executableTarget(
            name: "ManagerBench",
            dependencies: [
                "CountedMalloc", .product(name: "Kingfisher", package: "Kingfisher"),
            ]),
        .target(
            name: "BareCodecs",
            linkerSettings: ["jpeg", "png", "gif", "webp"].map { .linkedLibrary($0) }),
        .executableTarget(
            name: "CodecBench",
            dependencies: ["BareCodecs", .product(name: "Kingfisher", package: "Kingfisher")]),
    ],
    swiftLanguageModes: [.v6]
)
