import Geometry
import WorldTracking

extension RayRecord {
    static func write(_ ray: TrackedRay, to rays: inout NumberMemory) {
        let record = rays.appendRecord(count)
        record[identifier] = Double(ray.identifier)
        if let met = ray.hit { HitRecord.write(met, to: record + hit) }
    }
}
