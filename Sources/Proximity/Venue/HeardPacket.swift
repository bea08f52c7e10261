/// One packet of a beacon as a receiver reports it: who, how strong, when.
public struct HeardPacket: Hashable, Sendable {
    /// Who sent it.
    public var beacon: BeaconIdentity
    /// Its strength, dBm; 127 if the radio did not tell.
    public var rssi: Int
    /// The power at 1 m that it claims, dBm; `nil` if it does not say.
    public var measuredPower: Int?
    /// When it was heard.
    public var nanoseconds: Int64

    /// Creates a packet.
    public init(beacon: BeaconIdentity, rssi: Int, measuredPower: Int?, nanoseconds: Int64) {
        self.beacon = beacon
        self.rssi = rssi
        self.measuredPower = measuredPower
        self.nanoseconds = nanoseconds
    }

    /// What a sighting says; `nil` for frames without identity.
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
