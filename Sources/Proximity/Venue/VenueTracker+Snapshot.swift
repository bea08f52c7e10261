extension VenueTracker {
    /// The venue now: every beacon with every receiver that hears it, positions, regions and zones.
    public mutating func snapshot(at nanoseconds: Int64) -> VenueSnapshot {
        var links: [BeaconIdentity: [VenueSnapshot.Link]] = [:]
        for name in ears.keys.sorted() {
            for ranged in ears[name]?.range(at: nanoseconds) ?? [] {
                links[ranged.identity, default: []].append(VenueSnapshot.Link(receiver: name, ranged: ranged))
            }
        }
        let beacons = links.map { identity, links in
            VenueSnapshot.Beacon(
                identity: identity,
                links: links.sorted { Self.isNearer($0.ranged, $1.ranged) },
                position: tracks[.beacon(identity)]?.estimate
            )
        }
        let carried = tracks.compactMap { walker, track -> (String, PositionEstimate)? in
            guard case .receiver(let name) = walker else { return nil }
            return track.estimate.map { (name, $0) }
        }
        let states = configuration.regions.map { ($0.region.identifier, state(of: $0.region.identifier) ?? .unknown) }
        return VenueSnapshot(
            nanoseconds: nanoseconds,
            beacons: beacons.sorted { Self.isNearer($0.links[0].ranged, $1.links[0].ranged) },
            carriedReceivers: Dictionary(carried) { $1 },
            regions: Dictionary(states) { $1 },
            zones: occupants.mapValues { $0.sorted(by: VenueWalker.precedes) }
        )
    }

    /// Known distances before unknown ones, then the order of distance, strength and identity.
    private static func isNearer(_ left: RangedBeacon, _ right: RangedBeacon) -> Bool {
        let (far, farther) = (
            left.distance < 0 ? .infinity : left.distance, right.distance < 0 ? .infinity : right.distance
        )
        return (far, -left.rssi, left.identity) < (farther, -right.rssi, right.identity)
    }
}
