import Foundation

/// A point of the plan whose place on the earth is known; two of them tie the plan to the earth.
struct EarthPoint: Codable, Hashable, Sendable {
    /// The earth's radius at the equator (WGS 84), m.
    private static let radius = 6_378_137.0
    /// How near each other two points may be, m: nearer ones leave the direction open.
    private static let leastDistance = 5.0
    /// How much longer or shorter the plan may be than the earth: a larger difference means a typing error.
    private static let scales = 0.8...1.25

    /// Metres in the plan.
    var x: Double
    var y: Double
    /// Degrees, to the north.
    var latitude: Double
    /// Degrees, to the east.
    var longitude: Double

    /// Throws a `StudioError` unless there are two points that fit together, or none.
    static func check(_ points: [EarthPoint]) throws {
        guard points.isEmpty || points.count == 2 else { throw BeaconError.invalid("earth", "give two points or none") }
        for point in points {
            try KnownBeacon.checkPlace(point.x, point.y)
            guard point.latitude.magnitude <= 85, point.longitude.magnitude <= 180 else {
                throw BeaconError.invalid("earth", "latitudes are within 85°, longitudes within 180°")
            }
        }
        guard let first = points.first, let second = points.last else { return }
        let (plan, earth) = (first.planDistance(to: second), first.earthDistance(to: second))
        guard plan >= leastDistance else { throw BeaconError.invalid("earth", "the points are less than 5 m apart") }
        guard scales.contains(plan / max(earth, 0.01)) else {
            throw BeaconError.invalid("earth", "the points are not as far apart on the plan as on the earth")
        }
    }

    private func planDistance(to other: EarthPoint) -> Double {
        let offset = SIMD2(other.x - x, other.y - y)
        return (offset * offset).sum().squareRoot()
    }

    /// East and north as on a map, which is exact enough within a kilometre.
    private func earthDistance(to other: EarthPoint) -> Double {
        let around = (other.longitude - longitude + 540).truncatingRemainder(dividingBy: 360) - 180
        let east = around * .pi / 180 * Self.radius * cos(latitude * .pi / 180)
        let north = (other.latitude - latitude) * .pi / 180 * Self.radius
        return (east * east + north * north).squareRoot()
    }
}
