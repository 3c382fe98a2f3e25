// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no product of the library carries the fuzzer along. Every format is
// on, the widgets are not. Built by Scripts/fuzz, which turns the sanitizers on.
let package = Package(
    name: "Fuzz",
    dependencies: [
        .package(name: "Kingfisher", path: "..", traits: ["WebP", "HEIF", "JXL", "SVG"])
    ],
    targets: [
        // libFuzzer comes with the toolchain, but no header for it.
        .systemLibrary(name: "CLibFuzzer"),
        .executableTarget(
            name: "DecoderFuzz",
            dependencies: [
                "CLibFuzzer", .product(name: "Kingfisher", package: "Kingfisher"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
