import Geometry

extension FloorPlan {
    /// One room of a plan.
    package struct Room: Equatable, Sendable {
        /// The outline, a closed loop, counterclockwise.
        package var walls: [Wall]
        /// Its height, metres; nil if its ceiling was not seen.
        package var ceilingHeight: Double?
        /// The area within the outline, m².
        package var area: Double
        /// The standard deviation of the area, m².
        package var areaSigma: Double
        /// Its name, UTF-8; empty without.
        package var name: [UInt8] = []

        /// Whether a person moved or drew a wall of it.
        package var isAreaByHand: Bool { walls.contains { $0.origin.isLineByHand } }
        /// Its corners.
        var corners: [Vector2] { sides.map { $0.start } }

        /// The whole walls: stretches of one line put together.
        var sides: [Side] {
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
            let areByHand = result.map { $0.isMoved || $0.isDrawn }
            for side in result.indices {
                result[side].isLengthByHand =
                    result[side].isDrawn || areByHand[(side + result.count - 1) % result.count]
                    || areByHand[(side + 1) % result.count]
            }
            return result
        }

        /// Whether a point lies in it.
        func contains(_ point: Vector2) -> Bool { Self.contains(corners, point) }

        /// Whether a point lies in a polygon.
        static func contains(_ corners: [Vector2], _ point: Vector2) -> Bool {
            var isInside = false
            for i in corners.indices {
                let (a, b) = (corners[i], corners[(i + 1) % corners.count])
                if (a.y > point.y) != (b.y > point.y),
                    point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
                {
                    isInside.toggle()
                }
            }
            return isInside
        }

        /// A place for its name: of a grid of points in it, the one that is farthest from its walls.
        package var labelPlace: Vector2 {
            let corners = corners
            let (low, high) = corners.dropFirst().reduce((corners[0], corners[0])) {
                (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
            }
            var (best, farthest) = ((low + high) / 2, -1.0)
            for i in 1..<24 {
                for j in 1..<24 {
                    let point = low + (high - low) * Vector2(Double(i) / 24, Double(j) / 24)
                    guard Self.contains(corners, point) else { continue }
                    let distance = distance(to: point)
                    // The first of equals would stand at an end of a long room.
                    let worth = distance - 0.02 * (point - (low + high) / 2).length
                    if worth > farthest { (best, farthest) = (point, worth) }
                }
            }
            return best
        }

        /// The distance of a point from the outline, metres.
        func distance(to point: Vector2) -> Double {
            walls.reduce(.infinity) { min($0, Self.distance(point, $1)) }
        }

        private static func distance(_ point: Vector2, _ wall: Wall) -> Double {
            let way = wall.end - wall.start
            let share = min(max(dot(point - wall.start, way) / max(dot(way, way), 1e-12), 0), 1)
            return (point - wall.start - way * share).length
        }

        /// The room with other sides, in the order of the walls that it had.
        func with(_ sides: [Side]) -> Room {
            var room = self
            room.walls = sides.flatMap { $0.stretches }
            room.area = LineArrangement.area(sides.map { $0.start })
            return room
        }
    }
}
