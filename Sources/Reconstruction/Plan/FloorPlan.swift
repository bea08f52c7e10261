import Geometry

/// A room seen from above: what a walk through it showed of its walls.
///
/// Points lie on the floor, metres: x is the world's x, y is the world's −z, so that it looks as from above.
package struct FloorPlan: Equatable, Sendable {
    /// A stretch of the outline.
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

        /// Who says where it is.
        package enum Origin: Sendable {
            /// The scan.
            case scanned
            /// A person moved it along its wall.
            case movedAlong
            /// A person moved its wall.
            case movedWithWall
        }

        /// Where it begins, counterclockwise as drawn with y upwards.
        package var start: Vector2
        /// Where it ends.
        package var end: Vector2
        /// What stands there.
        package var kind: Kind
        /// The standard deviation of its length, metres.
        package var lengthSigma: Double
        /// Who says where it is.
        package var origin = Origin.scanned

        /// Its length, metres.
        package var length: Double { (end - start).length }
    }

    /// A whole wall, corner to corner.
    package struct Side: Equatable, Sendable {
        /// Its stretches in order, at least one.
        package var stretches: [Wall]
        /// Whether a person moved a wall at one of its ends: then its standard deviation is that of the scan.
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
        /// Of length 1, from its start to its end.
        var along: Vector2 { (end - start).normalized }
    }

    /// The outline, a closed loop.
    package internal(set) var walls: [Wall]
    /// The height of the floor in the world, metres.
    package internal(set) var floorHeight: Double
    /// The height of the room, metres; nil if the ceiling was not seen.
    package internal(set) var ceilingHeight: Double?
    /// The area within the outline, m².
    package internal(set) var area: Double
    /// The standard deviation of the area, m².
    package internal(set) var areaSigma: Double
    /// The relative standard deviation of the scale; it is part of all stated deviations.
    package internal(set) var scaleSigma: Double
    /// By what the scan's lengths were multiplied so that one of them is a length that a person knows; 1 without.
    package internal(set) var scale = 1.0
    /// The number of the side whose length a person knows.
    package internal(set) var knownSide: Int?
    /// The room's name, UTF-8; empty without.
    package internal(set) var name: [UInt8] = []

    /// Whether a person moved something in it.
    package var isMovedByHand: Bool { walls.contains { $0.origin != .scanned } }
    /// Whether a person moved a wall, which changes the area.
    package var isAreaByHand: Bool { walls.contains { $0.origin == .movedWithWall } }

    /// The whole walls: stretches of one line put together.
    package var sides: [Side] {
        var result: [Side] = []
        for wall in walls {
            if let last = result.last, dot(last.along, (wall.end - wall.start).normalized) > 0.9999 {
                result[result.count - 1].stretches.append(wall)
            } else {
                result.append(Side(stretches: [wall]))
            }
        }
        if result.count > 1, let last = result.last, dot(last.along, result[0].along) > 0.9999 {
            result[0].stretches = last.stretches + result[0].stretches
            result.removeLast()
        }
        let areMoved = result.map { $0.isMoved }
        for side in result.indices {
            result[side].isLengthByHand =
                areMoved[(side + result.count - 1) % result.count] || areMoved[(side + 1) % result.count]
        }
        return result
    }
}

/// Why there is no plan.
package enum FloorPlanError: Error, Equatable {
    /// Too little of a level floor was seen.
    case noFloor
    /// Fewer than three walls were seen, or they do not enclose the places that were walked through.
    case notEnclosed(wallCount: Int)
}
