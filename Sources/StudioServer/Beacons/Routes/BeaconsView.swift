import Hummingbird

/// The answer of `GET /api/beacons`: the settings and how things are.
struct BeaconsView: ResponseEncodable, Codable, Sendable {
    /// The simulated walk, as far as the asker is concerned.
    struct Simulation: Codable, Sendable {
        /// Whether it is shown in the place of the own venue.
        var isShown: Bool
    }

    /// Whether the asker may change things.
    var isOwner: Bool
    var simulation: Simulation
    /// The channel on which the asker hears how things are.
    var channel: String
    var plan: PlanSetting
    var receivers: [ReceiverSetting]
    var beacons: [KnownBeacon]
    var regions: [RegionSetting]
    var zones: [ZoneSetting]
    /// For the owner alone; secrets are never told.
    var actions: [ActionSetting]?
    /// For the owner alone.
    var notices: [NoticeSetting]?
    /// What became of actions and notices, the last time, by their names in addresses.
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

/// The answer to a new token: it is told this once.
struct TokenAnswer: ResponseEncodable, Codable, Sendable {
    var token: String
}

/// The answer to a setting that was kept.
struct KeptAnswer: ResponseEncodable, Codable, Sendable {
    /// Its name in addresses.
    var id: String
}

/// The body of `PUT /api/beacons/simulation`.
struct SimulationWish: Codable, Sendable {
    var isShown: Bool
}

/// The body of `POST /api/beacons/calibrations`.
struct CalibrationWish: Codable, Sendable {
    var beacon: String
    var receiver: String
}

extension ReceiverLink.Answer: ResponseEncodable {}
