import Foundation
import Geometry
import Recordings
import Simulation

/// The simulator's ground truth of a recording.
struct Truth {
    struct Plane: Decodable {
        var name: String
        var center: [Double]
        var normal: [Double]
        var extent: [Double]
        var corners: [[Double]]

        var points: [Vector3] { corners.map { Vector3($0[0], $0[1], $0[2]) } }
        var middle: Vector3 { Vector3(center[0], center[1], center[2]) }
        var axis: Vector3 { Vector3(normal[0], normal[1], normal[2]) }
    }
    private struct Camera: Decodable {
        var width: Int
        var height: Int
        var focalLengthPixels: [Double]
        var principalPointPixels: [Double]
        var radialTangential: [Double]
        var bodyFromOpticalTranslation: [Double]
        var bodyFromOpticalQuaternion: [Double]
        var timeOffset: Double
        var readoutTime: Double
    }
    private struct Scene: Decodable {
        struct Rectangle: Decodable { var corners: [[Double]] }
        var scene: String
        var preset: String
        var motion: String
        var camera: Camera
        var planes: [Plane]
        var rectangles: [Rectangle]
    }

    let preset: String
    let motion: String
    /// Recordings of one kind share a table of lengths: a preset's table-top walks.
    var kind: String { motion == "tabletop" ? preset : "\(preset) \(motion)" }
    let scene: SimulatedScene
    let faces: [Face]
    let planes: [Plane]
    /// Places on surfaces, two centimetres inside their corners; nothing marks them.
    let insides: [Target]
    /// The corners of every rectangular surface, in order, metres, +Z up.
    let outlines: [[Vector3]]
    /// The corners of surfaces themselves, which a person would aim at.
    let corners: [Target]
    private let lens: CameraModel
    /// What differs from image to image; empty if one lens and one time offset hold for all.
    private let views: [Int64: ImageView]
    private let bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    private let offsetNanoseconds: Int64
    private let readoutTime: Double
    private let states: [TruthState]

    init(folder: String, states: [TruthState]) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/truth/scene.json"))
        let file = try JSONDecoder().decode(Scene.self, from: data)
        (preset, motion, planes) = (file.preset, file.motion, file.planes)
        scene = try SimulatedScene.load(file.scene)
        faces = Self.faces(of: scene)
        let camera = file.camera
        let k = camera.radialTangential
        let lens = CameraModel(
            width: camera.width,
            height: camera.height,
            focalLengthPixels: Vector2(camera.focalLengthPixels[0], camera.focalLengthPixels[1]),
            principalPointPixels: Vector2(camera.principalPointPixels[0], camera.principalPointPixels[1]),
            distortion: k.count == 4 ? .radialTangential(k1: k[0], k2: k[1], p1: k[2], p2: k[3]) : .none
        )
        self.lens = lens
        views = try ImageView.read(folder + "/truth/images.csv", lens: lens)
        let (q, t) = (camera.bodyFromOpticalQuaternion, camera.bodyFromOpticalTranslation)
        bodyFromOptical = RigidTransform(
            rotation: Rotation(x: q[0], y: q[1], z: q[2], w: q[3]),
            translation: Vector3(t[0], t[1], t[2])
        )
        offsetNanoseconds = Int64((camera.timeOffset * 1e9).rounded())
        readoutTime = camera.readoutTime
        self.states = states
        outlines =
            file.planes.map(\.points) + file.rectangles.map { $0.corners.map { Vector3($0[0], $0[1], $0[2]) } }
        insides = outlines.flatMap { Self.targets(in: $0, inward: 0.02, isCorner: false) }
        corners = outlines.flatMap(Self.cornerTargets)
    }

    /// A point to aim at, metres, +Z up.
    struct Target {
        var point: Vector3
        /// A point of its surface beside it, which is to be seen where it is.
        var seenBy: Vector3
    }

    /// The corners of an outline, to aim at.
    static func cornerTargets(of outline: [Vector3]) -> [Target] { targets(in: outline, inward: 0.001, isCorner: true) }

    private static func targets(in corners: [Vector3], inward: Double, isCorner: Bool) -> [Target] {
        guard corners.count == 4 else { return [] }
        return corners.indices.map { index in
            let (left, right) = (corners[(index + 3) % 4] - corners[index], corners[(index + 1) % 4] - corners[index])
            let inside = corners[index] + (left.normalized + right.normalized) * inward
            return Target(point: isCorner ? corners[index] : inside, seenBy: inside)
        }
    }

    /// The pixel of a target in an image; nil if it is not visible.
    func pixel(of target: Target, stamp: Int64) -> Vector2? {
        guard pixel(of: target.seenBy, stamp: stamp) != nil else { return nil }
        return place(of: target.point, stamp: stamp)
    }

    /// The optical frame in the truth's world when a row of an image was half exposed; the middle row's without one.
    func worldFromOptical(stamp: Int64, row: Double? = nil) -> RigidTransform<OdometrySpace, OpticalSpace>? {
        let late = row.map { ($0 / Double(lens.height) - 0.5) * readoutTime } ?? 0
        let view = views[stamp]
        let middle = view?.timeNanoseconds ?? stamp + offsetNanoseconds
        let opticalFromView = view?.opticalFromView ?? .identity
        return pose(at: middle + Int64(late * 1e9)).map { $0 * bodyFromOptical * opticalFromView }
    }

    private func pose(at stamp: Int64) -> RigidTransform<OdometrySpace, BodySpace>? {
        var (low, high) = (0, states.count)
        while low < high {
            let middle = (low + high) / 2
            if states[middle].timestampNanoseconds < stamp { low = middle + 1 } else { high = middle }
        }
        guard low > 0, low < states.count else { return nil }
        let (early, late) = (states[low - 1], states[low])
        let span = Double(late.timestampNanoseconds - early.timestampNanoseconds)
        let fraction = Double(stamp - early.timestampNanoseconds) / span
        return early.worldFromBody.interpolated(to: late.worldFromBody, fraction: fraction)
    }

    /// The surface at a pixel of an image; nil if there is none.
    func point(at pixel: Vector2, stamp: Int64) -> Vector3? {
        guard let pose = worldFromOptical(stamp: stamp, row: pixel.y) else { return nil }
        let lens = views[stamp]?.lens ?? lens
        let ray = pose * Ray(origin: .zero, direction: lens.direction(ofPixel: pixel))
        return scene.distance(along: ray).map { ray.point(at: $0) }
    }

    /// The pixel of a point in an image; nil if it is not visible.
    func pixel(of point: Vector3, stamp: Int64) -> Vector2? {
        guard let seen = place(of: point, stamp: stamp), let shown = self.point(at: seen, stamp: stamp),
            (shown - point).length < 0.004
        else { return nil }
        return seen
    }

    /// The pixel of a point in an image, hidden or not; nil if it is outside.
    private func place(of point: Vector3, stamp: Int64) -> Vector2? {
        let lens = views[stamp]?.lens ?? lens
        var row = Double(lens.height) / 2
        var seen: Vector2?
        for _ in 0..<4 {
            guard let pose = worldFromOptical(stamp: stamp, row: min(max(row, -100), 900)),
                let pixel = lens.pixel(of: pose.inverse * point)
            else { return nil }
            row = pixel.y
            seen = pixel
        }
        return seen.flatMap { lens.contains($0) ? $0 : nil }
    }
}

extension Truth {
    /// A face of a solid of the scene, as one looks at it.
    struct Face {
        var name: String
        var middle: Vector3
        /// Out of the solid; into the room for its walls.
        var normal: Vector3
        var halfU: Vector3
        var halfV: Vector3

        /// Whether a point of the face's plane lies on the face, with a margin in metres.
        func holds(_ point: Vector3, margin: Double) -> Bool {
            let offset = point - middle
            return abs(dot(offset, halfU.normalized)) < halfU.length + margin
                && abs(dot(offset, halfV.normalized)) < halfV.length + margin
        }
    }

    /// How far in front of or behind a true face a found plane may lie and still be that face, metres.
    private static let reach = 0.03

    /// The faces of a scene's boxes, its walls among them.
    static func faces(of scene: SimulatedScene) -> [Face] {
        scene.bodies.filter { $0.shape == .box || $0.shape == .shell }.flatMap { body in
            (0..<3).flatMap { axis in
                [-1.0, 1.0].map { side in
                    var out = Vector3.zero
                    out[axis] = side
                    var (u, v) = (Vector3.zero, Vector3.zero)
                    u[(axis + 1) % 3] = body.halfSize[(axis + 1) % 3]
                    v[(axis + 2) % 3] = body.halfSize[(axis + 2) % 3]
                    return Face(
                        name: body.name,
                        middle: body.centre + body.rotation * (out * body.halfSize),
                        normal: body.rotation * (body.shape == .shell ? -out : out),
                        halfU: body.rotation * u,
                        halfV: body.rotation * v
                    )
                }
            }
        }
    }

    /// The face that lies under most of some points of a found plane, and the share of the points under which any lies.
    func face(under points: [Vector3], normal: Vector3) -> (name: String, share: Double)? {
        let near = faces.filter { dot($0.normal, normal) > 0.96 }
        var counts: [String: Int] = [:]
        for point in points {
            let under = near.filter { face in
                abs(dot(face.normal, point - face.middle)) < Self.reach && face.holds(point, margin: 0.01)
            }
            guard let first = under.max(by: { dot(normal, $0.middle) < dot(normal, $1.middle) }) else { continue }
            counts[first.name, default: 0] += 1
        }
        guard let best = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
        return (best.key, Double(counts.values.reduce(0, +)) / Double(points.count))
    }
}
