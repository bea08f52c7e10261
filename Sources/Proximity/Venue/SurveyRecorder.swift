/// Records a survey: somebody carries a tag, tells where it is, walks straight on, and tells again.
///
/// Between two places the tag moves steadily on the straight line.
public struct SurveyRecorder: Sendable {
    /// A longer walk is not trusted to be straight and steady, ns.
    private static let longest: Int64 = 60_000_000_000

    /// The tag.
    public let beacon: BeaconIdentity
    private var last: (place: SIMD2<Double>, floor: String?, nanoseconds: Int64)?
    private var packets: [(receiver: String, level: Double, nanoseconds: Int64)] = []

    /// Creates a recorder of a tag.
    public init(beacon: BeaconIdentity) { self.beacon = beacon }

    /// Processes a packet; `power` is the calibrated one at 1 m (dBm), without which the advertised one counts.
    public mutating func receive(_ packet: ReceivedPacket, by receiver: String, power: Double? = nil) {
        guard packet.beacon == beacon, packet.rssi != 127, last != nil else { return }
        let level = Double(packet.rssi) - (power ?? packet.measuredPower.map(Double.init) ?? -59)
        packets.append((receiver, level, packet.nanoseconds))
    }

    /// The tag is at a place now; returns what was received on the way from the place before, if that is on the same
    /// floor.
    public mutating func mark(
        _ place: SIMD2<Double>,
        floor: String? = nil,
        at nanoseconds: Int64
    ) -> [SurveySample] {
        defer { (last, packets) = ((place, floor, nanoseconds), []) }
        guard let last, last.floor == floor, nanoseconds > last.nanoseconds,
            nanoseconds - last.nanoseconds <= Self.longest
        else {
            return []
        }
        var squares = SurveySquares()
        for packet in packets where (last.nanoseconds...nanoseconds).contains(packet.nanoseconds) {
            let share = Double(packet.nanoseconds - last.nanoseconds) / Double(nanoseconds - last.nanoseconds)
            squares.add(packet.level, by: packet.receiver, at: last.place + (place - last.place) * share)
        }
        return squares.samples(on: floor)
    }
}
