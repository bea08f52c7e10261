import Geometry

/// How far a surface stands out of the plane that was found for it, at one point.
public struct SurfaceRelief: Equatable, Sendable {
    /// Along the plane's normal, metres.
    public var height: Double
    /// The standard deviation of the height, metres.
    public var sigma: Double

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Unevenness of a surface, one standard deviation: a sheet, a magazine, the boards of a table.
        ///
        /// Unit: metres. Range: 0.001…0.01. Origin: by hand.
        var unevenness = 0.003
        /// Distance over which unevenness is correlated.
        ///
        /// Unit: metres. Range: 0.01…0.2. Origin: by hand.
        var correlationLength = 0.04
        /// Distance before the plane at which an object may stand and still be what a ray means.
        ///
        /// Unit: metres. Range: 0.02…0.2. Origin: by hand.
        var frontDistance = 0.08
    }

    static let tuning = Tuning()

    /// How far the surface that a ray meets stands out of a plane, by the landmarks around the ray.
    ///
    /// The height is a random field of zero mean, alike over a few centimetres, and every landmark a measurement of it
    /// that counts the less the farther away it is. If most of the landmarks around belong to an object that stands on
    /// the plane, the ray meets the object.
    static func estimate(
        along ray: Ray,
        on plane: DetectedPlane,
        _ store: LandmarkStore,
        thickness: Double
    ) -> SurfaceRelief {
        let slope = dot(plane.plane.normal, ray.direction)
        guard abs(slope) > 0.05, let distance = ray.distance(to: plane.plane) else {
            return SurfaceRelief(height: 0, sigma: tuning.unevenness)
        }
        let foot = ray.point(at: distance)
        var own = HeightSum()
        var other = HeightSum()
        for entry in store.entries {
            let height = plane.plane.signedDistance(to: entry.landmark.pointInWorld)
            guard height > -3 * thickness, height < tuning.frontDistance else { continue }
            let offset = entry.landmark.pointInWorld - (foot + ray.direction * (height / slope))
            let square = dot(offset, offset) / (2 * tuning.correlationLength * tuning.correlationLength)
            guard square < 4 else { continue }
            let sigma = entry.landmark.sigma(along: plane.plane.normal)
            // Near to exp(−square), alike on every build.
            let near = 1 - square / 4
            let weight = near * near * near
            let variance = sigma * sigma + tuning.unevenness * tuning.unevenness * (1.05 - weight)
            if entry.plane == plane.identifier {
                own.add(height, weight: weight / variance)
            } else if height > thickness {
                other.add(height, weight: weight / variance)
            }
        }
        return other.weight > 2 * own.weight && other.count > 2 ? other.mean : own.drawn(by: tuning.unevenness)
    }

    /// A weighted sum of heights.
    private struct HeightSum {
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
