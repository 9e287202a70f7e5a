// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Chat",
    targets: [
        .target(name: "Transport"),
        .executableTarget(name: "Client", dependencies: ["Transport"]),
    ]
)
