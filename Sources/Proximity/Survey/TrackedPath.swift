/// The path of a device that its camera tracks, seen from above, in stretches without a break.
///
/// Its frame is a world with +Y up, as a session has it: x is the world's x, y the world's −z. Stretches share one world.
public struct TrackedPath: Sendable {
    /// Where the device was at a time.
    public struct Point: Hashable, Sendable {
        /// The time, on the clock of the packets.
        public var nanoseconds: Int64
        /// The place, m in the frame of the path.
        public var position: SIMD2<Double>

        /// Creates a point.
        public init(nanoseconds: Int64, position: SIMD2<Double>) {
            self.nanoseconds = nanoseconds
            self.position = position
        }
    }

    /// Two points that are further apart in time have a break between them, ns.
    private static let longestStep: Int64 = 1_000_000_000

    private let stretches: [[Point]]

    /// A path of stretches; points that do not follow the one before in time are left out.
    public init(stretches: [[Point]]) {
        var (parts, last) = ([[Point]](), Int64.min)
        for stretch in stretches {
            var part: [Point] = []
            for point in stretch where point.nanoseconds > last {
                if !part.isEmpty, point.nanoseconds - last > Self.longestStep {
                    parts.append(part)
                    part = []
                }
                part.append(point)
                last = point.nanoseconds
            }
            if !part.isEmpty { parts.append(part) }
        }
        self.stretches = parts
    }

    /// All places.
    var positions: [SIMD2<Double>] { stretches.flatMap { $0.map(\.position) } }

    /// For how long it is tracked, s.
    public var trackedSeconds: Double {
        stretches.reduce(0) { $0 + Double(($1.last?.nanoseconds ?? 0) - ($1.first?.nanoseconds ?? 0)) * 1e-9 }
    }

    /// How long its breaks are, s.
    public var lostSeconds: Double {
        guard let first = stretches.first?.first, let last = stretches.last?.last else { return 0 }
        return Double(last.nanoseconds - first.nanoseconds) * 1e-9 - trackedSeconds
    }

    /// Where the device was; `nil` where it was not tracked.
    public func position(at nanoseconds: Int64) -> SIMD2<Double>? {
        let after = Self.index(in: stretches) { ($0.last?.nanoseconds ?? .min) >= nanoseconds }
        guard after < stretches.count else { return nil }
        let stretch = stretches[after]
        let next = Self.index(in: stretch) { $0.nanoseconds >= nanoseconds }
        guard next < stretch.count else { return nil }
        let (point, before) = (stretch[next], stretch[max(next - 1, 0)])
        if point.nanoseconds == nanoseconds { return point.position }
        guard next > 0 else { return nil }
        let share = Double(nanoseconds - before.nanoseconds) / Double(point.nanoseconds - before.nanoseconds)
        return before.position + (point.position - before.position) * share
    }

    /// How long the way is between two times, m; breaks count as straight.
    func length(from first: Int64, to last: Int64) -> Double {
        let points = stretches.joined().filter { (first...last).contains($0.nanoseconds) }.map(\.position)
        return zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    }

    /// The first place in a list whose elements fulfil a condition from some place on.
    private static func index<Element>(in list: [Element], where isThere: (Element) -> Bool) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if isThere(list[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension SIMD2<Double> {
    /// The Euclidean length.
    var length: Double { (self * self).sum().squareRoot() }
}
