// swift-tools-version: 6.2
import PackageDescription

/// What a server's package looks like: it wants pictures and has no screen.
let package = Package(
    name: "server",
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(
            name: "server", dependencies: [.product(name: "Kingfisher", package: "Kingfisher")])
    ]
)
