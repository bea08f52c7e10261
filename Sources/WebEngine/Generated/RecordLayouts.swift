// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// swift-format-ignore-file

/// What a session is made of: 64-bit words from its start.
enum ConfigurationRecord {
    /// pixels.
    static let width = 0
    /// pixels.
    static let height = 1
    /// pixels.
    static let focalLength = 2
    /// pixels.
    static let principalPoint = 4
    /// the lens model.
    static let distortionKind = 6
    /// its coefficients.
    static let distortion = 7
    /// the camera in the body, metres.
    static let bodyFromOptical = 11
    /// s; inertial clock = image's timestamp + offset.
    static let timeOffset = 18
    /// s; 0 if it is not known.
    static let readoutTime = 19
    /// densities of gyroscope and accelerometer, random walks of gyroscope and accelerometer.
    static let noise = 20
    /// 1 if the calibration is a guess.
    static let isGuess = 24
    /// Words of a record, and its bytes.
    static let count = 25
    static let stride = 200
}

/// A frame: 64-bit words from its start.
enum FrameRecord {
    /// the image's timestamp, ns.
    static let timestampNanoseconds = 0
    /// how well the camera is tracked.
    static let trackingState = 1
    /// why tracking is limited.
    static let trackingLimit = 2
    /// 1 if the camera's pose in the world is known.
    static let hasPose = 3
    /// the camera in the world (+Y up, −Z forward), metres.
    static let worldFromCamera = 4
    /// the body in the odometry's world (+Z up), metres.
    static let odometryFromBody = 11
    /// the body's velocity in the odometry's world, m/s.
    static let velocity = 18
    /// of the gyroscope, rad/s, then of the accelerometer, m/s².
    static let biases = 21
    /// s, as estimated so far.
    static let timeOffset = 27
    /// s, as estimated so far.
    static let readoutTime = 28
    /// focal lengths, principal point, distortion, as estimated so far; pixels.
    static let intrinsics = 29
    /// standard deviation, metres.
    static let positionSigma = 37
    /// standard deviation, radians.
    static let rotationSigma = 40
    /// standard deviation of the scale, relative.
    static let scaleSigma = 43
    /// features in this frame.
    static let featureCount = 44
    /// landmarks in this frame.
    static let landmarkCount = 45
    /// 1 if the odometry has a pose.
    static let hasOdometryPose = 46
    /// anchors in this frame.
    static let anchorCount = 47
    /// events since the last frame.
    static let eventCount = 48
    /// brightness; 1,000 is well lit, 0 is unknown.
    static let ambientIntensity = 49
    /// what is wrong with a sensor's data.
    static let sensorFault = 50
    /// Words of a record, and its bytes.
    static let count = 51
    static let stride = 408
}

/// A feature: bytes from its start.
enum FeatureRecord {
    /// stays the same from image to image.
    static let identifier = 0
    /// x and y.
    static let pixel = 4
    /// images in which it was seen.
    static let age = 12
    /// 32-bit words of a record, and its bytes.
    static let count = 4
    static let stride = 16
}

/// A landmark: bytes from its start.
enum LandmarkRecord {
    /// stays the same from frame to frame.
    static let identifier = 0
    /// metres.
    static let pointInWorld = 4
    /// standard deviation of the point, metres.
    static let sigma = 16
    /// x and y.
    static let pixel = 20
    /// images in which it was seen.
    static let age = 28
    /// 32-bit words of a record, and its bytes.
    static let count = 8
    static let stride = 32
}

/// An inertial sample: 64-bit words from its start.
enum InertialRecord {
    /// ns.
    static let timestampNanoseconds = 0
    /// rad/s.
    static let angularVelocity = 1
    /// m/s².
    static let specificForce = 4
    /// Words of a record, and its bytes.
    static let count = 7
    static let stride = 56
}

/// An anchor: 64-bit words from its start.
enum AnchorRecord {
    /// stays the same from frame to frame.
    static let identifier = 0
    /// `place` if the anchor was set, else the plane's alignment.
    static let kind = 1
    /// metres.
    static let worldFromAnchor = 2
    /// the plane's centre in the anchor's axes, metres.
    static let center = 9
    /// the plane's extent along the anchor's x and z, metres.
    static let extent = 12
    /// standard deviation of the plane along its normal, metres.
    static let offsetSigma = 14
    /// where the plane's outline starts in the list of boundary points.
    static let boundaryStart = 15
    /// the outline's number of points.
    static let boundaryCount = 16
    /// Words of a record, and its bytes.
    static let count = 17
    static let stride = 136
}

/// A hit: 64-bit words from its start.
enum HitRecord {
    /// what was hit.
    static let type = 0
    /// from the camera, metres.
    static let distance = 1
    /// metres.
    static let pointInWorld = 2
    /// xx, xy, xz, yy, yz, zz, m², in the world's axes.
    static let covariance = 5
    /// the surface's normal in the world.
    static let normal = 11
    /// the identifier of the plane's anchor.
    static let anchor = 14
    /// Words of a record, and its bytes.
    static let count = 15
    static let stride = 120
}

/// A tracked ray: 64-bit words from its start.
enum RayRecord {
    /// for `stopRay`.
    static let identifier = 0
    /// what it meets by what is known now; null if it meets nothing.
    static let hit = 1
    /// Words of a record, and its bytes.
    static let count = 16
    static let stride = 128
}

/// An event: 64-bit words from its start.
enum EventRecord {
    /// what happened.
    static let kind = 0
    /// the anchor or ray.
    static let identifier = 1
    /// the older anchor of a merger, or the metres of a correction.
    static let value = 2
    /// Words of a record, and its bytes.
    static let count = 3
    static let stride = 24
}

/// A measured value: 64-bit words from its start.
enum ReadingRecord {
    /// 1 if there is one.
    static let exists = 0
    /// what was measured.
    static let quantity = 1
    /// m, m², radians or m³.
    static let value = 2
    /// standard deviation of the value.
    static let sigma = 3
    /// Words of a record, and its bytes.
    static let count = 4
    static let stride = 32
}

/// The measuring tool's state: 64-bit words from its start.
enum MeasuringRecord {
    /// what a tap would do.
    static let mode = 0
    /// what a person may do next.
    static let advice = 1
    /// what is measured.
    static let tool = 2
    /// how well the aimed point is known; null without one.
    static let confidence = 3
    /// from the camera to the aimed point, metres.
    static let distance = 4
    /// what the aim was drawn to.
    static let snap = 5
    /// points of the measurement that is being made.
    static let pointCount = 6
    /// finished measurements.
    static let measurementCount = 7
    /// the reading up to the aim.
    static let live = 8
    /// the last finished reading.
    static let last = 12
    /// by which lengths are multiplied because a known length was pinned.
    static let scale = 16
    /// standard deviation of the scale, relative.
    static let scaleSigma = 17
    /// whether a second tap here sets a rough point.
    static let isRoughOffered = 18
    /// Words of a record, and its bytes.
    static let count = 19
    static let stride = 152
}

/// The drawing tool's state: 64-bit words from its start.
enum DrawingRecord {
    /// what the tip does.
    static let mode = 0
    /// whether ink flows.
    static let isPressed = 1
    /// whether a fingertip or a thing is followed.
    static let isFollowing = 2
    /// whether that is a fingertip.
    static let followsFinger = 3
    /// of what is followed, 0…1.
    static let confidence = 4
    /// 1 if the tip is on a surface.
    static let isOnSurface = 5
    /// what the tip is on.
    static let surface = 6
    /// from the camera to the tip, metres.
    static let distance = 7
    /// the tip's pixel.
    static let tip = 8
    /// strokes.
    static let strokeCount = 10
    /// strokes that wait for the board.
    static let waitingCount = 11
    /// whether the board has a position.
    static let hasBoard = 12
    /// the height of the stroke that is being pulled, metres.
    static let pulledHeight = 13
    /// Words of a record, and its bytes.
    static let count = 14
    static let stride = 112
}

/// A stroke of the drawing: 64-bit words from its start.
enum StrokeRecord {
    /// 0 is oneself.
    static let author = 0
    /// with the author, its name.
    static let identifier = 1
    /// points.
    static let pointCount = 2
    /// grows with every change.
    static let revision = 3
    /// what it looks like if it is pulled up.
    static let finish = 4
    /// metres.
    static let height = 5
    /// whether its end meets its start.
    static let isClosed = 6
    /// metres.
    static let length = 7
    /// Words of a record, and its bytes.
    static let count = 8
    static let stride = 64
}

/// The billboard's state: 64-bit words from its start.
enum BillboardRecord {
    /// 1 if there is one; without it the record ends here.
    static let hasRectangle = 0
    /// metres.
    static let width = 1
    /// metres.
    static let height = 2
    /// images that were used for it.
    static let sightCount = 3
    /// the number of the poster that was recognised.
    static let reference = 4
    /// the index of the item that is shown.
    static let item = 5
    /// the corners in the image, clockwise from the top left; −1 for one behind the camera.
    static let pixels = 6
    /// the corners in the world, metres.
    static let corners = 14
    /// Words of a record, and its bytes.
    static let count = 26
    static let stride = 208
}
