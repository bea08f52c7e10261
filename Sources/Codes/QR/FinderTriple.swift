import Geometry

/// Three finder patterns that may be those of one QR code.
struct FinderTriple {
    /// The pattern between the two others.
    let corner: FinderPattern
    /// The pattern at the end of the code's first row.
    let right: FinderPattern
    /// The pattern at the end of its first column.
    let below: FinderPattern
    /// Modules along a side, estimated from the distances and sizes of the patterns.
    let size: Double
    /// The deviation from a code's geometry, 0 for a perfect one.
    let cost: Double

    /// The twelve corners: in the image, and in modules for a code of a size.
    func points(size: Int) -> (places: [Vector2], pixels: [Vector2]) {
        let far = Double(size - 7)
        var places: [Vector2] = []
        for origin in [Vector2.zero, Vector2(far, 0), Vector2(0, far)] {
            places += [origin, origin + Vector2(7, 0), origin + Vector2(7, 7), origin + Vector2(0, 7)]
        }
        return (places, corner.corners + right.corners + below.corners)
    }

    /// The triples of patterns, the likeliest first, with the indices of their patterns.
    static func triples(of patterns: [FinderPattern]) -> [(members: [Int], triple: FinderTriple)] {
        var result: [(members: [Int], triple: FinderTriple)] = []
        for a in patterns.indices {
            for b in patterns.indices where b != a && isAlike(patterns[a], patterns[b]) {
                for c in patterns.indices where c > b && c != a && isAlike(patterns[a], patterns[c]) {
                    guard isAlike(patterns[b], patterns[c]),
                        let triple = FinderTriple(corner: patterns[a], patterns[b], patterns[c])
                    else { continue }
                    result.append(([a, b, c], triple))
                }
            }
        }
        return result.sorted(byKey: { $0.triple.cost })
    }

    private static func isAlike(_ a: FinderPattern, _ b: FinderPattern) -> Bool {
        a.isLight == b.isLight && max(a.module, b.module) < 2.5 * min(a.module, b.module)
    }

    /// The triple with its two arms ordered so that the code is not mirrored; nil if it cannot be a code.
    private init?(corner: FinderPattern, _ one: FinderPattern, _ other: FinderPattern) {
        let (u, v) = (one.middle - corner.middle, other.middle - corner.middle)
        let isTurned = cross(u, v) < 0
        let (right, below) = isTurned ? (other, one) : (one, other)
        let (alongRow, alongColumn) = isTurned ? (v, u) : (u, v)
        let sine = cross(alongRow, alongColumn) / (alongRow.length * alongColumn.length)
        guard sine > 0.25 else { return nil }
        guard let first = Self.ordered(corner, alongRow, alongColumn),
            let second = Self.ordered(right, alongRow, alongColumn),
            let third = Self.ordered(below, alongRow, alongColumn)
        else { return nil }
        (self.corner, self.right, self.below) = (first, second, third)
        // Along a line in perspective the distance is the geometric mean of the two scales times the modules between.
        let rowScale = (Self.rowModule(first) * Self.rowModule(second)).squareRoot()
        let columnScale = (Self.columnModule(first) * Self.columnModule(third)).squareRoot()
        let across = alongRow.length / rowScale
        let down = alongColumn.length / columnScale
        let size = (across + down) / 2 + 7
        guard size > 17, size < 195, max(across, down) < 1.35 * min(across, down) else { return nil }
        self.size = size
        let skew = Self.skew(first, alongRow, alongColumn) + Self.skew(second, alongRow, alongColumn)
        cost =
            abs(across - down) / (across + down) * 2 + skew + 0.5 * (3 - first.support - second.support - third.support)
            + 0.002 * size
    }

    private static func rowModule(_ p: FinderPattern) -> Double {
        ((p.corners[1] - p.corners[0]).length + (p.corners[2] - p.corners[3]).length) / 14
    }

    private static func columnModule(_ p: FinderPattern) -> Double {
        ((p.corners[3] - p.corners[0]).length + (p.corners[2] - p.corners[1]).length) / 14
    }

    /// The deviation of a pattern's sides from the directions of the arms: the sum of two sines.
    private static func skew(_ p: FinderPattern, _ row: Vector2, _ column: Vector2) -> Double {
        let side = p.corners[1] - p.corners[0] + p.corners[2] - p.corners[3]
        let edge = p.corners[3] - p.corners[0] + p.corners[2] - p.corners[1]
        return abs(cross(side, row)) / (side.length * row.length)
            + abs(cross(edge, column)) / (edge.length * column.length)
    }

    /// The pattern with its corners from the code's top left, clockwise; nil if its sides do not follow the arms.
    private static func ordered(_ pattern: FinderPattern, _ row: Vector2, _ column: Vector2) -> FinderPattern? {
        let span = cross(row, column)
        var ordered = [Vector2?](repeating: nil, count: 4)
        for corner in pattern.corners {
            let offset = corner - pattern.middle
            let isRight = cross(offset, column) / span > 0
            let isBelow = cross(row, offset) / span > 0
            let index = isBelow ? (isRight ? 2 : 3) : (isRight ? 1 : 0)
            guard ordered[index] == nil else { return nil }
            ordered[index] = corner
        }
        var result = pattern
        result.corners = ordered.compactMap { $0 }
        return result.corners.count == 4 ? result : nil
    }
}
