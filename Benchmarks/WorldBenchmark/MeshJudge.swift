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

    /// What rays through a grid of pixels met before the next map was made, by type: how far off along the ray, and how
    /// far at one sigma, metres.
    private(set) var hits: [String: [(error: Double, sigma: Double)]] = [:]

    private var maps = SessionMaps()
    private var mesh = SessionMesh()
    /// Keyframes in the maps' world and in the truth's, +Z up.
    private var pairs: [(estimate: Vector3, truth: Vector3)] = []
    private var mapCount = 0

    private static let odometryFromUpright = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse

    /// Takes the session's keyframe, if there is one, and fuses a map of it.
    mutating func look(_ session: Session, _ truth: Truth) {
        var isNew = false
        guard let keyframe = maps.keyframe(session, begin: { isNew = true }) else { return }
        if isNew { pairs = [] }
        if let pose = truth.worldFromOptical(stamp: keyframe.timestampNanoseconds) {
            let estimate = Self.odometryFromUpright * keyframe.worldFromOptical
            pairs.append((estimate.translation, pose.translation))
        }
        guard maps.isDue(keyframe) else { return }
        // Every second or so, after the first ones.
        if mapCount > 20, mapCount % 4 == 0 { castRays(session, truth) }
        guard maps.makeMap(of: keyframe, session) else { return }
        mapCount += 1
        let start = processorMilliseconds()
        mesh.update(session)
        milliseconds.append(processorMilliseconds() - start)
    }

    private mutating func castRays(_ session: Session, _ truth: Truth) {
        guard let frame = session.world.currentFrame, let camera = frame.camera else { return }
        let stamp = frame.timestampNanoseconds
        for column in 1...7 {
            for row in 1...5 {
                let share = Vector2(Double(column) / 8, Double(row) / 6)
                let pixel = share * camera.lens.sizePixels
                guard let point = truth.point(at: pixel, stamp: stamp),
                    let eye = truth.worldFromOptical(stamp: stamp, row: pixel.y)?.translation
                else { continue }
                let direction = camera.ray(through: pixel).direction
                let types: HitTestTypes = [.depth, .mesh, .existingPlaneUsingExtent]
                for hit in session.world.hitTest(pixel, types: types, mesh: mesh) {
                    let sigma = dot(direction, hit.covariance * direction).squareRoot()
                    hits[hit.type.name, default: []].append((hit.distance - (point - eye).length, sigma))
                }
            }
        }
    }

    /// Compares every fifth vertex with the scene, after the keyframes' positions are aligned by position and yaw.
    mutating func finish(_ truth: Truth) {
        guard let alignment = TrajectoryAlignment(pairs, fixedScale: true) else { return }
        for anchor in mesh.anchors {
            for index in stride(from: 0, to: anchor.vertices.count, by: 5) {
                let point = Vector3(anchor.vertices[index] + anchor.origin)
                errors.append(truth.distance(from: alignment(Self.odometryFromUpright * point)))
            }
        }
    }

    func printSummary(_ name: String) {
        let triangles = mesh.anchors.reduce(0) { $0 + $1.indices.count / 3 }
        print(
            "\(name): \(mesh.anchors.count) mesh anchors of \(milliseconds.count) maps, \(triangles) triangles;",
            "off the surfaces \(text(mean(errors) * 1000)) mm in the mean, median \(text(median(errors) * 1000)),",
            "within 3 cm \(text(100 * Double(errors.count { $0 < 0.03 }) / Double(max(errors.count, 1)))) %;",
            "ms a map \(text(mean(milliseconds), 2)) in the mean, 95 % \(text(share(milliseconds, at: 0.95), 2)),",
            "at most \(text(milliseconds.max() ?? .nan, 2)); voxels \(text(Double(mesh.byteCount) / 1_048_576)) MiB"
        )
        for (type, some) in hits.sorted(by: { $0.key < $1.key }) {
            func within(_ limit: Double) -> String {
                text(100 * Double(some.count { abs($0.error) < limit * $0.sigma }) / Double(some.count))
            }
            let gross = Double(some.count { abs($0.error) > 0.1 }) / Double(some.count)
            print(
                "  hits of type \(type): \(some.count), off \(text(median(some.map { abs($0.error) }) * 1000)) mm in the median,",
                "\(text(100 * gross)) % by over 10 cm; within 1 and 2 sigma \(within(1)), \(within(2)) %"
            )
        }
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
