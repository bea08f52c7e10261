/// A walk along stops at a steady speed: the walker's position and heading at any time.
public struct WalkRoute: Hashable, Sendable {
    /// The stops in order; at least one.
    public let stops: [WalkStop]
    /// The speed between stops, m/s.
    public let speed: Double

    private let arrivals: [Double]

    /// The length of the stairs of one storey, m: 3.5 m up at 26°.
    private static let stairLength = 8.0

    /// Creates a route.
    ///
    /// A route without stops stays at the origin.
    public init(stops: [WalkStop], speed: Double = 1.2) {
        self.stops = stops.isEmpty ? [WalkStop(0, 0)] : stops
        self.speed = Swift.max(speed, 0.01)
        var arrivals = [0.0]
        for (from, to) in zip(self.stops, self.stops.dropFirst()) {
            let stairs = Self.stairLength * Double(abs(to.level - from.level))
            let way = (Self.length(to.position - from.position) + stairs) / self.speed
            arrivals.append((arrivals.last ?? 0) + from.seconds + way)
        }
        self.arrivals = arrivals
    }

    /// The duration of the walk, s.
    public var duration: Double { (arrivals.last ?? 0) + (stops.last?.seconds ?? 0) }

    /// The walker's position, m in the plan.
    public func position(at seconds: Double) -> SIMD2<Double> {
        let (index, share) = progress(at: seconds)
        guard share > 0 else { return stops[index].position }
        return stops[index].position + (stops[index + 1].position - stops[index].position) * share
    }

    /// The walker's storey, 0 at the ground; between two whole numbers on the stairs.
    public func level(at seconds: Double) -> Double {
        let (index, share) = progress(at: seconds)
        guard share > 0 else { return Double(stops[index].level) }
        return Double(stops[index].level) + Double(stops[index + 1].level - stops[index].level) * share
    }

    /// The stop before a time, and the walked share of the way to the next one.
    private func progress(at seconds: Double) -> (stop: Int, share: Double) {
        let index = leg(at: seconds)
        guard index + 1 < stops.count else { return (index, 0) }
        let left = arrivals[index] + stops[index].seconds
        let way = arrivals[index + 1] - left
        guard seconds > left, way > 0 else { return (index, 0) }
        return (index, Swift.min((seconds - left) / way, 1))
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
