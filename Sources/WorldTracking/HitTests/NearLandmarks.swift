import Geometry
import Surfaces

/// The landmarks around a ray, and the planes that they suggest: those next to the ray count most.
struct NearLandmarks {
    /// The limits for guessed planes.
    struct Tuning: Sendable {
        /// Standard deviation of the offset beyond which no horizontal plane is guessed.
        ///
        /// Unit: metres. Range: 0.05…0.2. Origin: by hand.
        var levelSpread = 0.1
        /// Standard deviation of the offset beyond which no vertical plane is guessed.
        ///
        /// Unit: metres. Range: 0.02…0.1. Origin: by hand.
        var uprightSpread = 0.05
        /// Least standard deviation of a guessed plane's offset.
        ///
        /// Unit: metres. Range: 0.002…0.01. Origin: by hand.
        var leastSpread = 0.005
    }

    private static let tuning = Tuning()

    /// A landmark; `weight` is 1 on the ray and falls with the angle from it.
    private struct Entry {
        var position: Vector3
        var weight: Double
    }

    private let entries: [Entry]

    /// The landmarks within an angle of a ray, radians; nil if there are fewer than three.
    ///
    /// At the angle of the third nearest the weight is a quarter, or at a twentieth of the reach if that is wider.
    init?(_ points: [WorldLandmark], around ray: Ray, within reach: Double) {
        let near = points.compactMap { point -> (position: Vector3, angle: Double)? in
            let offset = point.pointInWorld - ray.origin
            let angle = cross(offset, ray.direction).length / max(offset.length, 1e-9)
            return dot(offset, ray.direction) > 0.05 && angle < reach ? (point.pointInWorld, angle) : nil
        }
        guard near.count >= 3 else { return nil }
        let scale = max(0.05 * reach, near.map { $0.angle }.sorted()[2])
        entries = near.map { position, angle in
            let falloff = 1 + (angle / scale) * (angle / scale)
            return Entry(position: position, weight: 1 / (falloff * falloff))
        }
    }

    /// A plane with the standard deviation of its offset, metres.
    typealias Guess = (plane: Plane, sigma: Double)

    /// The level plane at the weighted median height; nil if the landmarks are of no one height.
    var levelPlane: Guess? {
        let plane = Plane(normal: Vector3(0, 1, 0), offset: medianHeight)
        let sigma = spread(about: plane)
        return sigma < Self.tuning.levelSpread ? (plane, sigma) : nil
    }

    /// The upright plane by the line that fits the landmarks seen from above; nil if they are of no one such plane.
    var uprightPlane: Guess? {
        let total = entries.reduce(0) { $0 + $1.weight }
        let middle = entries.reduce(Vector3.zero) { $0 + $1.position * ($1.weight / total) }
        var xx = 0.0
        var xz = 0.0
        var zz = 0.0
        for entry in entries {
            let offset = entry.position - middle
            xx += offset.x * offset.x * entry.weight / total
            xz += offset.x * offset.z * entry.weight / total
            zz += offset.z * offset.z * entry.weight / total
        }
        let angle = 0.5 * Double.arcTangent(y: 2 * xz, x: xx - zz)
        let plane = Plane(normal: Vector3(-.sine(of: angle), 0, .cosine(of: angle)), through: middle)
        let sigma = spread(about: plane)
        return sigma < Self.tuning.uprightSpread && xx + zz > 1e-4 ? (plane, sigma) : nil
    }

    /// Distance of a position from the nearest landmark, metres.
    func distance(to position: Vector3) -> Double {
        entries.reduce(Double.infinity) { min($0, ($1.position - position).length) }
    }

    private var medianHeight: Double {
        var heights = WeightedMedian(capacity: entries.count)
        for entry in entries { heights.add(entry.position.y, weight: entry.weight) }
        return heights.median ?? 0
    }

    /// The standard deviation of the distances from a plane, by their mean: two surfaces make it large, where the median
    /// deviation would see one; metres.
    private func spread(about plane: Plane) -> Double {
        var (sum, total) = (0.0, 0.0)
        for entry in entries {
            sum += entry.weight * abs(plane.signedDistance(to: entry.position))
            total += entry.weight
        }
        return max(1.2533 * sum / total, Self.tuning.leastSpread)
    }
}
