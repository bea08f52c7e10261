import Geometry

/// Rooms seen from above: what a walk through them showed of their walls.
///
/// Points lie on the floor, metres: x is the world's x, y is the world's −z, so that it looks as from above.
package struct FloorPlan: Equatable, Sendable {
    /// A stretch of an outline.
    package struct Wall: Equatable, Sendable {
        /// What stands there.
        package enum Kind: String, Sendable {
            /// A wall that was seen.
            case wall
            /// A gap through which the camera saw: a door, a passage.
            case opening
            /// Nothing was seen there; the line is the continuation of what was.
            case unseen
        }

        /// Who says where it is and what it is.
        package enum Origin: Sendable {
            /// The scan.
            case scanned
            /// A person moved it along its wall.
            case movedAlong
            /// A person moved its wall.
            case movedWithWall
            /// A person drew its wall.
            case drawn
            /// A person says what stands there; the line is the scan's.
            case changed

            /// Whether a person says where its line is.
            var isLineByHand: Bool { self == .movedWithWall || self == .drawn }
        }

        /// Where it begins, counterclockwise as drawn with y upwards.
        package var start: Vector2
        /// Where it ends.
        package var end: Vector2
        /// What stands there.
        package var kind: Kind
        /// The standard deviation of its length, metres.
        package var lengthSigma: Double
        /// Who says where it is and what it is.
        package var origin = Origin.scanned

        /// Its length, metres.
        package var length: Double { (end - start).length }
    }

    /// A whole wall of a room, corner to corner.
    package struct Side: Equatable, Sendable {
        /// Its stretches in order, at least one.
        package var stretches: [Wall]
        /// The number of its room.
        package var room = 0
        /// Whether a person says where it or a wall at one of its ends is: then its standard deviation is that of the scan.
        package var isLengthByHand = false

        /// Where it begins.
        package var start: Vector2 { stretches[0].start }
        /// Where it ends.
        package var end: Vector2 { stretches[stretches.count - 1].end }
        /// Its length, metres.
        package var length: Double { (end - start).length }
        /// The standard deviation of its length, metres.
        package var lengthSigma: Double { stretches.reduce(0) { max($0, $1.lengthSigma) } }
        /// Whether a person moved it.
        package var isMoved: Bool { stretches.contains { $0.origin == .movedWithWall } }
        /// Whether a person drew it.
        package var isDrawn: Bool { stretches.contains { $0.origin == .drawn } }
        /// Of length 1, from its start to its end.
        var along: Vector2 { (end - start).normalized }
        /// Of length 1, out of the room, which lies to the left of a side.
        var outward: Vector2 { Vector2(along.y, -along.x) }
    }

    /// The rooms in the order in which the walk came to them, at least one.
    package internal(set) var rooms: [Room]
    /// Walls within the rooms that divide none, drawn by a person.
    package internal(set) var partitions: [Wall] = []
    /// The height of the floor in the world, metres.
    package internal(set) var floorHeight: Double
    /// The relative standard deviation of the scale; it is part of all stated deviations.
    package internal(set) var scaleSigma: Double
    /// By what the scan's lengths were multiplied so that one of them is a length that a person knows; 1 without.
    package internal(set) var scale = 1.0
    /// The number of the side whose length a person knows.
    package internal(set) var knownSide: Int?

    /// The stretches of all outlines, room by room.
    package var walls: [Wall] { rooms.flatMap { $0.walls } }
    /// The whole walls, room by room.
    package var sides: [Side] {
        rooms.enumerated().flatMap { number, room in
            room.sides.map { side in
                var side = side
                side.room = number
                return side
            }
        }
    }

    /// The area within all outlines, m².
    package var area: Double { rooms.reduce(0) { $0 + $1.area } }
    /// The standard deviation of the area, m²: the rooms have their walls' errors each, and that of the scale in common.
    package var areaSigma: Double {
        let own = rooms.reduce(0.0) { sum, room in
            let rest = Self.withoutScale(room.areaSigma, 2 * room.area * scaleSigma)
            return sum + rest * rest
        }
        let common = 2 * area * scaleSigma
        return (own + common * common).squareRoot()
    }
    /// The height of the largest room whose ceiling was seen, metres; nil if none was.
    package var ceilingHeight: Double? {
        rooms.filter { $0.ceilingHeight != nil }.max { $0.area < $1.area }?.ceilingHeight
    }

    /// Whether a person moved, drew or changed something in it.
    package var isChangedByHand: Bool {
        !partitions.isEmpty || rooms.contains { $0.walls.contains { $0.origin != .scanned } }
    }
    /// Whether a person moved or drew a wall, which changes the area.
    package var isAreaByHand: Bool { rooms.contains { $0.isAreaByHand } }

    /// What is left of a standard deviation without the part of the scale.
    static func withoutScale(_ sigma: Double, _ part: Double) -> Double {
        max(0, sigma * sigma - part * part).squareRoot()
    }
}

/// Why there is no plan.
package enum FloorPlanError: Error, Equatable {
    /// Too little of a level floor was seen.
    case noFloor
    /// Fewer than three walls were seen, or they do not enclose the places that were walked through.
    case notEnclosed(wallCount: Int)
}
