import BenchmarkSupport
import Depth
import Foundation
import Geometry
import Reconstruction
import Recordings
import WorldTracking

/// Mesh anchors, made of a session's keyframes as in the browser, against the true surfaces.
struct MeshJudge {
    /// Fusing a map and meshing what it changed, each map.
    private(set) var milliseconds: [Double] = []
    /// How far vertices lie off the nearest true surface, metres.
    private(set) var errors: [Double] = []

    private let estimator = DepthEstimator(configuration: Session.depthConfiguration)
    private var tracker = MeshTracker()
    private var epoch: Int32?
    private var anchors: [Int32: MeshAnchor] = [:]
    private var lastMap: Int64?
    /// Keyframes in the maps' world and in the truth's, +Z up.
    private var pairs: [(estimate: Vector3, truth: Vector3)] = []

    /// Five maps per second, the browser's usual number.
    private static let interval: Int64 = 200_000_000
    private static let odometryFromUpright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse

    /// Takes the session's keyframe, if there is one, and fuses a map of it.
    mutating func look(_ session: Session, _ truth: Truth) {
        guard let keyframe = session.takeDepthKeyframe() else { return }
        if keyframe.epoch != epoch {
            estimator.reset()
            tracker.reset()
            pairs = []
            epoch = keyframe.epoch
        }
        estimator.add(keyframe)
        if let pose = truth.worldFromOptical(stamp: keyframe.timestampNanoseconds) {
            let estimate = Self.odometryFromUpright * keyframe.worldFromOptical
            pairs.append((estimate.translation, pose.translation))
        }
        if let lastMap, keyframe.timestampNanoseconds - lastMap < Self.interval { return }
        guard let map = estimator.depthMap(landmarks: keyframe.landmarks) else { return }
        lastMap = keyframe.timestampNanoseconds
        _ = session.take(map, epoch: keyframe.epoch, nearDepth: estimator.nearDepth)
        let start = processorMilliseconds()
        let changes = tracker.fuse(map)
        milliseconds.append(processorMilliseconds() - start)
        for identifier in changes.removed { anchors[identifier] = nil }
        for anchor in changes.added + changes.updated { anchors[anchor.identifier] = anchor }
    }

    /// Compares every fifth vertex with the scene, after the keyframes' positions are aligned by position and yaw.
    mutating func finish(_ truth: Truth) {
        guard let alignment = TrajectoryAlignment(pairs, fixedScale: true) else { return }
        for identifier in anchors.keys.sorted() {
            guard let anchor = anchors[identifier] else { continue }
            for index in stride(from: 0, to: anchor.vertices.count, by: 5) {
                let point = Vector3(anchor.vertices[index] + anchor.origin)
                errors.append(truth.distance(from: alignment(Self.odometryFromUpright * point)))
            }
        }
    }

    func printSummary(_ name: String) {
        let triangles = anchors.values.reduce(0) { $0 + $1.indices.count / 3 }
        print(
            "\(name): \(anchors.count) mesh anchors of \(milliseconds.count) maps, \(triangles) triangles;",
            "off the surfaces \(text(mean(errors) * 1000)) mm in the mean, median \(text(median(errors) * 1000)),",
            "within 3 cm \(text(100 * Double(errors.count { $0 < 0.03 }) / Double(max(errors.count, 1)))) %;",
            "ms a map \(text(mean(milliseconds), 2)) in the mean, 95 % \(text(share(milliseconds, at: 0.95), 2)),",
            "at most \(text(milliseconds.max() ?? .nan, 2)); voxels \(text(Double(tracker.byteCount) / 1_048_576)) MiB"
        )
    }
}

extension Truth {
    /// Directions to all sides: the axes, and between them.
    private static let directions: [Vector3] = {
        let steps = [-1.0, 0, 1]
        var all: [Vector3] = []
        for x in steps {
            for y in steps {
                for z in steps where x != 0 || y != 0 || z != 0 { all.append(Vector3(x, y, z).normalized) }
            }
        }
        return all
    }()

    /// How far a point lies off the nearest surface at most, metres: exact before the middle of a face, in 26 directions
    /// elsewhere.
    func distance(from point: Vector3) -> Double {
        var nearest = 1.0
        for face in faces where face.holds(point, margin: 0) {
            nearest = min(nearest, abs(dot(face.normal, point - face.middle)))
        }
        for direction in Self.directions {
            if let hit = scene.distance(along: Ray(origin: point, direction: direction)) { nearest = min(nearest, hit) }
        }
        return nearest
    }
}
