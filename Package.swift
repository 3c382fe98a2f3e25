// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of the package is compiled with.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let linuxOnly: TargetDependencyCondition? = .when(platforms: [.linux])

let package = Package(
    name: "Kingfisher",
    platforms: [
        .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1),
    ],
    products: [
        .library(name: "Kingfisher", targets: ["Kingfisher"]),
        .library(name: "KingfisherGTK", targets: ["KingfisherGTK"]),
        .executable(name: "kf", targets: ["kf"]),
    ],
    traits: [
        .trait(name: "WebP", description: "Reads and writes WebP; needs libwebp."),
        .trait(name: "HEIF", description: "Reads HEIC, reads and writes AVIF; needs libheif."),
        .trait(name: "JXL", description: "Reads JPEG XL; needs libjxl."),
        .trait(name: "SVG", description: "Draws SVG; needs librsvg and cairo."),
        .trait(
            name: "GTK",
            description:
                "The widgets for GTK 4. Without it, GTK's packages are not even looked for."),
        .default(enabledTraits: ["WebP", "HEIF", "GTK"]),
    ],
    targets: [
        // Libraries of the system. Each is a module map and the Debian package that brings it.
        .systemLibrary(
            name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .systemLibrary(name: "CJXL", pkgConfig: "libjxl", providers: [.apt(["libjxl-dev"])]),
        .systemLibrary(
            name: "CRSVG", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // Part of glibc; its own module because Swift's Glibc leaves <getopt.h> out.
        .systemLibrary(name: "CGetopt"),
        // Part of glibc too; file attributes, which that module leaves out.
        .systemLibrary(name: "CXattr"),
        .systemLibrary(name: "CGTK4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),

        // Layers, lowest first.
        .target(name: "Locking", swiftSettings: strict),
        .target(name: "CRaster"),
        .target(name: "Raster", dependencies: ["CRaster", "Locking"], swiftSettings: strict),
        .target(
            name: "CRasterIO", dependencies: ["CJPEG", "CPNG", "CGIF", "CTIFF"],
            // giflib has no pkg-config file, and C sources do not link by module map.
            linkerSettings: [.linkedLibrary("gif", .when(platforms: [.linux]))]),
        .target(
            name: "RasterIO",
            dependencies: [
                "Raster", "CRasterIO", "CDeflate", "CLCMS", "Locking",
                .target(name: "CWebP", condition: .when(traits: ["WebP"])),
                .target(name: "CHEIF", condition: .when(traits: ["HEIF"])),
                .target(name: "CJXL", condition: .when(traits: ["JXL"])),
                .target(name: "CRSVG", condition: .when(traits: ["SVG"])),
            ],
            swiftSettings: strict),
        .target(
            name: "Kingfisher",
            dependencies: [
                "Raster", "Locking",
                .target(name: "RasterIO", condition: linuxOnly),
                .target(name: "CCurl", condition: linuxOnly),
                .target(name: "CCrypto", condition: linuxOnly),
                .target(name: "CXattr", condition: linuxOnly),
            ],
            swiftSettings: strict),
        .target(
            name: "KingfisherGTK",
            dependencies: [
                "Kingfisher", .target(name: "CGTK4", condition: .when(traits: ["GTK"])),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "kf", dependencies: ["Kingfisher", "CGetopt", "Locking"], swiftSettings: strict),

        // What `make demo` runs.
        .executableTarget(
            name: "kingfisher-demo", dependencies: ["Kingfisher", "LoopbackHTTP"],
            path: "Examples/Demo", exclude: ["make-pictures.py"], resources: [.copy("Pictures")],
            swiftSettings: strict),

        // Examples are no products, so nobody who depends on the package builds them.
        .executableTarget(
            name: "kingfisher-gtk-gallery", dependencies: ["KingfisherGTK", "LoopbackHTTP"],
            path: "Examples/GTKGallery", swiftSettings: strict),
        // The Swift examples of README.md, so that they compile.
        .target(
            name: "Snippets", dependencies: ["Kingfisher"], path: "Examples/Snippets/Core",
            swiftSettings: strict),
        .target(
            name: "SnippetsGTK", dependencies: ["KingfisherGTK"], path: "Examples/Snippets/GTK",
            swiftSettings: strict),

        // Tests, one target beside each layer.
        .target(name: "TestTools", path: "Tests/Support/TestTools", swiftSettings: strict),
        .target(
            name: "LoopbackHTTP", dependencies: ["Locking", "TestTools"],
            path: "Tests/Support/LoopbackHTTP",
            swiftSettings: strict),
        .target(
            name: "ViewTestSupport", dependencies: ["Kingfisher", "Raster", "LoopbackHTTP"],
            path: "Tests/Support/ViewTestSupport", swiftSettings: strict),
        .target(name: "StressValues", path: "Tests/Support/StressValues", swiftSettings: strict),
        .executableTarget(
            name: "CacheStress", dependencies: ["Kingfisher", "StressValues"],
            path: "Tests/Support/CacheStress", swiftSettings: strict),
        .testTarget(
            name: "RasterTests", dependencies: ["Raster", "CRaster", "TestTools"],
            resources: [.copy("Expected")]),
        .testTarget(
            name: "RasterIOTests",
            dependencies: ["RasterIO", "Raster", "CRasterIO", "TestTools"],
            exclude: ["make-fixtures.py"],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "KingfisherTests",
            dependencies: [
                "CacheStress", "StressValues",
                "Kingfisher", "Raster", "RasterIO", "Locking", "LoopbackHTTP", "ViewTestSupport",
                "TestTools",
            ]),
        // Compiles calls of every declaration that callers know; there is nothing to run.
        .testTarget(name: "APICoverageTests", dependencies: ["Kingfisher"]),
        .testTarget(
            name: "KingfisherGTKTests",
            dependencies: [
                "KingfisherGTK", "Kingfisher", "Raster", "Locking", "LoopbackHTTP",
                "SnippetsGTK", "ViewTestSupport",
            ]),
        .testTarget(
            name: "kfTests", dependencies: ["kf", "LoopbackHTTP", "RasterIO", "TestTools"]),
    ],
    swiftLanguageModes: [.v6]
)
