extension VenueTracker {
    /// Finds where everybody is who was heard, and who has come into a zone or left one.
    mutating func locate(at nanoseconds: Int64) -> [VenueEvent] {
        defer { for name in ears.keys { ears[name]?.forgetPackets() } }
        guard let plan = configuration.plan else { return [] }
        let fixedReceivers = configuration.receivers.filter { $0.position != nil }
        let fixedBeacons = configuration.beacons.filter { $0.position != nil }
        for walker in walkers(fixedBeacons) {
            let (stations, readings, claimed) =
                switch walker {
                case .beacon(let identity): links(of: identity, to: fixedReceivers)
                case .receiver(let name): links(of: name, to: fixedBeacons)
                }
            guard tracks[walker] != nil || !readings.isEmpty else { continue }
            var track = tracks[walker] ?? WalkerTrack(at: nanoseconds)
            track.claimedPower = claimed
            let isCrowded = tracks.count > particleLimit
            track.update(
                readings,
                stations: stations,
                plan: plan,
                method: isCrowded ? .leastSquares : configuration.method,
                radio: configuration.radio,
                at: nanoseconds
            )
            tracks[walker] = track
        }
        let oldest = nanoseconds - Int64(walkerSeconds * 1e9)
        tracks = tracks.filter { $0.value.lastHeard > oldest && $0.value.lastHeard <= nanoseconds }
        return occupy(at: nanoseconds)
    }

    /// Everybody who may have moved: known walkers and whoever was heard in the last second, in a steady order.
    private func walkers(_ fixedBeacons: [VenueBeacon]) -> [VenueWalker] {
        let hanging = Set(fixedBeacons.map(\.identity))
        let heard = Set(ears.values.flatMap(\.recentlyHeard)).subtracting(hanging)
        let carried = ears.keys.filter { name in
            configuration.receivers.contains { $0.identifier == name && $0.position == nil }
        }
        return Set(tracks.keys).union(heard.map(VenueWalker.beacon)).union(carried.map(VenueWalker.receiver))
            .sorted(by: VenueWalker.precedes)
    }

    /// One end's stations, the levels on the links to them, and the power that the end claims where it is a beacon.
    private typealias Links = (stations: [Station], readings: [StationReading], claimedPower: Int?)

    /// A carried beacon's links to the receivers that hang.
    private func links(of beacon: BeaconIdentity, to receivers: [VenueReceiver]) -> Links {
        let claimed =
            receivers.lazy.compactMap { ears[$0.identifier]?.claimedPower(of: beacon) }.first
            ?? tracks[.beacon(beacon)]?.claimedPower
        let calibrated = configuration.beacons.first { $0.identity == beacon }?.power
        let power = calibrated ?? claimed.map(Double.init)
        let stations = receivers.map { station($0.position, $0.height, power, gain: $0.gain) }
        let readings = receivers.enumerated().compactMap { index, receiver in
            ears[receiver.identifier]?.recentLevel(of: beacon).map { StationReading(station: index, level: $0) }
        }
        return (stations, readings, claimed)
    }

    /// A carried receiver's links to the beacons that hang.
    private func links(of receiver: String, to beacons: [VenueBeacon]) -> Links {
        let gain = configuration.receivers.first { $0.identifier == receiver }?.gain ?? 0
        let stations = beacons.map { station($0.position, $0.height, $0.power, gain: gain) }
        let readings = beacons.enumerated().compactMap { index, beacon in
            ears[receiver]?.recentLevel(of: beacon.identity).map { StationReading(station: index, level: $0) }
        }
        return (stations, readings, nil)
    }

    /// The station at one end; what is carried is about 1 m over the floor.
    private func station(
        _ position: SIMD2<Double>?,
        _ height: Double,
        _ power: Double?,
        gain: Double
    ) -> Station {
        Station(
            position: position ?? .zero,
            heightDifference: height - 1,
            power: (power ?? -59) + gain - configuration.radio.carrierLoss,
            exponent: configuration.radio.exponent,
            shadowing: configuration.radio.shadowing
        )
    }

    /// Who is in a zone: in when that is likelier than 70 %, out when less likely than 30 %.
    private mutating func occupy(at nanoseconds: Int64) -> [VenueEvent] {
        configuration.zones.flatMap { zone -> [VenueEvent] in
            let before = occupants[zone.identifier] ?? []
            let now = tracks.filter { walker, track in
                guard let estimate = track.estimate else { return false }
                return zone.probability(of: estimate) > (before.contains(walker) ? 0.3 : 0.7)
            }
            let inside = Set(now.keys)
            occupants[zone.identifier] = inside
            func events(_ walkers: Set<VenueWalker>, _ kind: VenueEvent.Kind) -> [VenueEvent] {
                walkers.sorted(by: VenueWalker.precedes).map {
                    VenueEvent(place: zone.identifier, kind: kind, walker: $0, nanoseconds: nanoseconds)
                }
            }
            return events(before.subtracting(inside), .exited) + events(inside.subtracting(before), .entered)
        }
    }
}

extension VenueWalker {
    /// Receivers first, then beacons, each in their own order.
    static func precedes(_ left: VenueWalker, _ right: VenueWalker) -> Bool {
        switch (left, right) {
        case (.receiver(let left), .receiver(let right)): left < right
        case (.beacon(let left), .beacon(let right)): left < right
        case (.receiver, .beacon): true
        case (.beacon, .receiver): false
        }
    }
}
