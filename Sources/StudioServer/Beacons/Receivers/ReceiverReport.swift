import Proximity

/// A report of a receiver to the studio, once or twice per second.
package struct ReceiverReport: Codable, Sendable {
    /// Whether it may use its radio.
    package enum Authorisation: String, Codable, Sendable {
        /// It listens.
        case allowed
        /// This program may not use the radio.
        case denied
        /// Nobody may: the system has no Bluetooth, or another program holds it.
        case restricted
        /// It is not known yet, or the radio is gone at the moment.
        case notDetermined
    }

    /// The packets of one beacon.
    package struct BeaconPackets: Codable, Sendable {
        /// `UUID/major/minor`, or `namespace/instance`; see `BeaconIdentity.key`.
        package var beacon: String
        /// The advertised power at 1 m, dBm.
        package var power: Int?
        /// For each packet its age at sending, ms, and its strength, dBm; oldest first.
        package var packets: [[Int]]

        /// The packets of a beacon.
        package init(beacon: String, power: Int?, packets: [[Int]]) {
            self.beacon = beacon
            self.power = power
            self.packets = packets
        }
    }

    /// Whether it may use its radio.
    package var authorisation: Authorisation
    /// What to do about it, as text.
    package var reason: String?
    /// The source of its packets.
    package var source: String?
    /// The packets since the last report.
    package var beacons: [BeaconPackets]
    /// What senders said of themselves since the last report; `nil` for nothing.
    package var senders: [Sender]?

    /// The most senders in a report.
    static let mostSenders = 200

    private enum CodingKeys: String, CodingKey {
        case authorisation, reason, source, senders
        case beacons = "heard"
    }

    /// A report of its parts.
    package init(
        authorisation: Authorisation,
        reason: String? = nil,
        source: String? = nil,
        beacons: [BeaconPackets] = []
    ) {
        self.authorisation = authorisation
        self.reason = reason
        self.source = source
        self.beacons = beacons
    }

    /// The packets in the order of time; the report came at the time given.
    ///
    /// Throws a `StudioError` where it is too large or not understood.
    func packets(receivedAt nanoseconds: Int64) throws -> [ReceivedPacket] {
        guard beacons.count <= 5_000, beacons.reduce(0, { $0 + $1.packets.count }) <= 40_000 else {
            throw BeaconError.invalid("heard", "at most 5,000 beacons and 40,000 packets a report")
        }
        return try beacons.flatMap { entry -> [ReceivedPacket] in
            guard let beacon = BeaconIdentity(key: entry.beacon) else {
                throw BeaconError.invalid("beacon", "\(entry.beacon.prefix(80)) is not a beacon")
            }
            return try entry.packets.map { packet in
                guard packet.count == 2, (0...120_000).contains(packet[0]), (-128...127).contains(packet[1]) else {
                    throw BeaconError.invalid("packets", "a packet is [age in ms, strength in dBm]")
                }
                return ReceivedPacket(
                    beacon: beacon,
                    rssi: packet[1],
                    measuredPower: entry.power.map { min(max($0, -128), 127) },
                    nanoseconds: nanoseconds - Int64(packet[0]) * 1_000_000
                )
            }
        }.sorted { $0.nanoseconds < $1.nanoseconds }
    }
}
