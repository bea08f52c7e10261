import GRDB
import Logging
import Proximity

/// A venue without a radio: its receivers receive what its beacons would send, wherever both hang or are carried.
/// It lives in memory, so whatever is changed in it is gone with it.
actor SimulatedVenue {
    /// What is simulated.
    enum Kind: String, Codable, Sendable {
        /// A made-up museum through which three tags are carried, for everyone to see.
        case museum
        /// The owner's own plan, receivers and beacons, for the owner alone.
        case own
    }

    /// The most beacons and the most receivers that take part: more would keep the machine busy.
    private static let partLimit = 40
    /// How long everyone stands still between two steps, ns.
    private static let step: Int64 = 100_000_000
    /// How much time is made up for after a pause of the process, ns.
    private static let longestPause: Int64 = 10_000_000_000

    /// The simulated venue.
    nonisolated let venue: BeaconVenue
    nonisolated let kind: Kind
    private let clock: @Sendable () -> Int64
    private var radio: SimulatedRadio
    private var walkers: [String: SimulatedWalker] = [:]
    private var time: Int64

    /// A venue with a store of its own, in memory.
    static func make(
        _ kind: Kind,
        of own: BeaconStore,
        tagName: String,
        runner: ActionRunner,
        regionLimit: Int = 20,
        logger: Logger,
        clock: @escaping @Sendable () -> Int64,
        publish: @escaping @Sendable (VenueUpdate, _ isPublic: Bool) -> Void
    ) async throws -> SimulatedVenue {
        let database = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        BeaconStore.migrate(&migrator)
        try migrator.migrate(database)
        let venue = BeaconVenue(
            store: BeaconStore(database),
            regionLimit: regionLimit,
            actions: ActionDispatcher(runner: runner, logger: logger),
            clock: clock,
            publish: publish
        )
        if kind == .own {
            try await OwnSettings.copy(from: own, to: venue.store)
            try await OwnSettings.addTag(named: tagName, to: venue.store)
        } else {
            try await MuseumSettings.save(in: venue.store)
        }
        return try await SimulatedVenue(kind, venue: venue, clock: clock)
    }

    /// Simulates a venue with the settings of its store.
    init(_ kind: Kind, venue: BeaconVenue, clock: @escaping @Sendable () -> Int64) async throws {
        self.kind = kind
        self.venue = venue
        self.clock = clock
        let now = clock()
        time = now
        radio = SimulatedRadio(plan: BeaconWalk.venuePlan, seed: 1, at: now)
        if kind == .museum {
            for tag in MuseumSettings.tags {
                walkers[tag.identity.key] = SimulatedWalker(route: tag.route, delaySeconds: tag.delay, at: now)
            }
        }
        try await venue.load()
    }

    /// Leads what is carried, a beacon's key or a receiver's name in addresses, towards a point of a floor's plan;
    /// without a floor, of the one where it is.
    ///
    /// Throws a `StudioError` if nothing of this name is carried, or there is no such floor.
    func lead(_ who: String, to point: SIMD2<Double>, floor: String? = nil) async throws {
        let parts = try await parts()
        guard var walker = walkers[who], parts.carried.contains(who) else { throw BeaconError.unknown("walker") }
        let named = parts.floors.first { $0.identifier == floor }
        guard floor == nil || named != nil else { throw BeaconError.unknown("floor") }
        let target = named ?? parts.floor(at: walker.end?.level ?? 0)
        walker.lead(to: target.plan.clamped(point), level: Double(target.level))
        walkers[who] = walker
    }

    /// Reports the receivers' packets since the last call, and advances the time.
    func tick() async throws {
        let (now, parts) = (clock(), try await parts())
        radio.plans = Dictionary(parts.floors.map { ($0.level, $0.plan) }) { $1 }
        radio.conditions.ceilings = parts.ceilings
        var received: [String: [ReceivedPacket]] = [:]
        time = max(time, now - Self.longestPause)
        while time < now {
            time = min(time + Self.step, now)
            for who in walkers.keys { walkers[who]?.advance(to: time) }
            let senders = parts.senders(walkers).prefix(Self.partLimit)
            let listeners = parts.listeners(walkers).prefix(Self.partLimit)
            for (receiver, packet) in radio.packets(of: Array(senders), to: Array(listeners), until: time) {
                received[receiver, default: []].append(packet)
            }
        }
        for receiver in parts.receivers.prefix(Self.partLimit) {
            let buffer = ReportBuffer(source: "simulated")
            buffer.set(.allowed, reason: nil)
            for packet in received[receiver.key] ?? [] { buffer.add(packet) }
            try await venue.take(buffer.take(at: now), from: receiver.key)
        }
        await venue.reveal(
            walkers.sorted { $0.key < $1.key }.compactMap { who, walker in
                walker.end.map { end in
                    LiveTruth(
                        who: who,
                        x: end.position.x.hundredths,
                        y: end.position.y.hundredths,
                        floor: parts.floor(at: end.level).identifier
                    )
                }
            }
        )
        try await venue.tick()
    }

    /// The settings as they are now, with somebody for everything that is carried.
    private func parts() async throws -> SimulatedParts {
        let parts = try await SimulatedParts(of: venue.store)
        walkers = walkers.filter { parts.carried.contains($0.key) }
        for who in parts.carried where walkers[who] == nil {
            // In a row along the lower edge of the plan, from the left.
            let floor = parts.floor(at: 0)
            let place = floor.plan.minimum + SIMD2(0.7 * Double(walkers.count + 1), 0.7)
            walkers[who] = SimulatedWalker(
                standingAt: floor.plan.clamped(place),
                level: Double(floor.level),
                at: time
            )
        }
        return parts
    }
}
