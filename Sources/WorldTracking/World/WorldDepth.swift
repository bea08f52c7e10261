import Depth
import Geometry

/// Keeps the last depth map in the odometry's world, so that it follows the user's world when that is corrected.
struct WorldDepth: Sendable {
    /// In the odometry's world, turned upright by `flip`.
    private(set) var last: DepthMap?

    mutating func take(_ map: DepthMap) { last = map }

    mutating func reset() { last = nil }

    /// The map in the user's world.
    func map(worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>) -> DepthMap? {
        last.map { map in
            let odometryFromOptical = RigidTransform<WorldSpace, OdometrySpace>.flip.inverse * map.worldFromOptical
            return map.seen(from: worldFromOdometry * odometryFromOptical)
        }
    }
}
