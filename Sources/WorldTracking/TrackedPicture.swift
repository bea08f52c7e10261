import Geometry
import Imaging
import Odometry

/// What a source of poses says about one picture: the odometry, a file of poses, or the browser.
public struct TrackedPicture: Sendable {
    /// The picture's stamp, nanoseconds.
    public var timestampNanoseconds: Int64
    /// Changes when the source starts its world anew, so that poses before and after do not belong together.
    public var epoch: Int32
    /// How far the pose can be trusted.
    public var state: TrackingState
    /// From the optical frame to the source's own world (+Z up); nil where there is no pose.
    public var odometryFromOptical: RigidTransform<OdometrySpace, OpticalSpace>?
    /// The lens as it is known now.
    public var lens: CameraModel
    /// How the camera moved while the picture's rows were exposed, in the source's world; nil where all were at once.
    public var motion: CameraMotion?
    /// The landmarks in the source's world.
    public var landmarks: [TrackedLandmark]
    /// The standard deviation of the scale, as a fraction; infinite where it is not observable yet.
    public var scaleSigma: Double
    /// How far poses may have drifted since the source began, the variance an axis, m²: the more between two pictures the less they have
    /// in common.
    public var driftVariance: Double
    /// The picture in gray.
    public var picture: GrayImage?

    /// A picture of its parts.
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
        picture: GrayImage?
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
        self.picture = picture
    }
}

/// A landmark in the source's world.
public struct TrackedLandmark: Equatable, Sendable {
    /// Its identifier; stays as long as it is followed.
    public var identifier: Int32
    /// Where it is, metres.
    public var pointInOdometry: Vector3
    /// How well that is known, metres squared.
    public var covariance: Matrix3
    /// Where the picture shows it.
    public var pixel: Vector2
    /// For how many pictures it has been followed.
    public var age: Int32

    /// A landmark of its parts.
    public init(identifier: Int32, pointInOdometry: Vector3, covariance: Matrix3, pixel: Vector2, age: Int32) {
        self.identifier = identifier
        self.pointInOdometry = pointInOdometry
        self.covariance = covariance
        self.pixel = pixel
        self.age = age
    }
}
