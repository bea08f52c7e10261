// swift-tools-version: 6.2
import PackageDescription

// With `traits: []` the engine alone is fetched and built: no server, no database.
let package = Package(
    name: "SightlineExamples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Sightline", path: "../..", traits: [])],
    targets: ["PlaceAnchor", "MeasureLength", "OwnExperience"].map { name in
        .executableTarget(
            name: name,
            dependencies: [
                .product(name: "Sightline", package: "Sightline"),
                .product(name: "Recordings", package: "Sightline"),
            ]
        )
    },
    swiftLanguageModes: [.v6]
)
