import Proximity

extension LiveBeacon {
    /// The maximum number of published receivers of one beacon.
    private static let linkLimit = 6

    /// A beacon of a snapshot.
    init(_ beacon: VenueSnapshot.Beacon, name: String?) {
        self.init(
            beacon: beacon.identity.key,
            name: name,
            links: beacon.links.prefix(Self.linkLimit).map { Link($0.ranged, receiver: $0.receiver) },
            position: beacon.position.map(LivePosition.init)
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
            angle: (ellipse.angle * 1000).rounded() / 1000
        )
    }
}

extension Double {
    /// Rounded to two places.
    var hundredths: Double { (self * 100).rounded() / 100 }
}
