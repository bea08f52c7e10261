/// One floor of a venue: its plan, and which storey it is.
///
/// The plans of all floors have the same axes: what lies above each other has the same coordinates.
public struct VenueFloor: Hashable, Sendable {
    /// The application's name for it; unique in the venue.
    public var identifier: String
    /// The storey: 0 at the ground, negative below it; unique in the venue.
    public var level: Int
    /// The plan.
    public var plan: FloorPlan

    /// Creates a floor.
    public init(identifier: String, level: Int = 0, plan: FloorPlan) {
        self.identifier = identifier
        self.level = level
        self.plan = plan
    }
}

/// The floor on which somebody is taken to be.
public struct FloorEstimate: Hashable, Sendable {
    /// The floor.
    public var identifier: String
    /// How likely it is, 0 to 1.
    public var probability: Double

    /// The probability above which a floor counts as known.
    ///
    /// Origin: by hand; at the stairs it stays below for some seconds.
    public static let sureProbability = 0.9

    /// Creates an estimate.
    public init(identifier: String, probability: Double) {
        self.identifier = identifier
        self.probability = probability
    }

    /// Whether the floor is known.
    public var isSure: Bool { probability > Self.sureProbability }
}
