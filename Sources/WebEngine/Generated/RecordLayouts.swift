// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// swift-format-ignore-file

/// What a session is made of: 64-bit words from its start.
package enum ConfigurationRecord {
    /// pixels.
    package static let width = 0
    /// pixels.
    package static let height = 1
    /// pixels.
    package static let focalLength = 2
    /// pixels.
    package static let principalPoint = 4
    /// the lens model.
    package static let distortionKind = 6
    /// its coefficients.
    package static let distortion = 7
    /// the camera in the body, metres.
    package static let bodyFromOptical = 11
    /// s; inertial clock = image's timestamp + offset.
    package static let timeOffset = 18
    /// s; 0 if it is not known.
    package static let readoutTime = 19
    /// densities of gyroscope and accelerometer, random walks of gyroscope and accelerometer.
    package static let noise = 20
    /// 1 if the calibration is a guess.
    package static let isGuess = 24
    /// Words of a record, and its bytes.
    package static let count = 25
    package static let stride = 200
}

/// A frame: 64-bit words from its start.
package enum FrameRecord {
    /// the image's timestamp, ns.
    package static let timestampNanoseconds = 0
    /// how well the camera is tracked.
    package static let trackingState = 1
    /// why tracking is limited.
    package static let trackingLimit = 2
    /// 1 if the camera's pose in the world is known.
    package static let hasPose = 3
    /// the camera in the world (+Y up, −Z forward), metres.
    package static let worldFromCamera = 4
    /// the body in the odometry's world (+Z up), metres.
    package static let odometryFromBody = 11
    /// the body's velocity in the odometry's world, m/s.
    package static let velocity = 18
    /// of the gyroscope, rad/s, then of the accelerometer, m/s².
    package static let biases = 21
    /// s, as estimated so far.
    package static let timeOffset = 27
    /// s, as estimated so far.
    package static let readoutTime = 28
    /// focal lengths, principal point, distortion, as estimated so far; pixels.
    package static let intrinsics = 29
    /// standard deviation, metres.
    package static let positionSigma = 37
    /// standard deviation, radians.
    package static let rotationSigma = 40
    /// standard deviation of the scale, relative.
    package static let scaleSigma = 43
    /// features in this frame.
    package static let featureCount = 44
    /// landmarks in this frame.
    package static let landmarkCount = 45
    /// 1 if the odometry has a pose.
    package static let hasOdometryPose = 46
    /// anchors in this frame.
    package static let anchorCount = 47
    /// events since the last frame.
    package static let eventCount = 48
    /// brightness; 1,000 is well lit, 0 is unknown.
    package static let ambientIntensity = 49
    /// what is wrong with a sensor's data.
    package static let sensorFault = 50
    /// Words of a record, and its bytes.
    package static let count = 51
    package static let stride = 408
}

/// A feature: bytes from its start.
package enum FeatureRecord {
    /// stays the same from image to image.
    package static let identifier = 0
    /// x and y.
    package static let pixel = 4
    /// images in which it was seen.
    package static let age = 12
    /// 32-bit words of a record, and its bytes.
    package static let count = 4
    package static let stride = 16
}

/// A landmark: bytes from its start.
package enum LandmarkRecord {
    /// stays the same from frame to frame.
    package static let identifier = 0
    /// metres.
    package static let pointInWorld = 4
    /// standard deviation of the point, metres.
    package static let sigma = 16
    /// x and y.
    package static let pixel = 20
    /// images in which it was seen.
    package static let age = 28
    /// 32-bit words of a record, and its bytes.
    package static let count = 8
    package static let stride = 32
}

/// An inertial sample: 64-bit words from its start.
package enum InertialRecord {
    /// ns.
    package static let timestampNanoseconds = 0
    /// rad/s.
    package static let angularVelocity = 1
    /// m/s².
    package static let specificForce = 4
    /// Words of a record, and its bytes.
    package static let count = 7
    package static let stride = 56
}

/// An anchor: 64-bit words from its start.
package enum AnchorRecord {
    /// stays the same from frame to frame.
    package static let identifier = 0
    /// `place` if the anchor was set, else the plane's alignment.
    package static let kind = 1
    /// metres.
    package static let worldFromAnchor = 2
    /// the plane's centre in the anchor's axes, metres.
    package static let center = 9
    /// the plane's extent along the anchor's x and z, metres.
    package static let extent = 12
    /// standard deviation of the plane along its normal, metres.
    package static let offsetSigma = 14
    /// standard deviation of the direction of the plane's normal, radians.
    package static let normalSigma = 15
    /// standard deviation of the poses' drift since the plane was seen, metres.
    package static let driftSigma = 16
    /// where the plane's outline starts in the list of boundary points.
    package static let boundaryStart = 17
    /// the outline's number of points.
    package static let boundaryCount = 18
    /// Words of a record, and its bytes.
    package static let count = 19
    package static let stride = 152
}

/// A hit: 64-bit words from its start.
package enum HitRecord {
    /// what was hit.
    package static let type = 0
    /// from the camera, metres.
    package static let distance = 1
    /// metres.
    package static let pointInWorld = 2
    /// xx, xy, xz, yy, yz, zz, m², in the world's axes.
    package static let covariance = 5
    /// the surface's normal in the world.
    package static let normal = 11
    /// the identifier of the plane's anchor.
    package static let anchor = 14
    /// Words of a record, and its bytes.
    package static let count = 15
    package static let stride = 120
}

/// A tracked ray: 64-bit words from its start.
package enum RayRecord {
    /// for `stopRay`.
    package static let identifier = 0
    /// what it meets by what is known now; null if it meets nothing.
    package static let hit = 1
    /// Words of a record, and its bytes.
    package static let count = 16
    package static let stride = 128
}

/// A depth map: depth along the optical axis and its standard deviation, metres, row by row; both 0 where nothing is known: 64-bit words from its start.
package enum DepthMapRecord {
    /// the keyframe's timestamp, ns.
    package static let timestampNanoseconds = 0
    /// pixels.
    package static let width = 1
    /// pixels.
    package static let height = 2
    /// of the map, which has no distortion; pixels.
    package static let focalLength = 3
    /// pixels.
    package static let principalPoint = 5
    /// the keyframe's camera in the world as it is now (+Y up, −Z forward), metres.
    package static let worldFromCamera = 7
    /// Words of a record, and its bytes.
    package static let count = 14
    package static let stride = 112
}

/// A keyframe for depth maps; its landmarks (three 64-bit floats each, metres) and gray pixels follow, and a small image of its colours (red, green, blue, alpha) if the host has one: 64-bit words from its start.
package enum DepthKeyframeRecord {
    /// the image's timestamp, ns.
    package static let timestampNanoseconds = 0
    /// which world the pose belongs to.
    package static let epoch = 1
    /// pixels.
    package static let width = 2
    /// pixels.
    package static let height = 3
    /// pixels.
    package static let focalLength = 4
    /// pixels.
    package static let principalPoint = 6
    /// the lens model.
    package static let distortionKind = 8
    /// its coefficients.
    package static let distortion = 9
    /// the camera (+Z forward) when the middle row was exposed, metres.
    package static let worldFromOptical = 13
    /// 1 if rows were exposed one after the other.
    package static let hasMotion = 20
    /// about the optical axes, rad/s.
    package static let angularVelocity = 21
    /// along the world's axes, m/s.
    package static let velocity = 24
    /// from the first row's exposure to the last's, s.
    package static let readoutTime = 27
    /// standard deviation of the pose against another keyframe's, radians.
    package static let rotationSigma = 28
    /// the same, metres.
    package static let positionSigma = 29
    /// landmarks.
    package static let landmarkCount = 30
    /// pixels of the small image; the engine writes 0.
    package static let colorWidth = 31
    /// the same.
    package static let colorHeight = 32
    /// Words of a record, and its bytes.
    package static let count = 33
    package static let stride = 264
}

/// A depth map of a keyframe; depth, sigma, the depth of twice the size if there is one (32-bit floats, metres) and shades (bytes) follow: 64-bit words from its start.
package enum DepthEstimateRecord {
    /// the keyframe's timestamp, ns.
    package static let timestampNanoseconds = 0
    /// which world the pose belongs to.
    package static let epoch = 1
    /// pixels.
    package static let width = 2
    /// pixels.
    package static let height = 3
    /// pixels.
    package static let focalLength = 4
    /// pixels.
    package static let principalPoint = 6
    /// the keyframe's, metres.
    package static let worldFromOptical = 8
    /// the depth that a tenth of the map lies in front of, metres.
    package static let nearDepth = 15
    package static let hasFineDepth = 16
    /// Words of a record, and its bytes.
    package static let count = 17
    package static let stride = 136
}

/// An event: 64-bit words from its start.
package enum EventRecord {
    /// what happened.
    package static let kind = 0
    /// the anchor or ray.
    package static let identifier = 1
    /// the older anchor of a merger, or the metres of a correction.
    package static let value = 2
    /// Words of a record, and its bytes.
    package static let count = 3
    package static let stride = 24
}

/// A measured value: 64-bit words from its start.
package enum ReadingRecord {
    /// 1 if there is one.
    package static let exists = 0
    /// what was measured.
    package static let quantity = 1
    /// m, m², radians or m³.
    package static let value = 2
    /// standard deviation of the value.
    package static let sigma = 3
    /// Words of a record, and its bytes.
    package static let count = 4
    package static let stride = 32
}

/// The measuring tool's state: 64-bit words from its start.
package enum MeasuringRecord {
    /// what a tap would do.
    package static let mode = 0
    /// what a person may do next.
    package static let advice = 1
    /// what is measured.
    package static let tool = 2
    /// how well the aimed point is known; null without one.
    package static let confidence = 3
    /// from the camera to the aimed point, metres.
    package static let distance = 4
    /// what the aim was drawn to.
    package static let snap = 5
    /// points of the measurement that is being made.
    package static let pointCount = 6
    /// finished measurements.
    package static let measurementCount = 7
    /// the reading up to the aim.
    package static let live = 8
    /// the last finished reading.
    package static let last = 12
    /// by which lengths are multiplied because a known length was pinned.
    package static let scale = 16
    /// standard deviation of the scale, relative.
    package static let scaleSigma = 17
    /// whether a second tap here sets a rough point.
    package static let isRoughOffered = 18
    /// Words of a record, and its bytes.
    package static let count = 19
    package static let stride = 152
}

/// The drawing tool's state: 64-bit words from its start.
package enum DrawingRecord {
    /// what the tip does.
    package static let mode = 0
    /// whether ink flows.
    package static let isPressed = 1
    /// whether a fingertip or a thing is followed.
    package static let isFollowing = 2
    /// whether that is a fingertip.
    package static let followsFinger = 3
    /// of what is followed, 0…1.
    package static let confidence = 4
    /// 1 if the tip is on a surface.
    package static let isOnSurface = 5
    /// what the tip is on.
    package static let surface = 6
    /// from the camera to the tip, metres.
    package static let distance = 7
    /// the tip's pixel.
    package static let tip = 8
    /// strokes.
    package static let strokeCount = 10
    /// strokes that wait for the board.
    package static let waitingCount = 11
    /// whether the board has a position.
    package static let hasBoard = 12
    /// the height of the stroke that is being pulled, metres.
    package static let pulledHeight = 13
    /// Words of a record, and its bytes.
    package static let count = 14
    package static let stride = 112
}

/// A stroke of the drawing: 64-bit words from its start.
package enum StrokeRecord {
    /// 0 is oneself.
    package static let author = 0
    /// with the author, its name.
    package static let identifier = 1
    /// points.
    package static let pointCount = 2
    /// grows with every change.
    package static let revision = 3
    /// what it looks like if it is pulled up.
    package static let finish = 4
    /// metres.
    package static let height = 5
    /// whether its end meets its start.
    package static let isClosed = 6
    /// metres.
    package static let length = 7
    /// Words of a record, and its bytes.
    package static let count = 8
    package static let stride = 64
}

/// A billboard's state: 64-bit words from its start.
package enum BillboardRecord {
    /// 1 if there is one; without it the record ends here.
    package static let hasRectangle = 0
    /// metres.
    package static let width = 1
    /// metres.
    package static let height = 2
    /// images that were used for it.
    package static let sightCount = 3
    /// the number of the poster that was recognised.
    package static let reference = 4
    /// the index of the item that is shown.
    package static let item = 5
    /// the corners in the image, clockwise from the top left; −1 for one behind the camera.
    package static let pixels = 6
    /// the corners in the world, metres.
    package static let corners = 14
    /// the billboard's number, 1….
    package static let identifier = 26
    /// billboards that stand in the world.
    package static let standingCount = 27
    /// whether gestures mean it.
    package static let isChosen = 28
    /// Words of a record, and its bytes.
    package static let count = 29
    package static let stride = 232
}

/// The placing tool's state: 64-bit words from its start.
package enum PlacingRecord {
    /// whether the aim is on a level surface, on which a model can stand.
    package static let isAimOnSurface = 0
    /// models that stand in the world.
    package static let modelCount = 1
    /// the identifier of the model that gestures mean.
    package static let chosen = 2
    /// whether it is being moved.
    package static let isHeld = 3
    /// the factor from the file's lengths to those shown; 1 is the true size.
    package static let scale = 4
    /// its width, height and depth as shown, metres along its own axes.
    package static let size = 5
    /// standard deviation of the world's scale, relative: by so much the model may look too large or too small; null while it is not known.
    package static let scaleSigma = 8
    /// its animations.
    package static let animationCount = 9
    /// the index of the animation that plays.
    package static let animation = 10
    /// its triangles.
    package static let triangleCount = 11
    /// Words of a record, and its bytes.
    package static let count = 12
    package static let stride = 96
}
