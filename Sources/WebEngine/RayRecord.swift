import Geometry
import WorldTracking

/// A tracked ray: identifier, then what it meets as a hit's record; a type of 0 for nothing.
enum RayRecord {
    static let count = 1 + HitRecord.count

    static func write(_ ray: TrackedRay, to rays: inout NumberMemory) {
        rays.append(Double(ray.identifier))
        if let hit = ray.hit {
            HitRecord.write(hit, to: &rays)
        } else {
            for _ in 0..<HitRecord.count { rays.append(0) }
        }
    }
}
