/// Who hears of a venue, and on which channel.
enum BeaconAudience: String, Sendable, CaseIterable {
    /// The owner, of the own venue.
    case owner = "private-beacons"
    /// Everybody, of the own venue as long as its plan says so.
    case everybody = "private-beacons-public"
    /// Everybody, of a simulated walk as long as one is shown.
    case trial = "private-beacons-simulated"

    /// The channel.
    var channel: String { rawValue }

    /// A channel for each, since who has joined one stays on it: what is no longer for someone is no longer said
    /// there.
    static let prefix = owner.rawValue
}
