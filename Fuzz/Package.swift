// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no product of the library carries the fuzzer along. Every format is
// on, the widgets are not. Built by Scripts/fuzz, which turns the sanitizers on; libFuzzer brings `main`.
let package = Package(
    name: "Fuzz",
    dependencies: [
        .package(name: "Kingfisher", path: "..", traits: ["WebP", "HEIF", "JXL", "SVG"])
    ],
    targets: [
        .executableTarget(
            name: "DecoderFuzz",
            dependencies: [.product(name: "Kingfisher", package: "Kingfisher")])
    ],
    swiftLanguageModes: [.v6]
)
