import Features
import Geometry
import Imaging
import Odometry

/// One session of the engine as the host holds it: memory to write into, records to read from.
final class EngineSession {
    let odometry: VisualInertialOdometry
    var incoming = RecordMemory()
    private var gray = RecordMemory()
    private var points = RecordMemory()
    let frame: UnsafeMutablePointer<Double>

    init(configuration: OdometryConfiguration) {
        odometry = VisualInertialOdometry(configuration: configuration)
        frame = .allocate(capacity: FrameRecord.count)
        frame.initialize(repeating: 0, count: FrameRecord.count)
    }

    deinit { frame.deallocate() }

    /// Takes inertial samples, one record each.
    func addInertial(_ records: UnsafeRawPointer, count: Int) {
        for index in 0..<max(0, count) {
            let record = records + index * InertialRecord.stride
            let values = (record + 8).assumingMemoryBound(to: Double.self)
            odometry.add(
                InertialSample(
                    timestampNanoseconds: record.load(as: Int64.self),
                    angularVelocity: Vector3(values[0], values[1], values[2]),
                    specificForce: Vector3(values[3], values[4], values[5])
                )
            )
        }
    }

    /// Takes the picture in `incoming`: gray where it has one byte a pixel; red, green, blue, alpha where it has four.
    func addPicture(timestampNanoseconds: Int64, width: Int, height: Int, bytesPerPixel: Int) -> Bool {
        guard bytesPerPixel == 1 || bytesPerPixel == 4, width > 0, height > 0, width <= 8192, height <= 8192 else {
            return false
        }
        guard width * height * bytesPerPixel <= incoming.capacity else { return false }
        var pixels = incoming.bytes
        if bytesPerPixel == 4 {
            gray.reserve(width * height)
            GrayConversion.convert(color: incoming.bytes, count: width * height, gray: gray.bytes)
            pixels = gray.bytes
        }
        odometry.add(
            pixels: pixels,
            width: width,
            height: height,
            bytesPerRow: width,
            timestampNanoseconds: timestampNanoseconds
        )
        return true
    }

    /// Processes the oldest waiting picture that samples cover and writes its record; false where none waits.
    func nextFrame() -> Bool {
        guard let result = odometry.nextFrame() else { return false }
        FrameRecord.write(
            result,
            featureCount: odometry.features.count,
            landmarkCount: writeLandmarks(),
            to: frame
        )
        return true
    }

    /// The landmarks of the last frame, one record each.
    var landmarkRecords: UnsafeMutablePointer<UInt8> { points.bytes }

    private func writeLandmarks() -> Int {
        let landmarks = odometry.landmarks
        points.reserve(landmarks.count * LandmarkRecord.stride)
        for (index, landmark) in landmarks.enumerated() {
            LandmarkRecord.write(landmark, to: UnsafeMutableRawPointer(points.bytes) + index * LandmarkRecord.stride)
        }
        return landmarks.count
    }

    /// Writes the features of the last frame, one record each.
    func writeFeatures() -> UnsafeMutablePointer<UInt8> {
        let features = odometry.features
        gray.reserve(features.count * FeatureRecord.stride)
        for (index, feature) in features.enumerated() {
            FeatureRecord.write(feature, to: UnsafeMutableRawPointer(gray.bytes) + index * FeatureRecord.stride)
        }
        return gray.bytes
    }
}
