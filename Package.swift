// swift-tools-version: 6.2
import Foundation
import PackageDescription

// MARK: - External packages

let numerics = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioHTTPTypes = ["NIOHTTPTypes", "NIOHTTPTypesHTTP1"].map {
    Target.Dependency.product(name: $0, package: "swift-nio-extras")
}
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOConcurrencyHelpers"].map {
    Target.Dependency.product(name: $0, package: "swift-nio")
}
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let atomics = Target.Dependency.product(name: "Atomics", package: "swift-atomics")
let database = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let tokens = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let certificates = Target.Dependency.product(name: "X509", package: "swift-certificates")

let packages: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
]

// MARK: - Kinds of targets

/// A module of the engine: pure Swift values, no Foundation, also compiled as Embedded Swift for wasm32.
func engine(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        swiftSettings: [.treatWarning("EmbeddedRestrictions", as: .error), .enableUpcomingFeature("ExistentialAny")],
        linkerSettings: [.linkedLibrary("m")]
    )
}

/// A module of pure protocol and estimation: no sockets, no clocks.
func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies)
}

/// A module that touches a disk, a socket, a clock, a GPU or a browser.
func host(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies)
}

// MARK: - The engine

let engineTargets: [Target] = [
    engine("Geometry", [numerics]),
    tests("Geometry"),

    engine("Imaging"),
    tests("Imaging"),

    engine("Features", ["Geometry", "Imaging"]),
    tests("Features", ["Geometry", "Imaging", numerics]),

    engine("Odometry", ["Geometry", "Imaging", "Features", numerics]),
    tests("Odometry", ["Geometry", "Imaging", "Features", numerics]),

    engine("Surfaces", ["Geometry", "Imaging", numerics]),
    tests("Surfaces", ["Geometry", "Imaging"]),

    engine("Shapes", ["Geometry", "Imaging", numerics]),
    tests("Shapes", ["Geometry", "Imaging"]),

    engine("WorldTracking", ["Geometry", "Imaging", "Features", "Odometry", "Surfaces", numerics]),
    tests("WorldTracking", ["Geometry", "Imaging", "Features", "Odometry", "Surfaces", "TestWorlds", numerics]),
    .target(
        name: "TestWorlds",
        dependencies: ["Geometry", "Imaging", "Features", "Odometry", "WorldTracking"],
        path: "Tests/TestWorlds"
    ),

    engine("SceneGraph", ["Geometry", "Imaging", numerics]),
    tests("SceneGraph", ["Geometry", "Imaging"]),

    engine(
        "Experiences",
        [
            "Geometry", "Imaging", "Features", "Odometry", "Surfaces", "Shapes", "WorldTracking", "SceneGraph",
            numerics,
        ]
    ),
    tests(
        "Experiences",
        ["Geometry", "Imaging", "Features", "Shapes", "WorldTracking", "SceneGraph", "TestWorlds", numerics]
    ),

    .target(
        name: "CGLES",
        linkerSettings: [
            .linkedLibrary("EGL", .when(platforms: [.linux])), .linkedLibrary("GLESv2", .when(platforms: [.linux])),
        ]
    ),
    engine("Rendering", ["CGLES", "Geometry", "Imaging", "SceneGraph", numerics]),
    .target(
        name: "RenderingScenes",
        dependencies: ["Geometry", "Imaging", "Rendering", "SceneGraph", numerics],
        path: "Tests/RenderingScenes"
    ),
    tests("Rendering", ["Geometry", "Imaging", "RenderingScenes", "SceneGraph"]),
    .target(
        name: "RenderingProbe",
        dependencies: ["Imaging", "Rendering", "RenderingScenes"],
        path: "Tests/RenderingProbe"
    ),
    .executableTarget(
        name: "RenderingBenchmark",
        dependencies: ["Geometry", "Rendering", "RenderingScenes", "SceneGraph"],
        path: "Benchmarks/RenderingBenchmark"
    ),
]

// MARK: - Realtime and proximity

let realtimeTargets: [Target] = [
    pure("Proximity", [numerics]),
    tests("Proximity"),

    pure("PusherProtocol", [crypto]),
    tests("PusherProtocol"),
]

// MARK: - Hosts

let hostTargets: [Target] = [
    .target(name: "CBluetooth"),
    host("Bluetooth", ["Proximity", "CBluetooth"]),
    .target(name: "ParserChecks", dependencies: ["Bluetooth", "Proximity"], path: "Fuzz/ParserChecks"),
    .target(name: "BeaconFuzz", dependencies: ["ParserChecks"], path: "Fuzz/BeaconFuzz"),
    tests("Bluetooth", ["ParserChecks", "Proximity"]),

    .target(name: "CImageCodecs", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png")]),
    host("Recordings", ["Geometry", "Imaging", "Odometry", "WorldTracking", "CImageCodecs"]),
    tests("Recordings", ["Geometry", "Imaging", "Odometry"]),

    host(
        "Simulation",
        ["Geometry", "Imaging", "Odometry", "Recordings"],
        resources: ["room", "desk", "bare"].map { .embedInCode("Scenes/\($0).scene") }
    ),
    tests("Simulation", ["Geometry", "Imaging", "Odometry", "Recordings"]),

    .systemLibrary(name: "CHiredis", pkgConfig: "hiredis", providers: [.apt(["libhiredis-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    host(
        "ChannelServer",
        [
            "PusherProtocol", "CHiredis", httpClient, lifecycle, logging, atomics, hummingbird, hummingbirdCore,
            httpTypes,
        ]
            + nioHTTPTypes + nio
    ),
    host("ChannelClient", ["PusherProtocol", httpClient, nioSSL] + nio),
    tests(
        "ChannelServer",
        ["ChannelClient", "PusherProtocol", "TestThreads", httpClient, lifecycle, logging, hummingbird, nioEmbedded]
            + nio
    ),
    .target(name: "TestThreads", dependencies: nio, path: "Tests/TestThreads"),

    .executableTarget(
        name: "sightline",
        dependencies: [
            "Bluetooth", "ChannelClient", "ChannelServer", "Experiences", "Geometry", "Imaging", "Odometry",
            "Proximity",
            "PusherProtocol", "Recordings", "Rendering", "SceneGraph", "Shapes", "Simulation", "StudioServer",
            "Surfaces",
            "WorldTracking",
            argumentParser,
        ]
    ),
    host(
        "StudioServer",
        [
            "ChannelServer", "ChannelClient", "Proximity", "PusherProtocol", "Recordings", hummingbird, hummingbirdCore,
            hummingbirdTLS, httpClient, httpTypes, lifecycle, nioSSL, logging, crypto, database, tokens, certificates,
            "CQREncode",
        ] + nio
    ),
    tests(
        "StudioServer",
        [
            "ChannelClient", "TestThreads", hummingbird, hummingbirdTesting, httpTypes, httpClient, tokens, nioCore,
            nioSSL, certificates,
        ]
    ),
    host(
        "WebEngine",
        [
            "Geometry", "Imaging", "Features", "Odometry", "Surfaces", "WorldTracking", "SceneGraph", "Rendering",
            "Experiences", "Shapes",
        ]
    ),
    tests("WebEngine"),
]

// MARK: - Benchmarks

let benchmarkTargets: [Target] = [
    .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter"),
    .executableTarget(
        name: "TrackingBench",
        dependencies: ["Geometry", "Imaging", "Odometry", "Recordings", "CAllocationCounter"],
        path: "Benchmarks/TrackingBench"
    ),
    .executableTarget(
        name: "WorldBenchmark",
        dependencies: [
            "Geometry", "Features", "Odometry", "Surfaces", "WorldTracking", "Experiences", "Recordings", "Simulation",
        ],
        path: "Benchmarks/WorldBenchmark"
    ),
    .executableTarget(
        name: "ToolsBenchmark",
        dependencies: ["Geometry", "Imaging", "WorldTracking", "Experiences", "Recordings"],
        path: "Benchmarks/ToolsBenchmark",
        exclude: ["run.sh"]
    ),
    .executableTarget(
        name: "KernelWasm",
        dependencies: ["Geometry", "Imaging", "Features"],
        path: "Benchmarks/KernelWasm"
    ),
    .systemLibrary(name: "CEpoll", path: "Benchmarks/CEpoll"),
    .executableTarget(
        name: "ChannelsBench",
        dependencies: [
            "CEpoll", "ChannelServer", "PusherProtocol", argumentParser, lifecycle, logging, hummingbird,
        ] + nio,
        path: "Benchmarks/ChannelsBench"
    ),
    .executableTarget(name: "beacon-bench", dependencies: ["Proximity"], path: "Benchmarks/BeaconBench"),
    .executableTarget(
        name: "KernelBenchmark",
        dependencies: ["Geometry", "Imaging", "Features"],
        path: "Benchmarks/KernelBenchmark"
    ),
    .executableTarget(
        name: "ShapesBenchmark",
        dependencies: ["Geometry", "Imaging", "Shapes"],
        path: "Benchmarks/ShapesBenchmark"
    ),
    .executableTarget(
        name: "ShapesWasm",
        dependencies: ["Geometry", "Imaging", "Shapes"],
        path: "Benchmarks/ShapesWasm"
    ),
    .executableTarget(
        name: "InitializerBenchmark",
        dependencies: ["Geometry", "Features", "Odometry", "Recordings"],
        path: "Benchmarks/InitializerBenchmark"
    ),
]

// MARK: - Selection

/// Programs without a `main`, which link for WebAssembly only; they are loaded when they are named.
let webAssemblyOnly: Set = ["KernelWasm", "ShapesWasm"]

/// `SIGHTLINE_TARGETS=Odometry,OdometryTests swift test` loads only those targets and what they need, for quick work on a part.
func selection(of targets: [Target]) -> [Target] {
    guard let names = ProcessInfo.processInfo.environment["SIGHTLINE_TARGETS"], !names.isEmpty else {
        return targets.filter { !webAssemblyOnly.contains($0.name) }
    }
    var wanted = Set(names.split(separator: ",").map(String.init))
    var grew = true
    while grew {
        let count = wanted.count
        for target in targets where wanted.contains(target.name) {
            wanted.formUnion(target.dependencies.compactMap(\.targetName))
        }
        grew = wanted.count > count
    }
    return targets.filter { wanted.contains($0.name) }
}

extension Target.Dependency {
    var targetName: String? {
        switch self {
        case .targetItem(let name, _), .byNameItem(let name, _): name
        default: nil
        }
    }
    var packageName: String? {
        if case .productItem(_, let package, _, _) = self { package } else { nil }
    }
}

let targets = selection(of: engineTargets + realtimeTargets + hostTargets + benchmarkTargets)
let neededPackages = Set(targets.flatMap(\.dependencies).compactMap(\.packageName))

let package = Package(
    name: "Sightline",
    platforms: [.macOS(.v15)],
    products: targets.contains { $0.name == "WebEngine" }
        ? [.library(name: "WebEngine", type: .static, targets: ["WebEngine"])] : [],
    dependencies: packages.filter { package in
        neededPackages.contains { name in
            guard case .sourceControl(_, let location, _) = package.kind else { return false }
            return location.hasSuffix("/\(name)")
        }
    },
    targets: targets,
    swiftLanguageModes: [.v6]
)
