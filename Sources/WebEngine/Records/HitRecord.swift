import Geometry
import WorldTracking

extension HitRecord {
    static func write(_ hit: HitTestResult, to record: UnsafeMutablePointer<Double>) {
        record[type] = Double(hit.type.rawValue)
        record[distance] = hit.distance
        record.write(hit.pointInWorld, at: pointInWorld)
        let c = hit.covariance
        record.write(Vector3(c[0, 0], c[0, 1], c[0, 2]), at: covariance)
        record.write(Vector3(c[1, 1], c[1, 2], c[2, 2]), at: covariance + 3)
        record.write(hit.normal, at: normal)
        record[anchor] = Double(hit.anchorIdentifier ?? 0)
    }
}

extension RayRecord {
    static func write(_ ray: TrackedRay, to rays: inout NumberMemory) {
        let record = rays.appendRecord(count)
        record[identifier] = Double(ray.identifier)
        if let met = ray.hit { HitRecord.write(met, to: record + hit) }
    }
}
