import Geometry

/// Outlines for solids: simple polygons, counterclockwise.
enum Outline {
    /// Points nearer than this are merged, metres.
    private static let nearest = 0.002

    /// A closed path without duplicate points, counterclockwise; self-intersections are cut off as loops.
    static func simplified(_ path: [Vector2]) -> [Vector2] {
        var points = withoutDoubles(path)
        points = withoutDoubles(withoutLoops(points))
        return area(points) < 0 ? points.reversed() : points
    }

    /// The outline of a band along a path; self-intersections are cut off as loops.
    static func wall(along path: [Vector2], thickness: Double) -> [Vector2] {
        let points = withoutDoubles(path)
        guard points.count > 1 else { return [] }
        var left: [Vector2] = []
        var right: [Vector2] = []
        for index in points.indices {
            let before = points[max(0, index - 1)]
            let after = points[min(points.count - 1, index + 1)]
            let along = (after - before).length > 1e-9 ? (after - before).normalized : Vector2(1, 0)
            let across = Vector2(-along.y, along.x) * (thickness / 2)
            left.append(points[index] + across)
            right.append(points[index] - across)
        }
        return simplified(right + left.reversed())
    }

    private static func withoutDoubles(_ path: [Vector2]) -> [Vector2] {
        var points: [Vector2] = []
        for point in path where points.last.map({ ($0 - point).length > nearest }) ?? true { points.append(point) }
        while points.count > 3, (points[0] - points[points.count - 1]).length < nearest { points.removeLast() }
        return points
    }

    static func area(_ points: [Vector2]) -> Double {
        var sum = 0.0
        for index in points.indices { sum += cross(points[index], points[(index + 1) % points.count]) }
        return sum / 2
    }

    /// At each intersection of two edges the shorter part is removed; at most as many times as there are points.
    private static func withoutLoops(_ points: [Vector2]) -> [Vector2] {
        var points = points
        for _ in 0..<points.count {
            guard let (first, second, point) = crossing(points) else { return points }
            let inner = second - first
            if 2 * inner < points.count {
                points.replaceSubrange(first + 1...second, with: [point])
            } else {
                points = [point] + points[first + 1...second]
            }
        }
        return points
    }

    private static func crossing(_ points: [Vector2]) -> (Int, Int, Vector2)? {
        let count = points.count
        guard count > 3 else { return nil }
        for first in 0..<count - 2 {
            let a = points[first]
            let ab = points[first + 1] - a
            for second in first + 2..<count where !(first == 0 && second == count - 1) {
                let c = points[second]
                let cd = points[(second + 1) % count] - c
                let denominator = cross(ab, cd)
                guard abs(denominator) > 1e-15 else { continue }
                let s = cross(c - a, cd) / denominator
                let t = cross(c - a, ab) / denominator
                if s > -1e-9, s < 1 - 1e-9, t > -1e-9, t < 1 - 1e-9 { return (first, second, a + ab * s) }
            }
        }
        return nil
    }
}
