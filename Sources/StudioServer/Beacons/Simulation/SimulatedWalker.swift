import Proximity

/// A tag or a receiver that is carried through a simulated venue: along a route, round after round, or where it is led.
struct SimulatedWalker: Sendable {
    /// How fast it follows who leads it: a brisk walk, m/s.
    private static let leadSpeed = 1.5
    /// How long it stays away between two rounds, s.
    private static let pauseSeconds = 25.0
    /// How long it takes the stairs of one storey, s.
    private static let stairSeconds = 8.0

    private enum Way: Sendable {
        case route(WalkRoute, start: Int64)
        case led(to: SIMD2<Double>, level: Double)
    }

    /// Where it is; nil while it is away.
    private(set) var end: SimulatedEnd?
    private var way: Way
    private var time: Int64

    /// It walks a route, for the first time after a delay.
    init(route: WalkRoute, delaySeconds: Double = 0, at nanoseconds: Int64) {
        way = .route(route, start: nanoseconds + Int64(delaySeconds * 1e9))
        time = nanoseconds
    }

    /// It stands somewhere and waits for who leads it.
    init(standingAt position: SIMD2<Double>, level: Double, at nanoseconds: Int64) {
        end = SimulatedEnd(position: position, level: level, heading: SIMD2(0, 1))
        way = .led(to: position, level: level)
        time = nanoseconds
    }

    /// It leaves its route, and walks straight towards a point, by stairs if that is on another storey.
    mutating func lead(to target: SIMD2<Double>, level: Double) {
        if end == nil { end = SimulatedEnd(position: target, level: level, heading: SIMD2(0, 1)) }
        way = .led(to: target, level: level)
    }

    /// Walks on until a time.
    mutating func advance(to nanoseconds: Int64) {
        let elapsed = max(Double(nanoseconds - time) * 1e-9, 0)
        time = nanoseconds
        switch way {
        case .route(let route, let start):
            let round = route.duration + Self.pauseSeconds
            let seconds = (Double(max(nanoseconds - start, 0)) * 1e-9).truncatingRemainder(dividingBy: round)
            let isHere = nanoseconds >= start && seconds <= route.duration
            let here = SimulatedEnd(
                position: route.position(at: seconds),
                level: route.level(at: seconds),
                heading: route.heading(at: seconds)
            )
            end = isHere ? here : nil
        case .led(let target, let level):
            guard var end else { return }
            let climb = elapsed / Self.stairSeconds
            end.level += min(max(level - end.level, -climb), climb)
            let offset = target - end.position
            let distance = (offset * offset).sum().squareRoot()
            if distance > 0 {
                end.heading = offset / distance
                end.position += offset * min(Self.leadSpeed * elapsed / distance, 1)
            }
            self.end = end
        }
    }
}
