import Foundation
import Geometry

/// A way through points, walked at a constant pace, with a direction that turns before and after each corner.
struct RoutePath {
    private let points: [Vector2]
    /// The length of the way up to each point, metres.
    private let lengths: [Double]
    /// The heading of each leg, radians, without jumps from one to the next.
    private let headings: [Double]
    /// A turn begins so far before a corner and ends so far behind it, metres.
    private static let turning = 0.6

    /// A way through at least two points that differ from one to the next.
    init(_ points: [Vector2]) {
        self.points = points
        var (lengths, headings) = ([0.0], [Double]())
        for (a, b) in zip(points, points.dropFirst()) {
            lengths.append(lengths[lengths.count - 1] + (b - a).length)
            var heading = atan2((b - a).y, (b - a).x)
            if let last = headings.last { heading += 2 * .pi * ((last - heading) / (2 * .pi)).rounded() }
            headings.append(heading)
        }
        (self.lengths, self.headings) = (lengths, headings)
    }

    /// The whole length, metres.
    var length: Double { lengths[lengths.count - 1] }

    /// The place after a length of the way; it stays at the ends.
    func place(_ length: Double) -> Vector2 {
        let length = min(max(length, 0), self.length)
        let leg = max(0, (lengths.firstIndex { $0 >= length } ?? lengths.count - 1) - 1)
        let share = (length - lengths[leg]) / (lengths[leg + 1] - lengths[leg])
        return points[leg] + (points[leg + 1] - points[leg]) * share
    }

    /// The mean heading around a length of the way, radians.
    func heading(_ length: Double) -> Double {
        let place = min(max(length, 0), self.length)
        let (from, to) = (place - Self.turning, place + Self.turning)
        var sum = 0.0
        for leg in headings.indices {
            let low = leg == 0 ? -Double.infinity : lengths[leg]
            let high = leg == headings.count - 1 ? Double.infinity : lengths[leg + 1]
            sum += headings[leg] * max(0, min(high, to) - max(low, from))
        }
        return sum / (to - from)
    }
}
