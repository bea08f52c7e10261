import Geometry

/// Scales a plan so that a side has the length that a person knows.
struct PlanScale {
    /// What a known length can be.
    private struct Tuning {
        /// Largest change of the scale by a known length; a larger one means a typing error or another wall.
        ///
        /// Unit: factor. Range: 1.3…3. Origin: by hand: monocular scale is off by less.
        var scale = 2.0
        /// The standard deviation of a length that a person knows.
        ///
        /// Unit: metres. Range: 0.001…0.01. Origin: a tape measure of class II (Directive 2014/32/EU: 0.3 mm + 0.2 mm per
        /// metre), read to a plaster wall.
        var knownSigma = 0.002
    }

    private static let tuning = Tuning()
    private let plan: FloorPlan

    init(_ plan: FloorPlan) { self.plan = plan }

    /// The plan in which every length has the same factor; nil if that factor cannot be.
    ///
    /// The scale is then as well known as that one length, by the scan and by the person.
    func known(_ number: Int, _ metres: Double) -> FloorPlan? {
        let sides = plan.sides
        guard sides.indices.contains(number), metres.isFinite, metres > PlanEditor.tuning.shortest else { return nil }
        let length = sides[number].length
        let factor = metres / length
        guard factor < Self.tuning.scale, factor > 1 / Self.tuning.scale else { return nil }
        let own = FloorPlan.withoutScale(sides[number].lengthSigma, length * plan.scaleSigma) / length
        let known = Self.tuning.knownSigma / metres
        var result = plan
        result.scaleSigma = (own * own + known * known).squareRoot()
        func sigma(_ sigma: Double, of size: Double, power: Double) -> Double {
            let growth = power == 2 ? factor * factor : factor
            let rest = growth * FloorPlan.withoutScale(sigma, power * size * plan.scaleSigma)
            let common = growth * power * size * result.scaleSigma
            return (rest * rest + common * common).squareRoot()
        }
        func scaled(_ wall: FloorPlan.Wall, of length: Double, isKnown: Bool) -> FloorPlan.Wall {
            var wall = wall
            (wall.start, wall.end) = (wall.start * factor, wall.end * factor)
            wall.lengthSigma = isKnown ? Self.tuning.knownSigma : sigma(wall.lengthSigma, of: length, power: 1)
            return wall
        }
        for (index, room) in plan.rooms.enumerated() {
            result.rooms[index].walls = sides.enumerated().filter { $0.element.room == index }.flatMap { place, side in
                side.stretches.map { scaled($0, of: side.length, isKnown: place == number) }
            }
            result.rooms[index].area = room.area * factor * factor
            result.rooms[index].areaSigma = sigma(room.areaSigma, of: room.area, power: 2)
            result.rooms[index].ceilingHeight = room.ceilingHeight.map { $0 * factor }
        }
        result.partitions = plan.partitions.map { scaled($0, of: $0.length, isKnown: false) }
        result.floorHeight *= factor
        (result.scale, result.knownSide) = (plan.scale * factor, number)
        return result
    }
}
