/// Merges the receivers of a venue: ranging, region events and positions.
///
/// A value without a clock: pass it the packets of each receiver and, at least once per second, the time. Every
/// receiver may have a delay of its own, but the packets of one receiver must come in order.
public struct VenueTracker: Sendable {
    /// Silence of a receiver after which it no longer counts, s.
    public var receiverSeconds = 15.0
    /// Silence after which a walker's position is removed, s.
    public var walkerSeconds = 10.0
    /// The maximum number of walkers with a particle filter of their own; the others are located by least squares.
    public var particleLimit = 64
    /// The maximum number of regions.
    public let regionLimit: Int
    /// The venue's configuration.
    public private(set) var configuration: VenueConfiguration

    private var receiverStates: [String: ReceiverState] = [:]
    private var tracks: [VenueWalker: WalkerTrack] = [:]
    private var occupants: [String: Set<VenueWalker>] = [:]
    private var lastAlive: [String: Int64] = [:]
    private var states: [String: RegionState] = [:]
    private var nextPositions: Int64?
    private var map: VenueRadioMap

    /// Creates a tracker without a venue; at most 20 regions by default, as in CoreLocation.
    public init(regionLimit: Int = 20) {
        self.regionLimit = regionLimit
        configuration = VenueConfiguration()
        map = VenueRadioMap(configuration)
    }

    /// Configures the venue; unchanged parts keep their state, and removed receivers are forgotten.
    ///
    /// Throws `tooManyRegions`, and changes nothing then.
    public mutating func configure(_ new: VenueConfiguration, at nanoseconds: Int64) throws(ProximityError) {
        guard new.regions.count <= regionLimit else { throw .tooManyRegions(limit: regionLimit) }
        if new.floors != configuration.floors || new.method != configuration.method
            || new.radio != configuration.radio || new.survey != configuration.survey
        {
            tracks = [:]
        }
        map = VenueRadioMap(new, before: map)
        configuration = new
        let known = Set(new.receivers.map(\.identifier))
        receiverStates = receiverStates.filter { known.contains($0.key) }
        lastAlive = lastAlive.filter { known.contains($0.key) }
        for name in receiverStates.keys { try set(up: name, at: nanoseconds) }
        let places = Set(new.regions.map(\.region.identifier))
        states = states.filter { places.contains($0.key) }
        let zones = Set(new.zones.map(\.identifier))
        occupants = occupants.filter { zones.contains($0.key) }
    }

    /// A region's state; `nil` if there is no such region.
    public func state(of region: String) -> RegionState? {
        configuration.regions.contains { $0.region.identifier == region } ? states[region] ?? .unknown : nil
    }

    /// A receiver of the venue has connected and listens; others are ignored.
    public mutating func greet(_ receiver: String, at nanoseconds: Int64) throws(ProximityError) {
        guard configuration.receivers.contains(where: { $0.identifier == receiver }) else { return }
        lastAlive[receiver] = nanoseconds
        if receiverStates[receiver] == nil {
            receiverStates[receiver] = ReceiverState(limit: regionLimit)
            try set(up: receiver, at: nanoseconds)
        }
        receiverStates[receiver]?.resume()
    }

    /// Processes a packet of a receiver and returns the changes; a receiver that has not greeted is ignored.
    public mutating func receive(_ packet: ReceivedPacket, by receiver: String) -> [VenueEvent] {
        guard let events = receiverStates[receiver]?.receive(packet), !events.isEmpty else { return [] }
        return merge(events, from: receiver, at: packet.nanoseconds)
    }

    /// A receiver cannot receive: it does not count until it greets again.
    public mutating func lose(_ receiver: String, _ error: ReceiverError, at nanoseconds: Int64) -> [VenueEvent] {
        receiverStates[receiver]?.lose(error, at: nanoseconds)
        return settle(error: error, at: nanoseconds)
    }

    /// Advances the time and returns the changes; estimates the positions once per second.
    public mutating func advance(to nanoseconds: Int64) -> [VenueEvent] {
        for name in receiverStates.keys.sorted() {
            _ = receiverStates[name]?.advance(to: nanoseconds)
            guard let last = lastAlive[name], Double(nanoseconds - last) >= receiverSeconds * 1e9 else { continue }
            receiverStates[name]?.lose(.disconnected, at: nanoseconds)
        }
        var events = settle(error: .disconnected, at: nanoseconds)
        guard let due = nextPositions, nanoseconds < due, due - nanoseconds <= 1_000_000_000 else {
            nextPositions = nanoseconds + 1_000_000_000
            events += locate(at: nanoseconds)
            return events
        }
        return events
    }

    private mutating func set(up receiver: String, at nanoseconds: Int64) throws(ProximityError) {
        let known = configuration.receivers.first { $0.identifier == receiver }
        let powers = configuration.beacons.compactMap { beacon in beacon.power.map { (beacon.identity, $0) } }
        let regions = configuration.regions.filter { configuration.counts(receiver, for: $0) }
        try receiverStates[receiver]?.configure(
            gain: known?.gain ?? 0,
            powers: Dictionary(powers) { $1 },
            regions: regions.map(\.region),
            at: nanoseconds
        )
    }

    /// The venue's state of a region: inside if one receiver is inside, outside if all with a known state are outside.
    private func vote(on region: String) -> RegionState {
        var found = RegionState.unknown
        for state in receiverStates.values where state.isListening {
            switch state.monitor.state(of: region) {
            case .inside: return .inside
            case .outside: found = .outside
            case .unknown, nil: break
            }
        }
        return found
    }

    /// Stores the states of one receiver, and which beacon has entered.
    private mutating func merge(_ events: [RegionEvent], from receiver: String, at time: Int64) -> [VenueEvent] {
        events.flatMap { event -> [VenueEvent] in
            guard case .entered(let region, let beacon, _) = event else { return [] }
            return change(region, to: vote(on: region), who: .beacon(beacon), receiver: receiver, at: time)
        }
    }

    /// Merges the receivers' states of all regions again.
    private mutating func settle(error: ReceiverError, at nanoseconds: Int64) -> [VenueEvent] {
        configuration.regions.flatMap { region in
            let name = region.region.identifier
            return change(name, to: vote(on: name), error: error, at: nanoseconds)
        }
    }

    private mutating func change(
        _ region: String,
        to state: RegionState,
        who: VenueWalker? = nil,
        receiver: String? = nil,
        error: ReceiverError = .disconnected,
        at time: Int64
    ) -> [VenueEvent] {
        let before = states[region] ?? .unknown
        guard state != before else { return [] }
        states[region] = state
        func event(_ kind: VenueEvent.Kind) -> VenueEvent {
            VenueEvent(place: region, kind: kind, walker: who, receiver: receiver, nanoseconds: time)
        }
        switch (before, state) {
        case (.unknown, .inside): return [event(.determined(.inside)), event(.entered)]
        case (_, .inside): return [event(.entered)]
        case (.inside, .outside): return [event(.exited)]
        case (_, .outside): return [event(.determined(.outside))]
        case (_, .unknown): return [event(.failed(error))]
        }
    }
}

extension VenueTracker {
    /// Estimates all walkers' positions, and returns who has entered or left a zone.
    private mutating func locate(at nanoseconds: Int64) -> [VenueEvent] {
        defer { for name in receiverStates.keys { receiverStates[name]?.forgetPackets() } }
        guard !map.floors.isEmpty else { return [] }
        for walker in walkers() {
            switch walker {
            case .beacon(let identity): locate(identity, at: nanoseconds)
            case .receiver(let name): locate(name, at: nanoseconds)
            }
        }
        let oldest = nanoseconds - Int64(walkerSeconds * 1e9)
        tracks = tracks.filter { $0.value.lastReceived > oldest && $0.value.lastReceived <= nanoseconds }
        return occupy(at: nanoseconds)
    }

    /// All walkers: those with a track and those received in the last second, in a fixed order.
    private func walkers() -> [VenueWalker] {
        let hanging = Set(map.beacons.map(\.identity))
        let received = Set(receiverStates.values.flatMap(\.recentlyReceived)).subtracting(hanging)
        let carried = receiverStates.keys.filter { name in
            configuration.receivers.contains { $0.identifier == name && $0.position == nil }
        }
        return Set(tracks.keys).union(received.map(VenueWalker.beacon)).union(carried.map(VenueWalker.receiver))
            .sorted(by: VenueWalker.precedes)
    }

    /// The method for one more walker.
    private var method: PositionMethod { tracks.count > particleLimit ? .leastSquares : configuration.method }

    /// Locates a carried beacon among the receivers that hang.
    private mutating func locate(_ beacon: BeaconIdentity, at nanoseconds: Int64) {
        let walker = VenueWalker.beacon(beacon)
        let levels = map.receivers.map { receiverStates[$0.identifier]?.recentLevel(of: beacon) }
        let readings = levels.enumerated().compactMap { index, level in
            level.map { StationReading(station: index, level: $0) }
        }
        guard tracks[walker] != nil || !readings.isEmpty else { return }
        var track = tracks[walker] ?? WalkerTrack(floors: map.floors, at: nanoseconds)
        let claimed = map.receivers.compactMap { receiverStates[$0.identifier]?.claimedPower(of: beacon) }.first
        track.claimedPower = claimed ?? track.claimedPower
        let calibrated = configuration.beacons.first { $0.identity == beacon }?.power
        let power = calibrated ?? track.claimedPower.map(Double.init)
        let silent = levels.indices.filter { index in
            levels[index] == nil && receiverStates[map.receivers[index].identifier]?.isListening == true
        }
        let floor = track.decideFloor(
            map.floorLikelihoods(ofTag: readings, silent: silent, power: power),
            at: nanoseconds
        )
        // A survey's levels are relative to the power.
        let survey = power == nil ? nil : map.survey(on: floor)
        track.update(
            survey == nil ? readings : readings.map { $0.raised(by: -(power ?? 0)) },
            stations: survey?.stations ?? map.receiverStations(on: floor, power: power),
            survey: survey?.field,
            on: (floor, map.floors[floor]),
            method: method,
            radio: configuration.radio,
            at: nanoseconds
        )
        tracks[walker] = track
    }

    /// Locates a carried receiver among the beacons that hang.
    private mutating func locate(_ receiver: String, at nanoseconds: Int64) {
        let walker = VenueWalker.receiver(receiver)
        let readings = map.beacons.enumerated().compactMap { index, beacon in
            receiverStates[receiver]?.recentLevel(of: beacon.identity).map { StationReading(station: index, level: $0) }
        }
        guard tracks[walker] != nil || !readings.isEmpty else { return }
        var track = tracks[walker] ?? WalkerTrack(floors: map.floors, at: nanoseconds)
        let gain = configuration.receivers.first { $0.identifier == receiver }?.gain ?? 0
        let floor = track.decideFloor(map.floorLikelihoods(ofReceiver: readings, gain: gain), at: nanoseconds)
        track.update(
            readings,
            stations: map.beaconStations(on: floor, gain: gain),
            survey: nil,
            on: (floor, map.floors[floor]),
            method: method,
            radio: configuration.radio,
            at: nanoseconds
        )
        tracks[walker] = track
    }

    /// Updates who is in a zone: in above a probability of 70 %, out below 30 %.
    private mutating func occupy(at nanoseconds: Int64) -> [VenueEvent] {
        configuration.zones.flatMap { zone -> [VenueEvent] in
            let before = occupants[zone.identifier] ?? []
            let own = map.index(of: zone.floor)
            let now = tracks.filter { walker, track in
                guard let estimate = track.estimate, let floor = estimate.floor, let own,
                    floor.identifier == map.floors[own].identifier
                else { return false }
                return zone.probability(of: estimate) * floor.probability > (before.contains(walker) ? 0.3 : 0.7)
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

extension VenueTracker {
    /// The venue's current state: every beacon with every receiver that receives it, positions, regions and zones.
    public mutating func snapshot(at nanoseconds: Int64) -> VenueSnapshot {
        var links: [BeaconIdentity: [VenueSnapshot.Link]] = [:]
        for name in receiverStates.keys.sorted() {
            for ranged in receiverStates[name]?.range(at: nanoseconds) ?? [] {
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

    /// Known distances before unknown ones, then by distance, strength and identity.
    private static func isNearer(_ left: RangedBeacon, _ right: RangedBeacon) -> Bool {
        let (far, farther) = (
            left.distance < 0 ? .infinity : left.distance, right.distance < 0 ? .infinity : right.distance
        )
        return (far, -left.rssi, left.identity) < (farther, -right.rssi, right.identity)
    }
}
