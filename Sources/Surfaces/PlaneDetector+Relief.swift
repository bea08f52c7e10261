import Geometry

extension PlaneDetector {
    /// How uneven a surface is, one standard deviation, metres: a sheet, a magazine, the boards of a table.
    public static let unevenness = 0.003
    /// Over what distance unevenness is alike, metres.
    private static let likeness = 0.04
    /// How far in front of the plane something may stand and still be what a ray means, metres.
    private static let front = 0.08

    /// How far the surface that a ray meets stands out of a plane, by the landmarks around the ray.
    ///
    /// The height is a random field of zero mean, alike over a few centimetres, and every landmark a measurement of it that counts the
    /// less the farther away it is. Where most of the landmarks around belong to something that stands on the plane, that is what
    /// is met.
    public func relief(along ray: Ray, on plane: DetectedPlane) -> SurfaceRelief {
        let slope = dot(plane.plane.normal, ray.direction)
        guard abs(slope) > 0.05, let distance = ray.distance(to: plane.plane) else {
            return SurfaceRelief(height: 0, sigma: Self.unevenness)
        }
        let foot = ray.point(at: distance)
        var own = ReliefSum()
        var other = ReliefSum()
        for stored in points {
            let height = plane.plane.signedDistance(to: stored.point.pointInWorld)
            guard height > -3 * configuration.thickness, height < Self.front else { continue }
            let offset = stored.point.pointInWorld - (foot + ray.direction * (height / slope))
            let square = dot(offset, offset) / (2 * Self.likeness * Self.likeness)
            guard square < 4 else { continue }
            let sigma = stored.point.sigma(along: plane.plane.normal)
            // Near to exp(−square), alike on every build.
            let near = 1 - square / 4
            let likeness = near * near * near
            let variance = sigma * sigma + Self.unevenness * Self.unevenness * (1.05 - likeness)
            if stored.plane == plane.identifier {
                own.add(height, weight: likeness / variance)
            } else if height > configuration.thickness {
                other.add(height, weight: likeness / variance)
            }
        }
        return other.weight > 2 * own.weight && other.count > 2 ? other.mean : own.drawn(by: Self.unevenness)
    }

    /// A weighted sum of heights.
    private struct ReliefSum {
        private(set) var weight = 0.0
        private(set) var count = 0
        private var sum = 0.0
        private var squares = 0.0
        private var weightSquares = 0.0

        mutating func add(_ height: Double, weight: Double) {
            self.weight += weight
            count += 1
            sum += weight * height
            squares += weight * height * height
            weightSquares += weight * weight
        }

        /// The mean, with the scatter as its deviation.
        var mean: SurfaceRelief {
            let mean = sum / max(weight, 1e-12)
            let scatter = max(0, squares / max(weight, 1e-12) - mean * mean)
            return SurfaceRelief(height: mean, sigma: (scatter + 1 / max(weight, 1e-12)).squareRoot())
        }

        /// The mean drawn to zero by how little the surface is known to stand out.
        func drawn(by sigma: Double) -> SurfaceRelief {
            let prior = 1 / (sigma * sigma)
            let height = sum / (weight + prior)
            guard weight > 0 else { return SurfaceRelief(height: 0, sigma: sigma) }
            let mean = sum / weight
            let scatter = max(0, squares / weight - mean * mean) * weightSquares / (weight * weight)
            return SurfaceRelief(height: height, sigma: (1 / (weight + prior) + scatter).squareRoot())
        }
    }
}
