import RealModule

/// A simulated walk through a venue: the packets that a carried receiver hears, one after another.
///
/// Path loss and walls set the level; shadowing belongs to the place, fading to the place and the channel, the body
/// to the direction of walking; packets get lost. The same seed gives the same walk, packet by packet.
public struct BeaconWalk: Sequence, IteratorProtocol, Sendable {
    /// The venue.
    public let plan: FloorPlan
    /// Its beacons.
    public let beacons: [SimulatedBeacon]
    /// The way.
    public let route: WalkRoute
    /// The air.
    public let conditions: RadioConditions

    private var generator: SeededGenerator
    private let shadows: [RandomField]
    private let echoes: [[RandomField]]
    private var due: [Double]

    /// Creates a walk that has not begun.
    public init(
        plan: FloorPlan,
        beacons: [SimulatedBeacon],
        route: WalkRoute,
        conditions: RadioConditions = RadioConditions(),
        seed: UInt64
    ) {
        self.plan = plan
        self.beacons = beacons
        self.route = route
        self.conditions = conditions
        var generator = SeededGenerator(seed: seed)
        shadows = beacons.map { _ in RandomField(length: conditions.shadowingLength, using: &generator) }
        echoes = beacons.map { _ in (0..<3).map { _ in RandomField(length: 0.06, using: &generator) } }
        due = beacons.map { Double.random(in: 0..<$0.interval, using: &generator) }
        self.generator = generator
    }

    /// The next packet that is heard; `nil` at the end of the walk.
    ///
    /// Times begin at 0.
    public mutating func next() -> BeaconSighting? {
        while let index = due.indices.min(by: { due[$0] < due[$1] }), due[index] <= route.duration {
            let seconds = due[index]
            due[index] += beacons[index].interval + Double.random(in: 0..<0.01, using: &generator)
            if let rssi = receive(index, at: seconds) {
                return BeaconSighting(
                    frame: .iBeacon(beacons[index].frame),
                    rssi: rssi,
                    nanoseconds: Int64(seconds * 1e9)
                )
            }
        }
        return nil
    }

    /// The level that the law, the walls and the body leave of a beacon, dBm, shadowing and fading aside.
    public func meanLevel(of index: Int, at seconds: Double) -> Double {
        let position = route.position(at: seconds)
        let station = Station(
            position: beacons[index].position,
            heightDifference: 0.5,
            power: Double(beacons[index].frame.measuredPower),
            exponent: conditions.exponent
        )
        let way = beacons[index].position - position
        let cosine = (way * route.heading(at: seconds)).sum() / station.distance(to: position)
        let body = conditions.bodyLoss * (1 - cosine) / 2
        return station.expectedLevel(at: position) - plan.loss(position, beacons[index].position) - body
    }

    private mutating func receive(_ index: Int, at seconds: Double) -> Int? {
        let position = route.position(at: seconds)
        let channel = Int.random(in: 0..<3, using: &generator)
        // Nobody stands like a post: the receiver sways by two centimetres.
        let sway = SIMD2(generator.gaussian(), generator.gaussian()) * 0.02
        let level =
            meanLevel(of: index, at: seconds) + conditions.shadowing * shadows[index](position)
            + conditions.fading * echoes[index][channel](position + sway)
        let margin = level - conditions.sensitivity
        let chance = (1 - conditions.packetLoss) / (1 + Double.exp(-margin))
        let isHeard = Double.random(in: 0..<1, using: &generator) < chance
        let reading = level + conditions.noise * generator.gaussian()
        return isHeard ? Int(Swift.min(Swift.max(reading, -110), 20).rounded()) : nil
    }
}
