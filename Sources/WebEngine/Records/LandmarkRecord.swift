import Geometry
import Surfaces
import WorldTracking

extension LandmarkRecord {
    static func write(_ point: WorldLandmark, to record: UnsafeMutableRawPointer) {
        let position = point.pointInWorld
        let covariance = point.covariance
        let variance = covariance[0, 0] + covariance[1, 1] + covariance[2, 2]
        record.storeBytes(of: point.identifier, toByteOffset: identifier, as: Int32.self)
        record.storeBytes(of: Float(position.x), toByteOffset: pointInWorld, as: Float.self)
        record.storeBytes(of: Float(position.y), toByteOffset: pointInWorld + 4, as: Float.self)
        record.storeBytes(of: Float(position.z), toByteOffset: pointInWorld + 8, as: Float.self)
        record.storeBytes(of: Float((max(0, variance) / 3).squareRoot()), toByteOffset: sigma, as: Float.self)
        record.storeBytes(of: Float(point.pixel.x), toByteOffset: pixel, as: Float.self)
        record.storeBytes(of: Float(point.pixel.y), toByteOffset: pixel + 4, as: Float.self)
        record.storeBytes(of: point.age, toByteOffset: age, as: Int32.self)
    }
}
