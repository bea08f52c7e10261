import Geometry

/// Which parts of the floor the views went over, on a grid: what lies between a viewpoint and an upright surface is free.
struct FreeSpace {
    static let cell = 0.1
    private let origin: Vector2
    private let width: Int
    private let height: Int
    private var isFree: [Bool]

    /// The grid of a rectangle.
    init(low: Vector2, high: Vector2) {
        origin = low - Vector2(repeating: 1)
        width = min(1000, Int(((high.x - low.x + 2) / Self.cell).rounded(.up)))
        height = min(1000, Int(((high.y - low.y + 2) / Self.cell).rounded(.up)))
        isFree = [Bool](repeating: false, count: width * height)
    }

    private func index(_ point: Vector2) -> Int? {
        let scaled = (point - origin) / Self.cell
        guard scaled.x >= 0, scaled.y >= 0, scaled.x < Double(width), scaled.y < Double(height) else { return nil }
        return Int(scaled.y) * width + Int(scaled.x)
    }

    /// Marks the way from a viewpoint to shortly before a surface.
    mutating func mark(from viewpoint: Vector2, to surface: Vector2) {
        let way = surface - viewpoint
        let steps = Int(way.length / (Self.cell / 2))
        guard steps > 2, steps < 1000 else { return }
        for i in 0..<steps - 1 {
            if let cell = index(viewpoint + way * (Double(i) / Double(steps))) { isFree[cell] = true }
        }
    }

    /// Whether a point was seen to be free.
    func contains(_ point: Vector2) -> Bool { index(point).map { isFree[$0] } ?? false }

    /// The share of a convex polygon that is free.
    func share(of polygon: [Vector2]) -> Double {
        var (low, high) = (polygon[0], polygon[0])
        for p in polygon { (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p)) }
        var (inside, free) = (0, 0)
        var y = low.y + Self.cell / 2
        while y < high.y {
            var x = low.x + Self.cell / 2
            while x < high.x {
                let point = Vector2(x, y)
                if Self.contains(polygon, point) {
                    inside += 1
                    if contains(point) { free += 1 }
                }
                x += Self.cell
            }
            y += Self.cell
        }
        return inside > 0 ? Double(free) / Double(inside) : 0
    }

    private static func contains(_ polygon: [Vector2], _ point: Vector2) -> Bool {
        for i in polygon.indices {
            let next = polygon[(i + 1) % polygon.count]
            if cross(next - polygon[i], point - polygon[i]) < 0 { return false }
        }
        return true
    }
}
