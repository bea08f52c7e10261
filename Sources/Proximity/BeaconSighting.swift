/// One packet of a beacon as a receiver heard it.
public struct BeaconSighting: Hashable, Sendable {
    /// What the packet says.
    public var frame: BeaconFrame
    /// Its strength, dBm; 127 if the radio did not tell.
    public var rssi: Int
    /// When it was heard.
    public var nanoseconds: Int64

    /// Creates a sighting.
    public init(frame: BeaconFrame, rssi: Int, nanoseconds: Int64) {
        self.frame = frame
        self.rssi = rssi
        self.nanoseconds = nanoseconds
    }
}

extension RegionMonitor {
    /// Takes a sighting and says what changed; frames without identity change nothing.
    public mutating func hear(_ sighting: BeaconSighting) -> [RegionEvent] {
        guard let identity = sighting.frame.identity else { return [] }
        return hear(identity, rssi: sighting.rssi, at: sighting.nanoseconds)
    }
}

extension BeaconRanger {
    /// Takes a sighting; frames without identity or power are passed over.
    public mutating func hear(_ sighting: BeaconSighting) {
        guard let identity = sighting.frame.identity, let power = sighting.frame.measuredPower else { return }
        hear(identity, rssi: sighting.rssi, measuredPower: power, at: sighting.nanoseconds)
    }
}
