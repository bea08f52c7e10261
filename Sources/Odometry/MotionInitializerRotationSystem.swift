import Geometry

/// The normal equations of gyroscope bias (3), time offset and focal excess, each pair's direction of travel eliminated.
struct MotionInitializerRotationSystem {
    private var matrix = [Double](repeating: 0, count: 25)
    private var side = [Double](repeating: 0, count: 5)

    /// Starts with what is known beforehand, weighed against residuals of pixels.
    init(_ configuration: MotionInitializerConfiguration, _ unknowns: MotionInitializer.Unknowns) {
        let focal = (configuration.camera.focalLengthPixels.x + configuration.camera.focalLengthPixels.y) / 2
        let sigmas = [
            configuration.gyroscopeBiasSigma, configuration.gyroscopeBiasSigma, configuration.gyroscopeBiasSigma,
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

    /// Adds the matches of two pictures.
    mutating func add(
        _ matches: [(Vector2, Vector2)],
        _ nodes: (MotionInitializer.Path.Node, MotionInitializer.Path.Node),
        _ unknowns: MotionInitializer.Unknowns,
        tolerance: Double
    ) {
        guard matches.count >= 8 else { return }
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

    /// The step; nil where the equations do not determine it.
    func solve() -> [Double]? {
        var factor = matrix
        var x = side
        for i in 0..<5 {
            for j in 0...i {
                var sum = factor[5 * i + j]
                for k in 0..<j { sum -= factor[5 * i + k] * factor[5 * j + k] }
                if i == j {
                    guard sum > 0 else { return nil }
                    factor[6 * i] = sum.squareRoot()
                } else {
                    factor[5 * i + j] = sum / factor[6 * j]
                }
            }
        }
        for i in 0..<5 {
            for k in 0..<i { x[i] -= factor[5 * i + k] * x[k] }
            x[i] /= factor[6 * i]
        }
        for i in stride(from: 4, through: 0, by: -1) {
            for k in (i + 1)..<5 { x[i] -= factor[5 * k + i] * x[k] }
            x[i] /= factor[6 * i]
        }
        return x
    }
}
