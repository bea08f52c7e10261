/// The state of one receiver of a venue: its own ranging and its own regions.
///
/// A packet that two receivers receive is one packet to each of them. Merged, it would count twice, and a weak beacon
/// would look like a steady one; so every receiver decides by itself, and the venue merges the decisions.
struct ReceiverState: Sendable {
    private(set) var ranger = BeaconRanger<KalmanFilter, ShadowedDistanceModel>()
    private(set) var monitor: RegionMonitor
    /// Whether it can receive now.
    private(set) var isListening = true
    private var packets: [BeaconIdentity: PacketSum] = [:]
    private var watched: [BeaconRegion] = []

    /// The packets of one beacon since positions were last estimated.
    private struct PacketSum: Sendable {
        var sum = 0.0
        var count = 0.0
        var claimedPower: Int?
    }

    init(limit: Int) { monitor = RegionMonitor(limit: limit) }

    /// Applies the settings of this receiver; regions that stay keep their state.
    mutating func configure(
        gain: Double,
        powers: [BeaconIdentity: Double],
        regions: [BeaconRegion],
        at nanoseconds: Int64
    ) throws(ProximityError) {
        ranger.receiverGain = gain
        ranger.calibratedPowers = powers.mapValues { $0 + gain }
        for region in watched where !regions.contains(region) { monitor.stop(region.identifier) }
        for region in regions where !watched.contains(region) { try monitor.start(region, at: nanoseconds) }
        watched = regions
    }

    /// Processes a packet.
    mutating func receive(_ packet: ReceivedPacket) -> [RegionEvent] {
        isListening = true
        let (beacon, time) = (packet.beacon, packet.nanoseconds)
        if let power = packet.measuredPower {
            ranger.receive(beacon, rssi: packet.rssi, measuredPower: power, at: time)
        }
        if packet.rssi != 127 {
            var sum = packets[beacon] ?? PacketSum()
            sum.sum += Double(packet.rssi)
            sum.count += 1
            sum.claimedPower = packet.measuredPower
            packets[beacon] = sum
        }
        return monitor.receive(beacon, rssi: packet.rssi, at: time)
    }

    /// Advances the time.
    mutating func advance(to nanoseconds: Int64) -> [RegionEvent] {
        isListening ? monitor.advance(to: nanoseconds) : []
    }

    /// The receiver can receive again.
    mutating func resume() { isListening = true }

    /// The receiver cannot receive.
    mutating func lose(_ error: ReceiverError, at nanoseconds: Int64) {
        guard isListening else { return }
        isListening = false
        packets = [:]
        _ = monitor.lose(error, at: nanoseconds)
    }

    /// The beacons that it ranges now.
    mutating func range(at nanoseconds: Int64) -> [RangedBeacon] { isListening ? ranger.range(at: nanoseconds) : [] }

    /// The level of the packets since positions were last estimated, 5 dB sigma per packet; `nil` if none came.
    func recentLevel(of identity: BeaconIdentity) -> SignalLevel? {
        packets[identity].map { SignalLevel(mean: $0.sum / $0.count, variance: 25 / $0.count) }
    }

    /// The power at 1 m that a beacon's last packet advertises, dBm; `nil` if none came since positions were last
    /// estimated.
    func claimedPower(of identity: BeaconIdentity) -> Int? { packets[identity]?.claimedPower }

    /// The beacons whose packets came since positions were last estimated.
    var recentlyReceived: [BeaconIdentity] { Array(packets.keys) }

    /// Removes the packets, after positions have been estimated.
    mutating func forgetPackets() { packets = [:] }
}
