import GRDB
import Logging

/// The studio's own venue and the simulated one, and which of them is shown.
actor BeaconVenues {
    /// The own venue.
    nonisolated let own: BeaconVenue
    private let makeSimulation: @Sendable () async throws -> SimulatedVenue
    private let publish: @Sendable (VenueUpdate) -> Void
    private var simulation: SimulatedVenue?

    /// Shows the own venue at first.
    init(
        own: BeaconVenue,
        makeSimulation: @escaping @Sendable () async throws -> SimulatedVenue,
        publish: @escaping @Sendable (VenueUpdate) -> Void
    ) {
        self.own = own
        self.makeSimulation = makeSimulation
        self.publish = publish
    }

    /// Whether a simulated walk is shown.
    var isSimulating: Bool { simulation != nil }

    /// The venue that is shown.
    var shown: BeaconVenue { simulation?.venue ?? own }

    /// The channel of the shown venue for an audience.
    func channel(forOwner isOwner: Bool) -> BeaconChannel { isSimulating ? .simulated : isOwner ? .owner : .public }

    /// Whether the venue may be shown: a simulated walk to everyone, the own venue to the owner unless it is public.
    func isVisible(toOwner isOwner: Bool) async throws -> Bool {
        if isOwner || isSimulating { return true }
        return try await own.store.plan().isPublic ?? false
    }

    /// Restarts and shows a simulated walk, or shows the own venue again.
    func simulate(_ isWanted: Bool) async throws {
        guard isWanted != isSimulating else { return }
        simulation = isWanted ? try await makeSimulation() : nil
        publish(.changed)
    }

    /// Advances the time in both.
    func tick() async throws {
        try await own.tick()
        try await simulation?.tick()
    }
}
