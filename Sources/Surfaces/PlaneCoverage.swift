import Geometry

/// What is known of a plane's surface, cell by cell: seen there, seen through, or nothing.
///
/// Cells are squares along two axes that stay as they were when the plane was found, so that evidence gathers while the
/// plane's outline turns and grows.
public struct PlaneCoverage: Equatable, Sendable {
    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Evidence beyond which a cell gathers no more, so that a change of the surface is learnt.
        ///
        /// Unit: votes. Range: 10…100. Origin: by hand.
        var evidenceLimit: Int8 = 24
        /// Evidence from which a cell counts as surface.
        ///
        /// Unit: votes. Range: 1…8. Origin: by hand.
        var surfaceEvidence: Int8 = 3
        /// Evidence by images from which a cell is part of the outline; one pair of images is not enough.
        ///
        /// Unit: votes. Range: 8…24. Origin: by hand.
        var outlineEvidence: Int8 = 16
        /// Distance of the nearest decided cells that decide what an undecided one is.
        ///
        /// Unit: cells. Range: 4…30. Origin: by hand.
        var neighbourReach = 12
    }

    static let tuning = Tuning()
    private static let farthest: Int32 = 200

    /// The side of a cell, metres.
    private(set) var cell: Double
    private var origin: Vector3
    private let axisU: Vector3
    private let axisV: Vector3
    /// The first cell of the kept rectangle, and its size.
    private var low = SIMD2<Int32>(0, 0)
    private var size = SIMD2<Int32>(0, 0)
    private var evidence: [Int8] = []
    /// The part of the evidence that images and objects on the plane gave; the rest is of landmarks on the plane and of
    /// those seen through it.
    private var imageEvidence: [Int8] = []

    /// Nothing known of a plane through a point.
    init(plane: Plane, origin: Vector3, cell: Double) {
        self.cell = cell
        self.origin = plane.projection(of: origin)
        (axisU, axisV) = PlaneFit.axes(of: plane.normal)
    }

    /// The cell in which a point of the world lies, seen along the plane's normal.
    func cell(of pointInWorld: Vector3) -> SIMD2<Int32> {
        let offset = pointInWorld - origin
        let limit = Double(Self.farthest)
        let u = max(-limit, min(limit, (dot(offset, axisU) / cell).rounded(.down)))
        let v = max(-limit, min(limit, (dot(offset, axisV) / cell).rounded(.down)))
        return SIMD2(Int32(u), Int32(v))
    }

    /// A point of the world in cells, seen along the plane's normal.
    func position(of pointInWorld: Vector3) -> Vector2 {
        let offset = pointInWorld - origin
        return Vector2(dot(offset, axisU), dot(offset, axisV)) / cell
    }

    /// A position in cells, a cell's lower corner at whole numbers, as a point near the plane.
    func point(_ position: Vector2) -> Vector3 { origin + axisU * (position.x * cell) + axisV * (position.y * cell) }

    /// What is known of a cell: positive for surface, negative for none.
    func evidence(at position: SIMD2<Int32>) -> Int8 {
        let local = position &- low
        guard local.x >= 0, local.y >= 0, local.x < size.x, local.y < size.y else { return 0 }
        return evidence[Int(local.y) * Int(size.x) + Int(local.x)]
    }

    /// Adds to what is known of a cell; `byImages` if images or objects on the plane gave it.
    mutating func add(_ amount: Int8, at position: SIMD2<Int32>, byImages: Bool = false) {
        guard abs(position.x) < Self.farthest, abs(position.y) < Self.farthest else { return }
        // With its neighbours: the frontier is searched inside the kept rectangle.
        makeRoom(for: position &- SIMD2(1, 1))
        makeRoom(for: position &+ SIMD2(1, 1))
        let local = position &- low
        let index = Int(local.y) * Int(size.x) + Int(local.x)
        evidence[index] = min(Self.tuning.evidenceLimit, max(-Self.tuning.evidenceLimit, evidence[index] + amount))
        if byImages {
            imageEvidence[index] = min(
                Self.tuning.evidenceLimit,
                max(-Self.tuning.evidenceLimit, imageEvidence[index] + amount)
            )
        }
    }

    /// Whether there is surface at a point; an unsettled cell is as most of the nearest settled ones, and surface if
    /// there is none.
    ///
    /// Images hardly show the middle of an object that stands on a table, because nothing beside it is surface.
    func isSurface(at pointInWorld: Vector3) -> Bool {
        let middle = cell(of: pointInWorld)
        for distance in 0...Self.tuning.neighbourReach {
            var balance = 0
            var isSettled = false
            for y in -distance...distance {
                // Of the rows between the first and the last only the ends.
                let step = abs(y) == distance ? 1 : max(1, 2 * distance)
                for x in stride(from: -distance, through: distance, by: step) {
                    let known = evidence(at: middle &+ SIMD2(Int32(x), Int32(y)))
                    guard abs(known) >= Self.tuning.surfaceEvidence else { continue }
                    balance += known > 0 ? 1 : -1
                    isSettled = true
                }
            }
            if isSettled { return balance >= 0 }
        }
        return true
    }

    /// Whether landmarks were seen through the plane at a point, whatever images say, and no cell around is surface:
    /// the plane's edge may run through the point's cell.
    func isSeenThrough(at pointInWorld: Vector3) -> Bool {
        let position = cell(of: pointInWorld)
        guard let index = index(of: position), evidence[index] - imageEvidence[index] <= -Self.tuning.surfaceEvidence
        else {
            return false
        }
        return Self.around.allSatisfy { evidence(at: position &+ $0) < Self.tuning.surfaceEvidence }
    }

    /// What lies between two points of the plane.
    enum Way { case open, unknown, surface }

    /// Whether the line between two points crosses cells that were seen through, or for the most part surface.
    func way(from a: Vector3, to b: Vector3) -> Way {
        let count = Int(((b - a).length / cell).rounded(.up))
        guard count > 1 else { return .surface }
        var (open, solid) = (0, 0)
        for step in 1..<count {
            let known = evidence(at: cell(of: a + (b - a) * (Double(step) / Double(count))))
            if known <= -Self.tuning.surfaceEvidence { open += 1 }
            if known >= Self.tuning.surfaceEvidence { solid += 1 }
        }
        if 3 * open >= count { return .open }
        return 3 * solid >= 2 * (count - 1) ? .surface : .unknown
    }

    /// The cells that images showed to be surface and that are connected with the seeds: the first and last of each
    /// row, which are enough for an outline.
    ///
    /// They are connected over areas that are three cells wide: the back of a chair beside a table, which reaches
    /// through the table's height, is a thin line of cells, and what joins it to the table is thinner.
    func surfaceEnds(from seeds: [SIMD2<Int32>]) -> [SIMD2<Int32>] {
        var isReached = [Bool](repeating: false, count: evidence.count)
        var isShown = isReached
        var queue: [SIMD2<Int32>] = []
        func reach(_ position: SIMD2<Int32>) {
            guard isWide(at: position), let index = index(of: position), !isReached[index] else { return }
            isReached[index] = true
            queue.append(position)
        }
        for seed in seeds { for step in Self.around { reach(seed &+ step) } }
        var head = 0
        while head < queue.count {
            for step in Self.around {
                reach(queue[head] &+ step)
                if let index = index(of: queue[head] &+ step) {
                    isShown[index] = imageEvidence[index] >= Self.tuning.outlineEvidence
                }
            }
            head += 1
        }
        return ends(of: isShown)
    }

    /// A cell and those that touch it.
    private static let around: [SIMD2<Int32>] = (0..<9).map { SIMD2($0 % 3 - 1, $0 / 3 - 1) }

    /// Whether a cell and all that touch it are surface.
    private func isWide(at position: SIMD2<Int32>) -> Bool {
        Self.around.allSatisfy { evidence(at: position &+ $0) >= Self.tuning.surfaceEvidence }
    }

    private func index(of position: SIMD2<Int32>) -> Int? {
        let local = position &- low
        guard local.x >= 0, local.y >= 0, local.x < size.x, local.y < size.y else { return nil }
        return Int(local.y) * Int(size.x) + Int(local.x)
    }

    private func ends(of isReached: [Bool]) -> [SIMD2<Int32>] {
        var result: [SIMD2<Int32>] = []
        for row in 0..<size.y {
            let start = Int(row) * Int(size.x)
            let line = start..<start + Int(size.x)
            guard let first = line.first(where: { isReached[$0] }), let last = line.last(where: { isReached[$0] })
            else { continue }
            result.append(low &+ SIMD2(Int32(first - start), row))
            if last > first { result.append(low &+ SIMD2(Int32(last - start), row)) }
        }
        return result
    }

    /// All cells with evidence.
    var known: [(cell: SIMD2<Int32>, evidence: Int8)] {
        evidence.indices.compactMap { index in
            guard evidence[index] != 0 else { return nil }
            let position = SIMD2(Int32(index % Int(size.x)), Int32(index / Int(size.x)))
            return (low &+ position, evidence[index])
        }
    }

    /// A cell that is not settled, beside one that is surface or open.
    struct Frontier {
        let cell: SIMD2<Int32>
        let neighbour: SIMD2<Int32>
        /// Whether the neighbour is surface; else something was seen through it.
        let isBesideSurface: Bool
        /// Whether it is known to be surface, but not yet by enough images for the outline.
        var isKnown = false
    }

    /// The cells that are not settled, each with a settled neighbour: a surface if it has such a one.
    func frontier() -> [Frontier] {
        var result: [Frontier] = []
        let around = [SIMD2<Int32>(-1, 0), SIMD2(1, 0), SIMD2(0, -1), SIMD2(0, 1)]
        for y in 0..<size.y {
            for x in 0..<size.x {
                let known = evidence[Int(y) * Int(size.x) + Int(x)]
                let isSettled =
                    known >= Self.tuning.surfaceEvidence
                    && imageEvidence[Int(y) * Int(size.x) + Int(x)] >= Self.tuning.outlineEvidence
                guard !isSettled, known > -Self.tuning.evidenceLimit else { continue }
                let position = low &+ SIMD2(x, y)
                if let step = around.first(where: { self.evidence(at: position &+ $0) >= Self.tuning.surfaceEvidence })
                {
                    let isKnown = known >= Self.tuning.surfaceEvidence
                    let neighbour = position &+ step
                    result.append(
                        Frontier(cell: position, neighbour: neighbour, isBesideSurface: true, isKnown: isKnown)
                    )
                } else if known > -Self.tuning.surfaceEvidence,
                    let step = around.first(where: { self.evidence(at: position &+ $0) <= -Self.tuning.surfaceEvidence }
                    )
                {
                    result.append(Frontier(cell: position, neighbour: position &+ step, isBesideSurface: false))
                }
            }
        }
        return result
    }

    /// Adds what is known of a plane that turned out to be this one.
    mutating func merge(_ other: PlaneCoverage) {
        for (position, amount) in other.known {
            add(amount, at: cell(of: other.point(Vector2(Double(position.x) + 0.5, Double(position.y) + 0.5))))
        }
    }

    /// Moves by a change of the world's scale, cells and all.
    mutating func scale(by scaling: Scaling) {
        origin = scaling * origin
        cell *= scaling.factor
    }

    private mutating func makeRoom(for position: SIMD2<Int32>) {
        let local = position &- low
        if local.x >= 0, local.y >= 0, local.x < size.x, local.y < size.y { return }
        let step = SIMD2<Int32>(8, 8)
        let isEmpty = evidence.isEmpty
        let newLow = isEmpty ? position &- step : pointwiseMin(low, position &- step)
        let newHigh = isEmpty ? position &+ step : pointwiseMax(low &+ size, position &+ step)
        let newSize = newHigh &- newLow
        var grown = [Int8](repeating: 0, count: Int(newSize.x) * Int(newSize.y))
        var grownImageEvidence = grown
        for row in 0..<size.y {
            let from = Int(row) * Int(size.x)
            let to = Int(row + low.y - newLow.y) * Int(newSize.x) + Int(low.x - newLow.x)
            for column in 0..<Int(size.x) {
                grown[to + column] = evidence[from + column]
                grownImageEvidence[to + column] = imageEvidence[from + column]
            }
        }
        (low, size, evidence, imageEvidence) = (newLow, newSize, grown, grownImageEvidence)
    }
}
