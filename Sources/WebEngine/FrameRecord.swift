/// How a frame's result lies in memory: one 64-bit word a field, floats but for the stamp; `Web/sightline/records.js` has the
/// same table.
enum FrameRecord {
    /// The picture's stamp, a 64-bit integer of nanoseconds.
    static let timestampNanoseconds = 0
    /// 0 not available, 1 limited, 2 normal.
    static let state = 1
    /// 0 none, 1 initializing, 2 excessive motion, 3 insufficient features, 4 relocalizing.
    static let limit = 2
    /// 1 where the camera's place in the user's world is known.
    static let hasPose = 3
    /// The camera in the user's world (+Y up; −Z forward): quaternion x, y, z, w, then translation, metres.
    static let worldFromCamera = 4
    /// The body in the odometry's world (+Z up): quaternion x, y, z, w, then translation, metres.
    static let odometryFromBody = 11
    /// The body's velocity in the odometry's world, m/s.
    static let velocity = 18
    /// The gyroscope's bias (rad/s), then the accelerometer's (m/s²).
    static let biases = 21
    static let timeOffset = 27
    static let readoutTime = 28
    /// Focal lengths, principal point, four distortion coefficients: as estimated so far.
    static let intrinsics = 29
    /// Standard deviations of the position (metres) and of the rotation (radians), three each, then of the scale (relative).
    static let positionSigma = 37
    static let rotationSigma = 40
    static let scaleSigma = 43
    static let featureCount = 44
    static let landmarkCount = 45
    /// 1 where the odometry has a pose.
    static let hasOdometryPose = 46
    static let anchorCount = 47
    static let eventCount = 48
    /// How bright the picture is; 1,000 is well lit, 0 where it is not known.
    static let ambientIntensity = 49
    static let count = 50
}
