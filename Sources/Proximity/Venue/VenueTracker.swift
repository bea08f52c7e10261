/// Merges the receivers of a venue: who is near whom, which regions are entered and left, and who is where.
///
/// A value without a clock: give it what each receiver heard and, at least once a second, the time. Every receiver may
/// have a delay of its own, but the packets of one receiver come in order.
public struct VenueTracker: Sendable {
    /// Silence of a receiver after which it no longer counts, s.
    public var receiverSeconds = 15.0
    /// Silence after which a walker's position is forgotten, s.
    public var walkerSeconds = 10.0
    /// The most walkers that get a particle filter of their own; the others are located by least squares.
    public var particleLimit = 64
    /// The most regions at a time.
    public let regionLimit: Int
    /// The set-up.
    public private(set) var configuration: VenueConfiguration

    var ears: [String: ReceiverEar] = [:]
    var tracks: [VenueWalker: WalkerTrack] = [:]
    var occupants: [String: Set<VenueWalker>] = [:]
    private var lastAlive: [String: Int64] = [:]
    private var states: [String: RegionState] = [:]
    private var nextPositions: Int64?

    /// Creates a tracker without a venue; at most 20 regions, as in CoreLocation, unless told otherwise.
    public init(regionLimit: Int = 20) {
        self.regionLimit = regionLimit
        configuration = VenueConfiguration()
    }

    /// Sets the venue up; what stays as it was keeps its state, receivers that are no longer in it are forgotten.
    ///
    /// Throws `tooManyRegions`, and leaves everything as it was.
    public mutating func configure(_ new: VenueConfiguration, at nanoseconds: Int64) throws(ProximityError) {
        guard new.regions.count <= regionLimit else { throw .tooManyRegions(limit: regionLimit) }
        if new.plan != configuration.plan || new.method != configuration.method || new.radio != configuration.radio {
            tracks = [:]
        }
        configuration = new
        let known = Set(new.receivers.map(\.identifier))
        ears = ears.filter { known.contains($0.key) }
        lastAlive = lastAlive.filter { known.contains($0.key) }
        for name in ears.keys { try set(up: name, at: nanoseconds) }
        let places = Set(new.regions.map(\.region.identifier))
        states = states.filter { places.contains($0.key) }
        let zones = Set(new.zones.map(\.identifier))
        occupants = occupants.filter { zones.contains($0.key) }
    }

    /// A region's state; `nil` where there is no such region.
    public func state(of region: String) -> RegionState? {
        configuration.regions.contains { $0.region.identifier == region } ? states[region] ?? .unknown : nil
    }

    /// A receiver of the venue is there and listens; others are not heeded.
    public mutating func greet(_ receiver: String, at nanoseconds: Int64) throws(ProximityError) {
        guard configuration.receivers.contains(where: { $0.identifier == receiver }) else { return }
        lastAlive[receiver] = nanoseconds
        if ears[receiver] == nil {
            ears[receiver] = ReceiverEar(limit: regionLimit)
            try set(up: receiver, at: nanoseconds)
        }
        ears[receiver]?.resume()
    }

    /// Takes a packet that a receiver heard, and says what changed; a receiver that never greeted is not listened to.
    public mutating func hear(_ packet: HeardPacket, by receiver: String) -> [VenueEvent] {
        guard let events = ears[receiver]?.hear(packet), !events.isEmpty else { return [] }
        return merge(events, from: receiver, at: packet.nanoseconds)
    }

    /// A receiver cannot hear: it does not count until it greets again.
    public mutating func lose(_ receiver: String, _ fault: ReceiverFault, at nanoseconds: Int64) -> [VenueEvent] {
        ears[receiver]?.lose(fault, at: nanoseconds)
        return settle(fault: fault, at: nanoseconds)
    }

    /// Lets time pass, and says what changed; once a second it finds the positions anew.
    public mutating func advance(to nanoseconds: Int64) -> [VenueEvent] {
        for name in ears.keys.sorted() {
            _ = ears[name]?.advance(to: nanoseconds)
            guard let last = lastAlive[name], Double(nanoseconds - last) >= receiverSeconds * 1e9 else { continue }
            ears[name]?.lose(.disconnected, at: nanoseconds)
        }
        var events = settle(fault: .disconnected, at: nanoseconds)
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
        let regions = configuration.regions.filter { $0.receiver == nil || $0.receiver == receiver }
        try ears[receiver]?.configure(
            gain: known?.gain ?? 0,
            powers: Dictionary(powers) { $1 },
            regions: regions.map(\.region),
            at: nanoseconds
        )
    }

    /// The venue's state of a region: inside where one receiver says so, outside where all that know say so.
    private func vote(on region: String) -> RegionState {
        var found = RegionState.unknown
        for ear in ears.values where ear.isListening {
            switch ear.monitor.state(of: region) {
            case .inside: return .inside
            case .outside: found = .outside
            case .unknown, nil: break
            }
        }
        return found
    }

    /// Takes what one receiver says; who has come in is known then.
    private mutating func merge(_ events: [RegionEvent], from receiver: String, at time: Int64) -> [VenueEvent] {
        events.flatMap { event -> [VenueEvent] in
            guard case .entered(let region, let beacon, _) = event else { return [] }
            return change(region, to: vote(on: region), who: .beacon(beacon), receiver: receiver, at: time)
        }
    }

    /// Counts the verdicts on all regions again.
    private mutating func settle(fault: ReceiverFault, at nanoseconds: Int64) -> [VenueEvent] {
        configuration.regions.flatMap { region in
            let name = region.region.identifier
            return change(name, to: vote(on: name), fault: fault, at: nanoseconds)
        }
    }

    private mutating func change(
        _ region: String,
        to state: RegionState,
        who: VenueWalker? = nil,
        receiver: String? = nil,
        fault: ReceiverFault = .disconnected,
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
        case (_, .unknown): return [event(.failed(fault))]
        }
    }
}
