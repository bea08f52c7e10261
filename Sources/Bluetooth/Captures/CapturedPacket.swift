/// One packet of a capture, with its time.
public struct CapturedPacket: Hashable, Sendable {
    /// Nanoseconds since 1970.
    public var nanoseconds: Int64
    /// Whether it went from the controller to the host.
    public var isReceived: Bool
    /// The packet.
    public var packet: HCIPacket

    /// Creates a captured packet.
    public init(nanoseconds: Int64, isReceived: Bool, packet: HCIPacket) {
        self.nanoseconds = nanoseconds
        self.isReceived = isReceived
        self.packet = packet
    }
}
