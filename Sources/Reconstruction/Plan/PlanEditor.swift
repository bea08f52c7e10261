import Geometry

/// A floor plan that a person corrects: what was scanned, and the corrections one after the other.
///
/// The numbers of rooms, sides, stretches and partitions are those of the plan that a correction meets; moving and naming
/// changes none of a room or a side.
package struct PlanEditor: Sendable {
    /// What a person says of a plan.
    package enum Correction: Equatable, Sendable {
        /// A side stands farther out of its room, metres (less than 0: farther in), parallel to itself.
        ///
        /// Its neighbours follow, and so does the other face of the same wall in the room behind it.
        case moveSide(Int, metres: Double)
        /// An opening lies farther along its side, metres towards the side's end; it stops at the side's ends.
        case moveOpening(Int, metres: Double)
        /// A side is so long, metres: all lengths follow.
        case knownLength(Int, metres: Double)
        /// A room has a name, UTF-8.
        case name(room: Int, [UInt8])
        /// A wall stands between two points; it snaps to walls and their directions, and divides its room if it can.
        case addWall(from: Vector2, to: Vector2)
        /// There is no wall: its room becomes one with that behind it, or is open there.
        case removeSide(Int)
        /// A partition is not there.
        case removePartition(Int)
        /// A side has an opening: its middle from the side's start, and its width, metres.
        case addOpening(side: Int, middle: Double, width: Double)
        /// An opening is not there: the wall goes on.
        case removeOpening(Int)
    }

    /// The limits of corrections.
    struct Tuning {
        /// The shortest side that a correction leaves.
        ///
        /// Unit: metres. Range: 0.02…0.1. Origin: by hand: the thickness of a board.
        var shortest = 0.05
        /// The shortest stretch.
        ///
        /// Unit: metres. Range: 0.005…0.02. Origin: by hand: what a drawing at 1 : 50 does not show.
        var shortestStretch = 0.01
        /// The narrowest opening.
        ///
        /// Unit: metres. Range: 0.2…0.5. Origin: by hand: a hatch.
        var narrowestOpening = 0.3
        /// The longest name.
        ///
        /// Unit: bytes of UTF-8. Range: 60…200. Origin: what fits a drawing.
        var nameLength = 120
    }

    static let tuning = Tuning()

    /// The plan with its corrections.
    package private(set) var plan: FloorPlan
    /// The corrections so far.
    package private(set) var corrections: [Correction] = []
    private let scanned: FloorPlan

    /// A plan without corrections; each room's walls begin with its first side's.
    package init(_ plan: FloorPlan) {
        var scanned = plan
        scanned.rooms = plan.rooms.map { $0.with($0.sides) }
        self.scanned = scanned
        self.plan = scanned
    }

    /// Corrects the plan, instead of its last correction if `replacesLast`; false, and no change, if it cannot be.
    package mutating func apply(_ correction: Correction, replacesLast: Bool = false) -> Bool {
        var list = corrections
        if replacesLast, !list.isEmpty { list.removeLast() }
        guard let corrected = Self.corrected(replacesLast ? replayed(list) : plan, by: correction) else { return false }
        list.append(correction)
        (corrections, plan) = (list, corrected)
        return true
    }

    /// Takes the last correction back; false if there is none.
    package mutating func undo() -> Bool {
        guard corrections.popLast() != nil else { return false }
        plan = replayed(corrections)
        return true
    }

    private func replayed(_ list: [Correction]) -> FloorPlan {
        list.reduce(scanned) { plan, correction in Self.corrected(plan, by: correction) ?? plan }
    }

    private static func corrected(_ plan: FloorPlan, by correction: Correction) -> FloorPlan? {
        switch correction {
        case .moveSide(let side, let metres): PlanMove(plan).side(side, metres)
        case .moveOpening(let stretch, let metres): PlanMove(plan).opening(stretch, metres)
        case .knownLength(let side, let metres): PlanScale(plan).known(side, metres)
        case .name(let room, let name): named(plan, room, name)
        case .addWall(let from, let to): PlanDivision(plan).wall(from: from, to: to)
        case .removeSide(let side): PlanUnion(plan).without(side: side)
        case .removePartition(let number): PlanUnion(plan).without(partition: number)
        case .addOpening(let side, let middle, let width): PlanOpenings(plan).added(side, middle, width)
        case .removeOpening(let stretch): PlanOpenings(plan).removed(stretch)
        }
    }

    private static func named(_ plan: FloorPlan, _ room: Int, _ name: [UInt8]) -> FloorPlan? {
        guard plan.rooms.indices.contains(room), name.count <= tuning.nameLength, name.allSatisfy({ $0 >= 0x20 }) else {
            return nil
        }
        var plan = plan
        plan.rooms[room].name = name
        return plan
    }
}

extension FloorPlan {
    /// The sides of each room.
    var sidesOfRooms: [[Side]] { rooms.map { $0.sides } }

    /// The room of a side by its number, and its place there; nil if there is none.
    func place(ofSide number: Int) -> (room: Int, side: Int)? {
        guard number >= 0 else { return nil }
        var rest = number
        for (room, sides) in sidesOfRooms.enumerated() {
            if rest < sides.count { return (room, rest) }
            rest -= sides.count
        }
        return nil
    }

    /// The room and the side of a stretch by its number, and its place there; nil if there is none.
    func place(ofStretch number: Int) -> (room: Int, side: Int, stretch: Int)? {
        guard number >= 0 else { return nil }
        var rest = number
        for (room, each) in rooms.enumerated() {
            guard rest >= each.walls.count else {
                for (side, whole) in each.sides.enumerated() {
                    if let stretch = whole.stretches.firstIndex(of: each.walls[rest]) { return (room, side, stretch) }
                }
                return nil
            }
            rest -= each.walls.count
        }
        return nil
    }

    /// The other faces of a wall: the places of the sides that lie back to back with a side.
    func facesBehind(_ place: (room: Int, side: Int)) -> [(room: Int, side: Int)] {
        let all = sidesOfRooms
        let own = all[place.room][place.side]
        return all.enumerated().flatMap { room, sides in
            sides.enumerated().compactMap { side, other in
                (room, side) == place ? nil : WallBody.overlap(own, other).map { _ in (room, side) }
            }
        }
    }

    /// The plan with other sides of its rooms; the number of the side with the known length follows that side.
    func with(_ sides: [[Side]]) -> FloorPlan {
        var plan = self
        for room in rooms.indices { plan.rooms[room] = rooms[room].with(sides[room]) }
        return plan
    }

    /// The plan with another number for the side with the known length, after sides came or went.
    func keepingKnownSide(of before: FloorPlan) -> FloorPlan {
        guard let number = before.knownSide else { return self }
        var plan = self
        let known = before.sides[number]
        plan.knownSide = sides.firstIndex {
            ($0.start - known.start).length < 1e-6 && ($0.end - known.end).length < 1e-6
        }
        return plan
    }

    /// The number of places at which walls cross each other.
    var crossingCount: Int {
        let all = sides
        var count = 0
        for (i, a) in all.enumerated() {
            for b in all[(i + 1)...] where Self.cross(a, b) { count += 1 }
        }
        return count
    }

    /// Whether each of two sides has its ends on both sides of the other one; walls of one line do not cross.
    private static func cross(_ a: Side, _ b: Side) -> Bool {
        let (ab, cd) = (a.end - a.start, b.end - b.start)
        let first = (Geometry.cross(ab, b.start - a.start), Geometry.cross(ab, b.end - a.start))
        let second = (Geometry.cross(cd, a.start - b.start), Geometry.cross(cd, a.end - b.start))
        let slack = 1e-9
        return min(first.0, first.1) < -slack && max(first.0, first.1) > slack && min(second.0, second.1) < -slack
            && max(second.0, second.1) > slack
    }
}

extension WallBody {
    /// The part of a side that lies back to back with another one.
    static func overlap(_ a: FloorPlan.Side, _ b: FloorPlan.Side) -> (from: Double, to: Double)? {
        overlap((a.start, a.end), (b.start, b.end))
    }
}
