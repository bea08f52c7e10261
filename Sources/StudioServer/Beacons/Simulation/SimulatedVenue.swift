import GRDB
import Logging
import Proximity

/// A museum with six receivers and three tags that are carried through it, again and again: the Beacons page without a
/// radio. It lives in memory, so whatever is changed in it is gone with it.
actor SimulatedVenue {
    /// The museum.
    nonisolated let venue: BeaconVenue
    private let clock: @Sendable () -> Int64
    private var tags: [SimulatedTag]

    /// A museum with a store of its own, in memory.
    static func make(
        runner: ActionRunner,
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
            actions: ActionDispatcher(runner: runner, logger: logger),
            clock: clock,
            publish: publish
        )
        return try await SimulatedVenue(venue: venue, clock: clock)
    }

    /// Sets the museum up.
    init(venue: BeaconVenue, clock: @escaping @Sendable () -> Int64) async throws {
        self.venue = venue
        self.clock = clock
        let now = clock()
        tags = MuseumSettings.tags.enumerated().map { index, tag in
            SimulatedTag(frame: tag.frame, delaySeconds: tag.delay, seed: UInt64(index) + 1, at: now)
        }
        try await MuseumSettings.save(in: venue.store)
        try await venue.load()
    }

    /// Reports the receivers' packets since the last call, and advances the time.
    func tick() async throws {
        let now = clock()
        var received: [Int: [ReceivedPacket]] = [:]
        for index in tags.indices {
            for (receiver, packet) in tags[index].packets(until: now) { received[receiver, default: []].append(packet) }
        }
        for receiver in MuseumSettings.receivers.indices {
            let buffer = ReportBuffer(source: "simulated")
            buffer.set(.allowed, reason: nil)
            for packet in received[receiver] ?? [] { buffer.add(packet) }
            try await venue.take(buffer.take(at: now), from: MuseumSettings.receivers[receiver].key)
        }
        try await venue.tick()
    }
}
