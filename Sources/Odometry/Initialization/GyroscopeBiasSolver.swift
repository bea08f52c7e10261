import Geometry

/// The first step of the initialisation: gyroscope bias, time offset and focal length from the rotations between images
/// alone.
///
/// Matches must lie in planes through a common direction of travel (L. Kneip, S. Lynen, "Direct optimization of
/// frame-to-frame rotation", ICCV 2013).
struct GyroscopeBiasSolver {
    /// What the rotations determine.
    struct Estimate {
        let unknowns: MotionUnknowns
        /// Number of matches used between neighbouring images.
        let matchCount: Int
    }

    struct Tuning: Equatable, Sendable {
        /// So many matches of two images determine the rotation between them well enough.
        ///
        /// Unit: 1. Range: 40…200. Origin: by hand: time for each attempt.
        let sufficientMatches = 90
        /// The largest change of the focal length.
        ///
        /// Unit: 1. Range: 0.1…0.5. Origin: by hand.
        let maximumFocalExcess = 0.3
        /// The fewest matches of two images that are used.
        ///
        /// Unit: 1. Range: 6…20. Origin: by hand.
        let minimumMatches = 8
    }

    static let tuning = Tuning()

    private let window: InitializationWindow

    init(_ window: InitializationWindow) { self.window = window }

    /// Gyroscope bias, time offset and focal length from matches between neighbouring images; nil if readings are
    /// missing.
    func solve() -> Estimate? {
        let configuration = window.configuration
        let images = window.images
        var unknowns = MotionUnknowns(bodyFromOptical: configuration.bodyFromOptical.rotation)
        var matchCount = 0
        for scale in [16.0, 8, 4, 2, 1.5, 1.5] {
            guard let path = window.path(unknowns) else { return nil }
            var equations = RotationEquations(configuration, unknowns)
            matchCount = 0
            for gap in 1...2 {
                for first in 0..<images.count - gap {
                    let nodes = (path.nodes[first], path.nodes[first + gap])
                    let matches = Self.matches(images[first], images[first + gap])
                    if gap == 1 { matchCount += matches.count }
                    equations.add(matches, nodes, unknowns, tolerance: scale / window.focalLength)
                }
            }
            guard let step = equations.solve() else { break }
            unknowns.gyroscopeBias += Vector3(step[0], step[1], step[2])
            unknowns.timeOffset += step[3]
            let limit = Self.tuning.maximumFocalExcess
            unknowns.focalExcess = Swift.min(Swift.max(unknowns.focalExcess + step[4], -limit), limit)
        }
        return Estimate(unknowns: unknowns, matchCount: matchCount)
    }

    /// Points that both images show, thinned evenly if there are more than needed.
    private static func matches(
        _ a: InitializationWindow.Image,
        _ b: InitializationWindow.Image
    ) -> [(Vector2, Vector2)] {
        var result: [(Vector2, Vector2)] = []
        var i = 0
        var j = 0
        while i < a.observations.count, j < b.observations.count {
            let left = a.observations[i]
            let right = b.observations[j]
            if left.identifier == right.identifier { result.append((left.point, right.point)) }
            if left.identifier <= right.identifier { i += 1 }
            if right.identifier <= left.identifier { j += 1 }
        }
        let stride = (result.count + tuning.sufficientMatches - 1) / tuning.sufficientMatches
        return stride > 1 ? Swift.stride(from: 0, to: result.count, by: stride).map { result[$0] } : result
    }
}

/// The normal equations of gyroscope bias (3), time offset and focal excess, each pair's direction of travel
/// eliminated.
private struct RotationEquations {
    private var matrix = [Double](repeating: 0, count: 25)
    private var side = [Double](repeating: 0, count: 5)

    /// Starts with the prior, weighted against residuals in pixels.
    init(_ configuration: MotionInitializerConfiguration, _ unknowns: MotionUnknowns) {
        let focal = (configuration.camera.focalLengthPixels.x + configuration.camera.focalLengthPixels.y) / 2
        let sigmas = [
            MotionInitializer.tuning.gyroscopeBiasSigma, MotionInitializer.tuning.gyroscopeBiasSigma,
            MotionInitializer.tuning.gyroscopeBiasSigma,
            configuration.timeOffsetSigma, configuration.focalScaleSigma,
        ]
        let values = [
            unknowns.gyroscopeBias.x, unknowns.gyroscopeBias.y, unknowns.gyroscopeBias.z, unknowns.timeOffset,
            unknowns.focalExcess,
        ]
        for i in 0..<5 {
            let weight = 1 / (sigmas[i] * sigmas[i] * focal * focal)
            matrix[6 * i] = weight
            side[i] = -weight * values[i]
        }
    }

    /// Adds the matches of two images.
    mutating func add(
        _ matches: [(Vector2, Vector2)],
        _ nodes: (PreintegratedPath.Node, PreintegratedPath.Node),
        _ unknowns: MotionUnknowns,
        tolerance: Double
    ) {
        guard matches.count >= GyroscopeBiasSolver.tuning.minimumMatches else { return }
        let opticalFromBody = unknowns.bodyFromOptical.inverse
        let between = nodes.0.rotation.inverse * nodes.1.rotation
        let rotation = (opticalFromBody * between * unknowns.bodyFromOptical).matrix
        let turnMatrix = opticalFromBody.matrix
        let bodyBack = between.inverse.matrix
        let byBias = turnMatrix * (nodes.1.rotationByGyroscope - bodyBack * nodes.0.rotationByGyroscope)
        let byTime = turnMatrix * (nodes.1.rotationByTime - bodyBack * nodes.0.rotationByTime)
        let back = rotation.transposed
        let zoom = 1 / (1 + unknowns.focalExcess)
        let travel = Self.travel(matches, rotation, zoom, tolerance)
        let along = travel.anyPerpendicular
        let across = cross(travel, along)
        var moments = [SIMD8<Double>](repeating: .zero, count: 8)
        for (a, b) in matches {
            let first = Vector3(a.x * zoom, a.y * zoom, 1)
            let second = Vector3(b.x * zoom, b.y * zoom, 1)
            let turned = rotation * second
            let normal = cross(first, turned)
            let line = cross(travel, first)
            let other = cross(turned, travel)
            let slope = line.x * line.x + line.y * line.y + other.x * other.x + other.y * other.y
            let scale = 1 / Swift.max(slope, 1e-9).squareRoot()
            let error = dot(travel, normal) * scale
            let weight = 1 / (1 + error * error / (tolerance * tolerance))
            let toTurn = cross(second, back * line)
            let firstByFocal = Vector3(-first.x, -first.y, 0) * zoom
            let secondByFocal = Vector3(-second.x, -second.y, 0) * zoom
            let toFocal = dot(travel, cross(firstByFocal, turned) + cross(first, rotation * secondByFocal))
            let row =
                SIMD8(
                    dot(toTurn, byBias.column0),
                    dot(toTurn, byBias.column1),
                    dot(toTurn, byBias.column2),
                    dot(toTurn, byTime),
                    toFocal,
                    dot(travel, normal),
                    dot(along, normal),
                    dot(across, normal)
                ) * scale
            let weighted = row * weight
            for i in 0..<8 { moments[i] += row * weighted[i] }
        }
        eliminate(moments)
    }

    /// The direction that is most nearly at right angles to all the matches' plane normals.
    private static func travel(
        _ matches: [(Vector2, Vector2)],
        _ rotation: Matrix3,
        _ zoom: Double,
        _ tolerance: Double
    ) -> Vector3 {
        var best = Vector3(0, 0, 1)
        for round in 0..<3 {
            var moments = Matrix3.zero
            for (a, b) in matches {
                let first = Vector3(a.x * zoom, a.y * zoom, 1)
                let turned = rotation * Vector3(b.x * zoom, b.y * zoom, 1)
                let normal = cross(first, turned)
                let error = round == 0 ? 0 : dot(best, normal)
                let weight = 1 / (1 + error * error / (tolerance * tolerance))
                moments = moments + Matrix3(outerProductOf: normal, normal) * weight
            }
            let shifted = moments + .identity * (moments.trace * 1e-6 + 1e-15)
            guard let inverse = shifted.inverse else { return best }
            for _ in 0..<6 {
                let next = inverse * best
                best = next.normalized
            }
        }
        return best.isFinite ? best : Vector3(0, 0, 1)
    }

    /// Adds moments of (five unknowns, error, two of the direction of travel) with the direction eliminated.
    private mutating func eliminate(_ moments: [SIMD8<Double>]) {
        let corner = Matrix2(
            columns: Vector2(moments[6][6] + 1e-9, moments[6][7]),
            Vector2(moments[7][6], moments[7][7] + 1e-9)
        )
        guard let inverse = corner.inverse else { return }
        let errors = Vector2(moments[5][6], moments[5][7])
        for i in 0..<5 {
            let projected = inverse * Vector2(moments[i][6], moments[i][7])
            for j in 0...i {
                matrix[5 * i + j] += moments[i][j] - dot(projected, Vector2(moments[j][6], moments[j][7]))
            }
            side[i] -= moments[i][5] - dot(projected, errors)
        }
    }

    /// The step; nil if the equations do not determine it.
    func solve() -> [Double]? { SmallCholesky.solution(of: matrix, side) }
}
