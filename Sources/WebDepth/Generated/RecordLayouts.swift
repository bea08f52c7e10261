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

/// A floor plan of what was fused; then follow its `PlanWallFields` (the outlines' stretches, the whole sides, the partitions), `PlanRoomFields`, `PlanPassageFields`, `PlanBodyFields`, and the rooms' names. Without a plan all but the result and the walls are zero: 64-bit words from its start.
enum FloorPlanRecord {
    /// why there is no plan.
    static let result = 0
    /// walls that were seen, if they do not enclose the walk.
    static let seenWalls = 1
    /// within all outlines, m².
    static let area = 2
    /// m².
    static let areaSigma = 3
    /// in the keyframes' world, metres.
    static let floorHeight = 4
    /// of the largest room whose ceiling was seen, above the floor, metres; 0 if none was.
    static let ceilingHeight = 5
    /// stretches of the outlines, room by room.
    static let stretchCount = 6
    /// sides, from corner to corner, room by room.
    static let sideCount = 7
    /// whether a wall was moved by hand; the deviation is then that of the scan.
    static let isAreaByHand = 8
    /// by what the scan's lengths were multiplied, so that a side has its known length; 1 without one.
    static let scale = 9
    /// the number of that side; -1 without one.
    static let knownSide = 10
    /// how many can be taken back.
    static let corrections = 11
    /// walls within the rooms that divide none.
    static let partitionCount = 12
    /// rooms, in the order in which the walk came to them.
    static let roomCount = 13
    /// openings, each once.
    static let passageCount = 14
    /// pieces of wall between two rooms.
    static let bodyCount = 15
    /// bytes of the rooms' names (UTF-8), one after the other, filled up to whole words.
    static let nameBytes = 16
    /// Words of a record, and its bytes.
    static let count = 17
    static let stride = 136
}

/// A room of a floor plan: 64-bit words from its start.
enum PlanRoomRecord {
    /// within its outline, m².
    static let area = 0
    /// m².
    static let areaSigma = 1
    /// above the floor, metres; 0 if its ceiling was not seen.
    static let ceilingHeight = 2
    /// whether a wall of it was moved or drawn by hand; the deviation is then that of the scan.
    static let isAreaByHand = 3
    /// a place for its name, far from its walls.
    static let labelPlace = 4
    /// bytes of its name (UTF-8); 0 without one.
    static let nameBytes = 6
    /// Words of a record, and its bytes.
    static let count = 7
    static let stride = 56
}

/// An opening between two rooms of a floor plan, or out of what was scanned: 64-bit words from its start.
enum PlanPassageRecord {
    /// the number of a room.
    static let room = 0
    /// that of the room behind it; -1 if nothing was scanned there.
    static let otherRoom = 1
    /// the number of its stretch in the first room.
    static let stretch = 2
    /// that in the other one; -1 without one.
    static let opposite = 3
    /// Words of a record, and its bytes.
    static let count = 4
    static let stride = 32
}

/// A piece of wall between two rooms of a floor plan: a quadrilateral: 64-bit words from its start.
enum PlanBodyRecord {
    /// metres.
    static let first = 0
    /// the same.
    static let second = 2
    /// the same.
    static let third = 4
    /// the same.
    static let fourth = 6
    /// Words of a record, and its bytes.
    static let count = 8
    static let stride = 64
}

/// A stretch or a side of a room's outline, counterclockwise as drawn with y upwards; or a wall within a room: 64-bit words from its start.
enum PlanWallRecord {
    /// x of the keyframes' world and its −z, metres.
    static let start = 0
    /// the same.
    static let end = 2
    /// metres.
    static let lengthSigma = 4
    /// what stands there; of a side, what stands along most of it.
    static let kind = 5
    /// who says where it is.
    static let origin = 6
    /// the number of the side, of a stretch too.
    static let side = 7
    /// of a side: whether it or a wall at one of its ends was placed by hand; the deviation is then that of the scan.
    static let isLengthByHand = 8
    /// the number of its room; of a partition -1.
    static let room = 9
    /// Words of a record, and its bytes.
    static let count = 10
    static let stride = 80
}
