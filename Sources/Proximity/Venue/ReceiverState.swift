/// What one receiver of a venue has heard: its own ranging and its own regions.
///
/// A packet that two receivers hear is one packet to each of them. Taken together it would look like two, and a weak
/// beacon like a steady one; so every receiver judges by itself, and the venue counts the verdicts.
struct ReceiverState: Sendable {
    private(set) var ranger = BeaconRanger<KalmanFilter, ShadowedDistanceModel>()
    private(set) var monitor: RegionMonitor
    /// Whether it can hear now.
    private(set) var isListening = true
    private var packets: [BeaconIdentity: PacketSum] = [:]
    private var watched: [BeaconRegion] = []

    /// The packets of one beacon since positions were last found.
    private struct PacketSum: Sendable {
        var sum = 0.0
        var count = 0.0
        var claimedPower: Int?
    }

    init(limit: Int) { monitor = RegionMonitor(limit: limit) }

    /// Takes over what concerns this receiver; regions that stay keep their state.
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

    /// Takes a packet.
    mutating func hear(_ packet: HeardPacket) -> [RegionEvent] {
        isListening = true
        let (beacon, time) = (packet.beacon, packet.nanoseconds)
        if let power = packet.measuredPower {
            ranger.hear(beacon, rssi: packet.rssi, measuredPower: power, at: time)
        }
        if packet.rssi != 127 {
            var sum = packets[beacon] ?? PacketSum()
            sum.sum += Double(packet.rssi)
            sum.count += 1
            sum.claimedPower = packet.measuredPower
            packets[beacon] = sum
        }
        return monitor.hear(beacon, rssi: packet.rssi, at: time)
    }

    /// Lets time pass.
    mutating func advance(to nanoseconds: Int64) -> [RegionEvent] {
        isListening ? monitor.advance(to: nanoseconds) : []
    }

    /// It hears again, though perhaps nothing yet.
    mutating func resume() { isListening = true }

    /// It cannot hear.
    mutating func lose(_ error: ReceiverError, at nanoseconds: Int64) {
        guard isListening else { return }
        isListening = false
        packets = [:]
        _ = monitor.lose(error, at: nanoseconds)
    }

    /// The beacons it ranges now.
    mutating func range(at nanoseconds: Int64) -> [RangedBeacon] { isListening ? ranger.range(at: nanoseconds) : [] }

    /// The level of the packets since positions were last found, 5 dB a packet; `nil` if none came.
    func recentLevel(of identity: BeaconIdentity) -> SignalLevel? {
        packets[identity].map { SignalLevel(mean: $0.sum / $0.count, variance: 25 / $0.count) }
    }

    /// The power at 1 m that a beacon's last packet claims, dBm; `nil` if none came since positions were last found.
    func claimedPower(of identity: BeaconIdentity) -> Int? { packets[identity]?.claimedPower }

    /// The beacons of which packets came since positions were last found.
    var recentlyHeard: [BeaconIdentity] { Array(packets.keys) }

    /// Positions have been found: what comes now is new.
    mutating func forgetPackets() { packets = [:] }
}
