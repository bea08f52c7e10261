import Depth
import Geometry

/// Moves depth maps back onto what a volume holds from an earlier visit, so that a wall that is seen again after a long way
/// is not built a second time beside itself.
///
/// Only surfaces that were there well before count: what was built a moment ago has the same drift as the map itself. Gravity
/// is known, so the correction is a shift and a turn about the vertical. The distances in the volume are the residuals.
///
/// Source: E. Bylow et al., "Real-time camera tracking and 3D reconstruction using signed distance functions", RSS 2013; here
/// as the update of a filter whose prediction is the drift that the poses state.
package struct DriftCorrector {
    /// Limits and weights.
    private struct Tuning {
        /// Maps that must have been added since a block was made for its surface to count as seen before.
        ///
        /// Unit: maps. Range: 40…150. Origin: by hand: some five metres of walking.
        var age = 60
        /// The distance from one used pixel to the next.
        ///
        /// Unit: pixels. Range: 2…6. Origin: time.
        var step = 4
        /// How many used pixels count as one independent reading: errors of a map agree over wide parts of it.
        ///
        /// Unit: pixels. Range: 10…60. Origin: by hand.
        var correlated = 30.0
        /// Used pixels that a map needs on earlier surfaces.
        ///
        /// Unit: pixels. Range: 30…150. Origin: by hand.
        var leastCount = 60
        /// A residual beyond this counts only as much as one of this size.
        ///
        /// Unit: metres. Range: 0.02…0.06. Origin: by hand: the noise of depth two metres away.
        var outlier = 0.03
        /// A turn's standard deviation for one of position.
        ///
        /// Unit: radians per metre. Range: 0.1…0.5. Origin: by hand.
        var turn = 0.2
        /// Steps of the iteration.
        ///
        /// Unit: steps. Range: 2…6. Origin: by hand.
        var iterations = 4
    }

    private static let tuning = Tuning()

    /// From the world of the poses to that of the volume.
    private var shift = Vector3.zero
    private var turn = 0.0
    /// The covariance of shift and turn about the vertical through the origin, 4 × 4.
    private var covariance = SquareMatrix()
    private var driftVariance = 0.0
    /// The number of blocks before each of the last maps.
    private var blockCounts: [Int] = []

    /// A correction that does nothing yet.
    package init() {}

    /// How far the camera's place is moved, metres.
    package func shift(at place: Vector3) -> Vector3 { correction * place - place }

    private var correction: RigidTransform<WorldSpace, WorldSpace> {
        RigidTransform(rotation: Rotation(exp: Vector3(0, turn, 0)), translation: shift)
    }

    /// A map on the surfaces that the volume holds from before; to be called once for each map, before it is integrated.
    ///
    /// `driftVariance` is how far the poses may have drifted since the start, m² per axis.
    package mutating func corrected(_ map: DepthMap, in volume: VoxelVolume, driftVariance now: Double) -> DepthMap {
        let tuning = Self.tuning
        predict(max(0, now - driftVariance), about: map.worldFromOptical.translation)
        driftVariance = now
        blockCounts.append(volume.blockCount)
        if blockCounts.count > tuning.age {
            let earlier = EarlierSurface(volume, firstNewSlot: blockCounts.removeFirst())
            if covariance[0, 0] > 1e-7 { align(map, earlier) }
        }
        return map.seen(from: correction * map.worldFromOptical)
    }

    /// The correction may have changed by what poses drifted.
    private mutating func predict(_ growth: Double, about place: Vector3) {
        let side = Self.sideways(correction * place)
        for i in 0..<3 { covariance[i, i] += growth }
        // A turn about the camera is one about the origin and a shift back.
        let lever = [-side.x, -side.y, -side.z, 1]
        let variance = growth * Self.tuning.turn * Self.tuning.turn
        for i in 0..<4 {
            for j in 0..<4 { covariance[i, j] += lever[i] * lever[j] * variance }
        }
    }

    /// How a point moves when it turns about the vertical, metres per radian.
    private static func sideways(_ point: Vector3) -> Vector3 { Vector3(point.z, 0, -point.x) }

    private mutating func align(_ map: DepthMap, _ surface: EarlierSurface) {
        let points = Self.points(of: map)
        guard let information = covariance.inverse else { return }
        var moved = [0.0, 0, 0, 0]
        for _ in 0..<Self.tuning.iterations {
            guard let equations = equations(points, surface) else { return }
            let total = equations.matrix.sum(information)
            let side = (0..<4).map { i in
                equations.side[i] - (0..<4).reduce(0) { $0 + information[i, $1] * moved[$1] }
            }
            guard let step = SmallCholesky.solution(of: total.elements, side) else { return }
            let rotation = Rotation(exp: Vector3(0, step[3], 0))
            shift = rotation * shift + Vector3(step[0], step[1], step[2])
            turn += step[3]
            for i in 0..<4 { moved[i] += step[i] }
            if let inverse = total.inverse, Vector3(step[0], step[1], step[2]).length < 2e-4 {
                covariance = inverse
                return
            }
            covariance = total.inverse ?? covariance
        }
    }

    /// Some of a map's points: in the world of the poses, the direction of view, and the variance.
    private static func points(of map: DepthMap) -> [(point: Vector3, ray: Vector3, variance: Double)] {
        let step = tuning.step
        var points: [(point: Vector3, ray: Vector3, variance: Double)] = []
        for y in stride(from: step / 2, to: map.height, by: step) {
            for x in stride(from: step / 2, to: map.width, by: step) {
                let (depth, sigma) = (Double(map.depth[y * map.width + x]), Double(map.sigma[y * map.width + x]))
                guard depth > 0, depth < 4, sigma > 0, sigma < 0.05 * depth else { continue }
                let pixel = map.lens.normalized(ofPixel: Vector2(Double(x) + 0.5, Double(y) + 0.5))
                let inOptical = Vector3(pixel.x, pixel.y, 1) * depth
                points.append(
                    (
                        map.worldFromOptical * inOptical, map.worldFromOptical.rotation * inOptical.normalized,
                        sigma * sigma
                    )
                )
            }
        }
        return points
    }

    /// The normal equations of the points' distances from the earlier surface; nil if too few lie near it.
    private func equations(
        _ points: [(point: Vector3, ray: Vector3, variance: Double)],
        _ surface: EarlierSurface
    ) -> (matrix: SquareMatrix, side: [Double])? {
        let correction = correction
        var (matrix, side, count) = (SquareMatrix(), [0.0, 0, 0, 0], 0)
        for (point, ray, variance) in points {
            let place = correction * point
            guard let (distance, normal) = surface.distance(of: place, seenAlong: correction.rotation * ray) else {
                continue
            }
            count += 1
            let robust = min(1, Self.tuning.outlier / max(abs(distance), 1e-9))
            let weight = robust / (variance + surface.variance) / Self.tuning.correlated
            let row = [normal.x, normal.y, normal.z, dot(normal, Self.sideways(place))]
            for i in 0..<4 {
                side[i] -= weight * row[i] * distance
                for j in 0..<4 { matrix[i, j] += weight * row[i] * row[j] }
            }
        }
        return count >= Self.tuning.leastCount ? (matrix, side) : nil
    }
}

/// The surfaces of a volume whose blocks were made before a certain one.
private struct EarlierSurface {
    private let volume: VoxelVolume
    private let firstNewSlot: Int
    private let size: Float

    init(_ volume: VoxelVolume, firstNewSlot: Int) {
        (self.volume, self.firstNewSlot) = (volume, firstNewSlot)
        size = volume.configuration.voxelSize
    }

    /// The variance of the surface's own place, m²: a third of a voxel.
    var variance: Double { Double(size * size) / 9 }

    private func distance(_ x: Int, _ y: Int, _ z: Int) -> Float? {
        guard let first = volume.firstVoxel(of: GridPosition(x >> 3, y >> 3, z >> 3)),
            first < firstNewSlot * VoxelBlock.count
        else { return nil }
        return volume.distance(at: first + ((z & 7) * VoxelBlock.side + (y & 7)) * VoxelBlock.side + (x & 7))
    }

    /// The distance of a point before the surface, and the surface's normal; nil if there is none near, or if a view sees
    /// its back.
    func distance(of point: Vector3, seenAlong ray: Vector3) -> (distance: Double, normal: Vector3)? {
        guard point.isFinite, point.length < 1e4 else { return nil }
        let scaled = SIMD3<Float>(point) / size
        let voxel = scaled.rounded(.toNearestOrEven)
        let (x, y, z) = (Int(voxel.x), Int(voxel.y), Int(voxel.z))
        guard let here = distance(x, y, z), let right = distance(x + 1, y, z), let left = distance(x - 1, y, z),
            let above = distance(x, y + 1, z), let below = distance(x, y - 1, z), let behind = distance(x, y, z + 1),
            let ahead = distance(x, y, z - 1)
        else { return nil }
        // Distances are along the views that they come from: a slope of more than 1 is an oblique one.
        let slope = Vector3(SIMD3(right - left, above - below, behind - ahead) / (2 * size))
        let steepness = slope.length
        guard steepness > 0.3 else { return nil }
        let normal = slope / steepness
        guard dot(normal, ray) < -0.25 else { return nil }
        let offset = Double(size) * Vector3(scaled - voxel)
        let distance = Double(here) / max(1, steepness) + dot(normal, offset)
        let reach = 0.8 * Double(volume.configuration.truncationVoxels * size)
        return abs(distance) < reach ? (distance, normal) : nil
    }
}

/// A symmetric matrix of 4 × 4.
private struct SquareMatrix {
    private(set) var elements = [Double](repeating: 0, count: 16)

    subscript(i: Int, j: Int) -> Double {
        get { elements[4 * i + j] }
        set { elements[4 * i + j] = newValue }
    }

    func sum(_ other: SquareMatrix) -> SquareMatrix {
        var result = self
        for i in 0..<16 { result.elements[i] += other.elements[i] }
        return result
    }

    /// Nil if it is not positive definite.
    var inverse: SquareMatrix? {
        var result = SquareMatrix()
        for column in 0..<4 {
            let unit = (0..<4).map { $0 == column ? 1.0 : 0 }
            guard let solution = SmallCholesky.solution(of: elements, unit) else { return nil }
            for row in 0..<4 { result[row, column] = solution[row] }
        }
        return result
    }
}
