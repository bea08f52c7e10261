import Geometry

extension MotionInitializer {
    /// The normal equations with the points eliminated, and what is needed to get the points back.
    struct ReducedEquations {
        var reduced = NormalEquations()
        /// A point's own inverse matrix, its side and how it hangs on the unknowns (three rows).
        var points: [PointEquations?] = []
        var stamps = StampEquations()
        var squaredErrors = 0.0
        var sightingCount = 0

        /// How many more measurements there are than unknowns.
        var freedom: Int { 2 * sightingCount - 16 - 3 * points.count }

        /// The mean square distance of the points from where they should be seen, an axis, pixels².
        var variance: Double { squaredErrors / Double(Swift.max(freedom, 1)) }
    }

    /// What is left of a point once it is eliminated.
    struct PointEquations {
        var inverse: Matrix3
        var side: Vector3
        var mixed: (SIMD16<Double>, SIMD16<Double>, SIMD16<Double>)
        /// And on the pictures' stamps.
        var stamps: (SIMD16<Double>, SIMD16<Double>, SIMD16<Double>)
    }

    func normalEquations(_ state: Adjustment, _ tracks: [Track]) -> ReducedEquations {
        var result = ReducedEquations()
        let weights = priorWeights
        let values = Self.vector(state.unknowns, configuration)
        for i in 0..<16 { result.reduced.rows[i][i] = weights[i] }
        result.reduced.side = -(weights * values)
        let views = views(state)
        result.points.reserveCapacity(tracks.count)
        for (track, point) in zip(tracks, state.points) {
            guard let point else {
                result.points.append(nil)
                continue
            }
            result.points.append(add(track, point, views, to: &result))
        }
        result.stamps.eliminate(from: &result.reduced, errors: state.unknowns.stampErrors, weight: state.stampWeight)
        return result
    }

    private func add(
        _ track: Track,
        _ point: Point,
        _ views: [View],
        to result: inout ReducedEquations
    ) -> PointEquations? {
        let square = Self.knee * Self.knee
        var own = Matrix3(diagonal: Vector3(1e-6, 1e-6, 1e-6))
        var side = Vector3.zero
        var mixed = (SIMD16<Double>.zero, SIMD16<Double>.zero, SIMD16<Double>.zero)
        var stamps = (SIMD16<Double>.zero, SIMD16<Double>.zero, SIMD16<Double>.zero)
        for sighting in track.sightings {
            let picture = sighting.picture
            guard let prediction = views[picture].prediction(point, seenAt: sighting.point, row: sighting.row)
            else { continue }
            let squared = dot(prediction.error, prediction.error)
            let weight = 1 / (1 + squared / square)
            result.squaredErrors += weight * squared
            result.sightingCount += 1
            let (slopesX, slopesY) = prediction.slopes
            let (pointX, pointY) = prediction.pointSlopes
            result.reduced.add(slopesX, prediction.error.x, weight)
            result.reduced.add(slopesY, prediction.error.y, weight)
            let a = pointX * weight
            let b = pointY * weight
            own = own + Matrix3(outerProductOf: pointX, a) + Matrix3(outerProductOf: pointY, b)
            side -= a * prediction.error.x + b * prediction.error.y
            mixed.0 += slopesX * a.x + slopesY * b.x
            mixed.1 += slopesX * a.y + slopesY * b.y
            mixed.2 += slopesX * a.z + slopesY * b.z
            // The first picture's stamp is what the time offset stands for.
            guard picture > 0 else { continue }
            result.stamps.add(prediction, picture, weight)
            let hang = a * prediction.speed.x + b * prediction.speed.y
            stamps.0[picture] += hang.x
            stamps.1[picture] += hang.y
            stamps.2[picture] += hang.z
        }
        guard let inverse = own.inverse else { return nil }
        let equations = PointEquations(inverse: inverse, side: side, mixed: mixed, stamps: stamps)
        Self.eliminate(equations, from: &result)
        return equations
    }

    private static func eliminate(_ point: PointEquations, from result: inout ReducedEquations) {
        let (a, b, c) = point.mixed
        let inverse = point.inverse
        let x = a * inverse[0, 0] + b * inverse[0, 1] + c * inverse[0, 2]
        let y = a * inverse[1, 0] + b * inverse[1, 1] + c * inverse[1, 2]
        let z = a * inverse[2, 0] + b * inverse[2, 1] + c * inverse[2, 2]
        for i in 0..<16 { result.reduced.rows[i] -= x * a[i] + y * b[i] + z * c[i] }
        result.reduced.side -= x * point.side.x + y * point.side.y + z * point.side.z
        result.stamps.eliminate(point, (x, y, z))
    }
}
