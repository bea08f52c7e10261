import Geometry

/// Where along a line a wall was seen, in columns of 10 cm.
struct WallCoverage {
    /// The width of a column, metres.
    static let column = 0.1
    /// Above skirting boards and below lintels, metres above the floor.
    static let seen = 0.3...1.9

    /// What is a wall, and what a door in it.
    private struct Tuning {
        /// From here on a wall hides what is behind it from a camera in a hand.
        ///
        /// Unit: metres above the floor. Range: 0.7…1.2. Origin: by hand: above tables, below a hand.
        var tallFrom = 0.9
        /// A column is a wall if so much of its height was seen.
        ///
        /// Unit: metres. Range: 0.15…0.4. Origin: by hand on simulated rooms.
        var leastHeight = 0.25
        /// The widest opening that divides rooms; a wider one joins them.
        ///
        /// Unit: metres. Range: 1.2…2.5. Origin: by hand: a double door.
        var widestDoor = 2.0
        /// The widest gap that is a door because the camera went through it, even if nothing was seen behind the wall.
        ///
        /// Unit: metres. Range: 1…1.6. Origin: by hand: a wide door of a living room.
        var widestWalked = 1.4
        /// Viewpoints that follow each other are nearer than this; otherwise tracking was lost between them.
        ///
        /// Unit: metres. Range: 0.3…1. Origin: by hand: half a second of walking.
        var longestStep = 0.7
        /// The faces of the wall beside a door are so near each other.
        ///
        /// Unit: metres. Range: 0.3…0.6. Origin: by hand: a wall of brick with plaster.
        var thickestBeside = 0.45
    }

    private static let tuning = Tuning()

    let line: WallLine
    private let first: Double
    private var isWall: [Bool] = []
    private var isTall: [Bool] = []
    /// Columns of walls and of the doors in them.
    private var isBarrier: [Bool] = []

    init(_ line: WallLine) {
        self.line = line
        let places = line.samples.map { dot($0.point, line.along) }
        first = (places.min() ?? 0) - Self.column
        let count = min(10_000, Int(((places.max() ?? 0) - first) / Self.column) + 2)
        var heights = [Double](repeating: 0, count: count)
        var tall = heights
        for (sample, place) in zip(line.samples, places) where Self.seen.contains(sample.height) {
            let index = min(count - 1, Int((place - first) / Self.column))
            heights[index] += sample.area / Self.column
            if sample.height > Self.tuning.tallFrom { tall[index] += sample.area / Self.column }
        }
        isWall = heights.map { $0 > Self.tuning.leastHeight }
        isTall = tall.map { $0 > Self.tuning.leastHeight }
        isBarrier = isWall
    }

    private func column(at place: Double) -> Int? {
        let scaled = (place - first) / Self.column
        return scaled >= 0 && scaled < Double(isWall.count) ? Int(scaled) : nil
    }

    /// Whether a wall was seen at a place along the line, metres.
    func isWall(at place: Double) -> Bool { column(at: place).map { isWall[$0] } ?? false }

    /// Whether the way between two points crosses the wall where it hides what is behind it.
    func hides(_ a: Vector2, _ b: Vector2) -> Bool {
        let (from, to) = (line.signedDistance(a), line.signedDistance(b))
        guard from * to < 0 else { return false }
        let crossing = a + (b - a) * (from / (from - to))
        return column(at: dot(crossing, line.along)).map { isTall[$0] } ?? false
    }

    /// The share of a stretch of the line on which a wall was seen.
    func wallShare(from start: Double, to end: Double) -> Double { share(isWall, start, end) }

    /// The share of a stretch of the line that a wall or a door in it takes.
    func barrierShare(from start: Double, to end: Double) -> Double { share(isBarrier, start, end) }

    private func share(_ columns: [Bool], _ start: Double, _ end: Double) -> Double {
        let (low, high) = (min(start, end), max(start, end))
        let count = max(1, Int(((high - low) / Self.column).rounded()))
        let hits = (0..<count).filter { i in
            column(at: low + (high - low) * (Double(i) + 0.5) / Double(count)).map { columns[$0] } ?? false
        }
        return Double(hits.count) / Double(count)
    }

    // MARK: - Doors

    /// Closes the doors of the wall: gaps between stretches that were seen, if another face stands behind one of them, or if
    /// the way of the camera, seen from above, leads through the gap.
    ///
    /// A corridor that ends the wall on one side, and lets it go on at its other side, is no door: its own walls pass through.
    mutating func closeDoors(among all: [WallCoverage], way: [Vector2]) {
        var index = 0
        while index < isWall.count {
            guard !isWall[index] else {
                index += 1
                continue
            }
            var end = index
            while end < isWall.count, !isWall[end] { end += 1 }
            if index > 0, end < isWall.count, Double(end - index) * Self.column <= Self.tuning.widestDoor {
                let gap = (from: first + Double(index) * Self.column, to: first + Double(end) * Self.column)
                if isTwoSided(beside: gap, all) || isWalked(gap, way), !isCorridor(gap, all) {
                    for i in index..<end { isBarrier[i] = true }
                }
            }
            index = end
        }
    }

    private func point(at place: Double) -> Vector2 { line.normal * line.offset + line.along * place }

    private func isWalked(_ gap: (from: Double, to: Double), _ way: [Vector2]) -> Bool {
        guard gap.to - gap.from < Self.tuning.widestWalked + Self.column else { return false }
        return zip(way, way.dropFirst()).contains { a, b in
            let (from, to) = (line.signedDistance(a), line.signedDistance(b))
            guard from * to < 0, (b - a).length < Self.tuning.longestStep else { return false }
            let place = dot(a + (b - a) * (from / (from - to)), line.along)
            return place > gap.from && place < gap.to
        }
    }

    /// Whether a face that looks the other way stands behind the wall on one side of a gap.
    private func isTwoSided(beside gap: (from: Double, to: Double), _ all: [WallCoverage]) -> Bool {
        all.contains { other in
            guard dot(other.line.normal, line.normal) < -0.98 else { return false }
            return [gap.from - 0.3, gap.to + 0.3].contains { place in
                let point = point(at: place)
                let distance = -other.line.signedDistance(point)
                guard distance > -0.02, distance < Self.tuning.thickestBeside else { return false }
                let opposite = dot(point, other.line.along)
                return other.wallShare(from: opposite - 0.25, to: opposite + 0.25) > 0.5
            }
        }
    }

    /// Whether two walls that face each other pass through the gap, and go on on both sides of the line.
    private func isCorridor(_ gap: (from: Double, to: Double), _ all: [WallCoverage]) -> Bool {
        let middle = (gap.from + gap.to) / 2
        var sides = (false, false)
        for other in all {
            guard let crossing = line.intersection(other.line) else { continue }
            let place = dot(crossing, line.along)
            guard place > gap.from - Self.column, place < gap.to + Self.column else { continue }
            let facing = dot(other.line.normal, line.along)
            guard abs(facing) > 0.7, facing * (middle - place) > 0 else { continue }
            let on = dot(crossing, other.line.along)
            guard other.wallShare(from: on + 0.2, to: on + 0.7) > 0.5,
                other.wallShare(from: on - 0.7, to: on - 0.2) > 0.5
            else { continue }
            if place < middle { sides.0 = true } else { sides.1 = true }
        }
        return sides.0 && sides.1
    }
}
