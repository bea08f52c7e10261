/// Data on a connection: a part of a message of a logical channel (Core Specification, volume 4, part E, section 5.4.2).
struct LinkFragment: Hashable, Sendable {
    /// The connection.
    var handle: UInt16
    /// Whether a message begins here.
    var isFirst: Bool
    /// The octets.
    var octets: [UInt8]

    /// The Attribute Protocol's channel.
    static let attributeChannel: UInt16 = 4

    /// A message of the attribute channel, whole: at most 23 octets fit into every controller's packet.
    init(handle: UInt16, message: [UInt8]) {
        self.handle = handle
        isFirst = true
        octets = UInt16(message.count).littleEndianOctets + Self.attributeChannel.littleEndianOctets + message
    }

    /// Reads a packet of type 2; `nil` if it is truncated.
    init?(packet: [UInt8]) {
        var reader = OctetReader(packet[...])
        guard let head = reader.short(), let length = reader.short(), let octets = reader.octets(Int(length)) else {
            return nil
        }
        handle = head & 0x0FFF
        isFirst = (head >> 12) & 3 != 1
        self.octets = Array(octets)
    }

    /// The packet as a host sends it.
    var packet: HCIPacket {
        .other(type: 0x02, octets: handle.littleEndianOctets + UInt16(octets.count).littleEndianOctets + octets)
    }
}

/// Puts the messages of the attribute channel together from their parts; other channels' are dropped.
struct LinkAssembler: Sendable {
    private var pending: [UInt8] = []
    /// No message of a client that does not extend them is longer; what claims to be is dropped.
    private static let longest = 512

    /// Adds a part, and returns the message that is whole now.
    mutating func add(_ fragment: LinkFragment) -> [UInt8]? {
        if fragment.isFirst { pending = [] }
        guard fragment.isFirst || !pending.isEmpty else { return nil }
        pending += fragment.octets
        var reader = OctetReader(pending[...])
        guard let length = reader.short(), let channel = reader.short() else { return nil }
        guard Int(length) <= Self.longest, channel == LinkFragment.attributeChannel else {
            pending = []
            return nil
        }
        guard let message = reader.octets(Int(length)) else { return nil }
        pending = []
        return Array(message)
    }
}
