import Geometry
import RealModule

/// The recognised shape of a freehand line.
public enum GestureShape: Equatable, Sendable {
    /// No other shape: a line.
    case line
    /// A circle or an ellipse, with its centre and its half axes along x and y.
    case circle(center: Vector2, radii: Vector2)
    /// An arrow, from its tail to its head.
    case arrow(tail: Vector2, head: Vector2)

    /// Recognises the shape of a line, normalised to the image with the same unit along both axes.
    ///
    /// A circle's ends meet, it goes around its centre once and keeps its distance from it; an arrow goes straight,
    /// then turns back sharply within its last part.
    public init(of points: [Vector2]) {
        let path = GestureShape.resampled(points, count: 48)
        if let circle = GestureShape.circle(path) {
            self = circle
        } else {
            self = GestureShape.arrow(path) ?? .line
        }
    }

    private static func resampled(_ points: [Vector2], count: Int) -> [Vector2] {
        let total = zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        guard points.count > 2, total > 0.02 else { return [] }
        let step = total / Double(count - 1)
        var result = [points[0]]
        var due = step
        var walked = 0.0
        for (a, b) in zip(points, points.dropFirst()) {
            let length = (b - a).length
            while length > 0, walked + length >= due, result.count < count {
                result.append(a + (b - a) * ((due - walked) / length))
                due += step
            }
            walked += length
        }
        return result
    }

    private static func circle(_ path: [Vector2]) -> GestureShape? {
        guard path.count > 20, let first = path.first, let last = path.last else { return nil }
        let low = path.reduce(first) { Vector2(min($0.x, $1.x), min($0.y, $1.y)) }
        let high = path.reduce(first) { Vector2(max($0.x, $1.x), max($0.y, $1.y)) }
        let radii = (high - low) / 2
        let center = (high + low) / 2
        guard min(radii.x, radii.y) > 0.01, max(radii.x, radii.y) < 4 * min(radii.x, radii.y),
            (last - first).length < 0.7 * (radii.x + radii.y) / 2 * 1.5
        else { return nil }
        let distances = path.map { (($0 - center) / radii).length }
        let mean = distances.reduce(0, +) / Double(distances.count)
        let deviation = (distances.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(distances.count)).squareRoot()
        guard deviation < 0.16, abs(turns(path, around: center)) > 0.8 else { return nil }
        return .circle(center: center, radii: radii)
    }

    /// The winding number of the path around a centre.
    private static func turns(_ path: [Vector2], around center: Vector2) -> Double {
        var angle = 0.0
        for (a, b) in zip(path, path.dropFirst()) {
            let (u, v) = (a - center, b - center)
            angle += Double.atan2(y: cross(u, v), x: dot(u, v))
        }
        return angle / (2 * .pi)
    }

    private static func arrow(_ path: [Vector2]) -> GestureShape? {
        guard path.count > 20 else { return nil }
        // The head is the point farthest from the tail; the rest after it is the barb.
        let tail = path[0]
        guard let head = path.indices.max(by: { (path[$0] - tail).length < (path[$1] - tail).length }) else {
            return nil
        }
        let shaft = path[head] - tail
        let barb = path.count - 1 - head
        guard barb >= 4, barb <= path.count * 3 / 5, head >= 12, shaft.length > 0.05 else { return nil }
        let isStraight = path[..<head].allSatisfy { abs(cross(shaft, $0 - tail)) / shaft.length < 0.12 * shaft.length }
        let back = path[min(path.count - 1, head + max(3, barb / 4))] - path[head]
        let isSharp = dot(back, shaft) < -0.3 * back.length * shaft.length
        return isStraight && isSharp ? .arrow(tail: tail, head: path[head]) : nil
    }
}
