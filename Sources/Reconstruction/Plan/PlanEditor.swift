import Geometry

/// A floor plan that a person corrects: what was scanned, and the corrections one after the other.
///
/// The numbers of sides stay the same over all corrections. Those of stretches are of the plan that a correction meets.
package struct PlanEditor: Sendable {
    /// What a person says of a plan.
    package enum Correction: Equatable, Sendable {
        /// A side stands farther out, metres (less than 0: farther in), parallel to itself; its neighbours follow.
        case moveSide(Int, metres: Double)
        /// An opening lies farther along its side, metres towards the side's end; it stops at the side's ends.
        case moveOpening(Int, metres: Double)
        /// A side is so long, metres: all lengths follow.
        case knownLength(Int, metres: Double)
        /// The room has a name, UTF-8.
        case name([UInt8])
    }

    /// The limits of corrections.
    private struct Tuning {
        /// The shortest side that moving a wall leaves.
        ///
        /// Unit: metres. Range: 0.02…0.1. Origin: by hand: the thickness of a board.
        var shortest = 0.05
        /// The shortest stretch.
        ///
        /// Unit: metres. Range: 0.005…0.02. Origin: by hand: what a drawing at 1 : 50 does not show.
        var shortestStretch = 0.01
        /// By how much a known length may change the scale; a larger change means a typing error or another wall.
        ///
        /// Unit: factor. Range: 1.3…3. Origin: by hand: monocular scale is off by less.
        var scale = 2.0
        /// The standard deviation of a length that a person knows.
        ///
        /// Unit: metres. Range: 0.001…0.01. Origin: a tape measure of class II (Directive 2014/32/EU: 0.3 mm + 0.2 mm per
        /// metre), read to a plaster wall.
        var knownSigma = 0.002
        /// The longest name.
        ///
        /// Unit: bytes of UTF-8. Range: 60…200. Origin: what fits a drawing.
        var nameLength = 120
    }

    private static let tuning = Tuning()

    /// The plan with its corrections.
    package private(set) var plan: FloorPlan
    /// The corrections so far.
    package private(set) var corrections: [Correction] = []
    private let scanned: FloorPlan

    /// A plan without corrections; its walls begin with the first side's.
    package init(_ plan: FloorPlan) {
        scanned = Self.changed(plan, plan.sides)
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
        case .moveSide(let side, let metres): moved(plan, side, metres)
        case .moveOpening(let stretch, let metres): movedAlong(plan, stretch, metres)
        case .knownLength(let side, let metres): scaled(plan, side, metres)
        case .name(let name): named(plan, name)
        }
    }

    private static func named(_ plan: FloorPlan, _ name: [UInt8]) -> FloorPlan? {
        guard name.count <= tuning.nameLength, name.allSatisfy({ $0 >= 0x20 }) else { return nil }
        var plan = plan
        plan.name = name
        return plan
    }

    // MARK: - Walls

    /// The corners at the ends of a side slide along its neighbours.
    private static func moved(_ plan: FloorPlan, _ number: Int, _ metres: Double) -> FloorPlan? {
        var sides = plan.sides
        guard sides.indices.contains(number), metres.isFinite, abs(metres) < 100 else { return nil }
        let (before, after) = ((number + sides.count - 1) % sides.count, (number + 1) % sides.count)
        let along = sides[number].along
        // The room lies to the left of a side.
        let outward = Vector2(along.y, -along.x)
        let slopes = (dot(sides[before].along, outward), dot(sides[after].along, outward))
        guard abs(slopes.0) > 0.1, abs(slopes.1) > 0.1 else { return nil }
        let start = sides[number].start + sides[before].along * (metres / slopes.0)
        let end = sides[number].end + sides[after].along * (metres / slopes.1)
        for i in sides[number].stretches.indices {
            sides[number].stretches[i].start += outward * metres
            sides[number].stretches[i].end += outward * metres
            sides[number].stretches[i].origin = .movedWithWall
        }
        for (side, from, to) in [
            (before, sides[before].start, start), (number, start, end), (after, end, sides[after].end),
        ] {
            guard dot(to - from, sides[side].along) > tuning.shortest else { return nil }
            sides[side].stretches = fitted(sides[side].stretches, from: from, to: to)
        }
        guard isSimple(sides.map { $0.start }) else { return nil }
        return changed(plan, sides)
    }

    /// Stretches on a side that begins and ends elsewhere on its line; those that are left without length go.
    private static func fitted(
        _ stretches: [FloorPlan.Wall],
        from start: Vector2,
        to end: Vector2
    ) -> [FloorPlan.Wall] {
        let (along, length) = ((end - start).normalized, (end - start).length)
        var ends = stretches.map { min(max(dot($0.end - start, along), 0), length) }
        ends[ends.count - 1] = length
        var (result, last): ([FloorPlan.Wall], Double) = ([], 0)
        for (i, place) in ends.enumerated() where place - last >= tuning.shortestStretch {
            var stretch = stretches[i]
            (stretch.start, stretch.end) = (start + along * last, start + along * place)
            result.append(stretch)
            last = place
        }
        result[result.count - 1].end = end
        return result
    }

    /// Whether no side of an outline crosses another one.
    private static func isSimple(_ corners: [Vector2]) -> Bool {
        let count = corners.count
        for i in 0..<count {
            for j in i + 1..<count where j != i + 1 && (j + 1) % count != i {
                let (a, b, c, d) = (corners[i], corners[i + 1], corners[j], corners[(j + 1) % count])
                // Each one's ends lie on both sides of the other one; walls of one line do not.
                if cross(b - a, c - a) * cross(b - a, d - a) < 0, cross(d - c, a - c) * cross(d - c, b - c) < 0 {
                    return false
                }
            }
        }
        return true
    }

    // MARK: - Openings

    /// The stretches beside the opening become longer and shorter; a wall grows where it leaves a corner.
    private static func movedAlong(_ plan: FloorPlan, _ number: Int, _ metres: Double) -> FloorPlan? {
        guard plan.walls.indices.contains(number), plan.walls[number].kind == .opening, metres.isFinite else {
            return nil
        }
        var sides = plan.sides
        var (side, place) = (0, 0)
        // Where the opening is among the sides: the first one may begin with the last stretches.
        for (i, each) in sides.enumerated() {
            if let found = each.stretches.firstIndex(of: plan.walls[number]) { (side, place) = (i, found) }
        }
        var stretches = sides[side].stretches
        let (along, start, end) = (sides[side].along, sides[side].start, sides[side].end)
        let room = (
            place > 0 ? stretches[place - 1].length : 0,
            place + 1 < stretches.count ? stretches[place + 1].length : 0
        )
        let way = along * min(max(metres, -room.0), room.1)
        stretches[place].start += way
        stretches[place].end += way
        stretches[place].origin = .movedAlong
        let (from, to) = (stretches[place].start, stretches[place].end)
        if place + 1 < stretches.count {
            stretches[place + 1].start = to
        } else {
            stretches += [wall(from: to, to: end, like: stretches[place])]
        }
        if place > 0 {
            stretches[place - 1].end = from
        } else {
            stretches = [wall(from: start, to: from, like: stretches[place])] + stretches
        }
        sides[side].stretches = fitted(stretches, from: start, to: end)
        return changed(plan, sides)
    }

    private static func wall(from start: Vector2, to end: Vector2, like stretch: FloorPlan.Wall) -> FloorPlan.Wall {
        FloorPlan.Wall(start: start, end: end, kind: .wall, lengthSigma: stretch.lengthSigma, origin: .movedAlong)
    }

    /// A plan with other sides, in the order of the walls that it had.
    private static func changed(_ plan: FloorPlan, _ sides: [FloorPlan.Side]) -> FloorPlan {
        var plan = plan
        plan.walls = sides.flatMap { $0.stretches }
        plan.area = LineArrangement.area(sides.map { $0.start })
        return plan
    }

    // MARK: - A known length

    /// Every length has the same factor.
    ///
    /// The scale is then as well known as that one length, by the scan and by the person.
    private static func scaled(_ plan: FloorPlan, _ number: Int, _ metres: Double) -> FloorPlan? {
        let sides = plan.sides
        guard sides.indices.contains(number), metres.isFinite, metres > tuning.shortest else { return nil }
        let factor = metres / sides[number].length
        guard factor < tuning.scale, factor > 1 / tuning.scale else { return nil }
        let own = withoutScale(sides[number].lengthSigma, sides[number].length * plan.scaleSigma) / sides[number].length
        let known = tuning.knownSigma / metres
        var result = plan
        result.scaleSigma = (own * own + known * known).squareRoot()
        func sigma(_ sigma: Double, of size: Double, power: Double) -> Double {
            let growth = power == 2 ? factor * factor : factor
            let rest = growth * withoutScale(sigma, power * size * plan.scaleSigma)
            let common = growth * power * size * result.scaleSigma
            return (rest * rest + common * common).squareRoot()
        }
        result.walls = sides.enumerated().flatMap { index, side in
            side.stretches.map { stretch in
                var stretch = stretch
                (stretch.start, stretch.end) = (stretch.start * factor, stretch.end * factor)
                stretch.lengthSigma =
                    index == number ? tuning.knownSigma : sigma(stretch.lengthSigma, of: side.length, power: 1)
                return stretch
            }
        }
        result.area = plan.area * factor * factor
        result.areaSigma = sigma(plan.areaSigma, of: plan.area, power: 2)
        result.floorHeight *= factor
        result.ceilingHeight = plan.ceilingHeight.map { $0 * factor }
        (result.scale, result.knownSide) = (plan.scale * factor, number)
        return result
    }

    /// What is left of a standard deviation without the part of the scale.
    private static func withoutScale(_ sigma: Double, _ part: Double) -> Double {
        max(0, sigma * sigma - part * part).squareRoot()
    }
}
