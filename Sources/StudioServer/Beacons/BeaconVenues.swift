import GRDB
import Logging

/// The studio's own venue and a simulated one, and who sees which of them.
///
/// The made-up museum is shown to everyone; a simulation of the own venue to the owner alone, since it has the own
/// one's names and places.
actor BeaconVenues {
    /// Makes a simulation; a tag that it needs has the given name.
    typealias Maker = @Sendable (_ kind: SimulatedVenue.Kind, _ tagName: String) async throws -> SimulatedVenue

    /// The own venue.
    nonisolated let own: BeaconVenue
    private let makeSimulation: Maker
    private let publish: @Sendable (VenueUpdate) -> Void
    private var simulation: SimulatedVenue?

    /// Shows the own venue at first.
    init(
        own: BeaconVenue,
        makeSimulation: @escaping Maker,
        publish: @escaping @Sendable (VenueUpdate) -> Void
    ) {
        self.own = own
        self.makeSimulation = makeSimulation
        self.publish = publish
    }

    /// What is simulated for who asks; nil if the own venue is shown.
    func simulated(forOwner isOwner: Bool) -> SimulatedVenue.Kind? {
        guard let kind = simulation?.kind, isOwner || kind == .museum else { return nil }
        return kind
    }

    /// The venue that is shown.
    func shown(toOwner isOwner: Bool) -> BeaconVenue {
        simulated(forOwner: isOwner) == nil ? own : simulation?.venue ?? own
    }

    /// The channel of the shown venue for an audience.
    func channel(forOwner isOwner: Bool) -> BeaconChannel {
        switch simulated(forOwner: isOwner) {
        case .museum: .simulated
        case .own: .rehearsal
        case nil: isOwner ? .owner : .public
        }
    }

    /// Whether a venue may be shown: the museum to everyone, the own venue to the owner unless it is public.
    func isVisible(toOwner isOwner: Bool) async throws -> Bool {
        if isOwner || simulated(forOwner: isOwner) != nil { return true }
        return try await own.store.floors.plan().isPublic ?? false
    }

    /// Starts and shows a simulation; one of the same kind goes on.
    func simulate(_ kind: SimulatedVenue.Kind, tagName: String = "Tag") async throws {
        guard kind != simulation?.kind else { return }
        simulation = try await makeSimulation(kind, tagName)
        publish(.changed)
    }

    /// Shows the own venue again; `isKept` takes over what was changed in a simulation of it.
    func endSimulation(isKept: Bool = false) async throws {
        guard let ended = simulation else { return }
        simulation = nil
        if isKept, ended.kind == .own {
            try await OwnSettings.copy(from: ended.venue.store, to: own.store)
            try await own.settingsChanged()
        }
        publish(.changed)
    }

    /// Leads who carries something in the simulation towards a point of a floor's plan; `nil` for the floor where they are.
    ///
    /// Throws a `StudioError` if there is no simulation, or nobody of this name in it.
    func lead(_ who: String, to point: SIMD2<Double>, floor: String? = nil) async throws {
        guard let simulation else { throw BeaconError.noSimulation }
        try await simulation.lead(who, to: point, floor: floor)
    }

    /// Advances the time in both.
    func tick() async throws {
        try await own.tick()
        try await simulation?.tick()
    }
}
