import Features
import Geometry
import Odometry
import WorldTracking

/// Landmarks on a table, a floor and a wall, seen by a camera that walks round; in the odometry's world, +Z up.
public struct SyntheticRoom {
    /// Where the table's top is in the odometry's world, metres.
    public static let tableHeight = -0.5
    /// The lens of its images.
    public static let lens = CameraModel(
        width: 640,
        height: 480,
        focalLengthPixels: Vector2(500, 500),
        principalPointPixels: Vector2(320, 240)
    )
    /// The landmarks in the odometry's world, metres.
    public var points: [Vector3] = []
    /// How well landmarks are measured, metres.
    public var sigma = 0.003

    /// The room; the same seed gives the same points.
    public init(seed: UInt64 = 1) {
        var generator = SeededGenerator(seed: seed)
        func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * generator.nextUniform() }
        for _ in 0..<200 { points.append(Vector3(uniform(0.6, 1.6), uniform(-0.6, 0.6), Self.tableHeight)) }
        for _ in 0..<300 { points.append(Vector3(uniform(0, 2.4), uniform(-1.5, 1.5), -1.2)) }
        for _ in 0..<200 { points.append(Vector3(2.5, uniform(-1.5, 1.5), uniform(-1, 0.8))) }
    }

    /// Whether the table hides a point from an eye above it.
    private static func isHidden(_ point: Vector3, from eye: Vector3) -> Bool {
        guard point.z < tableHeight - 0.01 else { return false }
        let crossing = eye + (point - eye) * ((eye.z - tableHeight) / (eye.z - point.z))
        return (0.6...1.6).contains(crossing.x) && (-0.6...0.6).contains(crossing.y)
    }

    /// The camera at a time in seconds: looks at the table from a slow arc.
    public static func odometryFromOptical(at time: Double) -> RigidTransform<OdometrySpace, OpticalSpace> {
        let eye = Vector3(0.1 * time, 0.3 * (time / 2 - 1), 0.02 * time)
        let forward = (Vector3(1.2, 0, tableHeight) - eye).normalized
        let right = cross(forward, Vector3(0, 0, 1)).normalized
        let matrix = Matrix3(columns: right, cross(forward, right), forward)
        return RigidTransform(rotation: Rotation(matrix: matrix), translation: eye)
    }

    /// The data of a source of poses for the image at a time in seconds.
    public func picture(at time: Double, state: TrackingState = .normal, seed: UInt64 = 7) -> TrackedImage {
        let pose = Self.odometryFromOptical(at: time)
        var generator = SeededGenerator(seed: seed &+ UInt64(time * 1_000))
        var landmarks: [TrackedLandmark] = []
        for (index, point) in points.enumerated() {
            guard let pixel = Self.lens.pixel(of: pose.inverse * point), Self.lens.contains(pixel),
                !Self.isHidden(point, from: pose.translation)
            else { continue }
            let noise = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * sigma
            let landmark = TrackedLandmark(
                identifier: Int32(index),
                pointInOdometry: point + noise,
                covariance: Matrix3(diagonal: Vector3(repeating: sigma * sigma)),
                pixel: pixel,
                age: 5
            )
            landmarks.append(landmark)
        }
        return TrackedImage(
            timestampNanoseconds: Int64(time * 1e9),
            state: state,
            odometryFromOptical: pose,
            lens: Self.lens,
            landmarks: landmarks,
            scaleSigma: 0.01,
            image: nil
        )
    }

    /// A world that has watched for some seconds.
    public func world(watched seconds: Double = 3) -> World {
        let describer = ImageDescriber()
        var world = World()
        for step in 0..<Int(seconds * 20) {
            _ = world.update(with: picture(at: Double(step) / 20), describer: describer)
        }
        return world
    }
}
