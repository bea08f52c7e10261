/// The audience of a venue, and its channel.
enum BeaconAudience: String, Sendable, CaseIterable {
    /// The owner, for the own venue.
    case owner = "private-beacons"
    /// Everyone, for the own venue while it is public.
    case everybody = "private-beacons-public"
    /// Everyone, for a simulated walk while one is shown.
    case trial = "private-beacons-simulated"

    /// The channel.
    var channel: String { rawValue }

    /// One channel for each audience, because subscribers stay on a channel: after a change of access the old channel
    /// receives no more events.
    static let prefix = owner.rawValue
}
