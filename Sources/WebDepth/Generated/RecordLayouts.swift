// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// swift-format-ignore-file

/// A keyframe for depth maps; its landmarks (three 64-bit floats each, metres) and gray pixels follow, and a small image of its colours (red, green, blue, alpha) if the host has one: 64-bit words from its start.
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
    /// pixels of the small image; the engine writes 0.
    static let colorWidth = 31
    /// the same.
    static let colorHeight = 32
    /// Words of a record, and its bytes.
    static let count = 33
    static let stride = 264
}

/// A depth map of a keyframe; depth, sigma, the depth of twice the size if there is one (32-bit floats, metres) and shades (bytes) follow: 64-bit words from its start.
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
    static let hasFineDepth = 16
    /// Words of a record, and its bytes.
    static let count = 17
    static let stride = 136
}

/// What a depth map changed in the mesh anchors; the changed `MeshAnchorFields` follow, each with its vertices (three 32-bit floats, metres from the origin), their sigmas (32-bit floats, metres), their colours (red, green, blue, 255: bytes) and indices (32 bits), filled up to whole words: 64-bit words from its start.
enum MeshUpdateRecord {
    /// the keyframe's timestamp, ns.
    static let timestampNanoseconds = 0
    /// the keyframe's, metres.
    static let worldFromOptical = 1
    /// changed anchors.
    static let anchorCount = 8
    /// Words of a record, and its bytes.
    static let count = 9
    static let stride = 72
}

/// A mesh anchor: 64-bit words from its start.
enum MeshAnchorRecord {
    /// stays the same while the anchor exists.
    static let identifier = 0
    /// the timestamp of the keyframe after which its triangles changed last, ns.
    static let changedNanoseconds = 1
    /// of its vertices in the keyframes' world, metres.
    static let origin = 2
    /// vertices.
    static let vertexCount = 5
    /// triangles; 0 if the anchor is gone.
    static let triangleCount = 6
    /// Words of a record, and its bytes.
    static let count = 7
    static let stride = 56
}

/// What stands on a level surface, measured; the points of its outline follow, three 64-bit floats each, metres in the keyframes' world. What could not be measured has zeros: 64-bit words from its start.
enum ThingRecord {
    /// why it could not be measured.
    static let result = 0
    /// m³.
    static let volume = 1
    /// m³.
    static let volumeSigma = 2
    /// over the surface, metres.
    static let height = 3
    /// metres.
    static let heightSigma = 4
    /// of its foot, m².
    static let area = 5
    /// of the foot that no map shows.
    static let hiddenShare = 6
    /// points.
    static let outlineCount = 7
    /// Words of a record, and its bytes.
    static let count = 8
    static let stride = 64
}
