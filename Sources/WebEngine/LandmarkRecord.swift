import Geometry
import Odometry

/// How a landmark lies in memory, 32 bits a field: identifier (integer); point in the user's world x, y, z and its standard
/// deviation, metres, then pixel x, y (floats); age, and 1 where it is in the filter's state (integers).
enum LandmarkRecord {
    static let stride = 36

    static func write(_ landmark: Landmark, to record: UnsafeMutableRawPointer) {
        let flip: RigidTransform<WorldSpace, OdometrySpace> = .flip
        let point = flip * landmark.pointInWorld
        let covariance = landmark.covariance
        let variance = covariance[0, 0] + covariance[1, 1] + covariance[2, 2]
        record.storeBytes(of: landmark.identifier, as: Int32.self)
        record.storeBytes(of: Float(point.x), toByteOffset: 4, as: Float.self)
        record.storeBytes(of: Float(point.y), toByteOffset: 8, as: Float.self)
        record.storeBytes(of: Float(point.z), toByteOffset: 12, as: Float.self)
        record.storeBytes(of: Float((max(0, variance) / 3).squareRoot()), toByteOffset: 16, as: Float.self)
        record.storeBytes(of: landmark.pixel.x, toByteOffset: 20, as: Float.self)
        record.storeBytes(of: landmark.pixel.y, toByteOffset: 24, as: Float.self)
        record.storeBytes(of: landmark.age, toByteOffset: 28, as: Int32.self)
        record.storeBytes(of: landmark.isInState ? 1 : 0, toByteOffset: 32, as: Int32.self)
    }
}
