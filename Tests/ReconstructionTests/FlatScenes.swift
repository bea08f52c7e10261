import Depth
import Geometry

/// Five rooms that are known exactly: a corridor with doors to a living room, a bedroom, a kitchen and a study.
///
/// Points are those of a plan: x, and y = −z of the world, metres. All inner walls are 12 cm thick.
enum Flat {
    /// A room: its corners at the lower left and the upper right.
    static let rooms: [(low: Vector2, high: Vector2)] = [
        (Vector2(1.62, -3.5), Vector2(4.5, 3.5)), (Vector2(-4.5, -0.6), Vector2(1.5, 0.6)),
        (Vector2(-1.08, 0.72), Vector2(1.5, 3.5)), (Vector2(-4.5, -3.5), Vector2(1.5, -0.72)),
        (Vector2(-4.5, 0.72), Vector2(-1.2, 3.5)),
    ]
    /// The pairs of rooms between which a door is, and its width.
    static let doors: [(rooms: Set<Int>, width: Double)] = [
        ([0, 1], 0.9), ([1, 2], 0.9), ([1, 3], 0.9), ([1, 4], 0.9), ([0, 2], 1.4),
    ]
    static let height = 2.5

    /// The walls between the rooms, and the lintels.
    static var room: BoxRoom {
        var room = BoxRoom(halfWidth: 4.5, halfLength: 3.5, height: height)
        func add(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>, from foot: Double = 0) {
            let (low, high) = (Vector3(x.lowerBound, foot, -y.upperBound), Vector3(x.upperBound, height, -y.lowerBound))
            room.boxes.append((low, high))
        }
        /// A wall along x or y with doors in it.
        func wall(
            alongX: Bool,
            _ along: ClosedRange<Double>,
            _ across: ClosedRange<Double>,
            doors: [ClosedRange<Double>]
        ) {
            var start = along.lowerBound
            for door in doors + [along.upperBound...along.upperBound] {
                let part = start...door.lowerBound
                if alongX { add(part, across) } else { add(across, part) }
                if door.upperBound > door.lowerBound {
                    if alongX { add(door, across, from: 2.05) } else { add(across, door, from: 2.05) }
                }
                start = door.upperBound
            }
        }
        wall(alongX: false, -3.5...3.5, 1.5...1.62, doors: [-0.45...0.45, 1.5...2.9])
        wall(alongX: true, -4.5...1.5, 0.6...0.72, doors: [-3.2 ... -2.3, -0.2...0.7])
        wall(alongX: true, -4.5...1.5, -0.72 ... -0.6, doors: [-2.0 ... -1.1])
        wall(alongX: false, 0.72...3.5, -1.2 ... -1.08, doors: [])
        return room
    }

    /// The way through all rooms.
    static let way: [Vector2] = [
        Vector2(3, -2.2), Vector2(3, 2.2), Vector2(3, 0), Vector2(0.25, 0), Vector2(0.25, 2.4), Vector2(0.25, 0),
        Vector2(-1.55, 0), Vector2(-1.55, -2.1), Vector2(-3.6, -2.1), Vector2(0.5, -2.1), Vector2(-1.55, -2.1),
        Vector2(-1.55, 0), Vector2(-2.75, 0), Vector2(-2.75, 2.3), Vector2(-2.75, 0), Vector2(-4, 0),
    ]

    /// Views every 12 cm of the way at eye height, in all directions.
    static func walk(seed: UInt64) -> [DepthMap] {
        var generator = SeededGenerator(seed: seed)
        var (maps, angle): ([DepthMap], Double) = ([], Double(seed))
        for (a, b) in zip(way, way.dropFirst()) {
            let count = max(1, Int(((b - a).length / 0.12).rounded()))
            for i in 0..<count {
                let place = a + (b - a) * (Double(i) / Double(count))
                angle += 0.55
                maps.append(
                    room.map(
                        from: Vector3(place.x, 1.4, -place.y),
                        yaw: angle,
                        pitch: 0.7 * .sine(of: 0.37 * angle) - 0.1,
                        generator: &generator
                    )
                )
            }
        }
        return maps
    }
}
