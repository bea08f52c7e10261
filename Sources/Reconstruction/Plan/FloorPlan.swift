import Geometry

/// A room seen from above: what a walk through it showed of its walls.
///
/// Points lie on the floor, metres: x is the world's x, y is the world's −z, so that it looks as from above.
package struct FloorPlan: Sendable {
    /// A stretch of the outline.
    package struct Wall: Sendable {
        /// What stands there.
        package enum Kind: String, Sendable {
            /// A wall that was seen.
            case wall
            /// A gap through which the camera saw: a door, a passage.
            case opening
            /// Nothing was seen there; the line is the continuation of what was.
            case unseen
        }

        /// Where it begins, counterclockwise as drawn with y upwards.
        package var start: Vector2
        /// Where it ends.
        package var end: Vector2
        /// What stands there.
        package var kind: Kind
        /// The standard deviation of its length, metres.
        package var lengthSigma: Double

        /// Its length, metres.
        package var length: Double { (end - start).length }
    }

    /// The outline, a closed loop.
    package let walls: [Wall]
    /// The height of the floor in the world, metres.
    package let floorHeight: Double
    /// The height of the room, metres; nil if the ceiling was not seen.
    package let ceilingHeight: Double?
    /// The area within the outline, m².
    package let area: Double
    /// The standard deviation of the area, m².
    package let areaSigma: Double

    /// The whole walls, corner to corner: stretches of one line put together.
    package var sides: [(start: Vector2, end: Vector2, lengthSigma: Double)] {
        var result: [(start: Vector2, end: Vector2, lengthSigma: Double)] = []
        for wall in walls {
            let along = (wall.end - wall.start).normalized
            if let last = result.last, dot((last.end - last.start).normalized, along) > 0.9999 {
                result[result.count - 1].end = wall.end
                result[result.count - 1].lengthSigma = max(last.lengthSigma, wall.lengthSigma)
            } else {
                result.append((wall.start, wall.end, wall.lengthSigma))
            }
        }
        if result.count > 1, let last = result.last,
            dot((last.end - last.start).normalized, (result[0].end - result[0].start).normalized) > 0.9999
        {
            result[0].start = last.start
            result.removeLast()
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
