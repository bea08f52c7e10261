import Foundation

/// A venue now, as it is told over the channel and answered over HTTP.
struct LiveState: Codable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    /// How many beacons are near by in all; only the nearest are told.
    var total: Int
    /// The beacons, nearest first.
    var beacons: [LiveBeacon]
    /// The receivers.
    var receivers: [LiveReceiver]
    /// The regions and zones.
    var places: [LivePlace]
    /// The calibration under way, or the last.
    var calibration: LiveCalibration?

    /// The state in parts that each fit into one message of so many octets.
    func parts(limit: Int) -> [LiveState] {
        let size = (try? JSONEncoder().encode(self).count) ?? 0
        let count = beacons.count + receivers.count + places.count
        guard size > limit, count > 1 else { return [self] }
        var (first, second) = (self, self)
        (first.beacons, second.beacons) = Self.halves(beacons)
        (first.receivers, second.receivers) = Self.halves(receivers)
        (first.places, second.places) = Self.halves(places)
        second.calibration = nil
        return first.parts(limit: limit) + second.parts(limit: limit)
    }

    private static func halves<Item>(_ items: [Item]) -> ([Item], [Item]) {
        let half = (items.count + 1) / 2
        return (Array(items.prefix(half)), Array(items.dropFirst(half)))
    }
}

/// A part of the state, as a message.
struct LivePart: Codable, Sendable {
    /// From 0.
    var part: Int
    /// How many there are.
    var parts: Int
    /// What it holds.
    var state: LiveState
}

/// A beacon near by.
struct LiveBeacon: Codable, Sendable {
    /// One receiver that hears it.
    struct Link: Codable, Sendable {
        var receiver: String
        var proximity: String
        /// Metres; −1 if it is not known.
        var distance: Double
        /// One sigma, metres.
        var accuracy: Double
        /// dBm.
        var rssi: Int
        /// Seconds since its last packet.
        var age: Double
    }

    /// `UUID/major/minor`, or `namespace/instance`.
    var beacon: String
    /// The owner's name for it.
    var name: String?
    /// The receivers that hear it best, nearest first.
    var links: [Link]
    /// Where it is.
    var position: LivePosition?
}

/// A position with its one-sigma ellipse.
struct LivePosition: Codable, Sendable {
    var x: Double
    var y: Double
    /// Half axes, metres.
    var major: Double
    var minor: Double
    /// The long axis, radians from x towards y.
    var angle: Double
}

/// A receiver.
struct LiveReceiver: Codable, Sendable {
    var id: String
    /// `allowed`, `denied`, `restricted` or `notDetermined`.
    var authorisation: String
    /// What to do about it.
    var reason: String?
    /// What it listens to.
    var source: String?
    /// Whether reports come.
    var isConnected: Bool
    /// Packets a second, lately.
    var packets: Double
    /// Where it is, when it is carried.
    var position: LivePosition?
}

/// A region or zone.
struct LivePlace: Codable, Sendable {
    var id: String
    /// `inside`, `outside` or `unknown`.
    var state: String
    /// Who is in a zone.
    var who: [String]?
}

/// A guided calibration.
struct LiveCalibration: Codable, Sendable {
    var beacon: String
    var receiver: String
    /// `listening`, `done` or `failed`.
    var state: String
    /// How much is done, 0 to 1.
    var share: Double
    /// The power at 1 m and its standard error, dBm and dB.
    var power: Double?
    var error: Double?
    /// Why it failed.
    var message: String?
}
