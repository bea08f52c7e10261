import Geometry
import Recordings
import Surfaces
import WorldTracking

/// Found planes against the true ones: where they are, how they lie, how far they reach.
struct PlaneJudge {
    struct Found {
        /// Of the true face under most of it; nil if under less than half of it there is any: nothing real is there.
        var name: String?
        /// Of the outline, the share under which there is a true face.
        var realShare = 0.0
        /// What was found, for the reader.
        var summary = ""
        /// Along the true normal, metres.
        var offset = 0.0
        var normalDegrees = 0.0
        /// How far each side of the outlines on its face reaches past what the images showed of the face, metres: a face may be found in several planes,
        /// with places between that no image showed.
        var sides: [Double] = []
        /// Of what the images showed of the face, the share inside the outlines on it.
        var covered = 0.0
        /// Its own outline on the true plane, with the place of that among the true planes; nil if there is none.
        var outline: (plane: Int, corners: [Vector2])?
        /// The area of the outline, square metres.
        var area = 0.0
        /// Of the places inside the outline where something stands on the plane, the share that is reported as surface; not a number where nothing does.
        var swallowed = Double.nan
    }

    private(set) var found: [Found] = []
    /// How much longer the estimated way is than the true one, as a fraction.
    private(set) var scaleError = 0.0
    /// The root of the mean square of the camera's position errors after the best turn about the vertical and shift, metres.
    private(set) var trajectoryError = 0.0
    private var estimate: [TimedPose] = []
    private var truePoses: [TruthState] = []
    /// What the images showed of each true plane, in cells of two centimetres.
    private var shown: [[SIMD2<Int32>: Int]] = []
    private var frameCount = 0

    mutating func look(_ view: View, _ truth: Truth) {
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip
        let eye = flip.inverse * view.camera.worldFromOptical
        estimate.append(
            TimedPose(
                timestampNanoseconds: view.stamp,
                worldFromBody: RigidTransform(rotation: eye.rotation, translation: eye.translation)
            )
        )
        let pose = view.trueWorldFromOptical
        truePoses.append(
            TruthState(
                timestampNanoseconds: view.stamp,
                worldFromBody: RigidTransform(rotation: pose.rotation, translation: pose.translation)
            )
        )
        frameCount += 1
        if frameCount % 6 == 0 { note(view, truth) }
    }

    private mutating func note(_ view: View, _ truth: Truth) {
        if shown.isEmpty { shown = truth.planes.map { _ in [:] } }
        let size = view.camera.lens.sizePixels
        for row in 0..<24 {
            for column in 0..<32 {
                let pixel = Vector2((Double(column) + 0.5) / 32 * size.x, (Double(row) + 0.5) / 24 * size.y)
                guard let point = truth.point(at: pixel, stamp: view.stamp) else { continue }
                for (index, plane) in truth.planes.enumerated()
                where abs(dot(plane.axis, point - plane.middle)) < 0.003 {
                    let local = Self.local(point, plane)
                    guard abs(local.x) < 0.51, abs(local.y) < 0.51 else { continue }
                    let place =
                        local
                        * Vector2(
                            (plane.points[1] - plane.points[0]).length,
                            (plane.points[3] - plane.points[0]).length
                        )
                    let cell = SIMD2<Int32>(
                        Int32((place.x / 0.02).rounded(.down)),
                        Int32((place.y / 0.02).rounded(.down))
                    )
                    shown[index][cell, default: 0] += 1
                }
            }
        }
    }

    /// In the rectangle, from −0.5 to 0.5 along both sides.
    private static func local(_ point: Vector3, _ plane: Truth.Plane) -> Vector2 {
        let (u, v) = (plane.points[1] - plane.points[0], plane.points[3] - plane.points[0])
        let offset = point - plane.middle
        return Vector2(dot(offset, u) / dot(u, u), dot(offset, v) / dot(v, v))
    }

    mutating func finish(_ world: World, _ truth: Truth) {
        let pairing = TrajectoryPairing(estimate: estimate, truth: truePoses)
        guard let alignment = TrajectoryAlignment(pairing, fixedScale: true) else { return }
        trajectoryError = TrajectoryError(pairing)?.rmse ?? .nan
        if let free = TrajectoryAlignment(pairing, fixedScale: false) { scaleError = 1 / free.scale - 1 }
        let flip = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse
        let turn = Rotation(exp: Vector3(0, 0, alignment.yaw))
        for plane in world.planes {
            let normal = turn * (flip.rotation * plane.plane.normal)
            let outline = plane.boundary.map { alignment(flip * plane.world($0)) }
            let face = truth.face(under: Self.samples(of: plane).map { alignment(flip * $0) }, normal: normal)
            let center = alignment(flip * plane.center)
            let isReal = face?.share ?? 0 >= 0.5
            var result = judge(plane, center, normal, outline, isReal ? face?.name : nil, truth)
            result.realShare = face?.share ?? 0
            result.name = isReal ? face?.name : nil
            result.summary = Self.summary(of: plane, center, normal, face)
            result.swallowed = Self.swallowed(by: plane, truth) { alignment(flip * $0) }
            found.append(result)
        }
        for index in found.indices { judgeExtent(&found[index]) }
    }

    private static func summary(
        of plane: DetectedPlane,
        _ center: Vector3,
        _ normal: Vector3,
        _ face: (name: String, share: Double)?
    ) -> String {
        "\(plane.identifier) \(plane.alignment) \(text(plane.extent.x, 2)) × \(text(plane.extent.y, 2)) m at "
            + "\(text(center.x, 2)), \(text(center.y, 2)), \(text(center.z, 3)), normal \(text(normal.x, 2)), "
            + "\(text(normal.y, 2)), \(text(normal.z, 2)); \(plane.pointCount) points, ±\(text(plane.offsetSigma * 1000)) mm; "
            + "\(face?.name ?? "nothing") under \(text(100 * (face?.share ?? 0), 0)) %"
    }

    /// Points of the outline, spread evenly.
    private static func samples(of plane: DetectedPlane, side: Int = 24) -> [Vector3] {
        (0..<side * side).compactMap { index in
            let u = (Double(index % side) + 0.5) / Double(side) - 0.5
            let v = (Double(index / side) + 0.5) / Double(side) - 0.5
            let place = Vector2(u * plane.extent.x, v * plane.extent.y)
            return Polygon.distance(from: place, to: plane.boundary) <= 0 ? plane.world(place) : nil
        }
    }

    /// How high a thing must stand on a plane at least to count, metres, and how high it may: what hangs above does not stand there.
    private static let standing = 0.03...0.4

    /// Of the places where something stands on a level plane, the share that is reported as surface.
    private static func swallowed(by plane: DetectedPlane, _ truth: Truth, _ map: (Vector3) -> Vector3) -> Double {
        guard plane.alignment == .horizontal, plane.plane.normal.y > 0 else { return .nan }
        let under = samples(of: plane, side: 80).filter { place in
            let above = Ray(origin: map(place) + Vector3(0, 0, standing.upperBound), direction: Vector3(0, 0, -1))
            guard let distance = truth.scene.distance(along: above) else { return false }
            return standing.contains(standing.upperBound - distance)
        }
        return under.isEmpty ? .nan : Double(under.count { plane.hasSurface(at: $0) }) / Double(under.count)
    }

    private func judge(
        _ plane: DetectedPlane,
        _ center: Vector3,
        _ normal: Vector3,
        _ outline: [Vector3],
        _ face: String?,
        _ truth: Truth
    ) -> Found {
        var result = Found()
        result.area = plane.area
        var best: (index: Int, offset: Double)?
        for (index, candidate) in truth.planes.enumerated()
        where candidate.name == face && dot(candidate.axis, normal) > 0.96 {
            let offset = dot(candidate.axis, center - candidate.middle)
            if abs(offset) < abs(best?.offset ?? 0.04) { best = (index, offset) }
        }
        guard let best else { return result }
        let match = truth.planes[best.index]
        result.offset = best.offset
        result.normalDegrees = Rotation(from: match.axis, to: normal).angle * 180 / .pi
        let size = Vector2((match.points[1] - match.points[0]).length, (match.points[3] - match.points[0]).length)
        let flat = Polygon.convexHull(outline.map { Self.local($0, match) * size })
        result.outline = (best.index, flat)
        return result
    }

    private func judgeExtent(_ result: inout Found) {
        guard let plane = result.outline?.plane, !shown.isEmpty else { return }
        let outlines = found.compactMap(\.outline).filter { $0.plane == plane }.map(\.corners)
        let cells = shown[plane].filter { $0.value >= 3 }.keys.map { cell in
            Vector2((Double(cell.x) + 0.5) * 0.02, (Double(cell.y) + 0.5) * 0.02)
        }
        guard cells.count > 20, let seen = Self.bounds(cells), let has = Self.bounds(outlines.flatMap(\.self)) else {
            return
        }
        result.sides = [
            seen.low.x - has.low.x, seen.low.y - has.low.y, has.high.x - seen.high.x, has.high.y - seen.high.y,
        ]
        let inside = cells.count { cell in outlines.contains { Polygon.distance(from: cell, to: $0) <= 0 } }
        result.covered = Double(inside) / Double(cells.count)
    }

    private static func bounds(_ points: [Vector2]) -> (low: Vector2, high: Vector2)? {
        guard let first = points.first else { return nil }
        return points.reduce((first, first)) { box, point in
            (
                Vector2(min(box.low.x, point.x), min(box.low.y, point.y)),
                Vector2(max(box.high.x, point.x), max(box.high.y, point.y))
            )
        }
    }
}
