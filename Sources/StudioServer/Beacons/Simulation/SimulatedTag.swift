import Proximity

/// One tag that is carried through the museum, round after round, each with another seed.
struct SimulatedTag: Sendable {
    /// How long the carrier stays away between two rounds, s.
    private static let pauseSeconds = 25.0

    private let frame: IBeaconFrame
    private var seed: UInt64
    private var start: Int64
    private var walk: BeaconWalk
    private var upcoming: (receiver: Int, packet: ReceivedPacket)?

    init(frame: IBeaconFrame, delaySeconds: Double, seed: UInt64, at nanoseconds: Int64) {
        self.frame = frame
        self.seed = seed
        start = nanoseconds + Int64(delaySeconds * 1e9)
        walk = BeaconWalk.venue(seed: seed)
    }

    /// The packets that receivers received since the last call.
    mutating func packets(until nanoseconds: Int64) -> [(receiver: Int, packet: ReceivedPacket)] {
        var received: [(receiver: Int, packet: ReceivedPacket)] = []
        while nanoseconds >= start {
            while let next = upcoming ?? walk.nextReceived(of: frame) {
                guard start + next.packet.nanoseconds <= nanoseconds else {
                    upcoming = next
                    return received
                }
                upcoming = nil
                var packet = next.packet
                packet.nanoseconds += start
                received.append((next.receiver, packet))
            }
            start += Int64((walk.route.duration + Self.pauseSeconds) * 1e9)
            seed += 100
            walk = BeaconWalk.venue(seed: seed)
        }
        return received
    }
}
