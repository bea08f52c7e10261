import Features
import Geometry
import Imaging
import Odometry
import WorldTracking

/// A room with painted floor and walls, drawn by casting rays; returns images with landmarks of known position.
public struct PaintedRoom {
    /// The lens of its images.
    public static let lens = CameraModel(
        width: 320,
        height: 240,
        focalLengthPixels: Vector2(250, 250),
        principalPointPixels: Vector2(160, 120)
    )
    /// Metres a side of a painted square.
    private static let square = 0.06
    private let shades: [UInt8]

    /// The room, always painted alike.
    public init() {
        var generator = SeededGenerator(seed: 5)
        shades = (0..<1 << 16).map { _ in UInt8(30 + generator.nextIndex(below: 190)) }
    }

    /// The room in the true world, +Z up: floor at −1, walls at x = 2, x = −2, y = 2, y = −2.
    public func surface(along ray: Ray) -> (point: Vector3, shade: UInt8)? {
        let planes = [
            Plane(normal: Vector3(0, 0, 1), offset: -1),
            Plane(normal: Vector3(1, 0, 0), offset: 2), Plane(normal: Vector3(1, 0, 0), offset: -2),
            Plane(normal: Vector3(0, 1, 0), offset: 2), Plane(normal: Vector3(0, 1, 0), offset: -2),
        ]
        var best: (distance: Double, wall: Int)?
        for (wall, plane) in planes.enumerated() {
            if let distance = ray.distance(to: plane), distance < best?.distance ?? .infinity {
                best = (distance, wall)
            }
        }
        guard let best else { return nil }
        let point = ray.point(at: best.distance)
        let flat = best.wall == 0 ? Vector2(point.x, point.y) : Vector2(best.wall < 3 ? point.y : point.x, point.z)
        let cell = SIMD2<Int>((flat / Self.square).rounded(.down))
        let index = (cell.x &* 73_856_093) ^ (cell.y &* 19_349_663) ^ (best.wall &* 83_492_791)
        return (point, shades[index & 0xFFFF])
    }

    /// A camera at a position in the true world that looks at a point.
    public static func pose(from eye: Vector3, to target: Vector3) -> RigidTransform<OdometrySpace, OpticalSpace> {
        let forward = (target - eye).normalized
        let right = cross(forward, Vector3(0, 0, 1)).normalized
        return RigidTransform(
            rotation: Rotation(matrix: Matrix3(columns: right, cross(forward, right), forward)),
            translation: eye
        )
    }

    /// Gives a session of known poses the image from a pose; returns the frames that come of it.
    @discardableResult
    public func show(
        to session: Session,
        from pose: RigidTransform<OdometrySpace, OpticalSpace>,
        at seconds: Double,
        describer: ImageDescriber
    ) -> [Frame] {
        let drawn = picture(from: pose, at: seconds, epoch: 0, sourceFromTruth: .identity, describer: describer)
        guard let image = drawn.image else { return [] }
        session.add(
            image,
            odometryFromOptical: pose,
            lens: Self.lens,
            timestampNanoseconds: drawn.timestampNanoseconds
        )
        var frames: [Frame] = []
        while let frame = session.nextFrame() { frames.append(frame) }
        return frames
    }

    /// What a source of poses says of the image taken from `pose`; its own world lies elsewhere by `sourceFromTruth`.
    public func picture(
        from pose: RigidTransform<OdometrySpace, OpticalSpace>,
        at seconds: Double,
        epoch: Int32,
        sourceFromTruth: RigidTransform<OdometrySpace, OdometrySpace>,
        describer: ImageDescriber
    ) -> TrackedImage {
        var picture = GrayImage(width: Self.lens.width, height: Self.lens.height)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let direction = Self.lens.direction(ofPixel: Vector2(Double(x) + 0.5, Double(y) + 0.5))
                let ray = pose * Ray(origin: .zero, direction: direction)
                picture[x, y] = surface(along: ray)?.shade ?? 0
            }
        }
        var landmarks: [TrackedLandmark] = []
        for corner in describer.describeCorners(of: picture, roll: 0, count: 150) where corner.scale == 1 {
            let pixel = Vector2(Double(corner.pixel.x), Double(corner.pixel.y))
            let ray = pose * Ray(origin: .zero, direction: Self.lens.direction(ofPixel: pixel))
            guard let point = surface(along: ray)?.point else { continue }
            let landmark = TrackedLandmark(
                identifier: Int32(seconds * 1_000) * 1_000 + Int32(landmarks.count),
                pointInOdometry: sourceFromTruth * point,
                covariance: Matrix3(diagonal: Vector3(repeating: 1e-5)),
                pixel: pixel,
                age: 3
            )
            landmarks.append(landmark)
        }
        return TrackedImage(
            timestampNanoseconds: Int64(seconds * 1e9),
            epoch: epoch,
            state: .normal,
            odometryFromOptical: sourceFromTruth * pose,
            lens: Self.lens,
            landmarks: landmarks,
            scaleSigma: 0.01,
            image: picture
        )
    }
}
