import Geometry

/// Convex polygons in a plane, corners in order of a positive signed area.
public enum Polygon {
    /// The convex hull of points, by Andrew's monotone chain; fewer than three corners if the points lie on a line.
    public static func convexHull(_ points: [Vector2]) -> [Vector2] {
        let sorted = points.sorted(byKey: { $0.y }).sorted(byKey: { $0.x })
        guard sorted.count > 2 else { return sorted }
        var hull: [Vector2] = []
        for pass in 0..<2 {
            let start = hull.count
            for index in sorted.indices {
                let point = pass == 0 ? sorted[index] : sorted[sorted.count - 1 - index]
                while hull.count >= start + 2,
                    cross(hull[hull.count - 1] - hull[hull.count - 2], point - hull[hull.count - 1]) <= 0
                {
                    hull.removeLast()
                }
                hull.append(point)
            }
            hull.removeLast()
        }
        return hull
    }

    /// The area inside, square metres; positive in the order this type uses.
    public static func area(_ polygon: [Vector2]) -> Double {
        var sum = 0.0
        for index in polygon.indices {
            sum += cross(polygon[index], polygon[(index + 1) % polygon.count])
        }
        return sum / 2
    }

    /// The length around a polygon; twice the length of a line, 0 for a point.
    public static func perimeter(_ polygon: [Vector2]) -> Double {
        polygon.indices.reduce(0) { $0 + (polygon[($1 + 1) % polygon.count] - polygon[$1]).length }
    }

    /// The distance from a point to a polygon, metres; 0 inside.
    public static func distance(from point: Vector2, to polygon: [Vector2]) -> Double {
        guard polygon.count > 2 else { return .infinity }
        var isInside = true
        var nearest = Double.infinity
        for index in polygon.indices {
            let a = polygon[index]
            let edge = polygon[(index + 1) % polygon.count] - a
            let offset = point - a
            if cross(edge, offset) < 0 { isInside = false }
            let fraction = min(1, max(0, dot(offset, edge) / max(dot(edge, edge), 1e-18)))
            nearest = min(nearest, (offset - edge * fraction).length)
        }
        return isInside ? 0 : nearest
    }

    /// The rectangle of the smallest area around a convex polygon.
    ///
    /// One of its sides lies along an edge of the polygon (Freeman and Shapira 1975).
    public static func smallestRectangle(around polygon: [Vector2]) -> OrientedRectangle? {
        guard polygon.count > 2 else { return nil }
        var best: OrientedRectangle?
        for index in polygon.indices {
            let edge = polygon[(index + 1) % polygon.count] - polygon[index]
            guard edge.length > 1e-9 else { continue }
            let candidate = rectangle(around: polygon, axis: edge.normalized)
            if candidate.area < best?.area ?? .infinity { best = candidate }
        }
        return best
    }

    private static func rectangle(around polygon: [Vector2], axis: Vector2) -> OrientedRectangle {
        let other = Vector2(-axis.y, axis.x)
        var low = Vector2(repeating: .infinity)
        var high = Vector2(repeating: -.infinity)
        for corner in polygon {
            let local = Vector2(dot(corner, axis), dot(corner, other))
            low = Vector2(min(low.x, local.x), min(low.y, local.y))
            high = Vector2(max(high.x, local.x), max(high.y, local.y))
        }
        let middle = (low + high) / 2
        return OrientedRectangle(center: axis * middle.x + other * middle.y, axis: axis, extent: high - low)
    }
}

/// A rectangle in a plane, turned by any angle.
public struct OrientedRectangle: Equatable, Sendable {
    /// Its middle, metres.
    public var center: Vector2
    /// The unit direction of its first side.
    public var axis: Vector2
    /// Its lengths along the first side and at a right angle to it, metres.
    public var extent: Vector2

    /// Square metres.
    public var area: Double { extent.x * extent.y }
}
