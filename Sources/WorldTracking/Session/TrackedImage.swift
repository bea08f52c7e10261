import Features
import Geometry
import Imaging
import Odometry
import Surfaces

/// The data of a source of poses about one image: the odometry, a file of poses, or the browser.
public struct TrackedImage: Sendable {
    /// The image's timestamp, nanoseconds.
    public var timestampNanoseconds: Int64
    /// Changes when the source restarts its world, so that poses before and after do not belong together.
    public var epoch: Int32
    /// How far the pose can be trusted.
    public var state: TrackingState
    /// From the optical frame to the source's own world (+Z up); nil if there is no pose.
    public var odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>?
    /// The lens as it is known now.
    public var lens: CameraModel
    /// How the camera moved while the rows were exposed, in the source's world; nil if all were exposed at once.
    public var motion: CameraMotion?
    /// The landmarks in the source's world.
    public var landmarks: [TrackedLandmark]
    /// The standard deviation of the scale, as a fraction; infinite while it is not observable.
    public var scaleSigma: Double
    /// How far poses may have drifted since the source began, the variance an axis, m².
    public var driftVariance: Double
    /// The image in gray.
    public var image: GrayImage?
    /// What the odometry knew when the image was processed; nil for another source.
    public var odometry: OdometryFrame?
    /// The features that the odometry followed in the image; none for another source.
    public var features: [TrackedFeature]
    /// All the surfaces that the source has found by itself; nil if it finds none, or nothing new of them.
    public var surfaces: [OutsidePlane]?

    /// An image of its parts.
    public init(
        timestampNanoseconds: Int64,
        epoch: Int32 = 0,
        state: TrackingState,
        odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>?,
        lens: CameraModel,
        motion: CameraMotion? = nil,
        landmarks: [TrackedLandmark],
        scaleSigma: Double,
        driftVariance: Double = 0,
        image: GrayImage?,
        odometry: OdometryFrame? = nil,
        features: [TrackedFeature] = [],
        surfaces: [OutsidePlane]? = nil
    ) {
        self.timestampNanoseconds = timestampNanoseconds
        self.epoch = epoch
        self.state = state
        self.odometryFromOptical = odometryFromOptical
        self.lens = lens
        self.motion = motion
        self.landmarks = landmarks
        self.scaleSigma = scaleSigma
        self.driftVariance = driftVariance
        self.image = image
        self.odometry = odometry
        self.features = features
        self.surfaces = surfaces
    }
}

/// A landmark in the source's world, whose axes are not those of a `WorldLandmark`.
public struct TrackedLandmark: Equatable, Sendable {
    /// Its identifier; stays as long as it is followed.
    public var identifier: Int32
    /// Its position in the source's world, metres.
    public var pointInOdometry: Vector3
    /// The covariance of the position, m².
    public var covariance: Matrix3
    /// Its position in the image, pixels.
    public var pixel: Vector2
    /// In how many images it has been followed.
    public var age: Int32

    /// A landmark of its parts.
    public init(identifier: Int32, pointInOdometry: Vector3, covariance: Matrix3, pixel: Vector2, age: Int32) {
        self.identifier = identifier
        self.pointInOdometry = pointInOdometry
        self.covariance = covariance
        self.pixel = pixel
        self.age = age
    }

    /// The landmark in the user's world, into which `rotation` is the rotation of `worldFromOdometry`.
    func landmark(
        _ worldFromOdometry: RigidTransform<WorldSpace, OdometrySpace>,
        rotation: Matrix3
    ) -> WorldLandmark {
        WorldLandmark(
            identifier: identifier,
            pointInWorld: worldFromOdometry * pointInOdometry,
            covariance: rotation * covariance * rotation.transposed,
            pixel: pixel,
            age: age
        )
    }
}

/// An image that is kept, with its pose in the source's world.
struct PosedImage {
    let timestampNanoseconds: Int64
    /// Whether the source tracks well.
    let isTracking: Bool
    let odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>
    let lens: CameraModel
    let image: GrayImage

    /// Nil if the source has no pose, or the image is not there.
    init?(_ tracked: TrackedImage) {
        guard let odometryFromOptical = tracked.odometryFromOptical, let image = tracked.image else { return nil }
        timestampNanoseconds = tracked.timestampNanoseconds
        isTracking = tracked.state == .normal
        self.odometryFromOptical = odometryFromOptical
        lens = tracked.lens
        self.image = image
    }

    /// The angle from the image's +y to the way down in it, radians; 0 if the camera looks straight down or up.
    var roll: Double {
        let down = odometryFromOptical.rotation.inverse * Vector3(0, 0, -1)
        return down.x * down.x + down.y * down.y < 0.01 ? 0 : Double.arcTangent(y: -down.x, x: down.y)
    }
}
