import Geometry
import WorldTracking

/// A hit: type (a bit of `HitTestTypes`), distance, point, covariance (xx, xy, xz, yy, yz, zz), normal, the plane's anchor or 0.
enum HitRecord {
    static let count = 15

    static func write(_ hit: HitTestResult, to hits: inout NumberMemory) {
        hits.append(Double(hit.type.rawValue))
        hits.append(hit.distance)
        hits.append(hit.pointInWorld)
        let c = hit.covariance
        hits.append(Vector3(c[0, 0], c[0, 1], c[0, 2]))
        hits.append(Vector3(c[1, 1], c[1, 2], c[2, 2]))
        hits.append(hit.normal)
        hits.append(Double(hit.anchorIdentifier ?? 0))
    }
}
