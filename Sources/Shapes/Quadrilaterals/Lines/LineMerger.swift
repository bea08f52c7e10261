import Geometry

/// Joins segments that lie on one line at any distance: a side behind a finger, the edge of a chequered board.
struct LineMerger {
    let middle: SIMD2<Float>
    /// The maximum number of lines, of the longest segments.
    static let mostLines = 192

    /// The lines through the segments, those with the longest edges first.
    func lines(from segments: [LineSegment]) -> [LineSegment] {
        let sorted = segments.sorted(byKey: { -Double($0.support) })
        var lines: [LineSegment] = []
        for segment in sorted.prefix(400) {
            if let index = lines.firstIndex(where: { belongs(segment, to: $0) }) {
                join(segment, to: &lines[index])
            } else if lines.count < Self.mostLines {
                lines.append(segment)
            }
        }
        return lines.sorted(byKey: { -Double($0.weight) })
    }

    private func belongs(_ segment: LineSegment, to line: LineSegment) -> Bool {
        if abs((segment.direction * line.normal).sum()) > 0.06 + 1.5 / segment.length { return false }
        // The farther a segment is from the known part of the line, the more the error of the line's direction counts.
        let reach = 1.2 + 0.6 * max(0, gap(segment, line)) / line.length
        let bound = min(reach, 2.5)
        return abs(line.distance(of: segment.point(at: segment.start))) < bound
            && abs(line.distance(of: segment.point(at: segment.end))) < bound
    }

    private func gap(_ segment: LineSegment, _ line: LineSegment) -> Float {
        let a = line.parameter(of: segment.point(at: segment.start))
        let b = line.parameter(of: segment.point(at: segment.end))
        return max(min(a, b) - line.end, line.start - max(a, b))
    }

    private func join(_ segment: LineSegment, to line: inout LineSegment) {
        var merged = line
        merged.moments.add(segment.moments)
        let fitted = merged.moments.line
        merged.centre = fitted.centre + middle
        merged.direction = (fitted.direction * line.direction).sum() < 0 ? -fitted.direction : fitted.direction
        let ends = [
            merged.parameter(of: line.point(at: line.start)), merged.parameter(of: line.point(at: line.end)),
            merged.parameter(of: segment.point(at: segment.start)),
            merged.parameter(of: segment.point(at: segment.end)),
        ]
        merged.start = ends.min() ?? 0
        merged.end = ends.max() ?? 0
        merged.support = line.support + segment.support
        merged.weight = line.weight + segment.weight
        merged.clearWeight = line.clearWeight + segment.clearWeight
        line = merged
    }
}
