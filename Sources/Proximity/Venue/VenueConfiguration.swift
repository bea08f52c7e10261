/// What a venue consists of, as its owner has set it up.
public struct VenueConfiguration: Hashable, Sendable {
    /// The floor; without it there are no positions.
    public var plan: FloorPlan?
    /// The receivers.
    public var receivers: [VenueReceiver]
    /// The beacons that are known; others are heard, too.
    public var beacons: [VenueBeacon]
    /// The regions; at most as many as the tracker watches.
    public var regions: [VenueRegion]
    /// The zones.
    public var zones: [VenueZone]
    /// How positions are found.
    public var method: PositionMethod
    /// How signals behave.
    public var radio: VenueRadio

    /// Creates a configuration.
    public init(
        plan: FloorPlan? = nil,
        receivers: [VenueReceiver] = [],
        beacons: [VenueBeacon] = [],
        regions: [VenueRegion] = [],
        zones: [VenueZone] = [],
        method: PositionMethod = .particles,
        radio: VenueRadio = VenueRadio()
    ) {
        self.plan = plan
        self.receivers = receivers
        self.beacons = beacons
        self.regions = regions
        self.zones = zones
        self.method = method
        self.radio = radio
    }
}

/// How positions are found.
public enum PositionMethod: String, Hashable, Sendable, CaseIterable {
    /// A particle filter: a walk that no wall crosses.
    case particles
    /// Weighted least squares, each second anew; wants three links.
    case leastSquares
}
