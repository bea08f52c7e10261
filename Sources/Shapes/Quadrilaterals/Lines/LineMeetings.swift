/// The intersections of every two of some lines, and each line's support up to there.
struct LineMeetings {
    let count: Int
    /// At `a * count + b` the sums of line b up to its intersection with line a: those of two opposite lines are
    /// adjacent.
    private let positions: UnsafeMutablePointer<LinePosition>
    private let opposites: UnsafeMutablePointer<Bool>

    /// The intersections of all lines that are not far outside an image of a size.
    ///
    /// The caller must deallocate it.
    init(_ lines: [LineSegment], _ profiles: [SupportProfile], size: SIMD2<Float>, minimumSide: Float) {
        count = lines.count
        positions = .allocate(capacity: count * count)
        opposites = .allocate(capacity: count * count)
        let margin = 0.25 * size
        for b in 0..<count {
            let (line, profile) = (lines[b], profiles[b])
            for a in 0..<count {
                let t = Self.meeting(line, lines[a], -margin, size + margin)
                positions[a * count + b] = t.isNaN ? .none : LinePosition(at: t, profile)
                opposites[a * count + b] = Self.areOpposite(line, lines[a], minimumSide)
            }
        }
    }

    func deallocate() {
        positions.deallocate()
        opposites.deallocate()
    }

    /// The positions where all lines, in order, meet one of them.
    @inline(__always)
    func positions(meeting line: Int) -> UnsafeMutablePointer<LinePosition> { positions + line * count }

    /// Whether two lines may be opposite sides.
    @inline(__always)
    func areOpposite(_ a: Int, _ b: Int) -> Bool { opposites[a * count + b] }

    /// The position on a line where it meets another; NaN if they are nearly parallel or meet too far away.
    private static func meeting(
        _ line: LineSegment,
        _ other: LineSegment,
        _ low: SIMD2<Float>,
        _ high: SIMD2<Float>
    ) -> Float {
        let across = (line.direction * other.normal).sum()
        guard abs(across) > 0.4 else { return .nan }
        let t = ((other.centre - line.centre) * other.normal).sum() / across
        let point = line.point(at: t)
        return point.x < low.x || point.y < low.y || point.x > high.x || point.y > high.y ? .nan : t
    }

    private static func areOpposite(_ one: LineSegment, _ other: LineSegment, _ minimumSide: Float) -> Bool {
        guard abs((one.direction * other.direction).sum()) > 0.6 else { return false }
        return abs(one.distance(of: other.centre)) > 0.6 * minimumSide
            || abs(other.distance(of: one.centre)) > 0.6 * minimumSide
    }
}
