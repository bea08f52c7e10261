// swift-tools-version: 6.2
import PackageDescription

// MARK: - Traits

// The engine, Proximity, Recordings, Simulation and Rendering need swift-numerics alone. The other packages belong to two
// traits, which are on by default. A client that says `traits: []` fetches none of them.
let traits: Set<Trait> = [
    .default(enabledTraits: ["Studio"]),
    .trait(name: "Studio", description: "The studio's server and the command line.", enabledTraits: ["Channels"]),
    .trait(name: "Channels", description: "PusherProtocol, ChannelClient and ChannelServer."),
]

/// A product that is fetched and linked only for a trait.
func product(_ name: String, _ package: String, for trait: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait]))
}

// MARK: - External packages

let numerics = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

let crypto = product("Crypto", "swift-crypto", for: "Channels")
let hummingbird = product("Hummingbird", "hummingbird", for: "Channels")
let hummingbirdCore = product("HummingbirdCore", "hummingbird", for: "Channels")
let httpTypes = product("HTTPTypes", "swift-http-types", for: "Channels")
let nioHTTPTypes = ["NIOHTTPTypes", "NIOHTTPTypesHTTP1"].map { product($0, "swift-nio-extras", for: "Channels") }
let httpClient = product("AsyncHTTPClient", "async-http-client", for: "Channels")
let lifecycle = product("ServiceLifecycle", "swift-service-lifecycle", for: "Channels")
let nioCore = product("NIOCore", "swift-nio", for: "Channels")
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOConcurrencyHelpers"].map {
    product($0, "swift-nio", for: "Channels")
}
let nioEmbedded = product("NIOEmbedded", "swift-nio", for: "Channels")
let nioSSL = product("NIOSSL", "swift-nio-ssl", for: "Channels")
let logging = product("Logging", "swift-log", for: "Channels")
let atomics = product("Atomics", "swift-atomics", for: "Channels")

let argumentParser = product("ArgumentParser", "swift-argument-parser", for: "Studio")
let hummingbirdTesting = product("HummingbirdTesting", "hummingbird", for: "Studio")
let hummingbirdTLS = product("HummingbirdTLS", "hummingbird", for: "Studio")
let database = product("GRDB", "GRDB.swift", for: "Studio")
let tokens = product("JWTKit", "jwt-kit", for: "Studio")
let certificates = product("X509", "swift-certificates", for: "Studio")

/// What a client may use itself is open to the next major version; what only the studio uses is held to a minor one.
let packages: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),

    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),

    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
    .package(url: "https://github.com/apple/swift-certificates", .upToNextMinor(from: "1.21.1")),
    .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
    .package(url: "https://github.com/vapor/jwt-kit", .upToNextMinor(from: "5.7.1")),
]

// MARK: - Products

/// The studio's command, `sightline`, is a product of its own accord: SwiftPM makes one of every executable.
let products: [Product] = [
    .library(name: "Sightline", targets: ["Sightline"]),
    .library(name: "SightlineRendering", targets: ["Rendering"]),
    .library(name: "Shapes", targets: ["Shapes"]),
    .library(name: "Codes", targets: ["Codes"]),
    .library(name: "Models", targets: ["Models"]),
    .library(name: "Proximity", targets: ["Proximity"]),
    .library(name: "Recordings", targets: ["Recordings"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "PusherProtocol", targets: ["PusherProtocol"]),
    .library(name: "ChannelClient", targets: ["ChannelClient"]),
    .library(name: "ChannelServer", targets: ["ChannelServer"]),
    .library(name: "WebEngine", type: .static, targets: ["WebEngine"]),
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

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies, exclude: exclude)
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

    engine("Depth", ["Geometry", "Imaging"]),
    tests("Depth", ["Geometry", "Imaging"]),

    engine("Surfaces", ["Geometry", "Imaging", numerics]),
    tests("Surfaces", ["Geometry", "Imaging"]),

    engine("Shapes", ["Geometry", "Imaging", numerics]),
    tests("Shapes", ["Geometry", "Imaging"]),

    engine("WorldTracking", ["Geometry", "Imaging", "Features", "Odometry", "Surfaces", "Depth", numerics]),
    tests(
        "WorldTracking",
        ["Geometry", "Imaging", "Features", "Odometry", "Surfaces", "Depth", "TestWorlds", numerics]
    ),
    engine("Codes", ["Geometry", "Imaging"]),
    tests("Codes", ["Geometry", "Imaging", "CQREncode"]),

    .target(
        name: "TestWorlds",
        dependencies: ["Geometry", "Imaging", "Features", "Odometry", "WorldTracking"],
        path: "Tests/TestWorlds"
    ),

    engine("SceneGraph", ["Geometry", "Imaging", numerics]),
    tests("SceneGraph", ["Geometry", "Imaging"]),

    engine("Models", ["Geometry", "Imaging", "SceneGraph", numerics]),
    .target(name: "ModelChecks", dependencies: ["Geometry", "Models", "SceneGraph"], path: "Fuzz/ModelChecks"),
    .target(name: "ModelFuzz", dependencies: ["ModelChecks"], path: "Fuzz/ModelFuzz"),
    tests("Models", ["Geometry", "Imaging", "InputMutations", "ModelChecks", "SceneGraph"]),

    engine("Reconstruction", ["Depth", "Geometry", "SceneGraph", "WorldTracking"]),
    tests("Reconstruction", ["Depth", "Features", "Geometry", "TestWorlds", "WorldTracking"]),

    engine(
        "Experiences",
        [
            "Geometry", "Imaging", "Features", "Odometry", "Surfaces", "Shapes", "WorldTracking", "SceneGraph",
            "Models",
            numerics,
        ]
    ),
    tests(
        "Experiences",
        ["Geometry", "Imaging", "Features", "Shapes", "WorldTracking", "SceneGraph", "Models", "TestWorlds", numerics]
    ),

    .target(
        name: "Sightline",
        dependencies: [
            "Geometry", "Imaging", "Odometry", "WorldTracking", "Experiences", "Reconstruction", "SceneGraph",
        ],
        path: "Sources/Umbrella"
    ),
    tests("Sightline"),

    .target(
        name: "CGLES",
        linkerSettings: [
            .linkedLibrary("EGL", .when(platforms: [.linux])), .linkedLibrary("GLESv2", .when(platforms: [.linux])),
        ]
    ),
    engine("Rendering", ["CGLES", "Depth", "Geometry", "Imaging", "SceneGraph", numerics]),
    .target(
        name: "RenderingScenes",
        dependencies: ["Geometry", "Imaging", "Rendering", "SceneGraph", numerics],
        path: "Tests/RenderingScenes"
    ),
    tests("Rendering", ["Depth", "Geometry", "Imaging", "RenderingScenes", "SceneGraph"]),
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
    .target(name: "InputMutations", path: "Fuzz/InputMutations"),
    tests("Bluetooth", ["ParserChecks", "InputMutations", "Proximity"]),

    .target(name: "CImageCodecs", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png")]),
    host("Recordings", ["Geometry", "Imaging", "Odometry", "WorldTracking", "CImageCodecs"]),
    .target(
        name: "RecordingChecks",
        dependencies: ["Geometry", "Imaging", "Odometry", "Recordings", "WorldTracking"],
        path: "Fuzz/RecordingChecks"
    ),
    .target(name: "RecordingFuzz", dependencies: ["RecordingChecks"], path: "Fuzz/RecordingFuzz"),
    tests("Recordings", ["Geometry", "Imaging", "Odometry", "InputMutations", "RecordingChecks"]),

    host(
        "Simulation",
        ["Geometry", "Imaging", "Odometry", "Recordings"],
        resources: ["room", "desk", "bare", "corridor", "flat"].map { .embedInCode("Scenes/\($0).scene") }
    ),
    tests("Simulation", ["Geometry", "Imaging", "Odometry", "Recordings"]),

    .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    host("MQTT", ["CMosquitto"]),
    tests("MQTT"),
    .systemLibrary(name: "CHiredis", pkgConfig: "hiredis", providers: [.apt(["libhiredis-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    host(
        "ChannelServer",
        [
            "PusherProtocol", "CHiredis", "CZlib", crypto, httpClient, lifecycle, logging, atomics, hummingbird,
            hummingbirdCore, httpTypes,
        ]
            + nioHTTPTypes + nio
    ),
    host("ChannelClient", ["PusherProtocol", httpClient, nioSSL] + nio),
    tests(
        "ChannelServer",
        [
            "ChannelClient", "PusherProtocol", "TestThreads", crypto, httpClient, lifecycle, logging, hummingbird,
            nioEmbedded,
        ] + nio,
        exclude: ["Peers"]
    ),
    .target(name: "TestThreads", dependencies: nio, path: "Tests/TestThreads"),

    .executableTarget(
        name: "sightline",
        dependencies: [
            "Bluetooth", "ChannelClient", "ChannelServer", "Codes", "Depth", "Experiences", "Geometry", "Imaging",
            "MQTT",
            "Models",
            "Odometry",
            "Proximity",
            "PusherProtocol", "Reconstruction", "Recordings", "Rendering", "SceneGraph", "Shapes", "Simulation",
            "StudioServer",
            "Surfaces",
            "WorldTracking",
            argumentParser,
        ],
        plugins: ["BuiltCommit"]
    ),
    .plugin(name: "BuiltCommit", capability: .buildTool()),
    .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    host(
        "StudioServer",
        [
            "ChannelServer", "ChannelClient", "MQTT", "Proximity", "PusherProtocol", "Recordings", hummingbird,
            hummingbirdCore,
            hummingbirdTLS, httpClient, httpTypes, lifecycle, nioSSL, logging, crypto, database, tokens, certificates,
            "CBrotli", "CQREncode", "CZlib",
        ] + nio
    ),
    tests(
        "StudioServer",
        [
            "CBrotli", "CZlib", "ChannelClient", "MQTT", "RecordingChecks", "TestThreads", hummingbird,
            hummingbirdTesting, httpTypes,
            httpClient,
            tokens,
            nioSSL, certificates,
        ] + nio
    ),
    host(
        "WebEngine",
        [
            "Geometry", "Imaging", "Features", "Odometry", "Surfaces", "WorldTracking", "SceneGraph", "Rendering",
            "Experiences", "Shapes", "Depth",
        ]
    ),
    host(
        "WebModels",
        ["Geometry", "Imaging", "WorldTracking", "SceneGraph", "Models", "Experiences", "WebEngine"]
    ),
    tests(
        "WebEngine",
        [
            "Depth", "Geometry", "Experiences", "Models", "SceneGraph", "TestWorlds", "WebDepth", "WebModels",
            "WorldTracking",
        ]
    ),
    host("WebCodes", ["Codes", "Geometry", "Imaging"]),
    host("WebDepth", ["Depth", "Geometry", "Imaging", "Reconstruction"]),
    host("WebScan", ["Geometry", "Reconstruction", "WebDepth"]),
    tests("WebDepth", ["Depth", "Geometry", "Imaging", "Reconstruction", "WebScan"]),
]

// MARK: - Benchmarks

let benchmarkTargets: [Target] = [
    .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter"),
    .target(name: "BenchmarkSupport", path: "Benchmarks/BenchmarkSupport"),
    .executableTarget(
        name: "TrackingBench",
        dependencies: ["BenchmarkSupport", "Geometry", "Imaging", "Odometry", "Recordings", "CAllocationCounter"],
        path: "Benchmarks/TrackingBench"
    ),
    .executableTarget(
        name: "WorldBenchmark",
        dependencies: [
            "BenchmarkSupport", "Depth", "Geometry", "Features", "Imaging", "Odometry", "Reconstruction", "Rendering",
            "SceneGraph", "Surfaces", "WorldTracking", "Experiences", "Recordings", "Simulation",
        ],
        path: "Benchmarks/WorldBenchmark",
        exclude: ["mesh.sh", "occlusion.sh", "plot.py", "run.sh", "volume.sh"]
    ),
    .executableTarget(
        name: "ToolsBenchmark",
        dependencies: ["Geometry", "Imaging", "WorldTracking", "Experiences", "Recordings"],
        path: "Benchmarks/ToolsBenchmark",
        exclude: ["run.sh"]
    ),
    .target(
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
        path: "Benchmarks/ChannelsBench",
        exclude: ["run.py"]
    ),
    .executableTarget(name: "beacon-bench", dependencies: ["Proximity"], path: "Benchmarks/BeaconBench"),
    .executableTarget(
        name: "KernelBenchmark",
        dependencies: ["BenchmarkSupport", "Geometry", "Imaging", "Features"],
        path: "Benchmarks/KernelBenchmark"
    ),
    .executableTarget(
        name: "CodesBenchmark",
        dependencies: ["BenchmarkSupport", "Codes", "Geometry", "Imaging"],
        path: "Benchmarks/CodesBenchmark"
    ),
    .executableTarget(
        name: "ShapesBenchmark",
        dependencies: ["BenchmarkSupport", "Geometry", "Imaging", "Shapes"],
        path: "Benchmarks/ShapesBenchmark"
    ),
    .target(
        name: "ShapesWasm",
        dependencies: ["Geometry", "Imaging", "Shapes"],
        path: "Benchmarks/ShapesWasm"
    ),
    .executableTarget(
        name: "InitializerBenchmark",
        dependencies: ["BenchmarkSupport", "Geometry", "Features", "Odometry", "Recordings"],
        path: "Benchmarks/InitializerBenchmark"
    ),
]

// MARK: - What a build goes by

/// The targets, each with what it depends on through others named too.
///
/// SwiftPM compiles a module again only if a module that its target names has changed. `Recordings` holds a `DepthMap`
/// inside a `World`: without this it would go on with the old layout when `Depth` changes.
func closed(_ targets: [Target]) -> [Target] {
    let named = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    func dependencies(of target: Target) -> [Target] {
        target.dependencies.compactMap {
            guard case .byNameItem(let name, _) = $0 else { return nil }
            return named[name]
        }
    }
    func reach(from target: Target, into reached: inout Set<String>) {
        for dependency in dependencies(of: target) where reached.insert(dependency.name).inserted {
            reach(from: dependency, into: &reached)
        }
    }
    let additions = targets.map { target in
        var reached: Set<String> = []
        reach(from: target, into: &reached)
        return reached.subtracting(dependencies(of: target).map(\.name)).sorted()
    }
    for (target, names) in zip(targets, additions) {
        target.dependencies += names.map { .byNameItem(name: $0, condition: nil) }
    }
    return targets
}

/// The targets for a quick build.
///
/// It is a debug build in which what computes is optimised, and nothing else: `make run` and `make test` wait half as
/// long for it as for a release. Only those get it who ask with `SIGHTLINE_QUICK_BUILD`, since SwiftPM refuses such flags
/// of a package that was fetched.
func quick(_ targets: [Target]) -> [Target] {
    guard Context.environment["SIGHTLINE_QUICK_BUILD"] != nil else { return targets }
    let serving: Set = ["Bluetooth", "ChannelClient", "ChannelServer", "MQTT", "StudioServer", "sightline"]
    let optimized = SwiftSetting.unsafeFlags(["-O"])
    for target in targets where [.regular, .executable, .test].contains(target.type) {
        if serving.isDisjoint(with: [target.name, String(target.name.dropLast("Tests".count))]) {
            target.swiftSettings = (target.swiftSettings ?? []) + [optimized]
        }
    }
    return targets
}

let package = Package(
    name: "Sightline",
    platforms: [.macOS(.v15)],
    products: products,
    traits: traits,
    dependencies: packages,
    targets: quick(closed(engineTargets + realtimeTargets + hostTargets + benchmarkTargets)),
    swiftLanguageModes: [.v6]
)
