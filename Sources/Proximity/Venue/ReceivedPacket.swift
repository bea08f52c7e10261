/// One packet of a beacon as a receiver reports it: identity, strength, time.
public struct ReceivedPacket: Hashable, Sendable {
    /// The sender's identity.
    public var beacon: BeaconIdentity
    /// Its signal strength, dBm; 127 if the radio did not report it.
    public var rssi: Int
    /// The advertised power at 1 m, dBm; `nil` if the frame has none.
    public var measuredPower: Int?
    /// When it was received.
    public var nanoseconds: Int64

    /// Creates a packet.
    public init(beacon: BeaconIdentity, rssi: Int, measuredPower: Int?, nanoseconds: Int64) {
        self.beacon = beacon
        self.rssi = rssi
        self.measuredPower = measuredPower
        self.nanoseconds = nanoseconds
    }

    /// Creates a packet from a sighting; `nil` for frames without identity.
    public init?(_ sighting: BeaconSighting) {
        guard let beacon = sighting.frame.identity else { return nil }
        self.init(
            beacon: beacon,
            rssi: sighting.rssi,
            measuredPower: sighting.frame.measuredPower,
            nanoseconds: sighting.nanoseconds
        )
    }
}
