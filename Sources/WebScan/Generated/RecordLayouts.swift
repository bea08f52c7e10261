// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// swift-format-ignore-file

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
