/// The air of a simulated venue: the packets that receivers receive of beacons, wherever both are at the moment.
///
/// Each pair of a beacon and a receiver keeps its own shadowing and fading, by the rules of `BeaconWalk`. The same seed
/// and the same calls give the same packets.
public struct SimulatedRadio: Sendable {
    /// A beacon that sends.
    public struct Sender: Hashable, Sendable {
        /// Its identity.
        public var identity: BeaconIdentity
        /// The power at 1 m that it advertises, dBm; the true one is the same.
        public var power: Int
        /// Where it is.
        public var end: SimulatedEnd

        /// Creates a beacon.
        public init(identity: BeaconIdentity, power: Int = -59, end: SimulatedEnd) {
            self.identity = identity
            self.power = power
            self.end = end
        }
    }

    /// A receiver that listens.
    public struct Listener: Hashable, Sendable {
        /// The application's name for it.
        public var identifier: String
        /// How much stronger than others it reads, dB.
        public var gain: Double
        /// Where it is.
        public var end: SimulatedEnd

        /// Creates a receiver.
        public init(identifier: String, gain: Double = 0, end: SimulatedEnd) {
            self.identifier = identifier
            self.gain = gain
            self.end = end
        }
    }

    /// One packet, and the receiver that received it.
    public typealias Reception = (receiver: String, packet: ReceivedPacket)

    /// The floors with their walls, by their levels.
    public var plans: [Int: FloorPlan]
    /// The radio conditions.
    public var conditions: RadioConditions

    private struct Pair: Hashable {
        let beacon: BeaconIdentity
        let receiver: String
    }

    /// The time between packets of one beacon, ns; each adds up to 10 ms at random.
    private static let interval: Int64 = 100_000_000
    /// How much of the time between two calls is played at most, ns.
    private static let longest: Int64 = 10_000_000_000

    /// How far apart the shadowing of two floors is looked up, m: several times its correlation length.
    private static let storeyOffset = 40.0
    /// A floor without a plan.
    private static let open = FloorPlan(maximum: .zero)

    private var generator: SeededGenerator
    private var links: [Pair: SimulatedLink] = [:]
    private var due: [BeaconIdentity: Int64] = [:]
    private var now: Int64

    /// Creates the air of a venue with one floor; packets begin at the time given.
    public init(plan: FloorPlan, conditions: RadioConditions = RadioConditions(), seed: UInt64, at nanoseconds: Int64) {
        plans = [0: plan]
        self.conditions = conditions
        generator = SeededGenerator(seed: seed)
        now = nanoseconds
    }

    /// The packets since the last call, at most of ten seconds, in the order of time; both ends rest meanwhile.
    ///
    /// What is no longer among `senders` or `listeners` is forgotten.
    public mutating func packets(
        of senders: [Sender],
        to listeners: [Listener],
        until nanoseconds: Int64
    ) -> [Reception] {
        forget(allBut: senders, listeners)
        let start = Swift.max(now, nanoseconds - Self.longest)
        var received: [Reception] = []
        for sender in senders {
            let first = due[sender.identity] ?? start + .random(in: 0..<Self.interval, using: &generator)
            var time = Swift.max(first, start)
            while time <= nanoseconds {
                for listener in listeners {
                    guard let rssi = receive(sender, by: listener) else { continue }
                    let packet = ReceivedPacket(
                        beacon: sender.identity,
                        rssi: rssi,
                        measuredPower: sender.power,
                        nanoseconds: time
                    )
                    received.append((listener.identifier, packet))
                }
                time += Self.interval + .random(in: 0..<10_000_000, using: &generator)
            }
            due[sender.identity] = time
        }
        now = Swift.max(now, nanoseconds)
        return received.sorted { $0.packet.nanoseconds < $1.packet.nanoseconds }
    }

    private mutating func receive(_ sender: Sender, by listener: Listener) -> Int? {
        let pair = Pair(beacon: sender.identity, receiver: listener.identifier)
        let link = links[pair] ?? SimulatedLink(conditions: conditions, using: &generator)
        links[pair] = link
        let plan = plans[Int(sender.end.level.rounded())] ?? Self.open
        let loss = conditions.loss(plan, from: listener.end, to: sender.end)
        return link.reception(
            mean: Double(sender.power) + listener.gain - loss,
            at: Self.spot(sender.end.heading == nil ? listener.end : sender.end),
            conditions: conditions,
            using: &generator
        )
    }

    /// Where the shadowing of an end is looked up: what lies above each other is some shadows apart.
    private static func spot(_ end: SimulatedEnd) -> SIMD2<Double> {
        SIMD2(end.position.x, end.position.y + end.level * storeyOffset)
    }

    private mutating func forget(allBut senders: [Sender], _ listeners: [Listener]) {
        let beacons = Set(senders.map(\.identity))
        let receivers = Set(listeners.map(\.identifier))
        due = due.filter { beacons.contains($0.key) }
        links = links.filter { beacons.contains($0.key.beacon) && receivers.contains($0.key.receiver) }
    }
}
