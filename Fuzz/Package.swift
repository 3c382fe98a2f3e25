// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no product of the library carries the fuzzer along.
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "Kingfisher", path: "..")],
    targets: [
        .executableTarget(
            name: "DecoderFuzz",
            dependencies: [.product(name: "Kingfisher", package: "Kingfisher")])
    ],
    swiftLanguageModes: [.v6]
)
