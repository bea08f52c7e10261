import Geometry
import Odometry

/// The inertial samples of the last moments, for the camera's motion within one image.
struct RecentInertialSamples: Sendable {
    private static let capacity = 256
    private var samples: [InertialSample] = []

    mutating func add(_ sample: InertialSample) {
        if samples.count >= Self.capacity { samples.removeFirst(Self.capacity / 2) }
        samples.append(sample)
    }

    /// How the camera moved while a frame's rows were exposed; nil for a shutter that exposes all rows at once.
    func motion(of frame: OdometryFrame) -> CameraMotion? {
        let calibration = frame.calibration
        guard calibration.readoutTime > 1e-4, let pose = frame.odometryFromBody else { return nil }
        let time = frame.timestampNanoseconds &+ Int64((calibration.timeOffset * 1e9).rounded())
        let reach = Int64(calibration.readoutTime * 0.5e9)
        var during = samples.filter { abs($0.timestampNanoseconds &- time) <= reach }
        if during.isEmpty {
            let nearest = samples.min { abs($0.timestampNanoseconds &- time) < abs($1.timestampNanoseconds &- time) }
            guard let nearest, abs(nearest.timestampNanoseconds &- time) < 50_000_000 else { return nil }
            during = [nearest]
        }
        let sum = during.reduce(Vector3.zero) { $0 + $1.angularVelocity }
        let rate = sum / Double(during.count) - frame.gyroscopeBias
        let lever = calibration.bodyFromOptical.translation
        return CameraMotion(
            angularVelocity: calibration.bodyFromOptical.rotation.inverse * rate,
            velocity: frame.velocity + pose.rotation * cross(rate, lever),
            readoutTime: calibration.readoutTime
        )
    }
}
