/// What a beacon says beside its identity: a web address, the state of its battery.
///
/// These frames have no identity of their own. They belong to the beacon whose radio address they have.
public struct SenderDetails: Hashable, Sendable {
    /// The radio address, in the low 48 bits.
    public var sender: UInt64
    /// The identity that the same address sends; `nil` if it sends none.
    public var identity: BeaconIdentity?
    /// The web address of an Eddystone URL; anybody can send any.
    public var webAddress: String?
    /// The beacon's state.
    public var telemetry: EddystoneTelemetryFrame?
    /// The signal strength of the last such frame, dBm; 127 if the radio did not report it.
    public var rssi: Int
    /// When that frame was received.
    public var nanoseconds: Int64

    /// Creates details.
    public init(
        sender: UInt64,
        identity: BeaconIdentity? = nil,
        webAddress: String? = nil,
        telemetry: EddystoneTelemetryFrame? = nil,
        rssi: Int,
        nanoseconds: Int64
    ) {
        self.sender = sender
        self.identity = identity
        self.webAddress = webAddress
        self.telemetry = telemetry
        self.rssi = rssi
        self.nanoseconds = nanoseconds
    }

    /// The radio address as twelve hexadecimal digits.
    public var senderDigits: String {
        let digits = String(sender, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(12 - digits.count, 0)) + digits
    }
}
