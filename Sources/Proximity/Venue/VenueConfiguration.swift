/// The configuration of a venue, set up by its owner.
public struct VenueConfiguration: Hashable, Sendable {
    /// The floors, in any order; without one there are no positions.
    public var floors: [VenueFloor]
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
        floors: [VenueFloor] = [],
        receivers: [VenueReceiver] = [],
        beacons: [VenueBeacon] = [],
        regions: [VenueRegion] = [],
        zones: [VenueZone] = [],
        method: PositionMethod = .particles,
        radio: VenueRadio = VenueRadio(),
        survey: [SurveySample] = []
    ) {
        self.floors = floors
        self.receivers = receivers
        self.beacons = beacons
        self.regions = regions
        self.zones = zones
        self.method = method
        self.radio = radio
        self.survey = survey
    }

    /// Creates the configuration of a venue with one floor.
    public init(
        plan: FloorPlan,
        receivers: [VenueReceiver] = [],
        beacons: [VenueBeacon] = [],
        regions: [VenueRegion] = [],
        zones: [VenueZone] = [],
        method: PositionMethod = .particles,
        radio: VenueRadio = VenueRadio(),
        survey: [SurveySample] = []
    ) {
        self.init(
            floors: [VenueFloor(identifier: "ground", plan: plan)],
            receivers: receivers,
            beacons: beacons,
            regions: regions,
            zones: zones,
            method: method,
            radio: radio,
            survey: survey
        )
    }
}

extension VenueConfiguration {
    /// Whether a receiver counts for a region.
    package func counts(_ receiver: String, for region: VenueRegion) -> Bool {
        guard region.receiver == nil || region.receiver == receiver else { return false }
        guard let floor = region.floor else { return true }
        return receivers.contains {
            $0.identifier == receiver && $0.position != nil && ($0.floor ?? groundFloor?.identifier) == floor
        }
    }

    /// The floor nearest to the ground.
    private var groundFloor: VenueFloor? { floors.min { (abs($0.level), $0.level) < (abs($1.level), $1.level) } }
}

/// A method of position estimation.
public enum PositionMethod: String, Hashable, Sendable, CaseIterable {
    /// A particle filter: particles do not cross walls.
    case particles
    /// Weighted least squares, anew each second; needs three links.
    case leastSquares
}
