import Proximity

extension LiveBeacon {
    /// The most receivers that are told of one beacon.
    private static let linkLimit = 6

    /// A beacon of a snapshot.
    init(_ beacon: VenueSnapshot.Beacon, name: String?) {
        self.init(
            beacon: beacon.identity.key,
            name: name,
            links: beacon.links.prefix(Self.linkLimit).map(Link.init),
            position: beacon.position.map(LivePosition.init)
        )
    }
}

extension LiveBeacon.Link {
    fileprivate init(_ link: VenueSnapshot.Link) {
        self.init(
            receiver: link.receiver,
            proximity: link.ranged.proximity.rawValue,
            distance: link.ranged.distance.hundredths,
            accuracy: link.ranged.accuracy.hundredths,
            rssi: link.ranged.rssi,
            age: link.ranged.age.hundredths
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
