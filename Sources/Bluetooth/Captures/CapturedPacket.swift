/// One packet of a capture, with its time.
package struct CapturedPacket: Hashable, Sendable {
    /// Nanoseconds since 1970.
    package var nanoseconds: Int64
    /// Whether it went from the controller to the host.
    package var isReceived: Bool
    /// The packet.
    package var packet: HCIPacket

    /// Creates a captured packet.
    package init(nanoseconds: Int64, isReceived: Bool, packet: HCIPacket) {
        self.nanoseconds = nanoseconds
        self.isReceived = isReceived
        self.packet = packet
    }
}
