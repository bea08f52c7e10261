/// The configuration of a venue, set up by its owner.
public struct VenueConfiguration: Hashable, Sendable {
    /// The floor; without it there are no positions.
    public var plan: FloorPlan?
    /// The receivers.
    public var receivers: [VenueReceiver]
    /// The known beacons; others are received, too.
    public var beacons: [VenueBeacon]
    /// The regions; at most the tracker's limit.
    public var regions: [VenueRegion]
    /// The zones.
    public var zones: [VenueZone]
    /// The method of position estimation.
    public var method: PositionMethod
    /// The radio parameters.
    public var radio: VenueRadio
    /// What was received of a carried tag at known places; empty if nobody has surveyed the venue.
    public var survey: [SurveySample]

    /// Creates a configuration.
    public init(
        plan: FloorPlan? = nil,
        receivers: [VenueReceiver] = [],
        beacons: [VenueBeacon] = [],
        regions: [VenueRegion] = [],
        zones: [VenueZone] = [],
        method: PositionMethod = .particles,
        radio: VenueRadio = VenueRadio(),
        survey: [SurveySample] = []
    ) {
        self.plan = plan
        self.receivers = receivers
        self.beacons = beacons
        self.regions = regions
        self.zones = zones
        self.method = method
        self.radio = radio
        self.survey = survey
    }
}

/// A method of position estimation.
public enum PositionMethod: String, Hashable, Sendable, CaseIterable {
    /// A particle filter: particles do not cross walls.
    case particles
    /// Weighted least squares, anew each second; needs three links.
    case leastSquares
}
