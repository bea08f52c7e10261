import Geometry
import Odometry
import Surfaces

extension WorldBuilder {
    /// How long a plane must have been known before the odometry hears of it, nanoseconds.
    private static let settledNanoseconds: Int64 = 1_000_000_000

    /// The surfaces for the odometry to hold its landmarks to, in its own world; nil where nothing is new since the last call.
    mutating func takeFlatSurfaces() -> [FlatSurface]? {
        defer { flatSurfaces = nil }
        return flatSurfaces
    }

    /// Notes which features lie on level and upright planes that have stayed for a while, the planes with the most landmarks first.
    mutating func noteFlatSurfaces(timestampNanoseconds now: Int64) {
        guard tellsFlatSurfaces, let worldFromOdometry else { return }
        let odometryFromWorld = worldFromOdometry.inverse
        let settled = planes.filter { plane in
            plane.alignment != .tilted && now - plane.firstSeenNanoseconds >= Self.settledNanoseconds
        }
        flatSurfaces = settled.sorted { $0.pointCount > $1.pointCount }.map { plane in
            FlatSurface(
                identifier: plane.identifier,
                alignment: plane.alignment == .horizontal ? .level : .upright,
                plane: Plane(
                    normal: odometryFromWorld.rotation * plane.plane.normal,
                    through: odometryFromWorld * plane.center
                ),
                features: detector.sureFeatures(of: plane)
            )
        }
    }
}
