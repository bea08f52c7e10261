/// One packet of a beacon as a receiver received it.
public struct BeaconSighting: Hashable, Sendable {
    /// The packet's content.
    public var frame: BeaconFrame
    /// Its signal strength, dBm; 127 if the radio did not report it.
    public var rssi: Int
    /// When it was received.
    public var nanoseconds: Int64
    /// The radio address of its sender, in the low 48 bits; `nil` if it is not known.
    ///
    /// All frames of a beacon have the same, until the beacon changes it.
    public var sender: UInt64?

    /// Creates a sighting.
    public init(frame: BeaconFrame, rssi: Int, nanoseconds: Int64, sender: UInt64? = nil) {
        self.frame = frame
        self.rssi = rssi
        self.nanoseconds = nanoseconds
        self.sender = sender
    }
}

extension RegionMonitor {
    /// Processes a sighting and returns the changes; frames without identity change nothing.
    public mutating func receive(_ sighting: BeaconSighting) -> [RegionEvent] {
        guard let identity = sighting.frame.identity else { return [] }
        return receive(identity, rssi: sighting.rssi, at: sighting.nanoseconds)
    }
}

extension BeaconRanger {
    /// Processes a sighting; frames without identity or power are ignored.
    public mutating func receive(_ sighting: BeaconSighting) {
        guard let identity = sighting.frame.identity, let power = sighting.frame.measuredPower else { return }
        receive(identity, rssi: sighting.rssi, measuredPower: power, at: sighting.nanoseconds)
    }
}
