import Foundation
import Proximity

/// The live state of a venue, published on the channel and returned over HTTP.
struct LiveState: Codable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    /// The number of all beacons near by; only the nearest are listed.
    var total: Int
    /// The beacons, nearest first.
    var beacons: [LiveBeacon]
    /// The receivers.
    var receivers: [LiveReceiver]
    /// The regions and zones.
    var places: [LivePlace]
    /// The calibration under way, or the last.
    var calibration: LiveCalibration?
    /// In a simulation: where those who carry something truly are.
    var truth: [LiveTruth]?
    /// For the owner: senders without an identity, strongest first.
    var senders: [LiveSender]?

    /// What visitors of a public venue may see: nothing that strangers' devices say of themselves.
    var forVisitors: LiveState {
        var state = self
        state.senders = nil
        for index in state.beacons.indices { state.beacons[index].details = nil }
        return state
    }

    /// The state in parts that each fit into one message of so many octets.
    func parts(limit: Int) -> [LiveState] {
        let size = (try? JSONEncoder().encode(self).count) ?? 0
        let count = beacons.count + receivers.count + places.count + (senders?.count ?? 0)
        guard size > limit, count > 1 else { return [self] }
        var (first, second) = (self, self)
        (first.beacons, second.beacons) = Self.halves(beacons)
        (first.receivers, second.receivers) = Self.halves(receivers)
        (first.places, second.places) = Self.halves(places)
        if let senders {
            let halves = Self.halves(senders)
            (first.senders, second.senders) = (halves.0, halves.1)
        }
        second.calibration = nil
        second.truth = nil
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
    /// One receiver of its packets.
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
    /// Its receivers, nearest first.
    var links: [Link]
    /// Its position.
    var position: LivePosition?
    /// For the owner: what it says beside its identity.
    var details: LiveDetails?
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
    /// The name in addresses of the floor on whose plan it is.
    var floor: String?
    /// How likely it is that floor, 0 to 1.
    var floorProbability: Double?
    /// Whether that is enough for it to be told without doubt.
    var isFloorSure: Bool?
}

/// A receiver.
struct LiveReceiver: Codable, Sendable {
    var id: String
    /// `allowed`, `denied`, `restricted` or `notDetermined`.
    var authorisation: String
    /// What to do about it.
    var reason: String?
    /// The source of its packets.
    var source: String?
    /// Whether reports come.
    var isConnected: Bool
    /// The recent rate of packets, per second.
    var packets: Double
    /// Its position, if it is carried.
    var position: LivePosition?
}

/// A region or zone.
struct LivePlace: Codable, Sendable {
    var id: String
    /// `inside`, `outside` or `unknown`.
    var state: String
    /// The persons and beacons in a zone.
    var who: [String]?
}

/// Where a simulated person truly is.
struct LiveTruth: Codable, Sendable {
    /// The beacon's key, or the receiver's name in addresses.
    var who: String
    /// Metres in the plan.
    var x: Double
    var y: Double
    /// The floor's name in addresses: the nearer one on the stairs.
    var floor: String?
}

/// A guided calibration.
struct LiveCalibration: Codable, Sendable {
    var beacon: String
    var receiver: String
    /// `listening`, `done` or `failed`.
    var state: String
    /// The completed share, 0 to 1.
    var share: Double
    /// The power at 1 m and its standard error, dBm and dB.
    var power: Double?
    var error: Double?
    /// Why it failed.
    var message: String?
}

extension LiveBeacon {
    /// The maximum number of published receivers of one beacon.
    private static let linkLimit = 6

    /// A beacon of a snapshot.
    init(_ beacon: VenueSnapshot.Beacon, name: String?, details: LiveDetails? = nil) {
        self.init(
            beacon: beacon.identity.key,
            name: name,
            links: beacon.links.prefix(Self.linkLimit).map { Link($0.ranged, receiver: $0.receiver) },
            position: beacon.position.map(LivePosition.init),
            details: details
        )
    }
}

extension LiveBeacon.Link {
    /// A beacon as one receiver ranges it.
    init(_ ranged: RangedBeacon, receiver: String) {
        self.init(
            receiver: receiver,
            proximity: ranged.proximity.rawValue,
            distance: ranged.distance.hundredths,
            accuracy: ranged.accuracy.hundredths,
            rssi: ranged.rssi,
            age: ranged.age.hundredths
        )
    }
}

extension LivePosition {
    /// A position of the tracker.
    init(_ estimate: PositionEstimate) {
        let ellipse = estimate.ellipse
        self.init(
            x: estimate.position.x.hundredths,
            y: estimate.position.y.hundredths,
            major: ellipse.semiMajor.hundredths,
            minor: ellipse.semiMinor.hundredths,
            angle: (ellipse.angle * 1000).rounded() / 1000,
            floor: estimate.floor?.identifier,
            floorProbability: estimate.floor?.probability.hundredths,
            isFloorSure: estimate.floor?.isSure
        )
    }
}

extension Double {
    /// Rounded to two places.
    var hundredths: Double { (self * 100).rounded() / 100 }
}
