/// A walk along stops at a steady speed: the walker's position and heading at any time.
public struct WalkRoute: Hashable, Sendable {
    /// The stops in order; at least one.
    public let stops: [WalkStop]
    /// The speed between stops, m/s.
    public let speed: Double

    private let arrivals: [Double]

    /// Creates a route.
    ///
    /// A route without stops stays at the origin.
    public init(stops: [WalkStop], speed: Double = 1.2) {
        self.stops = stops.isEmpty ? [WalkStop(0, 0)] : stops
        self.speed = Swift.max(speed, 0.01)
        var arrivals = [0.0]
        for (from, to) in zip(self.stops, self.stops.dropFirst()) {
            let way = Self.length(to.position - from.position) / self.speed
            arrivals.append((arrivals.last ?? 0) + from.seconds + way)
        }
        self.arrivals = arrivals
    }

    /// The duration of the walk, s.
    public var duration: Double { (arrivals.last ?? 0) + (stops.last?.seconds ?? 0) }

    /// The walker's position, m in the plan.
    public func position(at seconds: Double) -> SIMD2<Double> {
        let index = leg(at: seconds)
        guard index + 1 < stops.count else { return stops[index].position }
        let left = arrivals[index] + stops[index].seconds
        let way = arrivals[index + 1] - left
        guard seconds > left, way > 0 else { return stops[index].position }
        let share = Swift.min((seconds - left) / way, 1)
        return stops[index].position + (stops[index + 1].position - stops[index].position) * share
    }

    /// The walker's heading, of length 1: the direction of the route, kept while standing.
    public func heading(at seconds: Double) -> SIMD2<Double> {
        guard stops.count > 1 else { return SIMD2(1, 0) }
        let index = leg(at: seconds)
        let hasLeft = seconds > arrivals[index] + stops[index].seconds
        let from = Swift.min(hasLeft || index == 0 ? index : index - 1, stops.count - 2)
        let way = stops[from + 1].position - stops[from].position
        let length = Self.length(way)
        return length > 0 ? way / length : SIMD2(1, 0)
    }

    private func leg(at seconds: Double) -> Int {
        Swift.max((arrivals.firstIndex { $0 > seconds } ?? arrivals.count) - 1, 0)
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
