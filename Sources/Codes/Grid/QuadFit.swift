import Geometry

/// Fits four sides to points around a convex quadrilateral.
enum QuadFit {
    /// The corners of the quadrilateral through points that are ordered around a middle, in the same order; nil if the
    /// points do not form one.
    static func quad(around points: [Vector2], _ middle: Vector2) -> [Vector2]? {
        guard points.count >= 12, let first = farthest(points, from: middle) else { return nil }
        guard let third = farthest(points, from: first) else { return nil }
        var (second, fourth): (Vector2?, Vector2?) = (nil, nil)
        var (most, least) = (0.0, 0.0)
        for point in points {
            let side = cross(third - first, point - first)
            if side > most { (most, second) = (side, point) }
            if side < least { (least, fourth) = (side, point) }
        }
        guard let second, let fourth else { return nil }
        var corners = [first, second, third, fourth]
        for _ in 0..<3 {
            guard let next = fitted(corners, points) else { return nil }
            corners = next
        }
        return isConvex(corners) ? corners : nil
    }

    /// The mean length of the four sides.
    static func meanSide(_ corners: [Vector2]) -> Double {
        var sum = 0.0
        for i in 0..<4 { sum += (corners[(i + 1) & 3] - corners[i]).length }
        return sum / 4
    }

    private static func farthest(_ points: [Vector2], from place: Vector2) -> Vector2? {
        points.max { ($0 - place).length < ($1 - place).length }
    }

    /// The intersections of the lines fitted to each side's own points.
    private static func fitted(_ corners: [Vector2], _ points: [Vector2]) -> [Vector2]? {
        var sides = [[Vector2]](repeating: [], count: 4)
        for point in points {
            var best = (side: 0, distance: Double.infinity)
            for i in 0..<4 {
                let (a, b) = (corners[i], corners[(i + 1) & 3])
                let along = b - a
                let length = along.length
                guard length > 0 else { return nil }
                let distance = abs(cross(along, point - a)) / length
                if distance < best.distance { best = (i, distance) }
            }
            sides[best.side].append(point)
        }
        var lines: [(middle: Vector2, direction: Vector2)] = []
        for side in sides {
            guard let line = line(through: side) else { return nil }
            lines.append(line)
        }
        var result: [Vector2] = []
        for i in 0..<4 {
            let (a, b) = (lines[(i + 3) & 3], lines[i])
            guard let corner = crossing(a.middle, a.middle + a.direction, b.middle, b.middle + b.direction) else {
                return nil
            }
            result.append(corner)
        }
        return result
    }

    /// The line of least squared distance from points, without the farthest of them; nil if there are fewer than two.
    static func line(through points: [Vector2]) -> (middle: Vector2, direction: Vector2)? {
        guard points.count >= 2 else { return nil }
        var weights = [Double](repeating: 1, count: points.count)
        var line = (middle: Vector2.zero, direction: Vector2(1, 0))
        for _ in 0..<3 {
            let total = weights.reduce(0, +)
            var middle = Vector2.zero
            for (point, weight) in zip(points, weights) { middle += point * (weight / total) }
            var (xx, xy, yy) = (0.0, 0.0, 0.0)
            for (point, weight) in zip(points, weights) {
                let d = point - middle
                xx += weight * d.x * d.x
                xy += weight * d.x * d.y
                yy += weight * d.y * d.y
            }
            // The eigenvector of the greater eigenvalue of the 2 × 2 second moments.
            let half = (xx - yy) / 2
            let root = (half * half + xy * xy).squareRoot()
            let direction = half >= 0 ? Vector2(half + root, xy) : Vector2(xy, root - half)
            guard direction.length > 0 else { return nil }
            line = (middle, direction.normalized)
            let distances = points.map { abs(cross(line.direction, $0 - middle)) }
            let scale = max(0.1, 2 * distances.sorted()[points.count / 2])
            weights = distances.map { 1 / (1 + ($0 / scale) * ($0 / scale)) }
        }
        return line
    }

    /// The intersection of the lines a–b and c–d; nil if they are nearly parallel.
    static func crossing(_ a: Vector2, _ b: Vector2, _ c: Vector2, _ d: Vector2) -> Vector2? {
        let (p, q) = (b - a, d - c)
        let sine = cross(p, q)
        guard abs(sine) > 0.02 * p.length * q.length else { return nil }
        return a + p * (cross(c - a, q) / sine)
    }

    /// Whether the corners turn the same way everywhere.
    static func isConvex(_ corners: [Vector2]) -> Bool {
        let turns = (0..<4).map { i -> Double in
            let next = corners[(i + 1) & 3]
            return cross(next - corners[i], corners[(i + 2) & 3] - next)
        }
        return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
    }
}
