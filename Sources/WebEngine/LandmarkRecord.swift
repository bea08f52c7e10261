import Geometry
import Surfaces
import WorldTracking

/// How a landmark lies in memory, 32 bits a field: identifier (integer); point in the user's world x, y, z and its standard
/// deviation, metres, then pixel x, y (floats); age (integer).
enum LandmarkRecord {
    static let stride = 32

    static func write(_ point: WorldLandmark, to record: UnsafeMutableRawPointer) {
        let place = point.pointInWorld
        let covariance = point.covariance
        let variance = covariance[0, 0] + covariance[1, 1] + covariance[2, 2]
        record.storeBytes(of: point.identifier, as: Int32.self)
        record.storeBytes(of: Float(place.x), toByteOffset: 4, as: Float.self)
        record.storeBytes(of: Float(place.y), toByteOffset: 8, as: Float.self)
        record.storeBytes(of: Float(place.z), toByteOffset: 12, as: Float.self)
        record.storeBytes(of: Float((max(0, variance) / 3).squareRoot()), toByteOffset: 16, as: Float.self)
        record.storeBytes(of: Float(point.pixel.x), toByteOffset: 20, as: Float.self)
        record.storeBytes(of: Float(point.pixel.y), toByteOffset: 24, as: Float.self)
        record.storeBytes(of: point.age, toByteOffset: 28, as: Int32.self)
    }
}
