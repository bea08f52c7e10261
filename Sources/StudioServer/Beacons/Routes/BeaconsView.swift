import Hummingbird

/// The answer of `GET /api/beacons`: the settings and the live state.
struct BeaconsView: ResponseEncodable, Codable, Sendable {
    /// The simulation for the requesting person.
    struct Simulation: Codable, Sendable {
        /// Whether it is shown instead of the own venue.
        var isShown: Bool
        /// What is simulated.
        var venue: SimulatedVenue.Kind?

        init(_ venue: SimulatedVenue.Kind?) {
            isShown = venue != nil
            self.venue = venue
        }
    }

    /// One floor.
    struct Floor: Codable, Sendable {
        var id: String
        var name: String
        var level: Int
        var width: Double
        var depth: Double
        var walls: [WallSetting]
        /// The address of the picture under its plan.
        var picture: String?
        /// Only for the owner: the places of its survey, `[x, y]`.
        var survey: [[Double]]?
    }

    /// Whether the requesting person may change settings.
    var isOwner: Bool
    var simulation: Simulation
    /// The channel of the live state for the requesting person.
    var channel: String
    /// How positions are found, and the plan of the floor nearest to the ground.
    var plan: PlanSetting
    /// The address of the picture under that plan.
    var planPicture: String?
    /// All floors, lowest first.
    var floors: [Floor]
    var receivers: [ReceiverSetting]
    var beacons: [KnownBeacon]
    var regions: [RegionSetting]
    var zones: [ZoneSetting]
    /// Only for the owner; secrets are never included.
    var actions: [ActionSetting]?
    /// Only for the owner.
    var notices: [NoticeSetting]?
    /// Only for the owner: the places of the survey on the floor nearest to the ground, `[x, y]`.
    var survey: [[Double]]?
    /// The last results of the actions and notices, by their names in addresses.
    var outcomes: [String: ActionDispatcher.Outcome]?
    /// The most regions.
    var regionLimit: Int
    var state: LiveState
}

extension LiveState: ResponseEncodable {}

/// The answer of `GET /api/beacons/history`.
struct CrossingList: ResponseEncodable, Codable, Sendable {
    /// Newest first.
    var crossings: [Crossing]
}

/// The answer with a new token, which is returned only once.
struct TokenAnswer: ResponseEncodable, Codable, Sendable {
    var token: String
}

/// The answer to a stored setting.
struct KeptAnswer: ResponseEncodable, Codable, Sendable {
    /// Its name in addresses.
    var id: String
}

/// The body of `PUT /api/beacons/simulation`.
struct SimulationWish: Codable, Sendable {
    var isShown: Bool
    /// What is simulated; the museum if it is left out.
    var venue: SimulatedVenue.Kind?
    /// The name of the tag that a simulation of an own venue without one adds.
    var tagName: String?
    /// Whether the own venue takes over what was changed in its simulation, at its end.
    var isKept: Bool?
}

/// The body of `PUT /api/beacons/simulation/walker`.
struct WalkerWish: Codable, Sendable {
    /// A beacon's key, or a receiver's name in addresses.
    var who: String
    /// Where to, m in the plan.
    var x: Double
    var y: Double
    /// The floor's name in addresses; nil for the one where the walker is.
    var floor: String?
}

/// The body of `POST /api/beacons/calibrations`.
struct CalibrationWish: Codable, Sendable {
    var beacon: String
    var receiver: String
}

extension ReceiverLink.Answer: ResponseEncodable {}
