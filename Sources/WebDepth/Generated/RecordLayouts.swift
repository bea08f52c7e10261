// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// swift-format-ignore-file

/// A keyframe for depth maps; its landmarks (three 64-bit floats each, metres) and gray pixels follow: 64-bit words from its start.
enum DepthKeyframeRecord {
    /// the image's timestamp, ns.
    static let timestampNanoseconds = 0
    /// which world the pose belongs to.
    static let epoch = 1
    /// pixels.
    static let width = 2
    /// pixels.
    static let height = 3
    /// pixels.
    static let focalLength = 4
    /// pixels.
    static let principalPoint = 6
    /// the lens model.
    static let distortionKind = 8
    /// its coefficients.
    static let distortion = 9
    /// the camera (+Z forward) when the middle row was exposed, metres.
    static let worldFromOptical = 13
    /// 1 if rows were exposed one after the other.
    static let hasMotion = 20
    /// about the optical axes, rad/s.
    static let angularVelocity = 21
    /// along the world's axes, m/s.
    static let velocity = 24
    /// from the first row's exposure to the last's, s.
    static let readoutTime = 27
    /// standard deviation of the pose against another keyframe's, radians.
    static let rotationSigma = 28
    /// the same, metres.
    static let positionSigma = 29
    /// landmarks.
    static let landmarkCount = 30
    /// Words of a record, and its bytes.
    static let count = 31
    static let stride = 248
}

/// A depth map of a keyframe; depth and sigma (32-bit floats, metres) and shades (bytes) follow: 64-bit words from its start.
enum DepthEstimateRecord {
    /// the keyframe's timestamp, ns.
    static let timestampNanoseconds = 0
    /// which world the pose belongs to.
    static let epoch = 1
    /// pixels.
    static let width = 2
    /// pixels.
    static let height = 3
    /// pixels.
    static let focalLength = 4
    /// pixels.
    static let principalPoint = 6
    /// the keyframe's, metres.
    static let worldFromOptical = 8
    /// the depth that a tenth of the map lies in front of, metres.
    static let nearDepth = 15
    /// Words of a record, and its bytes.
    static let count = 16
    static let stride = 128
}
